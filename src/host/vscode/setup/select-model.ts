import { ConfigurationTarget, type Memento, workspace } from 'vscode';
import { LLMConnectionError } from '../../../actors/protocol/errors.js';
import { ProviderRegistry } from '../../../actors/llm/registry.js';
import { BUILT_IN_PROVIDERS } from '../../providers/built-in-providers.js';
import { describeKnownModel } from '../../providers/known-model.js';
import { listModels } from '../../providers/list-models.js';
import { ModelLists } from '../../node/model-lists.js';
import { loadProviders } from '../../node/providers-file.js';
import { editorModels, listEditorModels } from '../lm/editor-models.js';
import type { ApiKeys } from '../settings/secrets.js';
import type { Settings } from '../settings/settings.js';
import { addRecent, type ChosenModel, type ModelName, readRecent } from './chosen-model.js';
import { editorPrompts } from '../prompts/editor-prompts.js';
import { ModelSetup } from './model-setup.js';
import { testModel } from './test-model.js';
import { SETUP_TEXTS } from '../words/command-words.js';

// The key of the recently used models in the editor's global state.
const RECENT_KEY = 'troupe.recentModels';

// A server on the person's machine may load the model first. "Use anyway" waits beside it.
const TEST_TIMEOUT_MS = 120_000;

interface SelectModelOptions {
  readonly settings: Pick<Settings, 'provider' | 'model' | 'baseUrl' | 'effort'>;
  readonly keys: ApiKeys;
  /** The state that all windows share. */
  readonly memento: Memento;
  /** The folders of the window. */
  readonly roots: readonly string[];
}

/** Asks which model answers from now on. Resolves to whether one was chosen: otherwise nothing has changed. */
export function selectModel({ settings, keys, memento, roots }: SelectModelOptions): Promise<boolean> {
  const recent = readRecent(memento.get(RECENT_KEY));
  const registry = new ProviderRegistry([...BUILT_IN_PROVIDERS, editorModels]);
  const lists = new ModelLists();
  const { effort, ...current } = settings;
  const setup = new ModelSetup({
    prompts: editorPrompts,
    current: effort === '' ? current : { ...current, effort },
    recent,
    loadProviders: () => loadProviders(process.env, roots),
    listEditorModels,
    storedKey: (baseUrl) => keys.get(baseUrl),
    listModels: (server, signal) =>
      listModels(server, { registry, keep: (config, models) => lists.write(config, models), signal }).catch(
        // The person has answered before the list came.
        () => ({ provider: server.provider, models: [] }),
      ),
    describe: (config) => describeKnownModel(config, registry),
    testModel: (config, given) =>
      within(TEST_TIMEOUT_MS, given, (signal) =>
        testModel(registry.get(config.api ?? config.provider).createAdapter(config), signal),
      ),
    save: async (chosen) => {
      await save(chosen, keys);
      const { apiKey: _inItsOwnPlace, ...name } = chosen;
      if (name.model !== '') await memento.update(RECENT_KEY, addRecent(recent, name));
    },
  });
  return setup.run();
}

/** Errors: `LLMConnectionError` when the time is up; those of `run`. */
async function within<Result>(
  maxMs: number,
  given: AbortSignal,
  run: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const timeout = AbortSignal.timeout(maxMs);
  try {
    return await run(AbortSignal.any([given, timeout]));
  } catch (error) {
    if (!timeout.aborted) throw error;
    throw new LLMConnectionError(SETUP_TEXTS.tooLate(maxMs / 1000), {});
  }
}

async function save({ provider, model, baseUrl, effort, apiKey }: ChosenModel, keys: ApiKeys): Promise<void> {
  if (apiKey !== undefined) await keys.set(baseUrl, apiKey);
  const change = (name: keyof ModelName, value: string | undefined): Thenable<void> =>
    workspace.getConfiguration('troupe').update(name, value, ConfigurationTarget.Global);
  // Meanwhile the old model does not get the new effort, nor the new model the old one.
  await change('effort', undefined);
  if (provider !== 'offline') {
    await change('model', model);
    await change('baseUrl', baseUrl);
    if (effort !== undefined) await change('effort', effort);
  }
  // Last, so that the old model stays in use until everything else is set.
  await change('provider', provider);
}
