import { expect, test } from 'vitest';
import { deferred } from '../../../src/actors/runtime/deferred.js';
import { errorOf } from '../../doubles/error-of.js';
import { makeEngine } from '../../doubles/make-engine.js';
import { asksFor, says, text } from '../../doubles/played-model.js';
import { settle } from '../../doubles/settle.js';
import { simpleTool } from '../../doubles/simple-tool.js';

test('a string is a message, also in the place of another one', async () => {
  const { engine, model } = makeEngine([says('One.'), says('Two.')]);
  const thread = engine.createThread();
  await (await thread.send('First')).result();
  const message = thread.branch.find(({ kind }) => kind === 'user_message');
  await (await thread.edit(message?.id ?? '', 'Second')).result();
  const sent = model.requests.map(({ messages }) => messages.at(-1)?.content);
  expect(sent).toEqual(['First', 'Second']);
});

test('a signal that has aborted sends nothing, and gives its reason', async () => {
  const { engine, model } = makeEngine([says('Hello.')]);
  const thread = engine.createThread();
  const before = thread.entries.length;
  const reason = new Error('Too late.');
  expect(await errorOf(() => thread.send('Hi', { signal: AbortSignal.abort(reason) }))).toBe(reason);
  expect([thread.entries.length, model.requests.length]).toEqual([before, 0]);
});

test.each([
  ['while the model writes', { deltas: [text('Half')], end: 'hang' } as const],
  ['while a tool runs', asksFor(['hang', {}])],
])('an abort %s cancels the turn, and the thread goes on', async (_, turn) => {
  const hang = simpleTool('hang', {
    run: (_params, { signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          reject(new Error('Stopped.'));
        });
      }),
  });
  const { engine } = makeEngine([turn, says('Again.')], [hang]);
  const thread = engine.createThread();
  const abort = new AbortController();
  const running = await thread.send('Hi', { signal: abort.signal });
  await settle();
  abort.abort();
  expect(await running.result()).toMatchObject({ type: 'error', code: 'CANCELLED' });
  expect(await (await thread.send('Again')).result()).toMatchObject({ type: 'answer', content: 'Again.' });
});

test('an abort after the end does nothing, and nothing listens any more', async () => {
  const { engine } = makeEngine([says('One.'), { deltas: [text('Half')], end: 'hang' }]);
  const thread = engine.createThread();
  const abort = new AbortController();
  await (await thread.send('Hi', { signal: abort.signal })).result();
  const next = await thread.send('More');
  await settle();
  abort.abort();
  expect(next.isOver).toBe(false);
  thread.cancel();
});

test('an abort while attachments are read sends nothing', async () => {
  const { engine, model } = makeEngine([says('Hello.')], [], {
    resolveAttachments: (_refs, { signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          reject(new Error('Stopped.'));
        });
      }),
  });
  const thread = engine.createThread();
  const abort = new AbortController();
  const message = { text: 'Hi', attachments: [{ kind: 'file', path: 'a' } as const] };
  const sending = errorOf(() => thread.send(message, { signal: abort.signal }));
  await settle();
  abort.abort(new Error('Never mind.'));
  expect(await sending).toMatchObject({ message: 'Never mind.' });
  expect([thread.branch.length, model.requests.length]).toEqual([1, 0]);
});

test('an abort withdraws a message that waits in a turn of another one, which goes on', async () => {
  const go = deferred<string>();
  const wait = simpleTool('wait', { run: () => go.promise });
  const { engine, model } = makeEngine([asksFor(['wait', {}]), says('Done.')], [wait]);
  const thread = engine.createThread();
  const first = await thread.send('First');
  await settle();
  const abort = new AbortController();
  expect(await thread.send('Second', { signal: abort.signal })).toBe(first);
  abort.abort();
  await settle();
  go.resolve('waited');
  expect(await first.result()).toMatchObject({ type: 'answer', content: 'Done.' });
  expect(JSON.stringify(model.requests)).not.toContain('Second');
});
