import { createParser } from 'eventsource-parser';
import { LLMRequestError } from '../../protocol/errors.js';
import { isRecord } from '../../protocol/json/json-shape.js';
import { readFlatError } from './error-body.js';

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

// Several times the longest event of an answer, which repeats a whole answer with its encrypted reasoning. Beyond it a
// server sends something else. It counts all that a stream has between two events: a line of data without any text takes
// as much memory as one with a word. Units: UTF-16 units.
const MAX_EVENT_CHARS = 4 * 1024 * 1024;

// Twice the longest answer of any model, with each of its 128,000 tokens in an event of its own. Beyond it a server sends
// without an end, and a reader that holds something back would fill the memory. Units: bytes, unpacked.
const MAX_STREAM_BYTES = 128 * 1024 * 1024;

/**
 * How a stream ended: with the mark of the end; without it, behind a whole event; or in the middle of one.
 */
export type StreamEnd = 'marked' | 'unmarked' | 'cut';

/**
 * The JSON values of a stream of server-sent events, one batch for each read of the body. The batch of a read in which no
 * event ends is empty: it shows that the server is there, as comments do that some servers send while a model thinks.
 * `[DONE]` ends the stream. `onEnd` is called when it has ended without a failure.
 *
 * Errors: `SyntaxError` for an event that is not JSON; `LLMRequestError` for an event of over 4 Mi characters, or a stream of over 128 MiB; an error with the server's `error` and `headers` for an event
 * that reports a failure. Both come after the values before that event.
 * Cost: 3 us for a value of 150 bytes; one promise for each read and none for each value.
 */
export async function* readEventBatches(
  { body, headers }: Response,
  onEnd?: (end: StreamEnd) => void,
): AsyncGenerator<readonly unknown[]> {
  if (body === null) return;
  let events: ServerEvent[] = [];
  const parser = createParser({ onEvent: ({ event, data }) => events.push({ name: event, data }) });
  const decoder = new TextDecoder();
  let left = MAX_STREAM_BYTES;
  let charsOfEvent = 0;
  for await (const bytes of body) {
    left -= bytes.length;
    if (left < 0) throw explainTooLong('in all');
    const text = decoder.decode(bytes, { stream: true });
    parser.feed(text);
    charsOfEvent = events.length > 0 ? 0 : charsOfEvent + text.length;
    if (charsOfEvent > MAX_EVENT_CHARS) throw explainTooLong('in one event');
    const { values, end } = parseEvents(events, headers);
    events = [];
    if (values.length > 0 || end === undefined) yield values;
    if (end === undefined) continue;
    if ('failure' in end) throw end.failure;
    onEnd?.('marked');
    return;
  }
  // Some servers leave out the empty line behind the last event.
  parser.feed('\n\n');
  const { values, end } = parseEvents(events, headers);
  if (values.length > 0) yield values;
  if (end === undefined) onEnd?.('unmarked');
  else if ('isDone' in end) onEnd?.('marked');
  else if (end.failure instanceof SyntaxError) onEnd?.('cut');
  else throw end.failure;
}

function explainTooLong(where: 'in one event' | 'in all'): LLMRequestError {
  const units = where === 'in all' ? MAX_STREAM_BYTES : MAX_EVENT_CHARS;
  return new LLMRequestError(
    `The model server sent more than ${units / 1024 / 1024} MB ${where}, which no answer of a model has. Check the base URL, and what stands between this machine and the server.`,
    {},
  );
}

interface ServerEvent {
  readonly name: string | undefined;
  readonly data: string;
}

interface ParsedEvents {
  readonly values: readonly unknown[];
  /** Set when the stream ends after these values. */
  readonly end?: { readonly isDone: true } | { readonly failure: Error };
}

function parseEvents(events: readonly ServerEvent[], headers: Headers): ParsedEvents {
  const values: unknown[] = [];
  for (const { name, data } of events) {
    if (isKeepAlive(data)) continue;
    if (data.startsWith('[DONE]')) return { values, end: { isDone: true } };
    try {
      const value: unknown = JSON.parse(data);
      const error = findError(name, value);
      if (error !== undefined) return { values, end: { failure: new MidStreamError(error, headers) } };
      values.push(value);
    } catch (thrown) {
      if (name === ERROR_EVENT)
        return { values, end: { failure: new MidStreamError({ message: data }, headers) } };
      return { values, end: { failure: thrown as SyntaxError } };
    }
  }
  return { values };
}

// The name of the events by which servers report a failure, whatever form their data has.
const ERROR_EVENT = 'error';

/** The error that an event reports; `undefined` when it reports none. */
function findError(name: string | undefined, value: unknown): unknown {
  if (!isRecord(value)) return name === ERROR_EVENT ? { message: String(value) } : undefined;
  if (value.error) return value.error;
  // vLLM and SGLang, whose events have no name.
  const isError = name === ERROR_EVENT || value.object === ERROR_EVENT;
  return isError ? readFlatError(value) : undefined;
}

/** Whether an event is what some gateways send where others send a comment. */
function isKeepAlive(data: string): boolean {
  const text = data.trim();
  return text === '' || text.startsWith(':') || text === 'ping';
}
