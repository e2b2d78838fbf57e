import { SettingsError } from '../../actors/protocol/errors.js';
import { omitUndefined } from '../../actors/protocol/json/omit-undefined.js';
import type { LLMConfig, ModelInfo } from '../../actors/protocol/llm.js';
import { joinSentences } from '../../actors/protocol/sentences.js';
import { findClosestName } from '../../actors/tools/calls/find-closest-name.js';
import { apiOf, homeOf, isAtHome } from './homes.js';
import type { ProviderRecord, ProviderSettings } from './provider-record.js';

// Enough names to find one's own; a server may have hundreds of models.
const MAX_LISTED_NAMES = 20;

/** In the models of a record: every model that is not named there. */
const ANY_MODEL = '*';

/**
 * The model of a name, `provider/model`; `undefined` when the name does not begin with a known provider. The name of the
 * model may have slashes itself: `openrouter/anthropic/claude-sonnet-4`.
 * Errors: `SettingsError` when the provider has no such model, or its settings are incomplete.
 */
export function findModel(name: string, providers: ProviderSettings): LLMConfig | undefined {
  const slash = name.indexOf('/');
  const record = slash === -1 ? undefined : findRecord(name.slice(0, slash), providers);
  return record && configure(record, name.slice(slash + 1), providers);
}

/** The record of a provider; `undefined` for an unknown one. */
export function findRecord(id: string, { records }: ProviderSettings): ProviderRecord | undefined {
  return records.find((record) => record.id === id);
}

/** A model of a provider. Errors: see `findModel`. */
export function configure(
  record: ProviderRecord,
  model: string,
  { keyProblems }: ProviderSettings,
): LLMConfig {
  const { id, baseUrl, apiKey, headers } = record;
  const api = apiOf(record);
  if (model.trim() === '') throw explainMissingModel(record);
  const info = findInfo(record, model);
  if (info === undefined)
    throw explainUnknown(
      `The provider "${id}" has no model "${model}"`,
      'Its models',
      model,
      modelNames(record),
    );
  const keyProblem = keyProblems?.get(id);
  if (keyProblem !== undefined) throw new SettingsError(keyProblem, { setting: 'apiKey' });
  // Without an address the key would go to the company that made the API.
  if (baseUrl === undefined && homeOf(api) !== undefined && !isAtHome(record))
    throw new SettingsError(`The provider "${id}" needs the address of its server: "baseUrl".`, {
      setting: 'baseUrl',
    });
  return {
    provider: id,
    api,
    model,
    ...omitUndefined({ baseUrl, apiKey, headers }),
    ...info,
  };
}

/** What a record says of a model; `undefined` when it has no such model. */
export function findInfo({ models }: ProviderRecord, model: string): ModelInfo | undefined {
  return models === undefined ? {} : (pick(models, model) ?? pick(models, ANY_MODEL));
}

/** A provider's server, to be asked for the list of its models. Errors: as those of `configure`. */
export function configureServer(record: ProviderRecord, providers: ProviderSettings): LLMConfig {
  // A list needs no model, and the configuration of a request needs one.
  return configure({ ...record, models: undefined }, ANY_MODEL, providers);
}

/** The error for a provider that was named without a model. */
function explainMissingModel(record: ProviderRecord): SettingsError {
  const names = modelNames(record);
  return new SettingsError(
    joinSentences(
      `The provider "${record.id}" needs the name of a model: ${record.id}/NAME`,
      names.length === 0 ? undefined : `Its models: ${listNames(names)}`,
    ),
    { setting: 'model' },
  );
}

/** The error for a name that begins with an unknown provider. `known`: the names of all others. */
export function explainUnknownProvider(id: string, known: readonly string[]): SettingsError {
  return explainUnknown(`There is no model provider named "${id}"`, 'Known providers', id, known);
}

function explainUnknown(
  problem: string,
  title: string,
  wanted: string,
  known: readonly string[],
): SettingsError {
  const closest = findClosestName(wanted, known);
  return new SettingsError(
    joinSentences(
      problem,
      closest === undefined ? undefined : `Did you mean "${closest}"?`,
      `${title}: ${listNames(known) || 'none'}`,
    ),
    { setting: 'model' },
  );
}

/** The models that a record names. */
export function modelNames({ models = {} }: ProviderRecord): readonly string[] {
  return Object.keys(models).filter((name) => name !== ANY_MODEL);
}

function listNames(names: readonly string[]): string {
  const more = names.length > MAX_LISTED_NAMES ? ', ...' : '';
  return names.slice(0, MAX_LISTED_NAMES).join(', ') + more;
}

function pick<Value>(values: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}
