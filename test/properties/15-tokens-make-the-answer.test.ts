import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyTurns } from '../arbitraries/agent-turn.js';
import { CASES, PATIENCE_MS } from './cases.js';
import { modes, play } from './play-turn.js';

/**
 * **Feature: vscode-agent, property 15: streamed tokens make the answer**
 */
test(
  'property 15: the tokens of a model turn make its thought or the answer',
  async () => {
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
      { numRuns: CASES },
    );
  },
  PATIENCE_MS,
);
