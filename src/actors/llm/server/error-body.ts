import { parseJsonOrText } from '../../protocol/json/json-depth.js';
import { isRecord } from '../../protocol/json/json-shape.js';

/** The error type of a failed response whose body is a web page. */
export const WEB_PAGE = 'web_page';

/**
 * Converts the body of a failed response to OpenAI's form: `{"error": {"message": ...}}`. The SDK reads no other form,
 * and would drop the messages of vLLM, Mistral, FastAPI and gateways, which say what to do.
 */
export function toErrorEnvelope(body: string): string {
  const page = readWebPage(body);
  if (page !== undefined) return JSON.stringify({ error: page });
  const value = parseJsonOrText(body);
  if (isRecord(value) && isRecord(value.error)) return body;
  return JSON.stringify({ error: isRecord(value) ? readFlatError(value) : { message: readWords(value) } });
}

/** Reads a web page as an error with the page's title only: its text is for people with a browser. */
export function readWebPage(body: string): { message: string; type: string } | undefined {
  if (!/^\s*<(?:!doctype\s+html|html|head|body)\b/i.test(body)) return undefined;
  const title = /<title[^>]*>([^<]*)<\/title>/i.exec(body)?.[1] ?? /<h1[^>]*>([^<]*)<\/h1>/i.exec(body)?.[1];
  return { message: title?.trim() ?? '', type: WEB_PAGE };
}

/** An error in OpenAI's form, of an object that has its words elsewhere. */
export function readFlatError(value: Record<string, unknown>): Record<string, unknown> {
  const words = value.error ?? value.message ?? value.detail ?? value;
  return { message: readWords(words), type: value.type, code: value.code };
}

function readWords(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
