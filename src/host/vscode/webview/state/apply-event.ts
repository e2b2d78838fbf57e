import type { AgentEvent } from '../../../../actors/protocol/agent.js';
import type { ToolOutcome } from '../../../../actors/protocol/tool.js';
import type { Turn } from '../../../../actors/protocol/ui.js';
import type { Step, ToolState, ToolStep, TurnView } from './step.js';

const STATE_AFTER: Readonly<Record<ToolOutcome, ToolState>> = {
  success: 'done',
  tool_error: 'failed',
  invalid_params: 'failed',
  rejected: 'rejected',
};

// Of a running command, a person reads the end of the output. Units: UTF-16 units.
const MAX_OUTPUT_CHARS = 10_000;

/** Applies an event to a turn. Unchanged steps stay the same objects. */
export function applyEvent(turn: TurnView, event: AgentEvent): TurnView {
  switch (event.type) {
    case 'token':
      return withSteps(turn, addToken(turn.steps, event));
    case 'thought':
      return settleDraft(turn, toReasoningSteps(event.reasoning ?? ''), said('thought', event.content));
    case 'answer':
      return settleDraft(turn, draftedReasoning(turn.steps), said('answer', event.content));
    case 'error': {
      const { name, code, message, partial } = event;
      const text = partial.trim() === '' ? joinDrafts(turn.steps, 'text') : partial;
      const failure: Step = { kind: 'error', name, code, message };
      return settleDraft(turn, draftedReasoning(turn.steps), [...said('partial', text), failure]);
    }
    case 'retry': {
      const { attempt, maxAttempts, waitMs, reason } = event;
      // The text of the failed attempt is discarded.
      return settleDraft(turn, [], [{ kind: 'retry', notice: { attempt, maxAttempts, waitMs, reason } }]);
    }
    case 'notice':
      return withSteps(turn, [...turn.steps, { kind: 'notice', message: event.message }]);
    case 'action': {
      const { callId, tool, params } = event;
      // An approved call is announced a second time.
      const call: ToolStep = { kind: 'tool', callId, tool, params, state: 'running' };
      return withSteps(turn, putCall(turn.steps, { ...call, ...findPreview(turn, callId) }));
    }
    case 'approval_request': {
      const { callId, tool, params, reasons, preview, protectedPaths, offers } = event;
      const question = {
        reasons,
        ...(protectedPaths === undefined ? {} : { protectedPaths }),
        ...(offers === undefined ? {} : { offers }),
      };
      const call: ToolStep = { kind: 'tool', callId, tool, params, state: 'waiting', question };
      return withSteps(turn, putCall(turn.steps, { ...call, ...(preview === undefined ? {} : { preview }) }));
    }
    case 'approval_resolved': {
      const call = turn.steps.find((step) => isCall(step, event.callId));
      if (call?.kind !== 'tool' || call.state !== 'waiting' || event.decision === 'deny') return turn;
      return withSteps(turn, putCall(turn.steps, clearQuestion(call, 'running')));
    }
    // The view sends no messages while a turn runs.
    case 'message':
      return turn;
    case 'tool_output': {
      const call = turn.steps.find((step) => isCall(step, event.callId));
      if (call?.kind !== 'tool') return turn;
      const output = ((call.output ?? '') + event.text).slice(-MAX_OUTPUT_CHARS);
      return withSteps(turn, putCall(turn.steps, { ...call, output }));
    }
    case 'observation': {
      const { callId, tool, result } = event;
      const asked = turn.steps.find((step) => isCall(step, callId));
      const params = asked?.kind === 'tool' ? asked.params : undefined;
      const state = STATE_AFTER[result.outcome];
      const call: ToolStep = { kind: 'tool', callId, tool, params, state, output: result.output };
      return withSteps(turn, putCall(turn.steps, { ...call, ...findPreview(turn, callId) }));
    }
    default: {
      const { inputTokens, outputTokens } = event.usage;
      const before = turn.usage ?? { inputTokens: 0, outputTokens: 0 };
      const usage = {
        inputTokens: before.inputTokens + inputTokens,
        outputTokens: before.outputTokens + outputTokens,
      };
      return { ...turn, usage };
    }
  }
}

/** Builds the view of a complete turn. */
export function buildTurnView({ message, events, state }: Turn): TurnView {
  const start: TurnView = { message, state: 'running', steps: [], usage: undefined };
  const turn = events.reduce(applyEvent, start);
  return state === 'running' ? turn : endTurn(turn, state);
}

/** Closes every open step of a turn that has ended. */
export function endTurn(turn: TurnView, state: 'ended' | 'interrupted'): TurnView {
  const steps = turn.steps.map((step): Step => {
    if (step.kind === 'tool' && (step.state === 'running' || step.state === 'waiting'))
      return clearQuestion(step, 'stopped');
    if (step.kind === 'text' && step.role === 'draft') return { ...step, role: 'partial' };
    if (step.kind === 'reasoning' && step.isDraft) return { ...step, isDraft: false };
    return step;
  });
  return { ...turn, state, steps };
}

function withSteps(turn: TurnView, steps: readonly Step[]): TurnView {
  return { ...turn, steps };
}

function addToken(steps: readonly Step[], token: Extract<AgentEvent, { type: 'token' }>): readonly Step[] {
  const last = steps.at(-1);
  const { channel, content } = token;
  const isMore =
    last !== undefined && isDraft(last) && (last.kind === 'reasoning') === (channel === 'reasoning');
  if (isMore) return [...steps.slice(0, -1), { ...last, text: last.text + content }];
  const step: Step =
    channel === 'reasoning'
      ? { kind: 'reasoning', text: content, isDraft: true }
      : { kind: 'text', role: 'draft', text: content };
  return [...steps, step];
}

/** Replaces the draft steps, which are the last ones, with their final form. */
function settleDraft(turn: TurnView, ...settled: readonly (readonly Step[])[]): TurnView {
  return withSteps(turn, [...turn.steps.slice(0, draftStart(turn.steps)), ...settled.flat()]);
}

/** The index of the first draft step: text that the model has sent, but that is no thought or answer yet. */
function draftStart(steps: readonly Step[]): number {
  return steps.findLastIndex((step) => !isDraft(step)) + 1;
}

type DraftStep = Extract<Step, { kind: 'text' | 'reasoning' }>;

function isDraft(step: Step): step is DraftStep {
  return (step.kind === 'reasoning' && step.isDraft) || (step.kind === 'text' && step.role === 'draft');
}

function draftedReasoning(steps: readonly Step[]): readonly Step[] {
  return toReasoningSteps(joinDrafts(steps, 'reasoning'));
}

function joinDrafts(steps: readonly Step[], kind: DraftStep['kind']): string {
  const drafts = steps.slice(draftStart(steps)).filter(isDraft);
  return drafts.flatMap((step) => (step.kind === kind ? [step.text] : [])).join('');
}

function toReasoningSteps(text: string): readonly Step[] {
  return text.trim() === '' ? [] : [{ kind: 'reasoning', text, isDraft: false }];
}

function said(role: 'thought' | 'answer' | 'partial', text: string): readonly Step[] {
  return text.trim() === '' ? [] : [{ kind: 'text', role, text }];
}

/** Replaces the step of the same call, or appends it. */
function putCall(steps: readonly Step[], call: ToolStep): readonly Step[] {
  const index = steps.findLastIndex((step) => isCall(step, call.callId));
  return index < 0 ? [...steps, call] : steps.with(index, call);
}

/** The call without its pending question. */
export function clearQuestion(step: ToolStep, state: ToolState): ToolStep {
  const { question, ...rest } = step;
  return { ...(question === undefined ? step : rest), state };
}

function findPreview({ steps }: TurnView, callId: string): Pick<ToolStep, 'preview'> {
  const call = steps.findLast((step) => isCall(step, callId));
  return call?.kind === 'tool' && call.preview !== undefined ? { preview: call.preview } : {};
}

function isCall(step: Step, callId: string): boolean {
  return step.kind === 'tool' && step.callId === callId;
}
