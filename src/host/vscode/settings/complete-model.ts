import { ProviderRegistry } from '../../../actors/llm/registry.js';
import { SettingsError } from '../../../actors/protocol/errors.js';
import { omitUndefined } from '../../../actors/protocol/json/omit-undefined.js';
import type { LLMConfig, ModelInfo } from '../../../actors/protocol/llm.js';
import { ModelLists } from '../../node/model-lists.js';
import { BUILT_IN_PROVIDERS } from '../../providers/built-in-providers.js';
import { checkEffort } from '../../providers/check-effort.js';
import { findRecord } from '../../providers/find-model.js';
import { describeKnownModel } from '../../providers/known-model.js';
import { PROVIDER_PRESETS } from '../../providers/presets.js';
import type { ProviderSettings } from '../../providers/provider-record.js';
import { resolveFallback } from '../../settings.js';
import { SETTING_TEXTS } from '../words/editor-words.js';
import { chooseModel } from './model-config.js';
import type { Settings } from './settings.js';

interface Known {
  readonly providers: ProviderSettings;
  /** The stored key for a server. */
  readonly storedKey: (baseUrl: string) => Promise<string | undefined>;
  /** What servers have said of their models. Default: those of the person's cache folder. */
  readonly lists?: ModelLists;
}

/**
 * The chosen model with the effort and the fallback of the settings, and what is known of it. Errors: `SettingsError`
 * when the model does not take the effort, or there is no such fallback.
 */
export async function completeModel(
  chosen: LLMConfig,
  { effort, fallbackModel }: Pick<Settings, 'effort' | 'fallbackModel'>,
  known: Known,
): Promise<{ readonly model: LLMConfig; readonly known: ModelInfo }> {
  const { lists = new ModelLists() } = known;
  const fallback = await chooseFallback(fallbackModel, chosen, known);
  const model = await lists.addTo({
    ...chosen,
    ...(effort === '' ? {} : { effort }),
    ...omitUndefined({ fallback }),
  });
  const facts = describeKnownModel(model, new ProviderRegistry(BUILT_IN_PROVIDERS));
  if (effort !== '') checkEffort(model, facts.capabilities);
  return { model, known: facts };
}

async function chooseFallback(
  given: string,
  chosen: LLMConfig,
  { providers, storedKey }: Known,
): Promise<LLMConfig | undefined> {
  const record = findRecord(chosen.provider, providers);
  const ofFile = record && (record.fallback ?? providers.fallback);
  const name = given === '' ? ofFile : given;
  if (name === undefined) return undefined;
  const slash = name.indexOf('/');
  const provider = name.slice(0, Math.max(0, slash));
  const model = name.slice(slash + 1);
  if (provider === 'vscode') return { provider, model };
  const preset = PROVIDER_PRESETS.find(({ id, isOwnServer }) => id === provider && !isOwnServer);
  if (preset === undefined || findRecord(provider, providers) !== undefined)
    // The environment is not read: a key in it was meant for another program.
    return resolveFallback(name, chosen, {}, providers);
  const { baseUrl, label } = preset;
  const apiKey = await storedKey(baseUrl);
  const choice = chooseModel({ provider: 'openai', model, baseUrl }, apiKey);
  if ('problem' in choice || apiKey === undefined)
    throw new SettingsError(SETTING_TEXTS.noFallbackKey(name, label), { setting: 'fallbackModel' });
  return choice.model;
}
