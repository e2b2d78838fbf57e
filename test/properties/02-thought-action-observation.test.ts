import * as fc from 'fast-check';
import { test } from 'vitest';
import { anyTurns } from '../arbitraries/agent-turn.js';
import { CASES, PATIENCE_MS } from './cases.js';
import { expectClosedCalls, expectGrammar, modes, play } from './play-turn.js';

/**
 * **Feature: vscode-agent, property 2: thought, action, observation order**
 */
test(
  'property 2: thought, action and observation follow each other, and every call gets its result',
  async () => {
    await fc.assert(
      fc.asyncProperty(anyTurns, modes, async (turns, mode) => {
        const { events, history } = await play(turns, mode);
        expectGrammar(events);
        expectClosedCalls(history);
      }),
      { numRuns: CASES },
    );
  },
  PATIENCE_MS,
);
