import { parseJson } from '../protocol/json-depth.js';
import { isRecord } from './json-shape.js';

/**
 * The body of a failed response as OpenAI would send it: `{"error": {"message": ...}}`. The SDK reads no other and
 * would drop the words of vLLM, Mistral, FastAPI and gateways, which say what to do.
 */
export function toErrorEnvelope(body: string): string {
  const value = parse(body);
  if (isRecord(value) && isRecord(value.error)) return body;
  return JSON.stringify({ error: isRecord(value) ? readFlat(value) : { message: readWords(value) } });
}

function readFlat(value: Record<string, unknown>): Record<string, unknown> {
  const words = value.error ?? value.message ?? value.detail ?? value;
  return { message: readWords(words), type: value.type, code: value.code };
}

function readWords(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function parse(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}
