import { LLMResponseError } from '../../protocol/errors.js';
import { parseJsonOrText } from '../../protocol/json/json-depth.js';
import type { WebSearchReply } from '../../protocol/llm.js';
import type { BaseDialect, RequestOrigin } from './model-api.js';
import type { ModelClient } from './model-client.js';
import type { LoadSearchWords } from './model-api.js';

// A model that reasons searches for a minute at times; nobody waits for more. Units: milliseconds.
const TIMEOUT_MS = 120_000;

// The pages that Anthropic's search finds come along, encrypted: some hundred kilobytes. Units: bytes.
const MAX_BYTES = 4 * 1024 * 1024;

/**
 * Searches the web with one request to a model's own server. Errors: those of `LLMAdapter`; the signal's reason.
 */
export async function searchWeb<Dialect extends BaseDialect>(
  client: ModelClient<Dialect>,
  load: LoadSearchWords,
  origin: RequestOrigin,
  { query, signal: given }: { readonly query: string; readonly signal: AbortSignal | undefined },
): Promise<WebSearchReply> {
  const signal = AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), ...(given === undefined ? [] : [given])]);
  try {
    const words = await load();
    signal.throwIfAborted();
    const response = await client.send(words.path, signal, words.buildRequest(origin, query));
    return words.readReply(parseJsonOrText(client.mask.apply(await readText(response))));
  } catch (thrown) {
    given?.throwIfAborted();
    throw client.explain(thrown);
  }
}

async function readText({ body }: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of body ?? []) {
    pieces.push(piece);
    bytes += piece.length;
    if (bytes > MAX_BYTES)
      throw new LLMResponseError(`The answer to the search has over ${MAX_BYTES / 1024 / 1024} MB.`, {
        problem: 'empty',
      });
  }
  return Buffer.concat(pieces).toString('utf8');
}
