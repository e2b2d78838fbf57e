import { modelName } from '../../../actors/llm/model-name.js';
import { offlineProvider } from '../../../actors/llm/offline.js';
import { ProviderRegistry } from '../../../actors/llm/registry.js';
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
import type { ProviderSettings } from '../../providers/provider-record.js';
import { knownProviders, type ModelSettings, resolveModel } from '../../settings.js';

interface CatalogOptions {
  /** What the command line says of one server. */
  readonly given: ModelSettings;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly providers: ProviderSettings;
}

// A list needs no model, and `resolveModel` needs the name of one.
const ANY_MODEL = '*';

/** The models that a person can choose, with what is known of each. */
export class ModelCatalog {
  readonly registry = new ProviderRegistry([offlineProvider, ...BUILT_IN_PROVIDERS]);
  readonly lists = new ModelLists();
  readonly #options: CatalogOptions;
  /** The names that are known, until a server has been asked again. */
  #names: Promise<readonly string[]> | undefined;

  constructor(options: CatalogOptions) {
    this.#options = options;
  }

  /**
   * The servers of the named providers; by default of all those in the person's file, and of those for which the command
   * line or the environment has an address or a key. Errors: `SettingsError` for the name of a provider that there is not.
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
      .map((name) => this.#serverOf(name));
  }

  /** Asks a server for its models, and keeps what it says. Errors: see `listModels`. */
  list(server: ListableServer, signal: AbortSignal): Promise<ProviderModels> {
    return listModels(server, {
      registry: this.registry,
      keep: async (config, models) => {
        await this.lists.write(config, models);
        this.#names = undefined;
      },
      signal,
    });
  }

  /** What is known of a model, without asking its server. */
  describe(config: LLMConfig): KnownModel {
    return describeKnownModel(config, this.registry);
  }

  /** The names of all models that are known without asking a server. Shape: `provider/model`. Never rejects. */
  knownNames(): Promise<readonly string[]> {
    return (this.#names ??= this.#readNames());
  }

  async #readNames(): Promise<readonly string[]> {
    const names = this.servers().map(async (server) => {
      const { provider, record } = server;
      const kept = 'config' in server ? await this.lists.read(server.config) : [];
      const isOpen = record?.models === undefined || Object.hasOwn(record.models, ANY_MODEL);
      const models = [
        ...(record === undefined ? [] : modelNames(record)),
        ...(isOpen ? kept.map(({ id }) => id) : []),
      ];
      return models.map((model) => modelName({ provider, model }));
    });
    return [...new Set((await Promise.all(names)).flat())];
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
      return { provider, config, ...(record === undefined ? {} : { record }) };
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      return { provider, error, ...(record === undefined ? {} : { record }) };
    }
  }
}
