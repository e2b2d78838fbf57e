import { modelName } from '../../actors/llm/model-name.js';
import { mergeFacts } from '../../actors/llm/merge-facts.js';
import type { ProviderRegistry } from '../../actors/llm/registry.js';
import { omitUndefined } from '../../actors/protocol/json/omit-undefined.js';
import type { ListedModel, LLMConfig, ModelInfo } from '../../actors/protocol/llm.js';

/** Who says a fact: the person's file, the list of the server, or Troupe. */
export type FactSource = 'file' | 'server' | 'troupe';

type Fact = 'contextWindow' | 'maxOutputTokens' | 'prices' | 'capabilities';

/** A model, what is known of it, and from whom. */
export interface KnownModel extends ModelInfo, Pick<ListedModel, 'title' | 'largestWindow'> {
  /** Shape: `provider/model`. */
  readonly name: string;
  readonly provider: string;
  readonly model: string;
  /** Of capabilities: from the first that knows one. */
  readonly from: Readonly<Partial<Record<Fact, FactSource>>>;
}

const FACTS: readonly Fact[] = ['contextWindow', 'maxOutputTokens', 'prices', 'capabilities'];

/** What is known of a model. Errors: none; of a model without a provider its own facts are left out. */
export function describeKnownModel(config: LLMConfig, registry: ProviderRegistry): KnownModel {
  const { provider, model, listed = {} } = config;
  const sources: readonly (readonly [FactSource, ModelInfo])[] = [
    ['file', config],
    ['server', listed],
    ['troupe', askProvider(config, registry)],
  ];
  const from = FACTS.flatMap((fact) => {
    const source = sources.find(([, info]) => info[fact] !== undefined)?.[0];
    return source === undefined ? [] : [[fact, source] as const];
  });
  return {
    name: modelName({ provider, model }),
    provider,
    model,
    ...omitUndefined({ title: listed.title, largestWindow: listed.largestWindow }),
    ...mergeFacts(...sources.map(([, info]) => info)),
    from: Object.fromEntries(from),
  };
}

/** What the provider itself knows of a model: it tells an adapter that gets neither a key nor other facts. */
function askProvider(
  { provider, api = provider, model, baseUrl }: LLMConfig,
  registry: ProviderRegistry,
): ModelInfo {
  try {
    return registry.get(api).createAdapter({
      provider,
      api,
      model,
      ...omitUndefined({ baseUrl }),
    });
  } catch {
    // What is wrong with the configuration is said where the model is used.
    return {};
  }
}
