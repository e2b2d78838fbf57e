import { DepthLimit } from './depth-limit.js';

// As for a process. Units: bytes.
const MAX_BYTES = 16 * 1024 * 1024;

const LINE_FEED = 10;

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

/** Passes bytes on until there are too many of them, or they are nested too deep, in all or without a line end in a stream. */
function limitBytes(isStream: boolean): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  const depth = new DepthLimit();
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.length;
      if (bytes > MAX_BYTES)
        throw new Error(`The server sent a message of over ${MAX_BYTES / 1024 / 1024} MB.`);
      // One event has few lines, so that any line end is near enough to the end of an event.
      const end = isStream ? chunk.lastIndexOf(LINE_FEED) : -1;
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
