import { LLMAuthError, LLMConnectionError } from '../../../actors/protocol/errors.js';
import type { LLMConfig } from '../../../actors/protocol/llm.js';
import { configure } from '../../providers/find-model.js';
import { NO_PROVIDERS, type ProviderSettings } from '../../providers/provider-record.js';
import { findKeyProblem } from '../settings/secrets.js';
import { findAddressProblem } from '../settings/settings.js';
import type { ModelName } from './chosen-model.js';
import type { Answer, Prompts, Row } from '../prompts/prompts.js';
import { describeServer, type EditorModel, listSources, type Source } from './provider-rows.js';
import { SETUP_TEXTS } from '../words/command-words.js';

const TITLE = SETUP_TEXTS.title;

/** What was chosen. */
export interface ChosenModel extends ModelName {
  /** A key that was typed, for the server of `baseUrl`. Absent: what is stored stays. */
  readonly apiKey?: string;
}

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
  /** The models that a server offers. Errors: those of the server. */
  readonly listModels: (config: LLMConfig, signal: AbortSignal) => Promise<readonly string[]>;
  /** Makes one small request. Errors: the reason why the model does not answer. */
  readonly testModel: (config: LLMConfig, signal: AbortSignal) => Promise<void>;
  /** Stores the choice. */
  readonly save: (chosen: ChosenModel) => Promise<void>;
}

type Step = 'source' | 'address' | 'key' | 'model' | 'test';

/** What a step leads to. `save` ends the questions. */
type Next = Step | 'save' | 'back' | 'cancel';

/** A row that leads to another step. */
interface GoTo {
  readonly goTo: Step;
}

type ModelRow = { readonly model: string } | GoTo;

/**
 * The questions that end in a model that answers: whose, where, with which key, which one; then one small request shows
 * whether it works. Every step can be left by one step back, nothing that was typed is lost, and nothing is stored
 * before the end.
 */
export class ModelSetup {
  readonly #options: ModelSetupOptions;
  readonly #past: Step[] = [];
  #providers: ProviderSettings = NO_PROVIDERS;
  #source: Exclude<Source, { kind: 'recent' | 'file' }> = { kind: 'offline' };
  #baseUrl = '';
  /** The key that was typed. */
  #typedKey: string | undefined;
  #model = '';
  /** The recently used model that was chosen. */
  #recent: ModelName | undefined;
  /** What is wrong with the answer to a step, for the next time that it is asked. */
  #problem: { readonly step: Step; readonly text: string } | undefined;

  constructor(options: ModelSetupOptions) {
    this.#options = options;
  }

  /** Asks until a model is stored. Resolves to whether one is: otherwise nothing has changed. */
  async run(): Promise<boolean> {
    let step: Step = 'source';
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
        else if (next !== step && step !== 'test') this.#past.push(step);
        step = next;
      }
    }
  }

  #take(step: Step): Promise<Next> {
    switch (step) {
      case 'source':
        return this.#askSource();
      case 'address':
        return this.#askAddress();
      case 'key':
        return this.#askKey();
      case 'model':
        return this.#askModel();
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
      ...(fileProblem === undefined ? {} : { fileProblem }),
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
    if (answer.value !== this.#baseUrl) this.#typedKey = undefined;
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
      ...(known === undefined
        ? {
            load: (signal: AbortSignal) => this.#loadModels(signal),
            typed: (text: string): Row<ModelRow> => ({
              label: `$(edit) ${text}`,
              description: SETUP_TEXTS.typedName,
              value: { model: text },
            }),
          }
        : {}),
      canGoBack: true,
    });
    if (isLeft(answer)) return answer;
    if ('goTo' in answer.value) return answer.value.goTo;
    this.#model = answer.value.model;
    return 'test';
  }

  /** The rows of all models, where they are known without asking a server. */
  #knownModels(): readonly Row<ModelRow>[] | undefined {
    const source = this.#source;
    if (source.kind === 'editor')
      return source.models.map(({ id, name }) => ({ label: name, description: id, value: { model: id } }));
    const names = source.kind === 'record' ? Object.keys(source.record.models ?? {}) : [];
    // With `*` any model of the server will do.
    if (names.length === 0 || names.includes('*')) return undefined;
    return names.map(toModelRow);
  }

  #recentRows(): readonly Row<ModelRow>[] {
    const { provider, baseUrl } = this.#name;
    return this.#options.recent
      .filter((name) => name.provider === provider && name.baseUrl === baseUrl)
      .map(({ model }) => toModelRow(model));
  }

  async #loadModels(signal: AbortSignal): Promise<readonly Row<ModelRow>[]> {
    const recent = this.#recentRows();
    try {
      // A list needs no model.
      const names = await this.#options.listModels(await this.#configure('any'), signal);
      const others = [...names].sort().map(toModelRow);
      const isRecent = ({ label }: Row<ModelRow>): boolean => recent.some((row) => row.label === label);
      const rows = [...recent, ...others.filter((row) => !isRecent(row))];
      return rows.length > 0 ? rows : [toNote(SETUP_TEXTS.noModels)];
    } catch (error) {
      return [...this.#toProblemRows(error, 'model'), ...recent];
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
          await this.#options.testModel(await this.#configure(this.#model), signal);
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

  /** What went wrong, and the ways on. The first row leads to the step whose answer is most likely wrong. */
  #toProblemRows(error: unknown, step: Step): readonly Row<GoTo>[] {
    const text = messageOf(error);
    const source = this.#source;
    const isServer = source.kind === 'server';
    const isOwnServer = isServer && source.preset.isOwnServer;
    const fix =
      isServer && error instanceof LLMAuthError
        ? 'key'
        : isOwnServer && error instanceof LLMConnectionError
          ? 'address'
          : step;
    if (fix !== step) this.#problem = { step: fix, text };
    const [first = text, ...rest] = text.split(/(?<=[.:]) /);
    const keyRow: Row<GoTo> = { label: `$(key) ${SETUP_TEXTS.changeKey}`, value: { goTo: 'key' } };
    const addressRow: Row<GoTo> = {
      label: `$(link) ${SETUP_TEXTS.changeAddress}`,
      value: { goTo: 'address' },
    };
    const wayBack = [...(isServer ? [keyRow] : []), ...(isOwnServer ? [addressRow] : [])];
    return [
      {
        label: `$(error) ${first}`,
        ...(rest.length === 0 ? {} : { detail: rest.join(' ') }),
        value: { goTo: fix },
        isAlwaysShown: true,
      },
      { label: `$(refresh) ${SETUP_TEXTS.tryAgain}`, value: { goTo: step }, isAlwaysShown: true },
      ...wayBack.filter(({ value }) => value?.goTo === fix),
      ...wayBack.filter(({ value }) => value?.goTo !== fix),
    ];
  }

  #takeProblem(step: Step): { readonly problem?: string } {
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
    return {
      provider,
      model,
      ...(baseUrl === '' ? {} : { baseUrl }),
      ...(apiKey === undefined ? {} : { apiKey }),
    };
  }

  get #name(): ModelName {
    const source = this.#source;
    const model = this.#model;
    switch (source.kind) {
      case 'server':
        return { provider: 'openai', model, baseUrl: this.#baseUrl };
      case 'record':
        return { provider: source.record.id, model, baseUrl: '' };
      case 'editor':
        return { provider: 'vscode', model, baseUrl: '' };
      default:
        return { provider: 'offline', model: '', baseUrl: '' };
    }
  }

  get #chosen(): ChosenModel {
    if (this.#recent !== undefined) return this.#recent;
    return { ...this.#name, ...(this.#typedKey === undefined ? {} : { apiKey: this.#typedKey }) };
  }
}

function isLeft<Value>(answer: Answer<Value>): answer is 'back' | 'cancel' {
  return answer === 'back' || answer === 'cancel';
}

function toModelRow(model: string): Row<ModelRow> {
  return { label: model, value: { model } };
}

/** A row that says something and leads back to the same question. */
function toNote(text: string): Row<ModelRow> {
  return { label: `$(info) ${text}`, value: { goTo: 'model' }, isAlwaysShown: true };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
