import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyTurns } from '../arbitraries/agent-turn.js';
import { CASES, PATIENCE_MS } from './cases.js';
import { modes, play, registered } from './play-turn.js';

/**
 * **Feature: vscode-agent, property 3: an action names a registered tool**
 */
test(
  'property 3: an action names a registered tool',
  async () => {
    await fc.assert(
      fc.asyncProperty(anyTurns, modes, async (turns, mode) => {
        const { events } = await play(turns, mode);
        for (const event of events) if (event.type === 'action') expect(registered).toContain(event.tool);
      }),
      { numRuns: CASES },
    );
  },
  PATIENCE_MS,
);
