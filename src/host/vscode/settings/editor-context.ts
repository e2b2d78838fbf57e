import { type Disposable, type ExtensionContext, workspace } from 'vscode';
import { InvalidRootError, SettingsError } from '../../../actors/protocol/errors.js';
import { omitUndefined } from '../../../actors/protocol/json/omit-undefined.js';
import type { LLMConfig } from '../../../actors/protocol/llm.js';
import { type OpenFolders, readOpenFolders } from './folders.js';
import type { HostPlan, Permissions } from '../engine/lazy-host.js';
import { NO_PROVIDERS, type ProviderSettings } from '../../providers/provider-record.js';
import { OFFLINE } from '../../providers/offline.js';
import { chooseFromFile, chooseModel, isBuiltIn, type ModelChoice } from './model-config.js';
import { ApiKeys } from './secrets.js';
import { isOfPerson, type ReadSettings, readSettings, type Settings } from './settings.js';
import { SETTING_TEXTS } from '../words/editor-words.js';

interface EditorContextOptions {
  /** Called after any change. */
  readonly onChange: () => void;
  /** Called when the setting for the mode has changed, which overrides the chosen mode. */
  readonly onModeSetting: () => void;
  /** Reports a failure that no caller awaits. */
  readonly onProblem: (what: string, error: unknown) => void;
}

/** The editor's folders, settings, keys and trust, kept up to date. */
export class EditorContext implements Disposable {
  readonly keys: ApiKeys;
  readonly #options: EditorContextOptions;
  readonly #subscriptions: readonly Disposable[];
  #read: ReadSettings = readTroupeSettings();
  #model: ModelChoice;

  constructor({ secrets }: Pick<ExtensionContext, 'secrets'>, options: EditorContextOptions) {
    this.keys = new ApiKeys(secrets);
    this.#options = options;
    const { settings } = this.#read;
    this.#model = isBuiltIn(settings.provider)
      ? chooseModel(settings, undefined)
      : { problem: SETTING_TEXTS.readingProviders };
    const takeKeys = (): void => {
      this.#lookUpModel().catch((error: unknown) => {
        options.onProblem('The secret storage could not be read', error);
      });
    };
    this.#subscriptions = [
      workspace.onDidChangeConfiguration((change) => {
        if (!change.affectsConfiguration('troupe')) return;
        this.#read = readTroupeSettings();
        if (change.affectsConfiguration('troupe.mode')) options.onModeSetting();
        options.onChange();
        takeKeys();
      }),
      secrets.onDidChange(takeKeys),
      workspace.onDidChangeWorkspaceFolders(options.onChange),
      workspace.onDidGrantWorkspaceTrust(options.onChange),
    ];
    takeKeys();
  }

  get settings(): Settings {
    return this.#read.settings;
  }

  /** A sentence for each invalid setting that works with its default. */
  get settingWarnings(): readonly string[] {
    return this.#read.warnings;
  }

  /** A sentence for each invalid setting that must be mended first. */
  get settingProblems(): readonly string[] {
    return this.#read.problems;
  }

  /** The model as far as it is known: its key is read in the background. */
  get model(): ModelChoice {
    return this.#model;
  }

  get folders(): OpenFolders {
    return readOpenFolders(workspace.workspaceFolders);
  }

  /** `false` in restricted mode. */
  get isTrusted(): boolean {
    return workspace.isTrusted;
  }

  /** The options for a host, also for an empty window, where nothing but talk is possible; `undefined` for a virtual one. */
  get hostPlan(): HostPlan | undefined {
    const { folders } = this;
    if ('problem' in folders) return undefined;
    const { useGitignore, ignorePatterns, corePatterns } = this.settings;
    const { checkpoints, checkpointQuotaMb, instructions, web } = this.settings;
    const hasFolder = folders.paths.length > 0;
    return {
      roots: folders.paths,
      workspace: { useGitignore, ignorePatterns, corePatterns },
      // What a folder says that nobody trusts must not lead to requests.
      web: web && this.isTrusted,
      checkpoints: { checkpoints: checkpoints && hasFolder, checkpointQuotaMb },
      // In restricted mode nobody has said that the texts of this folder can be trusted.
      instructions: instructions && { workspace: this.isTrusted },
      runsServers: this.isTrusted && hasFolder,
    };
  }

  /** What is allowed. Its properties follow the settings, so that a change holds for the next call of a running turn. */
  get permissions(): Permissions {
    const current = (): Settings => this.settings;
    return {
      approvals: {
        get 'File edits'() {
          return current().approveEdits;
        },
        get 'Dangerous tools'() {
          return current().approveCommands;
        },
      },
      commands: {
        get network() {
          return current().network;
        },
      },
    };
  }

  /** Errors: `SettingsError` when a setting is invalid or the key is missing. */
  async requireModel(): Promise<LLMConfig> {
    if (this.settingProblems.length > 0)
      throw new SettingsError(this.settingProblems.join(' '), { setting: 'troupe' });
    const choice = await this.#lookUpModel();
    if ('problem' in choice) throw new SettingsError(choice.problem, { setting: 'troupe' });
    return choice.model;
  }

  /** The error for a window whose folders cannot be used. */
  get missingFolder(): InvalidRootError {
    const { folders } = this;
    const message = 'problem' in folders ? folders.problem : SETTING_TEXTS.closing;
    return new InvalidRootError(message, { root: '', problem: 'missing' });
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  async #lookUpModel(): Promise<ModelChoice> {
    const { settings } = this;
    const choice = await this.#readModel(settings);
    // The settings may have changed while the key was being read.
    if (settings === this.settings) {
      this.#model = choice;
      this.#options.onChange();
    }
    return choice;
  }

  async #readModel(settings: Settings): Promise<ModelChoice> {
    try {
      const providers = await this.#readProviders(settings);
      const choice = await this.#chooseModel(settings, providers);
      if ('problem' in choice || choice.model.provider === OFFLINE.provider) return choice;
      // Loaded on demand: a window that opens needs nothing of it yet.
      const { completeModel } = await import('./complete-model.js');
      return await completeModel(choice.model, settings, {
        providers,
        storedKey: (baseUrl) => this.keys.get(baseUrl),
      });
    } catch (error) {
      if (error instanceof SettingsError) return { problem: error.message };
      throw error;
    }
  }

  async #chooseModel(settings: Settings, providers: ProviderSettings): Promise<ModelChoice> {
    const { provider, model, baseUrl } = settings;
    if (!isBuiltIn(provider)) return chooseFromFile(settings, providers);
    if (provider !== 'vscode')
      return chooseModel(settings, provider === 'openai' ? await this.keys.get(baseUrl) : undefined);
    const { findEditorModel } = await import('../lm/editor-models.js');
    // A model that is not there now is missed when a message is sent.
    const contextWindow = (await findEditorModel(model).catch(() => undefined))?.maxInputTokens;
    return { model: { provider, model, ...omitUndefined({ contextWindow }) } };
  }

  /** The providers of the person's file, where the settings may mean one. Errors: `SettingsError`. */
  async #readProviders({ provider, fallbackModel }: Settings): Promise<ProviderSettings> {
    if (isBuiltIn(provider) && !fallbackModel.includes('/')) return NO_PROVIDERS;
    const { folders } = this;
    // Loaded on demand: most people have no such file.
    const { loadProviders } = await import('../../node/providers-file.js');
    return loadProviders(process.env, 'paths' in folders ? folders.paths : []);
  }
}

function readTroupeSettings(): ReadSettings {
  const configuration = workspace.getConfiguration('troupe');
  return readSettings((name) =>
    // The manifest keeps these from workspaces as well.
    isOfPerson(name) ? configuration.inspect(name)?.globalValue : configuration.get(name),
  );
}
