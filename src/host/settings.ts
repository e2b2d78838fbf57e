import { omitUndefined } from '../actors/protocol/json/omit-undefined.js';
import { OFFLINE } from './providers/offline.js';
import { modelName } from '../actors/llm/model-name.js';
import { SettingsError } from '../actors/protocol/errors.js';
import type { Effort, LLMConfig } from '../actors/protocol/llm.js';
import {
  configure,
  explainUnknownProvider,
  findModel,
  findRecord,
  modelNames,
} from './providers/find-model.js';
import { BUILT_IN_APIS, type Home, homeOf, isHomeAddress, KEY_VARIABLES, OPENAI } from './providers/homes.js';
import { NO_PROVIDERS, type ProviderSettings } from './providers/provider-record.js';
import { parseUrl } from '../actors/protocol/web/parse-url.js';

const OFFLINE_NAME = modelName(OFFLINE);

/** The model as a person names it: on a command line, in an editor's settings, or in the environment. */
export interface ModelSettings {
  readonly provider?: string;
  readonly model?: string;
  readonly baseUrl?: string;
  readonly apiKey?: string;
  /** Units: tokens. */
  readonly contextWindow?: number;
  /** Default: that of the model's record, else what its server does by itself. */
  readonly effort?: Effort;
  /**
   * The model that goes on when this one cannot be reached. Shape: `provider/model`, or another model of the same server,
   * whose name has no slash unless the provider's record has it or there is an address. Default: that of the provider's
   * record, else that of all `providers`, else none.
   */
  readonly fallback?: string;
}

/**
 * The model to use. Explicit settings win over `TROUPE_PROVIDER`, `TROUPE_MODEL`, `TROUPE_BASE_URL` (or
 * `OPENAI_BASE_URL`), `TROUPE_API_KEY` (or `OPENAI_API_KEY`, for OpenAI and `OPENAI_BASE_URL` only, and `ANTHROPIC_API_KEY`,
 * for Anthropic only) and `TROUPE_CONTEXT_WINDOW`. Without the name of a model, in the settings or as the default of `providers`,
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
  const model = resolveAlone(given, env, providers);
  if (model.provider === OFFLINE.provider) return model;
  const { effort } = given;
  const asked = effort === undefined ? model : { ...model, effort };
  const { fallback: name = findRecord(model.provider, providers)?.fallback ?? providers.fallback } = given;
  const fallback = name === undefined ? undefined : resolveFallback(name, model, env, providers);
  return fallback === undefined ? asked : { ...asked, fallback };
}

/** The model without another one that goes on for it. */
function resolveAlone(given: ModelSettings, env: Environment, providers: ProviderSettings): LLMConfig {
  if (given.provider === undefined && given.model === OFFLINE_NAME) return OFFLINE;
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

/**
 * The model that goes on for another one, by its name; `undefined` when it is the same. Only the keys that the environment has for the
 * companies' own servers are used: the others belong to the chosen model. Errors: `SettingsError`.
 */
export function resolveFallback(
  name: string,
  model: LLMConfig,
  env: Environment,
  providers: ProviderSettings,
): LLMConfig | undefined {
  const found = findModel(name, providers) ?? resolveUnlisted(name, model, env, providers);
  return found.provider === model.provider && found.model === model.model ? undefined : found;
}

/** A fallback whose name does not begin with one of `providers`. */
function resolveUnlisted(
  name: string,
  { provider, api, baseUrl, apiKey, headers }: LLMConfig,
  env: Environment,
  providers: ProviderSettings,
): LLMConfig {
  const record = findRecord(provider, providers);
  const isAddress = record === undefined && baseUrl !== undefined;
  const isNamed = record !== undefined && modelNames(record).includes(name);
  const slash = name.indexOf('/');
  // The names of models at an address may have slashes; those of the companies that made the APIs have none.
  if (!isAddress && BUILT_IN_APIS.includes(name.slice(0, Math.max(0, slash)))) {
    const keys = Object.fromEntries(KEY_VARIABLES.map((variable) => [variable, env[variable]]));
    return resolveSingle({ model: name }, keys, providers);
  }
  if (!isAddress && !isNamed && slash !== -1)
    throw explainUnknownProvider(name.slice(0, slash), knownProviders(providers));
  if (record !== undefined) return configure(record, name, providers);
  return {
    provider,
    model: name,
    ...omitUndefined({ api, baseUrl, apiKey, headers }),
  };
}

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
  if (model === undefined || address !== undefined || model.startsWith(`${OPENAI.id}/`)) return undefined;
  const record = findRecord(defaultModel?.split('/', 1)[0] ?? OPENAI.id, providers);
  return record && configure(record, model, providers);
}

function resolveDefault(name: string, providers: ProviderSettings): LLMConfig {
  if (name === OFFLINE_NAME) return OFFLINE;
  const model = findModel(name, providers);
  if (model !== undefined) return model;
  throw explainUnknownProvider(name.split('/', 1)[0] ?? name, knownProviders(providers));
}

/** The model of the one provider that options and environment describe. */
function resolveSingle(given: ModelSettings, env: Environment, providers: ProviderSettings): LLMConfig {
  const name = given.model ?? nonEmpty(env['TROUPE_MODEL']);
  const address = given.baseUrl ?? nonEmpty(env['TROUPE_BASE_URL']);
  const named = given.provider ?? nonEmpty(env['TROUPE_PROVIDER']);
  const ofName =
    named === undefined && (address ?? nonEmpty(env['OPENAI_BASE_URL'])) === undefined
      ? splitName(name)
      : undefined;
  const chosen = named ?? ofName?.provider;
  const home = homeOf(chosen ?? OPENAI.id);
  // The address beside a key for OpenAI is not for a server that speaks another company's API.
  const isOfOpenAI = home === undefined || home.id === OPENAI.id;
  const baseUrl = address ?? (isOfOpenAI ? nonEmpty(env['OPENAI_BASE_URL']) : undefined);
  const provider = chosen ?? (name === undefined ? OFFLINE.provider : OPENAI.id);
  if (provider === OFFLINE.provider) {
    if (given.baseUrl !== undefined && given.provider === undefined)
      throw new SettingsError(
        'A base URL needs the name of a model: give one as the option "model" or in TROUPE_MODEL.',
        {
          setting: 'model',
        },
      );
    return OFFLINE;
  }
  if (name === undefined)
    throw new SettingsError(
      `The provider "${provider}" needs a model: give one as the option "model" or in TROUPE_MODEL.`,
      {
        setting: 'model',
      },
    );
  if (baseUrl !== undefined) requireHttpUrl(baseUrl);
  const model = ofName?.model ?? ownName(name, chosen, baseUrl, providers);
  const contextWindow = given.contextWindow ?? readTokens(nonEmpty(env['TROUPE_CONTEXT_WINDOW']));
  const apiKey =
    given.apiKey ??
    nonEmpty(env['TROUPE_API_KEY']) ??
    (home !== undefined && isForKey(home, baseUrl, env) ? nonEmpty(env[home.keyVariable]) : undefined);
  return {
    provider,
    model,
    ...omitUndefined({ baseUrl, apiKey, contextWindow }),
  };
}

/**
 * The name that a model has at its server. Models of the companies that made the APIs have no slashes in their names, so what
 * stands before one is the provider.
 */
function ownName(
  name: string,
  chosen: string | undefined,
  baseUrl: string | undefined,
  providers: ProviderSettings,
): string {
  const home = homeOf(chosen ?? OPENAI.id);
  if (home === undefined || !isHomeAddress(home, baseUrl)) return name;
  if (chosen === undefined) return withoutProvider(name, providers);
  return name.startsWith(`${chosen}/`) ? name.slice(chosen.length + 1) : name;
}

/**
 * The name of a model of OpenAI. None has a slash, so what stands before one is the name of a provider; other servers
 * have models whose names have slashes.
 */
function withoutProvider(name: string, providers: ProviderSettings): string {
  const slash = name.indexOf('/');
  if (slash === -1) return name;
  const provider = name.slice(0, slash);
  if (provider === OPENAI.id) return name.slice(slash + 1);
  throw explainUnknownProvider(provider, knownProviders(providers));
}

/** The parts of a name that begins with a built-in API other than the default one, as in `anthropic/claude-opus-4-5`. */
function splitName(name = ''): { provider: string; model: string } | undefined {
  const slash = name.indexOf('/');
  const provider = name.slice(0, Math.max(slash, 0));
  const isKnown = provider !== OPENAI.id && BUILT_IN_APIS.includes(provider);
  return isKnown ? { provider, model: name.slice(slash + 1) } : undefined;
}

/** The names of all providers without those that a program registers. */
export function knownProviders({ records }: ProviderSettings): readonly string[] {
  return [...new Set([...records.map(({ id }) => id), ...BUILT_IN_APIS, OFFLINE.provider])].sort();
}

/**
 * Whether the person's key for a company may go to this address: it is the company's own, or, for OpenAI, the one that the
 * environment names beside the key.
 */
function isForKey(home: Home, baseUrl: string | undefined, env: Environment): boolean {
  if (isHomeAddress(home, baseUrl)) return true;
  if (home.id !== OPENAI.id || baseUrl === undefined) return false;
  const beside = nonEmpty(env['OPENAI_BASE_URL']);
  return beside !== undefined && parseUrl(beside)?.origin === new URL(baseUrl).origin;
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
  const url = parseUrl(text);
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    throw new SettingsError(`The base URL must be an http or https address, got "${text}".`, {
      setting: 'base-url',
    });
}
