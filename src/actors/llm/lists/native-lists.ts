import { isRecord, readArray, readString } from '../../protocol/json/json-shape.js';
import { omitUndefined } from '../../protocol/json/omit-undefined.js';
import type { ListedModel } from '../../protocol/llm.js';
import { readName, readTokens } from './read-listed-model.js';

/** Sends a request to a path of the server's origin, a `POST` when it has a body. Errors: when there is no such path. */
export type AskServer = (path: string, body?: object) => Promise<unknown>;

// Ollama describes one model for each request, which takes 10 ms: a long list is described in part.
const MOST_DESCRIBED = 64;

/**
 * What programs on a person's own machine say of their models in a list of their own: LM Studio and Ollama, whose list at
 * `/models` has names only. Empty for every other server. Never rejects.
 */
export async function readNativeLists(ask: AskServer): Promise<readonly ListedModel[]> {
  const lists = await Promise.all([readLmStudio, readOllama].map((read) => read(ask).catch(() => [])));
  return lists.flat();
}

/** Source: https://lmstudio.ai/docs/developer/rest/endpoints */
async function readLmStudio(ask: AskServer): Promise<readonly ListedModel[]> {
  const list = await ask('/api/v0/models');
  return readArray(isRecord(list) ? list.data : undefined).flatMap((item): readonly ListedModel[] => {
    if (!isRecord(item)) return [];
    const id = readName(item.id);
    const contextWindow = readTokens(item.loaded_context_length);
    const largestWindow = readTokens(item.max_context_length);
    if (id === undefined || largestWindow === undefined) return [];
    const can = Array.isArray(item.capabilities) ? item.capabilities : undefined;
    return [
      {
        id,
        ...toWindow(contextWindow, largestWindow),
        capabilities: {
          images: item.type === 'vlm',
          ...(can === undefined ? {} : { tools: can.includes('tool_use') }),
        },
      },
    ];
  });
}

/** Source: https://docs.ollama.com/api */
async function readOllama(ask: AskServer): Promise<readonly ListedModel[]> {
  const tags = await ask('/api/tags');
  const running = await ask('/api/ps').catch(() => undefined);
  const loaded = new Map(
    listModels(running).map((model) => [readName(model.name), readTokens(model.context_length)]),
  );
  const names = listModels(tags).flatMap((model) => readName(model.name) ?? []);
  const described = names.slice(0, MOST_DESCRIBED).map(async (id): Promise<readonly ListedModel[]> => {
    const shown = await ask('/api/show', { model: id }).catch(() => undefined);
    if (!isRecord(shown)) return [];
    const can = Array.isArray(shown.capabilities) ? shown.capabilities : undefined;
    return [
      {
        id,
        ...toWindow(loaded.get(id) ?? readGivenWindow(shown.parameters), readTrainedWindow(shown.model_info)),
        ...(can === undefined
          ? {}
          : {
              capabilities: {
                tools: can.includes('tools'),
                images: can.includes('vision'),
                reasoning: can.includes('thinking'),
              },
            }),
      },
    ];
  });
  return (await Promise.all(described)).flat();
}

function listModels(list: unknown): readonly Record<string, unknown>[] {
  return readArray(isRecord(list) ? list.models : undefined).filter(isRecord);
}

/** The window that a person gave to the model, in the lines of its parameters. */
function readGivenWindow(parameters: unknown): number | undefined {
  const given = /^num_ctx\s+(\d+)$/m.exec(readString(parameters) ?? '')?.[1];
  return given === undefined ? undefined : readTokens(Number(given));
}

/** The window that the model was trained for, under the name of its architecture: `qwen3.context_length`. */
function readTrainedWindow(info: unknown): number | undefined {
  if (!isRecord(info)) return undefined;
  const name = Object.keys(info).find((key) => key.endsWith('.context_length'));
  return name === undefined ? undefined : readTokens(info[name]);
}

/** Such servers cut a longer request silently, so that only what the model has now counts as its window. */
function toWindow(
  now: number | undefined,
  largest: number | undefined,
): Pick<ListedModel, 'contextWindow' | 'largestWindow'> {
  if (now !== undefined) return { contextWindow: Math.min(now, largest ?? Infinity) };
  return omitUndefined({ largestWindow: largest });
}
