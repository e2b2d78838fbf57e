import { LLMConnectionError } from '../../actors/protocol/errors.js';
import { omitUndefined } from '../../actors/protocol/json/omit-undefined.js';
import type { ListedModel, LLMConfig } from '../../actors/protocol/llm.js';
import type { ProviderRegistry } from '../../actors/llm/registry.js';
import { findInfo, modelNames } from './find-model.js';
import { apiOf } from './homes.js';
import { describeKnownModel, type KnownModel } from './known-model.js';
import { listAtAddress } from './list-at-address.js';
import type { ProviderRecord } from './provider-record.js';

/** A server that is asked for its models, or why it cannot be asked. */
export type ListableServer = { readonly provider: string; readonly record?: ProviderRecord } & (
  | { readonly config: LLMConfig }
  | { readonly error: Error }
);

/** The models of one provider. */
export interface ProviderModels {
  readonly provider: string;
  readonly models: readonly KnownModel[];
  /** Why its server could not be asked: then `models` are those that the person's file names. */
  readonly error?: Error;
  /** The base URL at which its server answers, where that is another one than it was asked at: it ends in `/v1`. */
  readonly answersAt?: string;
}

interface ListOptions {
  readonly registry: ProviderRegistry;
  /** Keeps what a server has said. Never rejects. */
  readonly keep: (server: LLMConfig, models: readonly ListedModel[]) => Promise<void>;
  readonly signal: AbortSignal;
  /** Units: milliseconds. Default: `MAX_LIST_MS`. */
  readonly maxMs?: number;
}

// A server that takes longer to list its models is as good as down. Units: milliseconds.
const MAX_LIST_MS = 20_000;

/**
 * The models of a provider, with what its server says of them now, which is kept for the turns that come. A record with a
 * list of its own has no other models. Errors: the signal's reason; all others are the result's `error`.
 */
export async function listModels(server: ListableServer, options: ListOptions): Promise<ProviderModels> {
  const { provider, record } = server;
  const { signal: given, maxMs = MAX_LIST_MS, registry } = options;
  const timeout = AbortSignal.timeout(maxMs);
  try {
    if ('error' in server) throw server.error;
    const signal = AbortSignal.any([given, timeout]);
    return { provider, ...(await askServer(server.config, record, { ...options, signal })) };
  } catch (thrown) {
    given.throwIfAborted();
    const models = record === undefined ? [] : describeRecord(record, [], registry);
    const late = `The server of "${provider}" did not list its models within ${maxMs / 1_000} seconds. Is it running?`;
    const error = timeout.aborted ? new LLMConnectionError(late, {}, { cause: thrown }) : thrown;
    return { provider, models, error: error instanceof Error ? error : new Error(String(error)) };
  }
}

async function askServer(
  config: LLMConfig,
  record: ProviderRecord | undefined,
  { registry, keep, signal }: ListOptions,
): Promise<Omit<ProviderModels, 'provider'>> {
  const list = async (asked: LLMConfig): Promise<readonly ListedModel[]> =>
    (await registry.get(asked.api ?? asked.provider).listModels?.(asked, signal)) ?? [];
  // A file says which address is meant.
  const found =
    record === undefined
      ? await listAtAddress(config, list, signal)
      : { config, models: await list(config), error: undefined };
  const { config: answering, models, error } = found;
  const { baseUrl } = answering;
  const place = baseUrl === undefined || baseUrl === config.baseUrl ? {} : { answersAt: baseUrl };
  if (error !== undefined) return { models: [], error, ...place };
  await keep(answering, models);
  if (record !== undefined) return { models: describeRecord(record, models, registry) };
  const known = models.map((listed) =>
    describeKnownModel({ ...answering, model: listed.id, listed }, registry),
  );
  return { models: known, ...place };
}

/** The models that a record allows: those that it names, and with `*`, or without a list, all others of the server. */
function describeRecord(
  record: ProviderRecord,
  listed: readonly ListedModel[],
  registry: ProviderRegistry,
): readonly KnownModel[] {
  const { id: provider, baseUrl, models = { '*': {} } } = record;
  const names = Object.hasOwn(models, '*') ? listed.map(({ id }) => id) : [];
  return [...new Set([...modelNames(record), ...names])].map((model) => {
    const found = listed.find(({ id }) => id === model);
    const config: LLMConfig = {
      provider,
      api: apiOf(record),
      model,
      ...omitUndefined({ baseUrl, listed: found }),
      ...findInfo(record, model),
    };
    return describeKnownModel(config, registry);
  });
}
