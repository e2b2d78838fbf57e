import {
  LLMConnectionError,
  LLMRateLimitError,
  LLMRequestError,
  LLMResponseError,
  TroupeError,
} from '../protocol/errors.js';
import type {
  FinishReason,
  LLMAdapter,
  LLMMessage,
  LLMOptions,
  ModelDelta,
  ModelReply,
  RetryNotice,
} from '../protocol/llm.js';
import { joinSentences } from '../protocol/sentences.js';
import { type Clock, sleep } from '../runtime/clock.js';
import { accumulate, type ReplyDraft, EMPTY_DRAFT, toReply } from './accumulate.js';
import { yieldToEventLoop } from '../runtime/abort.js';
import { findReplyProblem } from './find-reply-problem.js';
import { isEmptyText } from './merge-deltas.js';
import { abandon, nextStep, type Step } from './next-step.js';
import { priceOf } from './price-of.js';
import { redactCause } from './redact.js';
import { decideRetry } from './retry.js';

// A hosted model that has not started after a minute has lost the request.
const FIRST_BYTE_TIMEOUT_MS = 60_000;

// Servers that think for longer in the middle of a stream send keep-alives.
const IDLE_TIMEOUT_MS = 60_000;

// After the finish the server has only the usage left to send, which it knows already: not worth a minute.
const AFTER_FINISH_TIMEOUT_MS = 2_000;

export interface CallModelOptions extends Pick<LLMOptions, 'tools' | 'signal'> {
  readonly clock: Clock;
  /** A number of at least 0 and below 1, for the jitter of retries. */
  readonly random: () => number;
  /** Called with each delta as it arrives, except for empty ones, which are only keep-alives. */
  readonly onDelta?: (delta: ModelDelta) => void;
  /** Called when an attempt has failed, before the wait for the next one. Discard every delta since the last notice. */
  readonly onRetry?: (notice: RetryNotice) => void;
}

/**
 * Runs one model turn and streams it through `onDelta`. Retries failed requests by the policy of `decideRetry`; the
 * deltas of the next attempt follow the notice.
 *
 * Shape: `reply.text` is the concatenation of the text deltas since the last `onRetry`; `notice.attempt` is the number
 * of the attempt that follows the wait.
 * Errors: never rejects. A failure is a reply with `stop: 'failed'`, its `error` and the text so far; a cancellation is
 * one with `stop: 'cancelled'`. Neither waits for an adapter that ignores its signal: the stream is abandoned.
 * Source: SPEC M3, M4, A6; properties 15, 16.
 */
export async function callModel(
  adapter: LLMAdapter,
  messages: readonly LLMMessage[],
  options: CallModelOptions,
): Promise<ModelReply> {
  const triesByKind = new Map<string, number>();
  let earlierUsd: number | undefined;
  for (;;) {
    const reply = await askOnce(adapter, messages, options);
    if (reply.error === undefined) return withCost(reply, adapter, earlierUsd);
    const tries = (triesByKind.get(reply.error.code) ?? 0) + 1;
    triesByKind.set(reply.error.code, tries);
    const retry = decideRetry(reply.error, tries, options.random);
    if (retry === undefined)
      return withCost({ ...reply, error: countTries(reply.error, tries) }, adapter, earlierUsd);
    earlierUsd = addCost(earlierUsd, reply, adapter);
    try {
      options.onRetry?.({
        attempt: tries + 1,
        maxAttempts: retry.maxTries,
        waitMs: retry.waitMs,
        reason: reply.error.message,
      });
      await sleep(options.clock, retry.waitMs, options.signal);
    } catch (thrown) {
      return options.signal?.aborted
        ? toReply(EMPTY_DRAFT, 'cancelled')
        : toReply(EMPTY_DRAFT, 'failed', toModelError(thrown));
    }
  }
}

/** The reply with its cost and that of the attempts before it, as far as prices and usage are known. */
function withCost(reply: ModelReply, adapter: LLMAdapter, earlierUsd: number | undefined): ModelReply {
  const costUsd = addCost(earlierUsd, reply, adapter);
  return costUsd === undefined ? reply : { ...reply, costUsd };
}

function addCost(
  earlierUsd: number | undefined,
  { usage }: ModelReply,
  { prices }: LLMAdapter,
): number | undefined {
  // Without a report of the server the usage is 0.
  if (prices === undefined || usage.inputTokens + usage.outputTokens === 0) return earlierUsd;
  return (earlierUsd ?? 0) + priceOf(usage, prices);
}

// Reading a longer reply takes milliseconds, and so does what is done with it then. Units: UTF-16 units.
const LONG_CHARS = 256 * 1024;

/** Makes one request. Resolves when it ends, fails or is cancelled. Never rejects. */
async function askOnce(
  adapter: LLMAdapter,
  messages: readonly LLMMessage[],
  options: CallModelOptions,
): Promise<ModelReply> {
  const { clock, signal, tools, onDelta } = options;
  if (signal?.aborted) return toReply(EMPTY_DRAFT, 'cancelled');
  // A signal of its own for each request, so that a long-lived one does not gather listeners.
  const request = new AbortController();
  let iterator: AsyncIterator<ModelDelta> | undefined;
  let draft = EMPTY_DRAFT;
  try {
    const deltas = adapter.streamComplete(messages, {
      ...(tools === undefined ? {} : { tools }),
      signal: AbortSignal.any([request.signal, ...(signal === undefined ? [] : [signal])]),
    });
    iterator = deltas[Symbol.asyncIterator]();
    for (let isFirst = true; ; isFirst = false) {
      const timeoutMs = pickTimeout(draft, isFirst);
      const step = await nextStep(iterator, { clock, signal, timeoutMs });
      if (signal?.aborted) return toReply(draft, 'cancelled');
      if (step.kind !== 'item') {
        if (step.kind !== 'silent') iterator = undefined;
        // An error after the finish does not spoil a complete reply.
        if (draft.finish !== undefined) {
          const isLong = draft.text.length > LONG_CHARS;
          if (isLong) await yieldToEventLoop();
          const reply = toFinalReply(draft, draft.finish, adapter.model, options);
          if (isLong) await yieldToEventLoop();
          return reply;
        }
        return toReply(draft, 'failed', explainStop(step, isFirst, timeoutMs, adapter.model));
      }
      if (isEmptyText(step.item)) continue;
      draft = accumulate(draft, step.item);
      onDelta?.(step.item);
    }
  } catch (thrown) {
    return signal?.aborted ? toReply(draft, 'cancelled') : toReply(draft, 'failed', toModelError(thrown));
  } finally {
    if (iterator !== undefined) {
      request.abort();
      void abandon(iterator);
    }
  }
}

/** The reply of a turn that the model has ended; a failure when the reply cannot be used. */
function toFinalReply(
  draft: ReplyDraft,
  finish: FinishReason,
  model: string,
  { tools = [] }: LLMOptions,
): ModelReply {
  const fault = findReplyProblem(draft, { model, tools: tools.map(({ name }) => name) });
  return fault === undefined ? toReply(draft, finish) : toReply(draft, 'failed', fault);
}

function pickTimeout(draft: ReplyDraft, isFirst: boolean): number {
  if (draft.finish !== undefined) return AFTER_FINISH_TIMEOUT_MS;
  return isFirst ? FIRST_BYTE_TIMEOUT_MS : IDLE_TIMEOUT_MS;
}

function explainStop(
  step: Exclude<Step<ModelDelta>, { kind: 'item' }>,
  isFirst: boolean,
  timeoutMs: number,
  model: string,
): TroupeError {
  switch (step.kind) {
    case 'threw':
      return toModelError(step.thrown);
    case 'silent':
      return new LLMConnectionError(
        isFirst
          ? `The model ${model} did not begin to answer within ${timeoutMs / 1_000} s. Check the network and the model server.`
          : `The model ${model} fell silent for ${timeoutMs / 1_000} s in the middle of its answer.`,
        {},
      );
    default:
      return new LLMConnectionError(`The answer of the model ${model} was cut off before its end.`, {});
  }
}

function toModelError(thrown: unknown): TroupeError {
  if (thrown instanceof TroupeError) return thrown;
  const cause = redactCause(thrown, []);
  return new LLMRequestError(`The model could not be called: ${cause.message}`, {}, { cause });
}

/**
 * The same error with the number of attempts, if there were several, so that a person sees that the request was
 * retried.
 */
function countTries(error: TroupeError, tries: number): TroupeError {
  if (tries === 1) return error;
  const message = joinSentences(error.message, `Tried ${tries} times.`);
  if (error instanceof LLMConnectionError)
    return new LLMConnectionError(message, { ...error.details, attempts: tries }, { cause: error.cause });
  if (error instanceof LLMRateLimitError)
    return new LLMRateLimitError(message, { ...error.details, attempts: tries }, { cause: error.cause });
  if (error instanceof LLMResponseError)
    return new LLMResponseError(message, error.details, { cause: error.cause });
  return error;
}
