import { jsonrepair } from 'jsonrepair';
import { isRecord, parseRecord, readString } from '../../protocol/json/json-shape.js';

/** A call as a model has written it. Shape: `arguments` is text that should be JSON, and may not be. */
export interface TextCall {
  readonly name: string;
  readonly arguments: string;
}

// What Qwen's coders write in place of JSON.
const FUNCTION = /<function=([\w.-]+)>([^]*?)(?:<\/function>|$)/;
const PARAMETER = /<parameter=([\w.-]+)>\n?([^]*?)\n?(?:<\/parameter>|(?=<parameter=)|$)/g;

/**
 * The call in the text between `<tool_call>` and its end: JSON, JSON with mistakes that can be repaired, or tags of
 * functions and parameters. `undefined` when it names no tool. Arguments beyond repair are left as they are, so that the
 * tool tells the model what is wrong with them.
 */
export function readTextCall(text: string): TextCall | undefined {
  const body = text.trim().replace(/^```(?:json)?\s*([^]*?)\s*```$/, '$1');
  return readTags(body) ?? readJson(parseRecord(body) ?? parseRecord(repair(body))) ?? readName(body);
}

/**
 * The call at the end of a text that was cut off. Where a part of it is missing, its arguments stay as they are, and are no
 * JSON: what a repair would add is not what the model was about to write.
 */
export function readCutCall(text: string): TextCall | undefined {
  const body = text.trim();
  const whole = body.includes('</function>') ? readTags(body) : readJson(parseRecord(body));
  if (whole !== undefined) return whole;
  const name = FUNCTION.exec(body)?.[1] ?? readName(body)?.name;
  return name === undefined ? undefined : { name, arguments: body };
}

function readTags(body: string): TextCall | undefined {
  const [, name, inner = ''] = FUNCTION.exec(body) ?? [];
  if (name === undefined) return undefined;
  const given = [...inner.matchAll(PARAMETER)].map(([, key = '', value = '']) => [key, readValue(value)]);
  return { name, arguments: JSON.stringify(Object.fromEntries(given)) };
}

/** Tags have no types: numbers, truth values, lists and objects are read as JSON, and all else is text. */
function readValue(text: string): unknown {
  if (!/^(?:true|false|-?\d+(?:\.\d+)?|\[[^]*\]|\{[^]*\})$/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function readJson(call: Record<string, unknown> | undefined): TextCall | undefined {
  const name = readString(call?.name);
  if (call === undefined || name === undefined || name === '') return undefined;
  const given = call.arguments ?? call.parameters ?? {};
  if (typeof given === 'string') return { name, arguments: given };
  return { name, arguments: JSON.stringify(isRecord(given) ? given : {}) };
}

function readName(body: string): TextCall | undefined {
  const name = /"name"\s*:\s*"([\w.-]+)"/.exec(body)?.[1];
  return name === undefined ? undefined : { name, arguments: body };
}

function repair(body: string): string {
  try {
    return jsonrepair(body);
  } catch {
    return '';
  }
}
