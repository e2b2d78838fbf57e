import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AgentMode } from '../../src/actors/protocol/agent.js';
import { anyTurns, turnTools } from '../arbitraries/agent-turn.js';
import { makeEngine } from '../doubles/make-engine.js';
import { PlayedModel, says } from '../doubles/played-model.js';
import { settle } from '../doubles/settle.js';
import { CASES, PATIENCE_MS } from './cases.js';
import { modes } from './play-turn.js';

/**
 * **Feature: vscode-agent, property 14: clear clears**
 */
test(
  'property 14: after a clear, also in the middle of a turn, the model is sent nothing of what came before',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(anyTurns, modes), { minLength: 1, maxLength: 3 }),
        modes,
        fc.boolean(),
        async (before, mode: AgentMode, isCut) => {
          const turns = before.flatMap(([one]) => one);
          const model = new PlayedModel([...turns, says('New.')]);
          const { engine, clock } = makeEngine(model, turnTools(), { approvals: { 'File edits': 'auto' } });
          clock.autoAdvance();
          for (const [index, [, earlier]] of before.entries()) {
            const stream = engine.processMessage(`Before ${index}`, earlier);
            if (isCut && index === before.length - 1) await settle();
            else {
              const read = async (): Promise<void> => {
                for await (const event of stream)
                  if (event.type === 'approval_request') engine.respondToApproval(event.callId, 'approve');
              };
              // A model that is stuck is left.
              await Promise.race([
                read(),
                settle()
                  .then(settle)
                  .then(() => engine.cancel()),
              ]);
              await stream.result();
            }
          }
          engine.clear();
          expect(engine.history).toEqual([]);
          const sent = model.requests.length;
          void engine.processMessage('After', mode);
          await settle();
          expect(model.requests[sent]?.messages.slice(1)).toEqual([{ role: 'user', content: 'After' }]);
          engine.cancel();
        },
      ),
      { numRuns: CASES },
    );
  },
  PATIENCE_MS,
);
