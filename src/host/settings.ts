import { OFFLINE } from './providers/offline.js';
import { SettingsError } from '../actors/protocol/errors.js';
import type { LLMConfig } from '../actors/protocol/llm.js';
import { configure, explainUnknownProvider, findModel, findRecord } from './providers/find-model.js';
import { NO_PROVIDERS, type ProviderSettings } from './providers/provider-record.js';

/** The model as a person names it: on a command line, in an editor's settings, or in the environment. */
export interface ModelSettings {
  readonly provider?: string;
  readonly model?: string;
  readonly baseUrl?: string;
  readonly apiKey?: string;
  /** Units: tokens. */
  readonly contextWindow?: number;
}

/** The provider of a model that is named without any. */
const OPENAI = 'openai';

/**
 * The model to use. Explicit settings win over `TROUPE_PROVIDER`, `TROUPE_MODEL`, `TROUPE_BASE_URL` (or
 * `OPENAI_BASE_URL`), `TROUPE_API_KEY` (or `OPENAI_API_KEY`, for OpenAI and `OPENAI_BASE_URL` only) and
 * `TROUPE_CONTEXT_WINDOW`. Without the name of a model, in the settings or as the default of `providers`,
 * the offline provider is used: a key in the environment does not imply consent to send files to a server.
 *
 * The name of a model may begin with one of `providers`, as in `provider/model`, unless the provider is named beside it.
 * These providers have addresses and keys of their own: those of the settings and the environment are for the other ones.
 * Errors: `SettingsError`.
 */
export function resolveModel(
  given: ModelSettings,
  env: Readonly<Record<string, string | undefined>>,
  providers: ProviderSettings = NO_PROVIDERS,
): LLMConfig {
  const configured = resolveConfigured(given, env, providers);
  if (configured === undefined) return resolveSingle(given, env, providers);
  if (given.baseUrl !== undefined || given.apiKey !== undefined)
    throw new SettingsError(
      `The provider "${configured.provider}" has an address and a key of its own: leave out the base URL and the key.`,
      { setting: given.baseUrl === undefined ? 'apiKey' : 'baseUrl' },
    );
  return given.contextWindow === undefined
    ? configured
    : { ...configured, contextWindow: given.contextWindow };
}

type Environment = Parameters<typeof resolveModel>[1];

/** The model if it is one of `providers`. */
function resolveConfigured(
  given: ModelSettings,
  env: Environment,
  providers: ProviderSettings,
): LLMConfig | undefined {
  const provider = given.provider ?? nonEmpty(env['TROUPE_PROVIDER']);
  const model = given.model ?? nonEmpty(env['TROUPE_MODEL']);
  // A provider that is named beside the model, or closer to the person, takes the whole name.
  const isWhole = given.provider !== undefined || (given.model === undefined && provider !== undefined);
  const named = isWhole || model === undefined ? undefined : findModel(model, providers);
  if (named !== undefined) return named;
  if (provider !== undefined) {
    const record = findRecord(provider, providers);
    return record && configure(record, model ?? record.defaultModel ?? '', providers);
  }
  const { defaultModel } = providers;
  if (model === undefined && given.baseUrl === undefined)
    return defaultModel === undefined ? undefined : resolveDefault(defaultModel, providers);
  // An address without a provider is that of a single one.
  const address = given.baseUrl ?? nonEmpty(env['TROUPE_BASE_URL']);
  if (model === undefined || address !== undefined || model.startsWith(`${OPENAI}/`)) return undefined;
  const record = findRecord(defaultModel?.split('/', 1)[0] ?? OPENAI, providers);
  return record && configure(record, model, providers);
}

function resolveDefault(name: string, providers: ProviderSettings): LLMConfig {
  if (name === `${OFFLINE.provider}/${OFFLINE.model}`) return OFFLINE;
  const model = findModel(name, providers);
  if (model !== undefined) return model;
  throw explainUnknownProvider(name.split('/', 1)[0] ?? name, knownProviders(providers));
}

/** The model of the one provider that options and environment describe. */
function resolveSingle(given: ModelSettings, env: Environment, providers: ProviderSettings): LLMConfig {
  const name = given.model ?? nonEmpty(env['TROUPE_MODEL']);
  const baseUrl = given.baseUrl ?? nonEmpty(env['TROUPE_BASE_URL']) ?? nonEmpty(env['OPENAI_BASE_URL']);
  const chosen = given.provider ?? nonEmpty(env['TROUPE_PROVIDER']);
  const provider = chosen ?? (name === undefined ? OFFLINE.provider : OPENAI);
  if (provider === OFFLINE.provider) {
    if (given.baseUrl !== undefined && given.provider === undefined)
      throw new SettingsError('A base URL needs the name of a model: add --model NAME (or TROUPE_MODEL).', {
        setting: 'model',
      });
    return OFFLINE;
  }
  if (name === undefined)
    throw new SettingsError(`The provider "${provider}" needs a model: add --model NAME (or TROUPE_MODEL).`, {
      setting: 'model',
    });
  if (baseUrl !== undefined) requireHttpUrl(baseUrl);
  const model = chosen === undefined && isOpenAI(baseUrl) ? withoutProvider(name, providers) : name;
  const contextWindow = given.contextWindow ?? readTokens(nonEmpty(env['TROUPE_CONTEXT_WINDOW']));
  const apiKey =
    given.apiKey ??
    nonEmpty(env['TROUPE_API_KEY']) ??
    (provider === OPENAI && isForOpenAIKey(baseUrl, env) ? nonEmpty(env['OPENAI_API_KEY']) : undefined);
  return {
    provider,
    model,
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(apiKey === undefined ? {} : { apiKey }),
    ...(contextWindow === undefined ? {} : { contextWindow }),
  };
}

/**
 * The name of a model of OpenAI. None has a slash, so what stands before one is the name of a provider; other servers
 * have models whose names have slashes.
 */
function withoutProvider(name: string, providers: ProviderSettings): string {
  const slash = name.indexOf('/');
  if (slash === -1) return name;
  const provider = name.slice(0, slash);
  if (provider === OPENAI) return name.slice(slash + 1);
  throw explainUnknownProvider(provider, knownProviders(providers));
}

/** The names of all providers without those that a program registers. */
export function knownProviders({ records }: ProviderSettings): readonly string[] {
  return [...new Set([...records.map(({ id }) => id), OPENAI, OFFLINE.provider])].sort();
}

// The address of a key that was made for OpenAI.
const OPENAI_ORIGIN = 'https://api.openai.com';

/** Whether an address is that of OpenAI itself. */
function isOpenAI(baseUrl: string | undefined): boolean {
  return baseUrl === undefined || new URL(baseUrl).origin === OPENAI_ORIGIN;
}

/**
 * Whether the person's key for OpenAI may go to this address: it is OpenAI's own, or the one that the environment names
 * beside the key.
 */
function isForOpenAIKey(baseUrl: string | undefined, env: Environment): boolean {
  if (baseUrl === undefined || isOpenAI(baseUrl)) return true;
  const beside = nonEmpty(env['OPENAI_BASE_URL']);
  return beside !== undefined && URL.canParse(beside) && new URL(beside).origin === new URL(baseUrl).origin;
}

function readTokens(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^[1-9]\d*$/.test(text)) return Number(text);
  throw new SettingsError(`TROUPE_CONTEXT_WINDOW must be a number of tokens, got "${text}".`, {
    setting: 'TROUPE_CONTEXT_WINDOW',
  });
}

function nonEmpty(value: string | undefined): string | undefined {
  return value === undefined || value.trim() === '' ? undefined : value.trim();
}

function requireHttpUrl(text: string): void {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    throw new SettingsError(`The base URL must be an http or https address, got "${text}".`, {
      setting: 'base-url',
    });
}
