import { createParser } from 'eventsource-parser';
import { isRecord } from '../../protocol/json-shape.js';

/** A failure that a server reports in the middle of a stream, after the status was sent. */
class MidStreamError extends Error {
  /** The server's own error object. */
  readonly error: unknown;
  readonly headers: Headers;

  constructor(error: unknown, headers: Headers) {
    super('The model server reported an error in the middle of its answer.');
    this.error = error;
    this.headers = headers;
  }
}

/**
 * The JSON values of a stream of server-sent events, one batch for each read of the body. A read in which no event ends
 * yields nothing. `[DONE]` ends the stream.
 *
 * Errors: `SyntaxError` for an event that is not JSON; an error with the server's `error` and `headers` for an event
 * that reports a failure. Both come after the values before that event.
 * Cost: 3 us for a value of 150 bytes; one promise for each read and none for each value.
 */
export async function* readChunks({ body, headers }: Response): AsyncGenerator<readonly unknown[]> {
  if (body === null) return;
  let events: string[] = [];
  const parser = createParser({ onEvent: ({ data }) => events.push(data) });
  const decoder = new TextDecoder();
  for await (const bytes of body) {
    parser.feed(decoder.decode(bytes, { stream: true }));
    if (events.length === 0) continue;
    const { values, end } = parseEvents(events, headers);
    events = [];
    if (values.length > 0) yield values;
    if (end === undefined) continue;
    if ('failure' in end) throw end.failure;
    return;
  }
}

interface ParsedEvents {
  readonly values: readonly unknown[];
  /** Set when the stream ends after these values. */
  readonly end?: { readonly isDone: true } | { readonly failure: Error };
}

function parseEvents(events: readonly string[], headers: Headers): ParsedEvents {
  const values: unknown[] = [];
  for (const data of events) {
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
