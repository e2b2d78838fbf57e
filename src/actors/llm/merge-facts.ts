import type { ModelCapabilities, ModelInfo } from '../protocol/llm.js';

const FACTS = ['contextWindow', 'maxOutputTokens', 'prices', 'effort'] as const;

const CAPABILITIES = ['tools', 'images', 'reasoning', 'efforts'] as const;

/** What several sources know of a model: each fact from the first that knows it. Prices are one fact. */
export function mergeFacts(...sources: readonly ModelInfo[]): ModelInfo {
  const capabilities: ModelCapabilities = pickFirst(
    CAPABILITIES,
    sources.flatMap((source) => source.capabilities ?? []),
  );
  const facts: ModelInfo = pickFirst(FACTS, sources);
  return Object.keys(capabilities).length === 0 ? facts : { ...facts, capabilities };
}

function pickFirst<Source extends object, Name extends keyof Source>(
  names: readonly Name[],
  sources: readonly Source[],
): Partial<Pick<Source, Name>> {
  const picked: Partial<Pick<Source, Name>> = {};
  for (const name of names) {
    const value = sources.find((source) => source[name] !== undefined)?.[name];
    if (value !== undefined) picked[name] = value;
  }
  return picked;
}
