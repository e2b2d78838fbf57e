import { DepthLimit } from './depth-limit.js';

// As for a process. Units: bytes.
const MAX_BYTES = 16 * 1024 * 1024;

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/**
 * `fetch` that fails when a server sends over 16 MB, or JSON that is nested too deep: in a whole answer, or in one event of a stream. `onRefused` is awaited
 * before an answer is passed on that says that the credentials are missing or do not suffice.
 */
export function boundFetch(fetch: Fetch, onRefused: () => Promise<void>): Fetch {
  return async (url, init) => {
    const response = await fetch(url, init);
    if (response.status === 401 || response.status === 403) await onRefused();
    const { body } = response;
    if (body === null) return response;
    const isStream = response.headers.get('content-type')?.includes('text/event-stream') === true;
    const limited = body.pipeThrough(limitBytes(isStream));
    const { status, statusText, headers } = response;
    const bounded = new Response(limited, { status, statusText, headers });
    // The address decides whether a redirect stayed within the origin.
    Object.defineProperty(bounded, 'url', { value: response.url });
    return bounded;
  };
}

/** Passes bytes on until there are too many of them, or they are nested too deep, in all or in one event of a stream. */
function limitBytes(isStream: boolean): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  const depth = new DepthLimit();
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.length;
      if (bytes > MAX_BYTES)
        throw new Error(`The server sent a message of over ${MAX_BYTES / 1024 / 1024} MB.`);
      const end = isStream ? findEventEnd(chunk) : -1;
      depth.follow(end === -1 ? chunk : chunk.subarray(0, end));
      if (end !== -1) {
        bytes = 0;
        depth.reset();
        depth.follow(chunk.subarray(end));
      }
      controller.enqueue(chunk);
    },
  });
}

/** The place of the line feed that ends the last event of a piece: that of an empty line; -1 when none ends. */
function findEventEnd(chunk: Uint8Array): number {
  for (let at = chunk.lastIndexOf(LINE_FEED); at > 0; at = chunk.lastIndexOf(LINE_FEED, at - 1)) {
    const before = chunk[at - 1] === CARRIAGE_RETURN ? at - 2 : at - 1;
    if (chunk[before] === LINE_FEED) return at;
  }
  return -1;
}
