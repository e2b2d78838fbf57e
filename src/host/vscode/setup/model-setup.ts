import { LLMAuthError } from '../../../actors/protocol/errors.js';
import { messageOf } from '../../../actors/protocol/errors/message-of.js';
import { omitUndefined } from '../../../actors/protocol/json/omit-undefined.js';
import type { Effort, LLMConfig } from '../../../actors/protocol/llm.js';
import { listEfforts } from '../../providers/check-effort.js';
import { configure } from '../../providers/find-model.js';
import type { KnownModel } from '../../providers/known-model.js';
import type { ListableServer, ProviderModels } from '../../providers/list-models.js';
import { NO_PROVIDERS, type ProviderSettings } from '../../providers/provider-record.js';
import { configureByAddress, originOf } from '../settings/model-config.js';
import { findKeyProblem } from '../settings/secrets.js';
import { findAddressProblem } from '../settings/settings.js';
import type { ChosenModel, ModelName } from './chosen-model.js';
import { isLeft } from '../prompts/is-left.js';
import type { Prompts, Row } from '../prompts/prompts.js';
import {
  type MendedAddress,
  NO_MODELS,
  toAddressRow,
  toEffortRows,
  toModelRow,
  toTypedRow,
} from './model-rows.js';
import { type GoTo, listProblemRows, type SetupStep } from './problem-rows.js';
import { describeServer, type EditorModel, listSources, type Source } from './provider-rows.js';
import { SETUP_TEXTS } from '../words/command-words.js';
import { EFFORT_TEXTS } from '../words/model-words.js';

const TITLE = SETUP_TEXTS.title;

export interface ModelSetupOptions {
  readonly prompts: Prompts;
  readonly current: ModelName;
  /** The newest first. */
  readonly recent: readonly ModelName[];
  /** The providers of the person's file. Errors: `SettingsError` when it cannot be read. */
  readonly loadProviders: () => Promise<ProviderSettings>;
  /** The models that the editor offers. Never rejects. */
  readonly listEditorModels: () => Promise<readonly EditorModel[]>;
  /** The stored key for a server. */
  readonly storedKey: (baseUrl: string) => Promise<string | undefined>;
  /** The models that a server offers, with what is known of each. Never rejects. */
  readonly listModels: (server: ListableServer, signal: AbortSignal) => Promise<ProviderModels>;
  /** What is known of a model without asking its server. */
  readonly describe: (config: LLMConfig) => KnownModel;
  /** Makes one small request. Errors: the reason why the model does not answer. */
  readonly testModel: (config: LLMConfig, signal: AbortSignal) => Promise<void>;
  /** Stores the choice. */
  readonly save: (chosen: ChosenModel) => Promise<void>;
}

/** What a step leads to. `save` ends the questions. */
type Next = SetupStep | 'save' | 'back' | 'cancel';

type ModelRow = { readonly model: string } | GoTo;

/**
 * The questions that end in a model that answers: whose, where, with which key, which one; then one small request shows
 * whether it works. Every step can be left by one step back, nothing that was typed is lost, and nothing is stored
 * before the end.
 */
export class ModelSetup {
  readonly #options: ModelSetupOptions;
  readonly #past: SetupStep[] = [];
  #providers: ProviderSettings = NO_PROVIDERS;
  #source: Exclude<Source, { kind: 'recent' | 'file' }> = { kind: 'offline' };
  #baseUrl = '';
  #mended: MendedAddress | undefined;
  /** The key that was typed. */
  #typedKey: string | undefined;
  /** The key that the server refused last; '' stands for none. */
  #refusedKey: string | undefined;
  /** Whether the step before ended without an answer of the person, who does not want to come back to it. */
  #isPassedOver = false;
  #model = '';
  #effort: Effort | undefined;
  /** What the server has said of its models. */
  #listed: readonly KnownModel[] = [];
  /** The recently used model that was chosen. */
  #recent: ModelName | undefined;
  /** What is wrong with the answer to a step, for the next time that it is asked. */
  #problem: { readonly step: SetupStep; readonly text: string } | undefined;

  constructor(options: ModelSetupOptions) {
    this.#options = options;
  }

  /** Asks until a model is stored. Resolves to whether one is: otherwise nothing has changed. */
  async run(): Promise<boolean> {
    let step: SetupStep = 'source';
    for (;;) {
      const next = await this.#take(step);
      if (next === 'cancel') return false;
      if (next === 'save') {
        await this.#options.save(this.#chosen);
        return true;
      }
      if (next === 'back') step = this.#past.pop() ?? 'source';
      else {
        const earlier = this.#past.indexOf(next);
        if (earlier >= 0) this.#past.length = earlier;
        else if (next !== step && step !== 'test' && !this.#isPassedOver) this.#past.push(step);
        this.#isPassedOver = false;
        step = next;
      }
    }
  }

  #take(step: SetupStep): Promise<Next> {
    switch (step) {
      case 'source':
        return this.#askSource();
      case 'address':
        return this.#askAddress();
      case 'key':
        return this.#askKey();
      case 'model':
        return this.#askModel();
      case 'effort':
        return this.#askEffort();
      default:
        return this.#test();
    }
  }

  async #askSource(): Promise<Next> {
    this.#providers = NO_PROVIDERS;
    const { prompts, recent, listEditorModels } = this.#options;
    let fileProblem: string | undefined;
    const [editorModels] = await Promise.all([
      listEditorModels(),
      this.#options.loadProviders().then(
        (providers) => {
          this.#providers = providers;
        },
        (error: unknown) => {
          fileProblem = messageOf(error);
        },
      ),
    ]);
    const rows = listSources({
      recent,
      editorModels,
      records: this.#providers.records,
      ...omitUndefined({ fileProblem }),
    });
    const answer = await prompts.choose({
      title: TITLE,
      placeholder: SETUP_TEXTS.whoAnswers,
      rows,
      canGoBack: false,
    });
    return isLeft(answer) ? answer : this.#takeSource(answer.value);
  }

  async #takeSource(source: Source): Promise<Next> {
    if (source.kind === 'recent') {
      // It has answered before, and is taken as it is.
      this.#recent = source.name;
      return 'save';
    }
    if (source.kind === 'file') return 'source';
    this.#source = source;
    this.#typedKey = undefined;
    this.#model = '';
    this.#effort = undefined;
    this.#listed = [];
    if (source.kind === 'offline') return 'save';
    if (source.kind !== 'server') return 'model';
    const { preset } = source;
    const { current } = this.#options;
    const isOwnAddress = preset.id === 'own' && current.provider === 'openai';
    this.#baseUrl = isOwnAddress ? current.baseUrl : preset.baseUrl;
    if (preset.isOwnServer) return 'address';
    return (await this.#options.storedKey(this.#baseUrl)) === undefined ? 'key' : 'model';
  }

  async #askAddress(): Promise<Next> {
    const answer = await this.#options.prompts.ask({
      title: TITLE,
      prompt: SETUP_TEXTS.addressPrompt,
      placeholder: SETUP_TEXTS.addressExample,
      value: this.#baseUrl,
      ...this.#takeProblem('address'),
      findProblem: (text) => (text.trim() === '' ? SETUP_TEXTS.addressMissing : findAddressProblem(text)),
      canGoBack: true,
    });
    if (isLeft(answer)) return answer;
    if (answer.value !== this.#baseUrl) this.#listed = [];
    // A key belongs to an origin, whichever path is right.
    if (originOf(answer.value) !== originOf(this.#baseUrl)) this.#typedKey = undefined;
    this.#baseUrl = answer.value;
    return 'model';
  }

  async #askKey(): Promise<Next> {
    const answer = await this.#options.prompts.ask({
      title: TITLE,
      prompt: SETUP_TEXTS.keyPrompt(describeServer(this.#name)),
      value: this.#typedKey ?? '',
      isSecret: true,
      ...this.#takeProblem('key'),
      findProblem: findKeyProblem,
      canGoBack: true,
    });
    if (isLeft(answer)) return answer;
    this.#typedKey = answer.value;
    return this.#model === '' ? 'model' : 'test';
  }

  async #askModel(): Promise<Next> {
    const source = this.#source;
    const known = this.#knownModels();
    const answer = await this.#options.prompts.choose<ModelRow>({
      title: TITLE,
      placeholder:
        source.kind === 'server' ? SETUP_TEXTS.whichModelLike(source.preset.example) : SETUP_TEXTS.whichModel,
      rows: known ?? this.#recentRows(),
      ...(source.kind === 'editor' ? {} : { load: (signal: AbortSignal) => this.#loadModels(signal) }),
      ...(known === undefined ? { typed: toTypedRow } : {}),
      canGoBack: true,
    });
    if (isLeft(answer)) return answer;
    if ('goTo' in answer.value) return answer.value.goTo;
    this.#model = answer.value.model;
    this.#effort = undefined;
    return (await this.#efforts()).length > 0 ? 'effort' : 'test';
  }

  async #askEffort(): Promise<Next> {
    const { provider, model, baseUrl, effort } = this.#options.current;
    const name = this.#name;
    const isCurrent = provider === name.provider && model === name.model && baseUrl === name.baseUrl;
    const answer = await this.#options.prompts.choose({
      title: TITLE,
      placeholder: EFFORT_TEXTS.which(this.#model),
      rows: toEffortRows(await this.#efforts(), this.#effort ?? (isCurrent ? effort : undefined)),
      canGoBack: true,
    });
    if (isLeft(answer)) return answer;
    this.#effort = answer.value.effort;
    return 'test';
  }

  /** The efforts to choose from; none where the model is not known to reason. */
  async #efforts(): Promise<readonly Effort[]> {
    // What is wrong with it is said where it is asked.
    const config = await this.#configure(this.#model).catch(() => undefined);
    const { capabilities } =
      this.#findListed(this.#model) ?? (config && this.#options.describe(config)) ?? {};
    return capabilities?.reasoning === true ? listEfforts(capabilities) : [];
  }

  /** The rows of all models, where they are known without asking a server. */
  #knownModels(): readonly Row<ModelRow>[] | undefined {
    const source = this.#source;
    if (source.kind === 'editor')
      return source.models.map(({ name, ...known }) => ({
        ...toModelRow(known.id, known),
        label: name,
        description: known.id,
      }));
    const names = source.kind === 'record' ? Object.keys(source.record.models ?? {}) : [];
    // With `*` any model of the server will do.
    if (names.length === 0 || names.includes('*')) return undefined;
    return names.map((name) => toModelRow(name));
  }

  #recentRows(): readonly Row<ModelRow>[] {
    const { provider, baseUrl } = this.#name;
    return this.#options.recent
      .filter((name) => name.provider === provider && name.baseUrl === baseUrl)
      .map(({ model }) => toModelRow(model, this.#findListed(model)));
  }

  #findListed(name: string): KnownModel | undefined {
    return this.#listed.find(({ model }) => model === name);
  }

  async #loadModels(signal: AbortSignal): Promise<readonly Row<ModelRow>[] | { readonly value: GoTo }> {
    const { models, error, answersAt } = await this.#options.listModels(await this.#server(), signal);
    this.#listed = models;
    if (answersAt !== undefined && this.#source.kind === 'server') {
      this.#mended = { from: this.#baseUrl, to: answersAt };
      this.#baseUrl = answersAt;
    }
    // What the person's file names can be chosen whether or not its server has a list.
    if (this.#knownModels() !== undefined) return models.map((model) => toModelRow(model.model, model));
    const recent = this.#recentRows();
    if (error !== undefined) {
      const rows = this.#toProblemRows(error, 'model');
      // A key that is given again is meant: some keys may ask a model, and not list them.
      const isNewlyRefused = error instanceof LLMAuthError && (this.#typedKey ?? '') !== this.#refusedKey;
      if (!isNewlyRefused || this.#source.kind !== 'server') return [...rows, ...recent];
      this.#refusedKey = this.#typedKey ?? '';
      this.#isPassedOver = true;
      return { value: { goTo: 'key' } };
    }
    const others = models
      .filter(({ model }) => recent.every(({ label }) => label !== model))
      .map((model) => toModelRow(model.model, model))
      .sort((one, other) => (one.label < other.label ? -1 : 1));
    const rows = [...recent, ...others];
    const mended = this.#mended?.to === this.#baseUrl ? [toAddressRow(this.#mended)] : [];
    return [...(rows.length > 0 ? rows : [NO_MODELS]), ...mended];
  }

  /** The server that is asked for its models, or why it cannot be asked. */
  async #server(): Promise<ListableServer> {
    const record = this.#source.kind === 'record' ? { record: this.#source.record } : {};
    const { provider } = this.#name;
    try {
      // A list needs no model.
      return { provider, ...record, config: await this.#configure('any') };
    } catch (error) {
      return { provider, ...record, error: error instanceof Error ? error : new Error(String(error)) };
    }
  }

  async #test(): Promise<Next> {
    const useAnyway: Row<'save'> = {
      label: `$(check) ${SETUP_TEXTS.useAnyway}`,
      description: SETUP_TEXTS.withoutWaiting,
      value: 'save',
    };
    const answer = await this.#options.prompts.choose<'save' | GoTo>({
      title: TITLE,
      placeholder: SETUP_TEXTS.asking(this.#model),
      rows: [useAnyway],
      load: async (signal) => {
        try {
          const config = await this.#configure(this.#model);
          const { effort = config.effort } = this.#name;
          await this.#options.testModel(effort === undefined ? config : { ...config, effort }, signal);
          return { value: 'save' };
        } catch (error) {
          return [
            ...this.#toProblemRows(error, 'test'),
            { label: `$(list-flat) ${SETUP_TEXTS.chooseAnother}`, value: { goTo: 'model' } },
            { ...useAnyway, description: SETUP_TEXTS.storedAsIs },
          ];
        }
      },
      canGoBack: true,
    });
    if (isLeft(answer)) return answer;
    return answer.value === 'save' ? 'save' : answer.value.goTo;
  }

  #toProblemRows(error: unknown, step: SetupStep): readonly Row<GoTo>[] {
    const { rows, fix, text } = listProblemRows(error, step, this.#source);
    if (fix !== step) this.#problem = { step: fix, text };
    return rows;
  }

  #takeProblem(step: SetupStep): { readonly problem?: string } {
    const problem = this.#problem;
    if (problem?.step !== step) return {};
    this.#problem = undefined;
    return { problem: problem.text };
  }

  /** Errors: `SettingsError` when the person's file has no such model, or its key is missing. */
  async #configure(model: string): Promise<LLMConfig> {
    const source = this.#source;
    if (source.kind === 'record') {
      if (model === 'any') return configure({ ...source.record, models: undefined }, model, this.#providers);
      return configure(source.record, model, this.#providers);
    }
    const { provider, baseUrl } = this.#name;
    if (source.kind !== 'server') return { provider, model };
    const apiKey = this.#typedKey ?? (await this.#options.storedKey(baseUrl));
    return configureByAddress({ model, baseUrl }, apiKey);
  }

  get #name(): ModelName {
    const source = this.#source;
    const asked = { model: this.#model, ...omitUndefined({ effort: this.#effort }) };
    switch (source.kind) {
      case 'server':
        return { ...asked, provider: 'openai', baseUrl: this.#baseUrl };
      case 'record':
        return { ...asked, provider: source.record.id, baseUrl: '' };
      case 'editor':
        return { ...asked, provider: 'vscode', baseUrl: '' };
      default:
        return { provider: 'offline', model: '', baseUrl: '' };
    }
  }

  get #chosen(): ChosenModel {
    if (this.#recent !== undefined) return this.#recent;
    return { ...this.#name, ...omitUndefined({ apiKey: this.#typedKey }) };
  }
}
