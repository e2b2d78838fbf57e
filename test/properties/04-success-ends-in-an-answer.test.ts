import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyTurns, successfulTurns } from '../arbitraries/agent-turn.js';
import { CASES, PATIENCE_MS } from './cases.js';
import { modes, play } from './play-turn.js';

/**
 * **Feature: vscode-agent, property 4: a successful ReAct run ends in an answer**
 */
test(
  'property 4: a run that succeeds ends in its answer, and only then',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(successfulTurns, anyTurns), modes, async (turns, mode) => {
        const { events, outcome } = await play(turns, mode);
        expect(events.at(-1)).toEqual(outcome);
        expect(events.filter(({ type }) => type === 'answer' || type === 'error')).toEqual([outcome]);
      }),
      { numRuns: CASES },
    );
  },
  PATIENCE_MS,
);

test(
  'property 4: a run that meets no error and does not repeat itself is successful',
  async () => {
    await fc.assert(
      fc.asyncProperty(successfulTurns, modes, async (turns, mode) => {
        const { outcome } = await play(turns, mode);
        if (outcome.type === 'error') expect(outcome.message).toContain('6 times in a row');
        else expect(outcome.type).toBe('answer');
      }),
      { numRuns: CASES },
    );
  },
  PATIENCE_MS,
);
