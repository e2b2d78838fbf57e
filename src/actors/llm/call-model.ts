import {
  LLMConnectionError,
  LLMRateLimitError,
  LLMRequestError,
  LLMResponseError,
  TroupeError,
} from '../protocol/errors.js';
import { omitUndefined } from '../protocol/json/omit-undefined.js';
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
import { accumulate, type ReplyDraft, EMPTY_REPLY_DRAFT, toReply } from './accumulate.js';
import { yieldToEventLoop } from '../runtime/abort.js';
import { findReplyProblem } from './find-reply-problem.js';
import { isEmptyText } from './merge-deltas.js';
import { abandon, nextStep, type StreamStep } from './next-step.js';
import { redactCause } from './redact.js';
import { decideRetry, MAX_RETRY_AFTER_MS } from './retry.js';
import { Spending } from './spending.js';

// OpenAI's chat completions send nothing while a model reasons, and a model on one's own machine reads a long
// conversation for minutes; `fetch` itself waits as long as this and no longer.
const FIRST_BYTE_TIMEOUT_MS = 300_000;

// A model may reason as long between two parts of its answer. Servers that let it reason for longer send keep-alives.
const IDLE_TIMEOUT_MS = 300_000;

// After the finish the server has only the usage left to send, which it knows already: not worth a minute, however many
// keep-alives it sends.
const AFTER_FINISH_TIMEOUT_MS = 2_000;

// Eight times the longest answer of any model. Beyond it a server sends something else, and reading on would fill the
// memory. Units: UTF-16 units.
const MAX_REPLY_CHARS = 4 * 1024 * 1024;

// Many times what a model asks for in one turn.
const MAX_CALLS = 1_000;

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
  const spending = new Spending(adapter, messages, options.tools ?? []);
  for (;;) {
    const reply = await askOnce(adapter, messages, options);
    spending.add(reply);
    if (reply.error === undefined) return { ...reply, ...spending.total };
    const tries = (triesByKind.get(reply.error.code) ?? 0) + 1;
    triesByKind.set(reply.error.code, tries);
    const retry = decideRetry(reply.error, tries, options.random);
    if (retry === undefined)
      return { ...reply, error: explainGivingUp(reply.error, tries), ...spending.total };
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
        ? toReply(EMPTY_REPLY_DRAFT, 'cancelled')
        : toReply(EMPTY_REPLY_DRAFT, 'failed', toModelError(thrown));
    }
  }
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
  if (signal?.aborted) return toReply(EMPTY_REPLY_DRAFT, 'cancelled');
  // A signal of its own for each request, so that a long-lived one does not gather listeners.
  const request = new AbortController();
  let iterator: AsyncIterator<ModelDelta> | undefined;
  let draft = EMPTY_REPLY_DRAFT;
  let chars = 0;
  let finishedAtMs: number | undefined;
  try {
    const deltas = adapter.streamComplete(messages, {
      ...omitUndefined({ tools }),
      signal: AbortSignal.any([request.signal, ...(signal === undefined ? [] : [signal])]),
    });
    iterator = deltas[Symbol.asyncIterator]();
    for (let isFirst = true; ; isFirst = false) {
      const timeoutMs =
        finishedAtMs === undefined
          ? isFirst
            ? FIRST_BYTE_TIMEOUT_MS
            : IDLE_TIMEOUT_MS
          : Math.max(0, finishedAtMs + AFTER_FINISH_TIMEOUT_MS - clock.now());
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
      if (draft.finish !== undefined) finishedAtMs ??= clock.now();
      chars += countChars(step.item);
      if (chars > MAX_REPLY_CHARS || draft.calls.size > MAX_CALLS)
        return toReply(draft, 'failed', explainFlood(adapter.model));
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

/** The characters that a delta adds to the reply. */
function countChars(delta: ModelDelta): number {
  if (delta.type === 'text' || delta.type === 'reasoning') return delta.text.length;
  if (delta.type !== 'toolCall') return 0;
  return (delta.arguments?.length ?? 0) + (delta.id?.length ?? 0) + (delta.name?.length ?? 0);
}

function explainFlood(model: string): LLMRequestError {
  return new LLMRequestError(
    `The model ${model} did not come to an end: it sent more than any answer has, which was not kept. Put the request in other words, or use another model.`,
    {},
  );
}

function explainStop(
  step: Exclude<StreamStep<ModelDelta>, { kind: 'item' }>,
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
          : `The model ${model} fell silent for ${timeoutMs / 1_000} s in the middle of its answer. Check the network and the model server, and try again.`,
        {},
      );
    default:
      return new LLMConnectionError(
        `The answer of the model ${model} was cut off before its end. Check the network and the model server, and try again.`,
        {},
      );
  }
}

function toModelError(thrown: unknown): TroupeError {
  if (thrown instanceof TroupeError) return thrown;
  const cause = redactCause(thrown, []);
  return new LLMRequestError(`The model could not be called: ${cause.message}`, {}, { cause });
}

/** The same error with the number of attempts, if there were several, and with what a person can do now. */
function explainGivingUp(error: TroupeError, tries: number): TroupeError {
  const message = joinSentences(
    error.message,
    tries === 1 ? undefined : `Tried ${tries} times.`,
    adviseOn(error),
  );
  if (message === error.message) return error;
  const attempts = tries === 1 ? {} : { attempts: tries };
  const options = { cause: error.cause };
  if (error instanceof LLMConnectionError)
    return new LLMConnectionError(message, { ...error.details, ...attempts }, options);
  if (error instanceof LLMRateLimitError)
    return new LLMRateLimitError(message, { ...error.details, ...attempts }, options);
  if (error instanceof LLMResponseError) return new LLMResponseError(message, error.details, options);
  return error;
}

// Sentences that say already what to do, such as those about a server that cannot be reached.
const ADVICE = /(?:^|[.!?] )(?:Check|Start|Try)\b/;

/** What helps once no other try is made; the reason for a try must not say it. */
function adviseOn(error: TroupeError): string | undefined {
  const isRateLimit = error instanceof LLMRateLimitError;
  if (!isRateLimit && !(error instanceof LLMConnectionError)) return undefined;
  const { retryAfterMs = 0 } = error.details;
  if (retryAfterMs > MAX_RETRY_AFTER_MS)
    return `It asks for a wait of ${Math.ceil(retryAfterMs / 60_000)} minutes: try again then, or use another model.`;
  if (isRateLimit) return 'Wait a moment and try again, or use another model.';
  return ADVICE.test(error.message) ? undefined : 'Try again later, or use another model.';
}
