import { EMPTY_REPLY_DRAFT, toReply } from '../../../actors/llm/accumulate.js';
import { callModel, type CallModelOptions } from '../../../actors/llm/call-model.js';
import { LLMRequestError } from '../../../actors/protocol/errors.js';
import { omitUndefined } from '../../../actors/protocol/json/omit-undefined.js';
import type { ModelReply } from '../../../actors/protocol/llm.js';
import type { BodyOf } from '../../../actors/protocol/thread.js';
import { compactConversation } from './compact-conversation.js';
import type { RequestWindow } from './request-window.js';

// Each compaction after a refusal at least halves the request, and the first refusal often names the window.
const MOST_REFUSALS = 3;

export interface AskInWindowOptions extends Omit<CallModelOptions, 'tools' | 'signal'> {
  readonly signal: AbortSignal;
  /** Records a compaction. Resolves once it is stored. Errors: `ThreadStoreError`. */
  readonly onCompacted: (compaction: BodyOf<'compaction'>) => Promise<void>;
}

/**
 * Makes the next request of a thread, within the model's window: the conversation is compacted first when it is nearly
 * full, and again when the server refuses it as too long. A request that cannot fit is not sent.
 * Errors: a failure of the model, of the window or by a cancel is the reply; rejects only when `onCompacted` does.
 */
export async function askInWindow(
  window: RequestWindow,
  { onCompacted, ...options }: AskInWindowOptions,
): Promise<ModelReply> {
  const { signal, clock, random, onRetry, onDelta } = options;
  let refused: ModelReply | undefined;
  for (let refusals = 0; ; refusals += 1) {
    if (refused !== undefined || window.next().tokens > window.limits.fullTokens) {
      const cause = refused === undefined ? 'full' : 'refused';
      let compaction: BodyOf<'compaction'> | undefined;
      try {
        compaction = await compactConversation(window, {
          cause,
          signal,
          clock,
          random,
          ...omitUndefined({ onRetry }),
        });
      } catch (thrown) {
        if (signal.aborted) return toReply(EMPTY_REPLY_DRAFT, 'cancelled');
        throw thrown;
      }
      if (compaction !== undefined) await onCompacted(compaction);
      else if (refused !== undefined) return refused;
    }
    const { head, messages, tokens } = window.next();
    const { isAssumed, requestTokens } = window.limits;
    if (!isAssumed && tokens > requestTokens)
      return refused ?? toReply(EMPTY_REPLY_DRAFT, 'failed', window.describeOverflow());
    let isTaken = false;
    const reply = await callModel(window.adapter, [{ role: 'system', content: head.prompt }, ...messages], {
      ...options,
      ...(head.tools.length === 0 ? {} : { tools: head.tools }),
      onDelta: (delta) => {
        // Usage comes with the beginning of some refusals as well.
        isTaken ||= delta.type === 'text' || delta.type === 'reasoning' || delta.type === 'toolCall';
        onDelta?.(delta);
      },
    });
    if (isTaken || !isOverflow(reply) || refusals >= MOST_REFUSALS) return reply;
    refused = reply;
  }
}

function isOverflow({ error }: ModelReply): boolean {
  return error instanceof LLMRequestError && error.details.problem === 'context overflow';
}
