import { describe, expect, test } from 'vitest';
import { makeEngine } from '../../doubles/make-engine.js';
import { asksFor, type PlayedTurn, says, text } from '../../doubles/played-model.js';
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

describe('a call that has done its work when the turn is stopped', () => {
  /** A thread whose turn is stopped between what a tool has done and the end of its call. */
  async function stopBehindTheWork(isReadOnly: boolean) {
    let finish = (): void => undefined;
    const tool = simpleTool('write', {
      isReadOnly,
      run: () =>
        new Promise((resolve) => {
          finish = () => {
            resolve('Wrote a.txt.');
          };
        }),
    });
    const { engine, model } = makeEngine([asksFor(['write', {}]), says('Fine.')], [tool], {
      approvals: { 'File edits': 'auto' },
    });
    const thread = engine.createThread();
    const turn = await thread.send({ text: 'Write' });
    await settle();
    thread.cancel();
    expect(await turn.result()).toMatchObject({ type: 'error', code: 'CANCELLED' });
    finish();
    await settle();
    return { thread, model };
  }

  test('is shown as done, and the model is told so with the next message', async () => {
    const { thread, model } = await stopBehindTheWork(false);
    const turn = thread.turns.at(-1);
    expect(turn?.state).toBe('cancelled');
    expect(turn?.steps.at(-1)).toMatchObject({ tool: 'write', state: 'done', output: 'Wrote a.txt.' });
    await (await thread.send({ text: 'And now?' })).result();
    const said = model.requests.at(-1)?.messages.map(({ content }) => content) ?? [];
    expect(said.at(-1)).toBe(
      '(The call of write that was interrupted has been made: Wrote a.txt.)\n\nAnd now?',
    );
    expect(said.at(-2)).toContain('This call was interrupted while it ran.');
  });

  test('is told once, however often the conversation goes on', async () => {
    const { thread, model } = await stopBehindTheWork(false);
    await (await thread.send({ text: 'And now?' })).result();
    const said = JSON.stringify(model.requests.at(-1)?.messages);
    expect(said.split('has been made')).toHaveLength(2);
  });

  test('has no result when it only reads', async () => {
    const { thread } = await stopBehindTheWork(true);
    expect(thread.turns.at(-1)?.steps.at(-1)).toMatchObject({ tool: 'write', state: 'stopped' });
    expect(thread.branch.at(-1)).toMatchObject({ kind: 'turn_ended' });
  });
});

test('errors that a change brought go with a later result of the conversation', async () => {
  const news: string[] = [];
  const tool = simpleTool('look', {
    run: () => {
      news.push('a.ts:1:1: error: wrong');
      return 'Looked.';
    },
  });
  const { engine, model } = makeEngine([asksFor(['look', {}]), says('Fine.')], [tool], {
    lateErrors: { take: async () => news.splice(0) },
  });
  await (await engine.createThread().send({ text: 'Hi' })).result();
  expect(model.requests.at(-1)?.messages.at(-1)?.content).toBe(
    'Looked.\n\nYour changes brought new errors:\na.ts:1:1: error: wrong',
  );
});
