import { isDeepStrictEqual } from 'node:util';
import { omitUndefined } from '../../../actors/protocol/json/omit-undefined.js';
import { readArguments } from '../../../actors/protocol/json/read-arguments.js';
import type { ModelReply, ToolCall } from '../../../actors/protocol/llm.js';
import type { BodyOf, EntryKind, EntryOf, ThreadEntry } from '../../../actors/protocol/thread.js';
import type { ToolResult } from '../../../actors/protocol/tool.js';
import { type Deferred, deferred } from '../../../actors/runtime/deferred.js';
import { SandboxRefusedError, UnaskedAddressError } from '../../../actors/protocol/errors.js';
import { takeCheckpointProblem, takeProgress } from '../../../machines/call-progress.js';
import { INTERRUPTED } from '../../../machines/refused-call.js';
import type { Judgement, QuestionEnd, ValidatedParams } from '../../../machines/validated-call.js';
import type { ModelHooks, TurnServices } from '../compose-turn.js';
import { errorOfResult, toError } from './recorded-error.js';
import { isOfMachine } from './recorded-piece.js';

/** What a replayed turn asks of the world, each under way until an entry tells how it ended. */
type CallEffect =
  | { readonly kind: 'validate'; readonly call: ToolCall; readonly end: Deferred<ValidatedParams> }
  | { readonly kind: 'judge'; readonly end: Deferred<Judgement> }
  | { readonly kind: 'ask'; readonly end: Deferred<QuestionEnd> }
  | { readonly kind: 'checkpoint'; readonly end: Deferred<void> }
  | { readonly kind: 'run'; readonly end: Deferred<ToolResult> };

type CallEntry = EntryOf<'call' | 'approval_asked' | 'approval_answered' | 'call_began' | 'observation'>;

/** What `RecordedEffects` needs to know of the turn at the moment of an entry. */
export interface ReplayMoment {
  /** The entries of the turn from this one on. */
  readonly later: readonly ThreadEntry[];
  /** The `call` entries of the turn so far. */
  readonly calls: ReadonlyMap<string, EntryOf<'call'>>;
  /** The result of a call without the warning that its machine adds. */
  readonly withoutWarning: (callId: string, result: ToolResult) => ToolResult;
  /** What requests have used beyond what the thread has of them, so that the turn ended. */
  readonly unrecorded: ModelReply['estimated'];
  readonly cancel: () => void;
}

/** The effects of a turn, none of which does anything: they end as the entries of the turn say that they did. */
export class RecordedEffects {
  readonly #over = new AbortController();
  readonly #calls = new Map<string, CallEffect>();
  /** The calls whose checkpoint has failed. */
  readonly #problems = new Set<string>();
  /** The calls that were denied after they had begun. */
  readonly #stopped = new Set<string>();
  #model: { readonly hooks: ModelHooks; readonly reply: Deferred<ModelReply> } | undefined;
  #onTimeUp = (): void => undefined;

  /** The effects for `composeTurn`. */
  services(record: TurnServices['record']): TurnServices {
    const begin = <Value>(callId: string, effect: (end: Deferred<Value>) => CallEffect): Promise<Value> => {
      const end = deferred<Value>();
      this.#calls.set(callId, effect(end));
      return end.promise;
    };
    return {
      turn: this.#over.signal,
      record,
      stream: () => undefined,
      stored: async () => undefined,
      callModel: (hooks) => {
        const reply = deferred<ModelReply>();
        this.#model = { hooks, reply };
        return reply.promise;
      },
      validateCall: (call) => begin<ValidatedParams>(call.id, (end) => ({ kind: 'validate', call, end })),
      judgeCall: ({ callId }) => begin<Judgement>(callId, (end) => ({ kind: 'judge', end })),
      askPerson: ({ callId }) => begin<QuestionEnd>(callId, (end) => ({ kind: 'ask', end })),
      takeCheckpoint: ({ callId }) => begin<void>(callId, (end) => ({ kind: 'checkpoint', end })),
      runTool: ({ callId }) => begin<ToolResult>(callId, (end) => ({ kind: 'run', end })),
      keepTime: (_maxTimeMs, onTimeUp) => {
        this.#onTimeUp = onTimeUp;
        return () => undefined;
      },
    };
  }

  /** Forgets everything that is under way. */
  dispose(): void {
    this.#over.abort();
  }

  /** Ends the effect that leads to an entry, as it ended. Returns whether there is one. */
  bringAbout(entry: ThreadEntry, moment: ReplayMoment): boolean {
    switch (entry.kind) {
      case 'retry':
      case 'compaction':
        return this.#report(entry);
      case 'reply':
        return this.#reply(entry, moment);
      case 'turn_ended':
        return this.#endTurn(entry, moment);
      case 'call':
      case 'approval_asked':
      case 'approval_answered':
      case 'call_began':
      case 'observation':
        return this.#endCallEffect(entry, moment);
      default:
        return false;
    }
  }

  #report(entry: EntryOf<'retry'> | EntryOf<'compaction'>): boolean {
    if (this.#model === undefined) return false;
    const { hooks } = this.#model;
    if (entry.kind === 'compaction') hooks.onCompacted(withoutPlace(entry));
    else {
      const { kind: _retry, ...notice } = withoutPlace(entry);
      hooks.onRetry(notice);
    }
    return true;
  }

  #reply(entry: EntryOf<'reply'>, { later, unrecorded }: ReplayMoment): boolean {
    if (this.#model === undefined) return false;
    const { hooks, reply } = this.#model;
    const { text, reasoning, usage, costUsd, opaque, stop, toolCalls } = entry;
    const end = later.slice(1).find(({ kind }) => kind === 'turn_ended' || kind === 'reply');
    const used = { usage, ...omitUndefined({ costUsd }) };
    if (stop === 'cancelled' && end?.kind === 'turn_ended' && end.outcome === 'exhausted') {
      // The turn had no time left.
      if (text !== '') hooks.onDelta({ type: 'text', text });
      if (reasoning !== '') hooks.onDelta({ type: 'reasoning', text: reasoning });
      hooks.onUsed(used);
      this.#onTimeUp();
      return true;
    }
    const error = end?.kind === 'turn_ended' && stop === 'failed' ? end.error : undefined;
    this.#model = undefined;
    reply.resolve({
      text,
      reasoning,
      toolCalls,
      stop,
      ...used,
      ...omitUndefined({ opaque, estimated: unrecorded }),
      ...(error === undefined ? {} : { error: toError(error) }),
    });
    return true;
  }

  #endTurn({ outcome, error }: EntryOf<'turn_ended'>, { cancel }: ReplayMoment): boolean {
    if (outcome === 'cancelled') cancel();
    else if (outcome === 'exhausted') this.#onTimeUp();
    else if (outcome === 'failed' && this.#model !== undefined && error !== undefined)
      this.#model.reply.reject(toError(error));
    else return false;
    return true;
  }

  #endCallEffect(entry: CallEntry, moment: ReplayMoment): boolean {
    const { callId } = entry;
    const effect = this.#calls.get(callId);
    if (effect === undefined) return false;
    const result = (): ToolResult => this.#resultOf(callId, moment);
    const settle = <Value>({ resolve }: Deferred<Value>, value: Value): boolean => {
      this.#calls.delete(callId);
      resolve(value);
      return true;
    };
    const fail = (error: unknown): boolean => {
      this.#calls.delete(callId);
      effect.end.reject(error);
      return true;
    };
    switch (effect.kind) {
      case 'validate': {
        const call = entry.kind === 'call' ? entry : moment.calls.get(callId);
        if (call === undefined) return false;
        if (isInvalid(call, effect.call, moment.later)) return fail(errorOfResult(result()));
        return settle(effect.end, { params: call.params, paths: call.paths });
      }
      case 'judge': {
        const judgement = toJudgement(entry, result);
        return judgement !== undefined && settle(effect.end, judgement);
      }
      case 'ask':
        if (entry.kind === 'observation')
          return entry.result.outcome === 'rejected' && fail(errorOfResult(result()));
        return entry.kind === 'approval_answered' && settle(effect.end, toAnswer(entry));
      case 'checkpoint': {
        if (entry.kind !== 'call_began') return false;
        const { problem } = takeCheckpointProblem(result());
        if (problem === undefined) return settle(effect.end, undefined);
        this.#problems.add(callId);
        return fail(new Error(problem));
      }
      default:
        if (entry.kind === 'observation') return settle(effect.end, result());
        // It is judged again, because of the sandbox or of an address that it came to.
        return fail(this.#stop(callId, result()));
    }
  }

  /** What the call threw so that it was judged again. Only a denial tells. */
  #stop(callId: string, result: ToolResult): Error {
    const { stopped } = result.outcome === 'rejected' ? takeProgress(result) : {};
    if (stopped !== undefined && !(stopped instanceof SandboxRefusedError && this.#stopped.has(callId))) {
      this.#stopped.add(callId);
      return stopped;
    }
    return new UnaskedAddressError('', { target: { url: '', redirects: 0 } });
  }

  /** The result of a call as its effects gave it, before the machine added what it tells the model as well. */
  #resultOf(callId: string, { later, withoutWarning }: ReplayMoment): ToolResult {
    const end = later.find((other) => other.kind === 'observation' && other.callId === callId);
    if (end?.kind !== 'observation') return INTERRUPTED;
    let result = withoutWarning(callId, end.result);
    if (this.#problems.has(callId)) result = { ...result, output: takeCheckpointProblem(result).output };
    if (this.#stopped.has(callId) && result.outcome === 'rejected')
      result = { ...result, output: takeProgress(result).output };
    return result;
  }
}

/**
 * Whether the parameters of a call were invalid: what the model wrote stands for them, and the observation follows at once.
 * Shape: `later` begins with the `call` entry, or behind it.
 */
function isInvalid(entry: EntryOf<'call'>, call: ToolCall, later: readonly ThreadEntry[]): boolean {
  const next = later.find((other) => other !== entry && isOfMachine(other, entry.turn));
  return (
    next?.kind === 'observation' &&
    next.callId === entry.callId &&
    next.result.outcome === 'invalid_params' &&
    entry.paths.length === 0 &&
    isDeepStrictEqual(entry.params, readArguments(call.arguments))
  );
}

function toJudgement(entry: CallEntry, result: () => ToolResult): Judgement | undefined {
  switch (entry.kind) {
    case 'approval_asked': {
      const { callId: _call, kind: _asked, digest: shown, ...question } = withoutPlace(entry);
      return { kind: 'ask', question, permission: omitUndefined({ shown }) };
    }
    case 'approval_answered': {
      const { by, decision, reason = '' } = entry;
      if (by === 'person') return undefined;
      if (decision === 'approve') return { kind: 'run', permission: {}, by };
      return by === 'rule' ? { kind: 'refuse', result: { ...result(), output: reason }, by } : undefined;
    }
    case 'call_began':
      return { kind: 'run', permission: {} };
    case 'observation':
      // A call that has not begun succeeds with nothing.
      return entry.result.success ? undefined : { kind: 'refuse', result: result() };
    default:
      return undefined;
  }
}

function toAnswer({ by, decision, scope, reason }: BodyOf<'approval_answered'>): QuestionEnd {
  if (by !== 'person') return { kind: 'run', permission: {}, by };
  return {
    decision,
    ...omitUndefined({ scope, reason }),
  };
}

/** The entry without its position in the thread. */
export function withoutPlace<Kind extends EntryKind>(entry: EntryOf<Kind>): BodyOf<Kind> {
  const { id: _id, parent: _parent, seq: _seq, at: _at, turn: _turn, ...body } = entry;
  // TypeScript does not see that an entry without its place is a body of the same kind.
  return body as unknown as BodyOf<Kind>;
}
