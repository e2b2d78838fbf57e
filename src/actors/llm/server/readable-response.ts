import { isRecord, parseRecord } from '../../protocol/json/json-shape.js';
import { readWebPage, toErrorEnvelope } from './error-body.js';
import { readBodyText, readFailure } from './read-body-text.js';

/**
 * Converts a response to the form that the SDK reads. The SDK expects a stream of events, or JSON, and cannot handle
 * what some servers send with a status of success: a web page, an error (LM Studio, for an unknown path), or the whole
 * answer at once in place of a stream. The message of a failed response is put where the SDK looks for it.
 * Errors: what the body throws; `LLMRequestError` for an answer at once of over 4 MB.
 */
export async function toReadableResponse(response: Response, isStreamed: boolean): Promise<Response> {
  const { status, statusText, headers, body } = response;
  if (!response.ok)
    return new Response(toErrorEnvelope(await readFailure(response)), { status, statusText, headers });
  if (body === null || isEventStream(headers)) return response;
  const [peeked, whole] = body.tee();
  const first = await findFirstCharacter(peeked);
  const rest = new Response(whole, { status, statusText, headers });
  // Events begin with the name of a field or with a colon.
  if (first !== '<' && first !== '{') return rest;
  const text = await readBodyText(rest);
  const page = readWebPage(text);
  if (page !== undefined) return failed(JSON.stringify({ error: page }), isStreamed);
  const json = parseRecord(text);
  if (json?.error !== undefined && json.error !== null) return failed(toErrorEnvelope(text), isStreamed);
  if (isStreamed && json !== undefined) return eventStream(JSON.stringify(json));
  return new Response(text, { status, statusText, headers });
}

function isEventStream(headers: Headers): boolean {
  return headers.get('content-type')?.toLowerCase().includes('event-stream') ?? false;
}

// No server sends more white space before its first word. Units: bytes.
const MAX_SPACE_BYTES = 64 * 1024;

/**
 * The first character that is not a space; `''` where there is none, or only after much space. Reads only as many chunks
 * as that takes.
 */
async function findFirstCharacter(body: ReadableStream<Uint8Array>): Promise<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  try {
    for (let bytes = 0; bytes < MAX_SPACE_BYTES;) {
      const { done, value } = await reader.read();
      if (done) break;
      const start = decoder.decode(value, { stream: true }).trimStart();
      if (start !== '') return start.slice(0, 1);
      bytes += value.length;
    }
    return '';
  } finally {
    // Not awaited: the cancellation completes only once both halves of the split stream are cancelled.
    reader.cancel().catch(() => undefined);
  }
}

/**
 * Gives a failure that came with a status of success an error status, by which the SDK notices it. In a stream the
 * event is enough.
 */
function failed(envelope: string, isStreamed: boolean): Response {
  if (isStreamed) return eventStream(envelope);
  const error = parseRecord(envelope)?.error;
  const code = isRecord(error) ? error.code : undefined;
  const isStatus = typeof code === 'number' && code >= 400 && code <= 599;
  return new Response(envelope, { status: isStatus ? code : 404 });
}

function eventStream(json: string): Response {
  return new Response(`data: ${json}\n\ndata: [DONE]\n\n`, {
    headers: { 'content-type': 'text/event-stream' },
  });
}
