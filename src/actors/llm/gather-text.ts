import { LLMConnectionError } from '../protocol/errors.js';
import type { ModelDelta } from '../protocol/llm.js';

/**
 * The text of a model's whole turn.
 * Errors: what the stream throws; `LLMConnectionError` when it ends without a `finish` delta.
 */
export async function gatherText(deltas: AsyncIterable<ModelDelta>): Promise<string> {
  let text = '';
  let isFinished = false;
  for await (const delta of deltas) {
    if (delta.type === 'text') text += delta.text;
    else if (delta.type === 'finish') isFinished = true;
  }
  if (!isFinished) throw new LLMConnectionError("The model's answer was cut off before its end.", {});
  return text;
}
