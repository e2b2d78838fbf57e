import { LLMRequestError } from '../../protocol/errors.js';

// Several times the longest answer, and a list of all models that there are. Beyond it a server sends something else; of
// the shortest JSON objects it makes a hundred megabytes. Unpacked.
const MAX_MB = 4;
const MAX_BODY_BYTES = MAX_MB * 1024 * 1024;

// The page of a gateway is long where it has pictures in it, and its first sentences say what matters.
// Units: bytes, unpacked.
const MAX_FAILURE_BYTES = 64 * 1024;

/** The text of a body. Errors: `LLMRequestError` for one of over 4 MB. */
export async function readBodyText({ body }: Response): Promise<string> {
  const { text, isWhole } = await readStart(body, MAX_BODY_BYTES);
  if (isWhole) return text;
  throw new LLMRequestError(
    `The model server sent more than ${MAX_MB} MB at once, which no answer of a model has. Check the base URL, and what stands between this machine and the server.`,
    {},
  );
}

/** The text of the body of a failed response, or its first 64 kB. */
export async function readFailure({ body }: Response): Promise<string> {
  return (await readStart(body, MAX_FAILURE_BYTES)).text;
}

async function readStart(
  body: ReadableStream<Uint8Array> | null,
  maxBytes: number,
): Promise<{ readonly text: string; readonly isWhole: boolean }> {
  if (body === null) return { text: '', isWhole: true };
  const decoder = new TextDecoder();
  const parts: string[] = [];
  let bytes = 0;
  // Leaving the loop early cancels the body, and with it the request.
  for await (const part of body) {
    parts.push(decoder.decode(part, { stream: true }));
    bytes += part.length;
    if (bytes > maxBytes) return { text: parts.join(''), isWhole: false };
  }
  return { text: parts.join('') + decoder.decode(), isWhole: true };
}
