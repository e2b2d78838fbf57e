import * as fc from 'fast-check';
import { expect } from 'vitest';
import type { AgentEvent, AgentMode } from '../../src/actors/protocol/agent.js';
import type { LLMMessage } from '../../src/actors/protocol/llm.js';
import { turnTools } from '../arbitraries/agent-turn.js';
import { makeEngine } from '../doubles/make-engine.js';
import type { PlayedTurn } from '../doubles/played-model.js';

export const modes = fc.constantFrom<AgentMode>('ask', 'gather', 'plan', 'agent');
export const registered = new Set(turnTools().map(({ name }) => name));

/** Runs one message through the real engine; a person approves every second call that is asked about. */
export async function play(turns: readonly PlayedTurn[], mode: AgentMode) {
  const { engine, clock } = makeEngine(turns, turnTools(), { approvals: { 'File edits': 'auto' } });
  clock.autoAdvance();
  const events: AgentEvent[] = [];
  let approvals = 0;
  const stream = engine.processMessage('Go', mode);
  for await (const event of stream) {
    events.push(event);
    if (event.type === 'approval_request')
      engine.respondToApproval(event.callId, approvals++ % 2 === 0 ? 'approve' : 'deny');
  }
  return { events, outcome: await stream.result(), history: engine.history };
}

// The grammar of `AgentEvent`. A call of an unknown tool has an observation and no action (property 3).
const GRAMMAR = /^(?:t*(?:rt*)*hu?(?:a|o)*o)*t*(?:rt*)*u?E$/;
const LETTERS: Record<AgentEvent['type'], string> = {
  token: 't',
  retry: 'r',
  thought: 'h',
  usage: 'u',
  action: 'a',
  observation: 'o',
  answer: 'E',
  error: 'E',
  approval_request: '',
  approval_resolved: '',
  message: '',
  message_withdrawn: '',
  tool_output: '',
  notice: '',
  instructions: '',
  compaction: '',
  plan: '',
  step_complete: '',
};

/** The events from each thought to the next. */
export function stepsOf(events: readonly AgentEvent[]): readonly (readonly AgentEvent[])[] {
  const starts = events.flatMap(({ type }, index) => (type === 'thought' ? [index] : []));
  return starts.map((start, step) => events.slice(start, starts[step + 1]));
}

export function expectGrammar(events: readonly AgentEvent[]): void {
  expect(events.map(({ type }) => LETTERS[type]).join('')).toMatch(GRAMMAR);
  for (const step of stepsOf(events)) {
    const open = new Set<string>();
    const known = new Set<string>();
    for (const event of step) {
      if (event.type === 'action') {
        expect(known).not.toContain(event.callId);
        open.add(event.callId);
        known.add(event.callId);
      }
      if (event.type !== 'observation') continue;
      const { callId, tool, result } = event;
      // Before it has an action, only a call of an unknown tool ends, or one that the end of the turn interrupts.
      const isWithout =
        !known.has(callId) &&
        ((!registered.has(tool) && result.error === 'UNKNOWN_TOOL') || result.error === 'CANCELLED');
      expect(open.delete(callId) || isWithout).toBe(true);
      known.add(callId);
    }
    expect([...open]).toEqual([]);
  }
}

/** Every tool call of the conversation is followed by its result, in order. */
export function expectClosedCalls(history: readonly LLMMessage[]): void {
  for (const [index, message] of history.entries()) {
    if (message.role !== 'assistant' || message.toolCalls === undefined) continue;
    const results = history.slice(index + 1, index + 1 + message.toolCalls.length);
    expect(results.map((result) => (result.role === 'tool' ? result.toolCallId : result.role))).toEqual(
      message.toolCalls.map(({ id }) => id),
    );
  }
}
