import { LLMRequestError, TroupeError } from '../../protocol/errors.js';
import { parseJsonOrText } from '../../protocol/json/json-depth.js';
import type { ListedModel, LLMAdapter, LLMConfig, LLMProvider } from '../../protocol/llm.js';
import { joinSentences } from '../../protocol/sentences.js';
import { readNativeLists } from '../lists/native-lists.js';
import { readModelList } from '../lists/read-model-list.js';
import { redactCause } from '../redact.js';
import { type BaseDialect, type ModelApi, SIGN_OF_LIFE } from './model-api.js';
import { ModelClient } from './model-client.js';
import { readBodyText } from './read-body-text.js';
import { ServerAdapter } from './server-adapter.js';

// A person waits for the validation, and a server that takes longer to list its models is as good as down.
const VALIDATE_TIMEOUT_MS = 20_000;

// Enough names to spot a misspelling.
const MAX_LISTED_MODELS = 10;

/** The provider of an API. The environment is not read: key and base URL come from the configuration. */
export function createServerProvider<Dialect extends BaseDialect>(api: ModelApi<Dialect>): LLMProvider {
  return {
    name: api.name,
    createAdapter: (config) => new ServerAdapter(api, config),
    validateConfig: (config, signal) => validate(api, config, signal),
    listModels: async (config, given) => {
      const signal = given ?? new AbortController().signal;
      const models = await listModels(api, new ModelClient(api, config), { signal, isWhole: true });
      signal.throwIfAborted();
      return models ?? [];
    },
  };
}

async function validate<Dialect extends BaseDialect>(
  api: ModelApi<Dialect>,
  config: LLMConfig,
  given?: AbortSignal,
): Promise<{ ok: true } | { ok: false; problem: string }> {
  const signal = given ?? new AbortController().signal;
  try {
    const models = await listModels(api, new ModelClient(api, config), { signal, isWhole: false });
    const names = models?.map(({ id }) => id) ?? [];
    if (names.includes(config.model)) return { ok: true };
    await probe(new ServerAdapter(api, config), names, signal);
    return { ok: true };
  } catch (thrown) {
    if (signal.aborted) return { ok: false, problem: 'The check was cancelled.' };
    return {
      ok: false,
      problem: thrown instanceof TroupeError ? thrown.message : redactCause(thrown, []).message,
    };
  }
}

/** A server's models; `undefined` when it has no list. `isWhole`: whether it is asked for all that it says of them. */
async function listModels<Dialect extends BaseDialect>(
  { modelsPath = '/models' }: ModelApi<Dialect>,
  client: ModelClient<Dialect>,
  { signal, isWhole }: { readonly signal: AbortSignal; readonly isWhole: boolean },
): Promise<readonly ListedModel[] | undefined> {
  const timed = AbortSignal.any([signal, AbortSignal.timeout(VALIDATE_TIMEOUT_MS)]);
  const ask = async (path: string, body?: object): Promise<unknown> =>
    parseJsonOrText(client.mask.apply(await readBodyText(await client.send(path, timed, body))));
  try {
    const models = readModelList(await ask(modelsPath));
    const saysWindows = models.some(({ contextWindow }) => contextWindow !== undefined);
    if (!isWhole || !client.isNearby || saysWindows) return models;
    const native = await readNativeLists((path, body) => ask(client.atOrigin(path), body));
    return models.map((model) => ({ ...model, ...native.find(({ id }) => id === model.id) }));
  } catch (thrown) {
    const error = client.explain(thrown);
    if (error instanceof LLMRequestError) return undefined;
    throw error;
  }
}

/** Asks for a token: lists leave out variants and aliases of models that the server accepts nevertheless. */
async function probe(adapter: LLMAdapter, offered: readonly string[], signal: AbortSignal): Promise<void> {
  const timed = AbortSignal.any([signal, AbortSignal.timeout(VALIDATE_TIMEOUT_MS)]);
  try {
    // The first event shows that the server has taken the request; leaving the loop ends it.
    for await (const delta of adapter.streamComplete([{ role: 'user', content: 'Hi' }], { signal: timed }))
      if (delta !== SIGN_OF_LIFE) return;
  } catch (thrown) {
    if (!(thrown instanceof LLMRequestError) || offered.length === 0) throw thrown;
    const more = offered.length > MAX_LISTED_MODELS ? ', ...' : '';
    throw new LLMRequestError(
      joinSentences(
        thrown.message,
        `The server offers: ${offered.slice(0, MAX_LISTED_MODELS).join(', ')}${more}`,
      ),
      thrown.details,
    );
  }
}
