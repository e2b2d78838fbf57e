import { modelName } from '../../../actors/llm/model-name.js';
import { offlineProvider } from '../../../actors/llm/offline.js';
import { ProviderRegistry } from '../../../actors/llm/registry.js';
import { omitUndefined } from '../../../actors/protocol/json/omit-undefined.js';
import type { LLMConfig } from '../../../actors/protocol/llm.js';
import { ModelLists } from '../../node/model-lists.js';
import { BUILT_IN_PROVIDERS } from '../../providers/built-in-providers.js';
import {
  configureServer,
  explainUnknownProvider,
  findRecord,
  modelNames,
} from '../../providers/find-model.js';
import { BUILT_IN_APIS, homeOf } from '../../providers/homes.js';
import { describeKnownModel, type KnownModel } from '../../providers/known-model.js';
import { type ListableServer, listModels, type ProviderModels } from '../../providers/list-models.js';
import { OFFLINE } from '../../providers/offline.js';
import { knownProviders, resolveModel } from '../../settings.js';
import { type NameContext, resolveName } from './resolve-name.js';

// A list needs no model, and `resolveModel` needs the name of one.
const ANY_MODEL = '*';

// What tells models apart.
const TARGET = ['provider', 'model', 'baseUrl'] as const;

type Target = Pick<LLMConfig, (typeof TARGET)[number]>;

/** The models that a person can choose, with what is known of each. */
export class ModelCatalog {
  readonly registry = new ProviderRegistry([offlineProvider, ...BUILT_IN_PROVIDERS]);
  readonly lists = new ModelLists();
  readonly #options: NameContext;
  /** The names that are known, until a server has been asked again. */
  #names: Promise<readonly string[]> | undefined;

  constructor(options: NameContext) {
    this.#options = options;
  }

  /** The model of a name as a person types it, here or behind `--model`. Errors: `SettingsError`. */
  resolve(name: string): LLMConfig {
    return resolveName(name, this.#options);
  }

  /**
   * The name by which a person chooses a model: it resolves to this model. Shape: `provider/model`, or, at an address
   * without a provider of its own, where `openai/gpt` is a model of the server, the name that the model has there. Default:
   * `provider/model`, of a model that no name leads to.
   */
  nameOf(model: Target): string {
    return this.#findName(model) ?? modelName(model);
  }

  #findName(model: Target): string | undefined {
    return [modelName(model), model.model].find((name) => {
      try {
        const found = this.resolve(name);
        return TARGET.every((part) => found[part] === model[part]);
      } catch {
        return false;
      }
    });
  }

  /**
   * The servers of the named providers; by default of all those in the person's file, and of those for which the command
   * line or the environment has an address or a key, unless a name with theirs would lead to another server. Errors: `SettingsError` for the name of a provider that there is not.
   */
  servers(names: readonly string[] = []): readonly ListableServer[] {
    const { given, env, providers } = this.#options;
    if (names.length > 0) return names.map((name) => this.#serverOf(name));
    const hasAddress = ['TROUPE_BASE_URL', 'TROUPE_PROVIDER', 'OPENAI_BASE_URL'].some((name) => env[name]);
    const single =
      given.provider !== undefined || given.baseUrl !== undefined || hasAddress
        ? [given.provider ?? (env['TROUPE_PROVIDER'] || 'openai')]
        : [];
    const withKey = ['openai', 'anthropic'].filter((api) => env[homeOf(api)?.keyVariable ?? '']);
    const known = [...providers.records.map(({ id }) => id), ...single, ...withKey];
    return [...new Set(known)]
      .filter((name) => name !== OFFLINE.provider)
      .map((name) => this.#serverOf(name))
      .filter((server) => this.#canBeNamed(server));
  }

  /** Asks a server for its models, and keeps what it says. Errors: see `listModels`. */
  async list(server: ListableServer, signal: AbortSignal): Promise<ProviderModels> {
    const listed = await listModels(server, {
      registry: this.registry,
      keep: async (config, models) => {
        await this.lists.write(config, models);
        this.#names = undefined;
      },
      signal,
    });
    const target = 'config' in server ? server.config : {};
    const models = listed.models.map((model) => ({
      ...model,
      name: this.nameOf({ ...target, provider: model.provider, model: model.model }),
    }));
    return { ...listed, models };
  }

  /** What is known of a model, without asking its server. */
  describe(config: LLMConfig): KnownModel {
    return describeKnownModel(config, this.registry);
  }

  /** The names of all models that are known without asking a server. Shape: see `nameOf`. Never rejects. */
  knownNames(): Promise<readonly string[]> {
    return (this.#names ??= this.#readNames());
  }

  async #readNames(): Promise<readonly string[]> {
    const names = this.servers().map(async (server) => {
      const { provider, record } = server;
      const target = 'config' in server ? server.config : {};
      const kept = 'config' in server ? await this.lists.read(server.config) : [];
      const isOpen = record?.models === undefined || Object.hasOwn(record.models, ANY_MODEL);
      const models = [
        ...(record === undefined ? [] : modelNames(record)),
        ...(isOpen ? kept.map(({ id }) => id) : []),
      ];
      return models.map((model) => this.nameOf({ ...target, provider, model }));
    });
    return [...new Set((await Promise.all(names)).flat())];
  }

  /** Whether a name leads to the models of a server that is in no record. */
  #canBeNamed(server: ListableServer): boolean {
    return (
      !('config' in server) ||
      server.record !== undefined ||
      this.#findName({ ...server.config, model: ANY_MODEL }) !== undefined
    );
  }

  #serverOf(provider: string): ListableServer {
    const { given, env, providers } = this.#options;
    const record = findRecord(provider, providers);
    if (record === undefined && provider !== OFFLINE.provider && !BUILT_IN_APIS.includes(provider))
      throw explainUnknownProvider(provider, knownProviders(providers));
    try {
      const config =
        record === undefined
          ? resolveModel({ ...given, provider, model: ANY_MODEL }, env, providers)
          : configureServer(record, providers);
      return { provider, config, ...omitUndefined({ record }) };
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      return { provider, error, ...omitUndefined({ record }) };
    }
  }
}
