import { isRecord, parseRecord } from '../../protocol/json-shape.js';
import { readWebPage, toErrorEnvelope } from './openai-error-body.js';

/**
 * A response in the form that the SDK reads. It reads a stream of events, or JSON, and makes nothing of what else servers
 * send with a status of success: a web page, an error (LM Studio, for a path that it does not know), or the whole
 * answer at once where a stream was asked for. The words of failed responses are put where it looks for them.
 */
export async function toReadableResponse(response: Response, isStreamed: boolean): Promise<Response> {
  const { status, statusText, headers, body } = response;
  if (!response.ok)
    return new Response(toErrorEnvelope(await response.text()), { status, statusText, headers });
  if (body === null || isEventStream(headers)) return response;
  const [peeked, whole] = body.tee();
  const first = await findFirstCharacter(peeked);
  const rest = new Response(whole, { status, statusText, headers });
  // Events begin with the name of a field or with a colon.
  if (first !== '<' && first !== '{') return rest;
  const text = await rest.text();
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

/** The first character that is no space, as far as one chunk at a time has to be waited for. */
async function findFirstCharacter(body: ReadableStream<Uint8Array>): Promise<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      const start = done ? '' : decoder.decode(value, { stream: true }).trimStart();
      if (done || start !== '') return start.slice(0, 1);
    }
  } finally {
    // Not waited for: both halves of a stream that was split have to be cancelled before that is done.
    reader.cancel().catch(() => undefined);
  }
}

/** A failure that came with a status of success. In a stream it has none; elsewhere the SDK needs one to see it. */
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
