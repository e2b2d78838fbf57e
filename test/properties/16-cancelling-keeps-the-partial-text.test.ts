import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyTurns, promptTurns, turnTools } from '../arbitraries/agent-turn.js';
import type { AgentEvent } from '../../src/actors/protocol/agent.js';
import { collect, makeEngine } from '../doubles/make-engine.js';
import { PlayedModel } from '../doubles/played-model.js';
import { settle } from '../doubles/settle.js';
import { simpleTool } from '../doubles/simple-tool.js';
import { CASES, PATIENCE_MS } from './cases.js';
import { expectClosedCalls, expectGrammar, stepsOf } from './play-turn.js';

/**
 * **Feature: vscode-agent, property 16: cancelling keeps the partial text**
 */
test(
  'property 16: cancelling anywhere ends the turn at once, keeps the partial text and leaves nothing behind',
  async () => {
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
          const { engine, clock } = makeEngine(
            new PlayedModel(turns, onStep),
            [...turnTools(onStep), stuck],
            {
              approvals: { 'File edits': 'auto' },
            },
          );
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
          // Servers refuse a message of blanks alone.
          if (outcome.type === 'error' && outcome.code === 'CANCELLED' && outcome.partial.trim() !== '')
            expect(said).toBe(outcome.partial);
          if (isLeaving) return;
          const events = await collect({ [Symbol.asyncIterator]: () => reader });
          expectGrammar(events);
          expect(events.at(-1)).toEqual(outcome);
          if (outcome.type === 'error' && outcome.code === 'CANCELLED')
            expect(outcome.partial).toBe(expectedPartial(events));
        },
      ),
      { numRuns: CASES },
    );
  },
  PATIENCE_MS,
);

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
