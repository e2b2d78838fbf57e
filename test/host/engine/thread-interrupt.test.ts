import { expect, test } from 'vitest';
import { makeEngine } from '../../doubles/make-engine.js';
import { asksFor, type PlayedTurn, text } from '../../doubles/played-model.js';
import { settle } from '../../doubles/settle.js';
import { simpleTool } from '../../doubles/simple-tool.js';

/** A thread in which a turn runs, interrupted as the end of its program does. */
async function interrupt(turn: PlayedTurn) {
  const aborted: boolean[] = [];
  const hang = simpleTool('hang', {
    run: (_params, { signal }) =>
      new Promise(() => {
        signal.addEventListener('abort', () => aborted.push(true));
      }),
  });
  const { engine, clock } = makeEngine([turn], [hang]);
  const thread = engine.createThread();
  const running = await thread.send({ text: 'Hi' });
  await settle();
  await thread.interrupt();
  return { thread, running, aborted, clock };
}

test('a turn that is interrupted while the model writes keeps the text and has no end', async () => {
  const { thread, running, clock } = await interrupt({ deltas: [text('Half an ans')], end: 'hang' });
  expect(thread.branch.map(({ kind }) => kind)).toEqual(['thread', 'user_message', 'turn_began', 'reply']);
  expect(thread.branch.at(-1)).toMatchObject({ text: 'Half an ans', toolCalls: [], stop: 'cancelled' });
  expect(thread.turns).toMatchObject([{ state: 'interrupted' }]);
  expect(await running.result()).toMatchObject({ type: 'error', code: 'CANCELLED' });
  expect(clock.pending).toBe(0);
});

test('a turn that is interrupted while a tool runs records nothing more, and the tool is told', async () => {
  const { thread, aborted } = await interrupt(asksFor(['hang', {}]));
  const kinds = ['thread', 'user_message', 'turn_began', 'reply', 'call', 'call_began'];
  expect(thread.branch.map(({ kind }) => kind)).toEqual(kinds);
  expect(aborted).toEqual([true]);
  await thread.interrupt();
  expect(thread.branch).toHaveLength(kinds.length);
});
