import { isRecord, readArray } from '../../protocol/json/json-shape.js';
import type { ListedModel } from '../../protocol/llm.js';
import { readListedModel } from './read-listed-model.js';

// Ten times the longest list that is known, that of OpenRouter. More would fill the memory and help nobody.
const MOST_MODELS = 5_000;

/**
 * The models of a server's list, each once: `{"data": [...]}`, or without the object around it. What has no name is left
 * out.
 */
export function readModelList(body: unknown): readonly ListedModel[] {
  const models = new Map<string, ListedModel>();
  for (const item of readArray(isRecord(body) ? body.data : body)) {
    const model = readListedModel(item);
    if (model !== undefined && !models.has(model.id)) models.set(model.id, model);
    if (models.size === MOST_MODELS) break;
  }
  return [...models.values()];
}
