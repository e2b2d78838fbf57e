import { SettingsError } from '../actors/protocol/errors.js';
import type { LLMConfig } from '../actors/protocol/llm.js';

/** The model as a person names it: on a command line, in an editor's settings, or in the environment. */
export interface ModelSettings {
  readonly provider?: string;
  readonly model?: string;
  readonly baseUrl?: string;
  readonly apiKey?: string;
  /** Units: tokens. */
  readonly contextWindow?: number;
}

/** The default model: no key, no network. */
export const OFFLINE: LLMConfig = { provider: 'offline', model: 'rules' };

/**
 * The model to use. Explicit settings win over `TROUPE_PROVIDER`, `TROUPE_MODEL`, `TROUPE_BASE_URL` (or
 * `OPENAI_BASE_URL`), `TROUPE_API_KEY` (or `OPENAI_API_KEY`, for OpenAI and `OPENAI_BASE_URL` only) and
 * `TROUPE_CONTEXT_WINDOW`. Without the name of a model,
 * the offline provider is used: a key in the environment does not imply consent to send files to a server.
 * Errors: `SettingsError`.
 */
export function resolveModel(
  given: ModelSettings,
  env: Readonly<Record<string, string | undefined>>,
): LLMConfig {
  const model = given.model ?? nonEmpty(env['TROUPE_MODEL']);
  const baseUrl = given.baseUrl ?? nonEmpty(env['TROUPE_BASE_URL']) ?? nonEmpty(env['OPENAI_BASE_URL']);
  const provider =
    given.provider ?? nonEmpty(env['TROUPE_PROVIDER']) ?? (model === undefined ? OFFLINE.provider : 'openai');
  if (provider === OFFLINE.provider) {
    if (given.baseUrl !== undefined && given.provider === undefined)
      throw new SettingsError('A base URL needs the name of a model: add --model NAME (or TROUPE_MODEL).', {
        setting: 'model',
      });
    return OFFLINE;
  }
  if (model === undefined)
    throw new SettingsError(`The provider "${provider}" needs a model: add --model NAME (or TROUPE_MODEL).`, {
      setting: 'model',
    });
  if (baseUrl !== undefined) requireHttpUrl(baseUrl);
  const contextWindow = given.contextWindow ?? readTokens(nonEmpty(env['TROUPE_CONTEXT_WINDOW']));
  const apiKey =
    given.apiKey ??
    nonEmpty(env['TROUPE_API_KEY']) ??
    (provider === 'openai' && isForOpenAIKey(baseUrl, env) ? nonEmpty(env['OPENAI_API_KEY']) : undefined);
  return {
    provider,
    model,
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(apiKey === undefined ? {} : { apiKey }),
    ...(contextWindow === undefined ? {} : { contextWindow }),
  };
}

// The address of a key that was made for OpenAI.
const OPENAI_ORIGIN = 'https://api.openai.com';

/**
 * Whether the person's key for OpenAI may go to this address: it is OpenAI's own, or the one that the environment names
 * beside the key.
 */
function isForOpenAIKey(
  baseUrl: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): boolean {
  if (baseUrl === undefined) return true;
  const { origin } = new URL(baseUrl);
  const beside = nonEmpty(env['OPENAI_BASE_URL']);
  return (
    origin === OPENAI_ORIGIN ||
    (beside !== undefined && URL.canParse(beside) && new URL(beside).origin === origin)
  );
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
