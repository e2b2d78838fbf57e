import { SettingsError } from '../../../actors/protocol/errors.js';
import { omitUndefined } from '../../../actors/protocol/json/omit-undefined.js';
import type { LLMConfig, ModelInfo } from '../../../actors/protocol/llm.js';
import { configure, findRecord } from '../../providers/find-model.js';
import type { ProviderSettings } from '../../providers/provider-record.js';
import { findHostedPreset } from '../../providers/presets.js';
import { OFFLINE } from '../../providers/offline.js';
import type { Settings } from './settings.js';
import { SETTING_TEXTS } from '../words/editor-words.js';

/** The model of the settings and what is known of it, or why there is none, as a sentence that says what to do. */
export type ModelChoice =
  | { readonly model: LLMConfig; readonly known?: ModelInfo }
  | { readonly problem: string };

// The server of a model without a base URL: its key is stored under this address.
const OPENAI_ADDRESS = 'https://api.openai.com';

/** The origin of requests: scheme, host and port. A key belongs to one origin and is sent to no other. */
export function originOf(baseUrl: string): string {
  return new URL(baseUrl === '' ? OPENAI_ADDRESS : baseUrl).origin;
}

/** The host to which files and messages go; `undefined` when that is the provider's own. */
export function foreignHostOf(baseUrl: string): string | undefined {
  return originOf(baseUrl) === OPENAI_ADDRESS ? undefined : new URL(baseUrl).host;
}

/** Whether a provider needs nothing from the person's file of providers. */
export function isBuiltIn(provider: string): boolean {
  return provider === OFFLINE.provider || provider === 'openai' || provider === 'vscode';
}

/** The model of a provider in the person's file. */
export function chooseFromFile(
  { provider, model }: Pick<Settings, 'provider' | 'model'>,
  providers: ProviderSettings,
): ModelChoice {
  const record = findRecord(provider, providers);
  if (record === undefined)
    return {
      problem: SETTING_TEXTS.noProvider(provider),
    };
  try {
    return { model: configure(record, model, providers) };
  } catch (error) {
    if (error instanceof SettingsError) return { problem: error.message };
    throw error;
  }
}

/**
 * The model of a built-in provider. `apiKey` is the stored key for the base URL; OpenAI requires one, other servers may
 * not. The environment is not read: a key in it was meant for another program.
 */
export function chooseModel(
  { provider, model, baseUrl }: Pick<Settings, 'provider' | 'model' | 'baseUrl'>,
  apiKey: string | undefined,
): ModelChoice {
  if (provider === 'offline') return { model: OFFLINE };
  if (model === '') return { problem: SETTING_TEXTS.noModel };
  if (provider === 'vscode') return { model: { provider, model } };
  if (apiKey === undefined && originOf(baseUrl) === OPENAI_ADDRESS)
    return { problem: SETTING_TEXTS.noOpenaiKey };
  return { model: configureByAddress({ model, baseUrl }, apiKey) };
}

/** A model of a server that is known by its address, which says what API it speaks. */
export function configureByAddress(
  { model, baseUrl }: Pick<Settings, 'model' | 'baseUrl'>,
  apiKey: string | undefined,
): LLMConfig {
  const { id, api } = findHostedPreset(baseUrl) ?? {};
  return {
    // What belongs to one API is never returned to another.
    ...(id === undefined || api === undefined ? { provider: 'openai' } : { provider: id, api }),
    model,
    ...(baseUrl === '' ? {} : { baseUrl }),
    ...omitUndefined({ apiKey }),
  };
}
