import { createParser } from 'eventsource-parser';
import { LLMRequestError } from '../../protocol/errors.js';
import { isRecord } from '../../protocol/json/json-shape.js';

/** A failure that a server reports in the middle of a stream, after the status was sent. */
export class MidStreamError extends Error {
  /** The server's own error object. */
  readonly error: unknown;
  readonly headers: Headers;

  constructor(error: unknown, headers: Headers) {
    super('The model server reported an error in the middle of its answer.');
    this.error = error;
    this.headers = headers;
  }
}

// A hundred times the longest event of an answer. Beyond it a server sends something else, and reading on would fill the
// memory. Units: UTF-16 units.
const MAX_EVENT_CHARS = 32 * 1024 * 1024;

// Each of a million tokens in an event of its own. Beyond it a server sends without an end, and a reader that holds
// something back would fill the memory. Units: bytes.
const MAX_STREAM_BYTES = 256 * 1024 * 1024;

/**
 * The JSON values of a stream of server-sent events, one batch for each read of the body. The batch of a read in which no
 * event ends is empty: it shows that the server is there, as comments do that some servers send while a model thinks.
 * `[DONE]` ends the stream.
 *
 * Errors: `SyntaxError` for an event that is not JSON; `LLMRequestError` for an event of over 32 Mi characters, or a stream of over 256 MiB; an error with the server's `error` and `headers` for an event
 * that reports a failure. Both come after the values before that event.
 * Cost: 3 us for a value of 150 bytes; one promise for each read and none for each value.
 */
export async function* readChunks({ body, headers }: Response): AsyncGenerator<readonly unknown[]> {
  if (body === null) return;
  let events: string[] = [];
  let isTooLong = false;
  const parser = createParser({
    onEvent: ({ data }) => events.push(data),
    onError: ({ type }) => (isTooLong ||= type === 'max-buffer-size-exceeded'),
    maxBufferSize: MAX_EVENT_CHARS,
  });
  const decoder = new TextDecoder();
  let isReturnHeld = false;
  let left = MAX_STREAM_BYTES;
  for await (const bytes of body) {
    left -= bytes.length;
    if (left < 0) throw explainTooLong('in all');
    const text = decoder.decode(bytes, { stream: true });
    if (text !== '') isReturnHeld = text.endsWith('\r');
    parser.feed(text);
    if (isTooLong) throw explainTooLong('in one event');
    const { values, end } = parseEvents(events, headers);
    events = [];
    if (values.length > 0 || end === undefined) yield values;
    if (end === undefined) continue;
    if ('failure' in end) throw end.failure;
    return;
  }
  if (!isReturnHeld) return;
  // The parser waits for what follows a `\r`, which may be half of a line end.
  parser.feed('\n');
  const { values, end } = parseEvents(events, headers);
  if (values.length > 0) yield values;
  if (end !== undefined && 'failure' in end) throw end.failure;
}

function explainTooLong(where: 'in one event' | 'in all'): LLMRequestError {
  const units = where === 'in all' ? MAX_STREAM_BYTES : MAX_EVENT_CHARS;
  return new LLMRequestError(
    `The model server sent more than ${units / 1024 / 1024} MB ${where}, which no answer of a model has. Check the base URL, and what stands between this machine and the server.`,
    {},
  );
}

interface ParsedEvents {
  readonly values: readonly unknown[];
  /** Set when the stream ends after these values. */
  readonly end?: { readonly isDone: true } | { readonly failure: Error };
}

function parseEvents(events: readonly string[], headers: Headers): ParsedEvents {
  const values: unknown[] = [];
  for (const data of events) {
    if (isKeepAlive(data)) continue;
    if (data.startsWith('[DONE]')) return { values, end: { isDone: true } };
    try {
      const value: unknown = JSON.parse(data);
      if (isRecord(value) && Boolean(value.error))
        return { values, end: { failure: new MidStreamError(value.error, headers) } };
      values.push(value);
    } catch (error) {
      return { values, end: { failure: error as SyntaxError } };
    }
  }
  return { values };
}

/** Whether an event is what some gateways send where others send a comment. */
function isKeepAlive(data: string): boolean {
  const text = data.trim();
  return text === '' || text.startsWith(':') || text === 'ping';
}
