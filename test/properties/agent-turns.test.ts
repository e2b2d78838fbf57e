import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AgentEvent, AgentMode } from '../../src/actors/protocol/agent.js';
import type { LLMMessage } from '../../src/actors/protocol/llm.js';
import { anyTurns, promptTurns, successfulTurns, turnTools } from '../arbitraries/agent-turn.js';
import { collect, makeEngine } from '../doubles/make-engine.js';
import { PlayedModel, type PlayedTurn } from '../doubles/played-model.js';
import { settle } from '../doubles/settle.js';
import { simpleTool } from '../doubles/simple-tool.js';

const RUNS = { numRuns: 200 };
const modes = fc.constantFrom<AgentMode>('ask', 'gather', 'plan', 'agent');
const registered = new Set(turnTools().map(({ name }) => name));

/** Runs one message through the real engine; a person approves every second call that is asked about. */
async function play(turns: readonly PlayedTurn[], mode: AgentMode) {
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
function stepsOf(events: readonly AgentEvent[]): readonly (readonly AgentEvent[])[] {
  const starts = events.flatMap(({ type }, index) => (type === 'thought' ? [index] : []));
  return starts.map((start, step) => events.slice(start, starts[step + 1]));
}

function expectGrammar(events: readonly AgentEvent[]): void {
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
function expectClosedCalls(history: readonly LLMMessage[]): void {
  for (const [index, message] of history.entries()) {
    if (message.role !== 'assistant' || message.toolCalls === undefined) continue;
    const results = history.slice(index + 1, index + 1 + message.toolCalls.length);
    expect(results.map((result) => (result.role === 'tool' ? result.toolCallId : result.role))).toEqual(
      message.toolCalls.map(({ id }) => id),
    );
  }
}

test('property 2: thought, action and observation follow each other, and every call gets its result', async () => {
  await fc.assert(
    fc.asyncProperty(anyTurns, modes, async (turns, mode) => {
      const { events, history } = await play(turns, mode);
      expectGrammar(events);
      expectClosedCalls(history);
    }),
    RUNS,
  );
});

test('property 3: an action names a registered tool', async () => {
  await fc.assert(
    fc.asyncProperty(anyTurns, modes, async (turns, mode) => {
      const { events } = await play(turns, mode);
      for (const event of events) if (event.type === 'action') expect(registered).toContain(event.tool);
    }),
    RUNS,
  );
});

test('property 4: a run that succeeds ends in its answer, and only then', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(successfulTurns, anyTurns), modes, async (turns, mode) => {
      const { events, outcome } = await play(turns, mode);
      expect(events.at(-1)).toEqual(outcome);
      expect(events.filter(({ type }) => type === 'answer' || type === 'error')).toEqual([outcome]);
    }),
    RUNS,
  );
});

test('property 4: a run that meets no error and does not repeat itself is successful', async () => {
  await fc.assert(
    fc.asyncProperty(successfulTurns, modes, async (turns, mode) => {
      const { outcome } = await play(turns, mode);
      if (outcome.type === 'error') expect(outcome.message).toContain('6 times in a row');
      else expect(outcome.type).toBe('answer');
    }),
    RUNS,
  );
});

test('property 15: the tokens of a model turn make its thought or the answer', async () => {
  await fc.assert(
    fc.asyncProperty(anyTurns, modes, async (turns, mode) => {
      const { events } = await play(turns, mode);
      let said = '';
      for (const event of events) {
        if (event.type === 'token' && event.channel === 'answer') said += event.content;
        if (event.type === 'retry' || event.type === 'observation') said = '';
        if (event.type === 'thought' || event.type === 'answer') expect(event.content).toBe(said);
      }
    }),
    RUNS,
  );
});

test('property 16: cancelling anywhere ends the turn at once, keeps the partial text and leaves nothing behind', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof({ weight: 3, arbitrary: promptTurns }, { weight: 1, arbitrary: anyTurns }),
      fc.nat(30),
      fc.boolean(),
      async (turns, cancelAtStep, isLeaving) => {
        let step = 0;
        const onStep = (): void => {
          if (step++ === cancelAtStep) cancel();
        };
        const stuck = simpleTool('stuck', {
          run: () => {
            onStep();
            return new Promise(() => undefined);
          },
        });
        const { engine, clock } = makeEngine(new PlayedModel(turns, onStep), [...turnTools(onStep), stuck], {
          approvals: { 'File edits': 'auto' },
        });
        const stream = engine.processMessage('Go', 'agent');
        const reader = stream[Symbol.asyncIterator]();
        // Leaving the loop is the other way to cancel; what it does not read is in the outcome and the history.
        const cancel = (): void => {
          if (isLeaving) void reader.return?.();
          else engine.cancel();
        };

        await settle();
        // At rest before that step: the model or a tool is stuck, waits for its retry, or for a person.
        if (engine.getState().status !== 'idle') cancel();
        expect(engine.getState()).toEqual({ status: 'idle' });
        const outcome = await stream.result();
        await settle();
        expect(clock.pending).toBe(0);
        expect(clock.now()).toBe(0);
        expectClosedCalls(engine.history);

        const said = engine.history.findLast(({ role }) => role === 'assistant')?.content ?? '';
        if (outcome.type === 'error' && outcome.code === 'CANCELLED' && outcome.partial !== '')
          expect(said).toBe(outcome.partial);
        if (isLeaving) return;
        const events = await collect({ [Symbol.asyncIterator]: () => reader });
        expectGrammar(events);
        expect(events.at(-1)).toEqual(outcome);
        if (outcome.type === 'error' && outcome.code === 'CANCELLED')
          expect(outcome.partial).toBe(expectedPartial(events));
      },
    ),
    RUNS,
  );
});

/** What the model said in the turn that was cut: the thought if that got as far as its calls, else the last tokens. */
function expectedPartial(events: readonly AgentEvent[]): string {
  const step = stepsOf(events).at(-1) ?? [];
  const [thought] = step.flatMap((event) => (event.type === 'thought' ? [event.content] : []));
  const wasActing = step.some((event) => event.type === 'observation' && event.result.error === 'CANCELLED');
  if (thought !== undefined && wasActing) return thought;
  let said = '';
  for (const event of events) {
    if (event.type === 'token' && event.channel === 'answer') said += event.content;
    if (event.type === 'retry' || event.type === 'observation') said = '';
  }
  return said;
}
