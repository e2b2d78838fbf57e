import { createParser } from 'eventsource-parser';
import { isRecord } from '../../protocol/json-shape.js';

/** What a server says of its failure in the midst of a stream, where no status can say it any more. */
class MidStreamError extends Error {
  /** The server's own words. */
  readonly error: unknown;
  readonly headers: Headers;

  constructor(error: unknown, headers: Headers) {
    super('The model server reported an error in the midst of its answer.');
    this.error = error;
    this.headers = headers;
  }
}

/**
 * The JSON values of a stream of server-sent events, as many at once as one read of the body brought. A read in which
 * no event ends gives nothing. The stream is over with its `[DONE]`.
 *
 * Errors: `SyntaxError` for an event that is not JSON, an error with the server's `error` and `headers` for one that
 * reports a failure; both after the values before it.
 * Cost: 3 us a value of 150 bytes; a promise for each read and none for a value.
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
  /** Set when nothing is to be read behind the values. */
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
