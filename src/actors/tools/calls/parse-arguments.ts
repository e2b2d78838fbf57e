import { InvalidParamsError } from '../../protocol/errors.js';
import { messageOf } from '../../protocol/errors/message-of.js';
import { parseJson } from '../../protocol/json/json-depth.js';
import { isRecord } from '../../protocol/json/json-shape.js';
import { quoteValue } from '../text/quote-value.js';

/**
 * The model's arguments text as an object; a text without anything in it is an object without properties.
 * Errors: `InvalidParamsError`, written for the model: what `JSON.parse` says of the text, or that it is nested too deep.
 */
export function parseArguments(tool: string, text: string): Record<string, unknown> {
  if (text.trim() === '') return {};
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (error) {
    if (error instanceof RangeError) throw refusal(tool, `must not be ${error.message}`, error);
    throw refusal(tool, `are not valid JSON: ${describeMistake(text, error)}`, error);
  }
  if (!isRecord(value)) throw refusal(tool, `must be a JSON object, got ${quoteValue(value)}`);
  return value;
}

function refusal(tool: string, problem: string, cause?: unknown): InvalidParamsError {
  return new InvalidParamsError(
    `The arguments of ${tool} ${problem}.`,
    { tool, problems: [`the arguments ${problem}`] },
    cause === undefined ? undefined : { cause },
  );
}

const CUT_OFF =
  'perhaps they were cut off by your output limit. Nothing was done: make the call again with less in it, such as a long file in several calls';

/** What `JSON.parse` has said. A text that ends too early has most often been cut off by a limit. */
function describeMistake(text: string, error: unknown): string {
  const message = messageOf(error);
  const isCutOff =
    /Unterminated|end of JSON/.test(message) || / position (\d+)/.exec(message)?.[1] === String(text.length);
  return isCutOff ? `${message}, where they end; ${CUT_OFF}` : message;
}
