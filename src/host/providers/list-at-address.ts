import { LLMAuthError } from '../../actors/protocol/errors.js';
import type { ListedModel, LLMConfig } from '../../actors/protocol/llm.js';
import { parseUrl } from '../../actors/protocol/web/parse-url.js';

/** The models of a server, or that it wants another key, and with which base URL. */
export interface ListedAt {
  readonly config: LLMConfig;
  readonly models: readonly ListedModel[];
  /** The refusal of the key. `models` is empty then. */
  readonly error?: LLMAuthError;
}

/**
 * Asks a server for its models at its base URL, and with `/v1` at the end where there are none: most servers have that, and
 * it is easily forgotten. The same server gets the same key.
 * Errors: those of `list` for the base URL as it is; the signal's reason.
 */
export async function listAtAddress(
  config: LLMConfig,
  list: (config: LLMConfig) => Promise<readonly ListedModel[]>,
  signal: AbortSignal,
): Promise<ListedAt> {
  const asGiven = { config, models: await list(config) };
  const baseUrl = asGiven.models.length === 0 ? addVersion(config) : undefined;
  if (baseUrl === undefined) return asGiven;
  const versioned = { ...config, baseUrl };
  try {
    const models = await list(versioned);
    return models.length === 0 ? asGiven : { config: versioned, models };
  } catch (error) {
    signal.throwIfAborted();
    // A server that asks for a key has the path.
    return error instanceof LLMAuthError ? { config: versioned, models: [], error } : asGiven;
  }
}

/** The base URL with `/v1`; `undefined` where it ends in a version, or the API has none in it. */
function addVersion({ api, provider, baseUrl }: LLMConfig): string | undefined {
  const url = (api ?? provider) !== 'openai' || baseUrl === undefined ? undefined : parseUrl(baseUrl);
  if (url === undefined) return undefined;
  const path = url.pathname.replace(/\/+$/, '');
  if (/\/v\d+[a-z]*$/.test(path)) return undefined;
  url.pathname = `${path}/v1`;
  return url.href;
}
