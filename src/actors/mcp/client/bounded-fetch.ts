import { DepthLimit } from './depth-limit.js';

// As for a process. Units: bytes.
const MAX_MESSAGE_BYTES = 16 * 1024 * 1024;

// What describes an authorization server, a client or tokens has a few thousand bytes, and a failure no more that anybody
// reads. As for model servers. Units: bytes.
const MAX_SMALL_BYTES = 64 * 1024;

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/**
 * `fetch` that fails when `server` sends over 16 MB, or JSON that is nested too deep: in a whole answer, or in one event of
 * a stream. Other addresses, which are those to sign in at, have 64 kB, and a failure is cut there. `onRefused` is awaited
 * before an answer is passed on that says that the credentials are missing or do not suffice.
 */
export function boundFetch(fetch: Fetch, server: URL, onRefused: () => Promise<void>): Fetch {
  return async (url, init) => {
    const response = await fetch(url, init);
    if (response.status === 401 || response.status === 403) await onRefused();
    const { body } = response;
    if (body === null) return response;
    const limited = body.pipeThrough(limit(limitsOf(response, new URL(url).href === server.href)));
    const { status, statusText, headers } = response;
    const bounded = new Response(limited, { status, statusText, headers });
    // The address decides whether a redirect stayed within the origin.
    Object.defineProperty(bounded, 'url', { value: response.url });
    return bounded;
  };
}

interface Limits {
  readonly maxBytes: number;
  /** Whether what is too long ends there, and does not fail. */
  readonly isCut: boolean;
  /** Whether the limits are those of each event. */
  readonly isStream: boolean;
}

function limitsOf({ ok, headers }: Response, isServer: boolean): Limits {
  return {
    maxBytes: ok && isServer ? MAX_MESSAGE_BYTES : MAX_SMALL_BYTES,
    isCut: !ok,
    isStream: ok && headers.get('content-type')?.includes('text/event-stream') === true,
  };
}

/** Passes bytes on until there are too many of them, or they are nested too deep, in all or in one event of a stream. */
function limit({ maxBytes, isCut, isStream }: Limits): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  const depth = new DepthLimit();
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.length;
      const excess = bytes - maxBytes;
      if (excess > 0 && !isCut) throw new Error(`The server sent an answer of over ${formatSize(maxBytes)}.`);
      const end = isStream ? findEventEnd(chunk) : -1;
      depth.follow(end === -1 ? chunk : chunk.subarray(0, end));
      if (end !== -1) {
        bytes = 0;
        depth.reset();
        depth.follow(chunk.subarray(end));
      }
      if (excess > 0) {
        controller.enqueue(chunk.subarray(0, -excess));
        controller.terminate();
      } else controller.enqueue(chunk);
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

function formatSize(bytes: number): string {
  return bytes < 1024 * 1024 ? `${bytes / 1024} kB` : `${bytes / 1024 / 1024} MB`;
}
