import { omitUndefined } from '../protocol/json/omit-undefined.js';
import type { CompactionReport } from '../protocol/llm.js';
import type { EntryId, EntryOf, ThreadEntry, TurnId } from '../protocol/thread.js';
import type { ToolOutcome } from '../protocol/tool.js';
import { CUT_OFF_NOTICE } from './cut-off-notice.js';
import { readArguments } from '../protocol/json/read-arguments.js';
import { addUsage, NO_USAGE } from './usage/add-usage.js';
import { findRequestTime } from './find-request-time.js';
import { toNotice } from './to-notice.js';
import type { CallState, CallStep, TurnStep, TurnView } from './turn-view.js';

const STATE_AFTER: Readonly<Record<ToolOutcome, CallState>> = {
  success: 'done',
  tool_error: 'failed',
  invalid_params: 'failed',
  rejected: 'rejected',
};

/**
 * The turns of one branch of a thread. A last turn without an end is `running`; `interruptTurns` corrects that for a
 * thread on which nobody works.
 * Source: SPEC H2a.
 */
export function toTurns(branch: readonly ThreadEntry[]): readonly TurnView[] {
  const turns: TurnView[] = [];
  for (const entry of branch) for (const item of foldTurns(turns.splice(-1), entry)) turns.push(item);
  return turns;
}

/**
 * The turns after one more entry of the branch, which changes none but the last: a caller that has many may pass that
 * one alone. Unchanged turns and steps stay the same objects.
 */
export function foldTurns(turns: readonly TurnView[], entry: ThreadEntry): readonly TurnView[] {
  switch (entry.kind) {
    case 'user_message': {
      const { id, text, attachments, at } = entry;
      if (isRunning(turns, entry.turn))
        return changeLast(turns, (turn) =>
          addSteps(turn, { kind: 'message', entry: id, text, attachments, isUnread: true }),
        );
      const message = { entry: id, text, attachments, at };
      return [
        ...closeTurns(turns),
        { id: entry.turn, message, state: 'running', steps: [], usage: NO_USAGE },
      ];
    }
    case 'turn_began': {
      const { turn: id, mode, model, step, at } = entry;
      const began = { id, mode, model, beganAt: at, ...omitUndefined({ step }) } as const;
      const last = turns.at(-1);
      const isOfMessage = last?.state === 'running' && last.beganAt === undefined && last.id === id;
      if (isOfMessage) return changeLast(turns, (turn) => ({ ...turn, ...began }));
      return [...closeTurns(turns), { ...began, state: 'running', steps: [], usage: NO_USAGE }];
    }
    case 'turn_ended': {
      const { outcome: state, error, at: endedAt } = entry;
      return changeLast(turns, (turn) => ({
        ...turn,
        state,
        ...omitUndefined({ error }),
        endedAt,
        steps: turn.steps.map(stop),
      }));
    }
    case 'compaction': {
      // Between two turns it replaces every message, those that no request had yet included.
      const read = turns.at(-1)?.state === 'running' ? turns : readMessages(turns);
      const { id, report } = entry;
      return report === undefined
        ? read
        : changeLast(read, (turn) =>
            addSteps(addUsed(turn, report), { kind: 'compaction', entry: id, report }),
          );
    }
    case 'message_withdrawn':
      return changeLast(turns, (turn) => withdraw(turn, entry.message));
    case 'jump': {
      const { id, scope, changes } = entry;
      const step = { kind: 'jump', entry: id, scope, files: changes.length } as const;
      if (turns.length > 0) return changeLast(turns, (turn) => addSteps(turn, step));
      // It went to before the first message.
      return [{ id: undefined, state: 'answered', steps: [step], usage: NO_USAGE }];
    }
    default:
      return turns.length === 0 ? turns : changeLast(turns, (turn) => foldStep(turn, entry));
  }
}

/** The turns of a thread on which nobody works: a turn without an end was interrupted. */
export function interruptTurns(turns: readonly TurnView[]): readonly TurnView[] {
  if (turns.at(-1)?.state !== 'running') return turns;
  return changeLast(turns, (turn) => ({ ...turn, state: 'interrupted', steps: turn.steps.map(stop) }));
}

function foldStep(turn: TurnView, entry: ThreadEntry): TurnView {
  switch (entry.kind) {
    case 'reply':
      return foldReply(turn, entry);
    case 'retry':
      return addSteps(turn, { kind: 'retry', notice: toNotice(entry), at: entry.at });
    case 'notice':
      return addSteps(turn, { kind: 'notice', message: entry.message });
    case 'instructions': {
      const files = entry.files.map(({ text: _forTheModel, digest: _ofIt, ...file }) => file);
      const skills = omitUndefined({ skills: entry.skills });
      return addSteps(turn, { kind: 'instructions', files, ...skills });
    }
    case 'call': {
      const { callId, category, params } = entry;
      return changeCall(turn, callId, (step) => ({ ...step, category, params, state: 'judging' }));
    }
    case 'approval_asked': {
      const { callId, reasons, preview, protectedPaths, offers } = entry;
      const question = {
        reasons,
        ...omitUndefined({ preview, protectedPaths, offers }),
      };
      return changeCall(turn, callId, (step) => ({ ...step, state: 'waiting', question }));
    }
    case 'approval_answered': {
      const { callId, decision, by, scope, reason } = entry;
      const answer = {
        decision,
        by,
        ...omitUndefined({ scope, reason }),
      };
      const state = decision === 'approve' ? 'allowed' : 'rejected';
      return changeCall(turn, callId, (step) => ({ ...step, state, answer }));
    }
    case 'call_began':
      return changeCall(turn, entry.callId, (step) => ({ ...step, state: 'running', beganAt: entry.at }));
    case 'files_changed': {
      const { id: checkpoint, callId, changes } = entry;
      if (callId === undefined) return turn;
      return changeCall(turn, callId, (step) => {
        const paths = new Set([...(step.changedPaths ?? []), ...changes.map(({ path }) => path)]);
        return { ...step, checkpoint, changedPaths: [...paths] };
      });
    }
    case 'observation':
      return foldObservation(turn, entry);
    default:
      return turn;
  }
}

/** The turn with what a request has used that is no reply of it. */
function addUsed(turn: TurnView, { usage, costUsd }: Pick<CompactionReport, 'usage' | 'costUsd'>): TurnView {
  return {
    ...turn,
    ...(usage === undefined ? {} : { usage: addUsage(turn.usage, usage) }),
    ...(costUsd === undefined ? {} : { costUsd: (turn.costUsd ?? 0) + costUsd }),
  };
}

function foldReply(turn: TurnView, reply: EntryOf<'reply'>): TurnView {
  const { text, reasoning, toolCalls, stop: reason, usage, costUsd } = reply;
  const role =
    toolCalls.length > 0 ? 'thought' : reason === 'end' || reason === 'length' ? 'answer' : 'partial';
  const steps: TurnStep[] = [];
  if (reasoning.trim() !== '') {
    const since = text.trim() === '' ? findRequestTime(turn) : undefined;
    const duration = since === undefined ? {} : { durationMs: Math.max(0, reply.at - since) };
    steps.push({ kind: 'reasoning', text: reasoning, ...duration });
  }
  if (text.trim() !== '')
    steps.push({
      kind: 'text',
      role,
      text: role === 'answer' && reason === 'length' ? text + CUT_OFF_NOTICE : text,
    });
  for (const { id: callId, name: tool, arguments: args } of toolCalls)
    steps.push({ kind: 'call', callId, tool, params: readArguments(args), state: 'requested' });
  const cost = costUsd === undefined ? {} : { costUsd: (turn.costUsd ?? 0) + costUsd };
  return { ...addSteps(turn, ...steps), usage: addUsage(turn.usage, usage), ...cost };
}

function foldObservation(turn: TurnView, { callId, result, at }: EntryOf<'observation'>): TurnView {
  const ended = {
    state: STATE_AFTER[result.outcome],
    output: result.output,
    ...(result.images === undefined || result.images.length === 0 ? {} : { images: result.images }),
    ...omitUndefined({ error: result.error, changes: result.changes }),
    endedAt: at,
  } as const;
  const observed = changeCall(addUsed(turn, result), callId, (step) => ({ ...step, ...ended }));
  // The next request follows the last observation of a reply.
  const isLast = observed.steps.every((step) => step.kind !== 'call' || step.output !== undefined);
  return isLast ? readSteps(observed) : observed;
}

/** The turns when another turn begins after them, whose first request has every message so far. */
export function closeTurns(turns: readonly TurnView[]): readonly TurnView[] {
  return readMessages(interruptTurns(turns));
}

/** The turns when a request follows that has every message so far. */
function readMessages(turns: readonly TurnView[]): readonly TurnView[] {
  return changeLast(turns, readSteps);
}

function readSteps(turn: TurnView): TurnView {
  if (!turn.steps.some((step) => step.kind === 'message' && step.isUnread === true)) return turn;
  const steps = turn.steps.map((step) => {
    if (step.kind !== 'message') return step;
    const { isUnread: _readNow, ...message } = step;
    return message;
  });
  return { ...turn, steps };
}

/** The turn without a message that the model has not read. */
function withdraw(turn: TurnView, message: EntryId): TurnView {
  const steps = turn.steps.filter(
    (step) => step.kind !== 'message' || step.entry !== message || step.isUnread !== true,
  );
  return steps.length === turn.steps.length ? turn : { ...turn, steps };
}

function isRunning(turns: readonly TurnView[], id: TurnId | undefined): boolean {
  const last = turns.at(-1);
  return id !== undefined && last?.id === id && last.state === 'running' && last.beganAt !== undefined;
}

/** The step after the end of its turn, which stops an open call. */
function stop(step: TurnStep): TurnStep {
  const isOpen =
    step.kind === 'call' &&
    (step.state === 'requested' ||
      step.state === 'judging' ||
      step.state === 'waiting' ||
      step.state === 'allowed' ||
      step.state === 'running');
  return isOpen ? { ...step, state: 'stopped' } : step;
}

function changeLast(turns: readonly TurnView[], change: (turn: TurnView) => TurnView): readonly TurnView[] {
  const last = turns.at(-1);
  if (last === undefined) return turns;
  const changed = change(last);
  return changed === last ? turns : [...turns.slice(0, -1), changed];
}

function addSteps(turn: TurnView, ...steps: readonly TurnStep[]): TurnView {
  return steps.length === 0 ? turn : { ...turn, steps: [...turn.steps, ...steps] };
}

function changeCall(turn: TurnView, callId: string, change: (step: CallStep) => CallStep): TurnView {
  const index = turn.steps.findLastIndex((step) => isCall(step, callId));
  const step = turn.steps[index];
  return step?.kind === 'call' ? { ...turn, steps: turn.steps.with(index, change(step)) } : turn;
}

function isCall(step: TurnStep, callId: string): boolean {
  return step.kind === 'call' && step.callId === callId;
}
