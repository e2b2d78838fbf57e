import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { EngineBusyError } from '../../../src/actors/protocol/errors.js';
import { deferred } from '../../../src/actors/runtime/deferred.js';
import { asksFor, says } from '../../doubles/played-model.js';
import { settle } from '../../doubles/settle.js';
import { simpleTool } from '../../doubles/simple-tool.js';
import { makeTravelWorld, type TravelWorld } from '../../doubles/travel-world.js';
import { untilEqual } from '../../doubles/until-equal.js';

let world: TravelWorld;
beforeEach(() => {
  world = makeTravelWorld({
    files: { a: 'first\n', 'd/b': 'second\n' },
    tools: [
      simpleTool('wait', { run: () => new Promise(() => undefined) }),
      simpleTool('hang', {
        isReadOnly: false,
        run: (_params, { signal }) =>
          new Promise((_resolve, reject) => {
            writeFileSync(world.at('a'), 'half\n');
            signal.addEventListener('abort', () => {
              writeFileSync(world.at('a'), 'done\n');
              reject(signal.reason as Error);
            });
          }),
      }),
    ],
  });
});
afterEach(async () => {
  await world[Symbol.asyncDispose]();
});

const read = (name: string): string => readFileSync(world.at(name), 'utf8');

test('a file that has become a folder is a conflict, which stays or is restored as the person says', async () => {
  const thread = world.engine.createThread();
  await world.act(thread, ['sh', { command: 'echo changed > a' }]);
  rmSync(world.at('a'));
  mkdirSync(world.at('a'));
  const [start] = thread.checkpoints;
  const plan = await thread.planJump(start!.entry);
  expect(plan.files).toMatchObject([{ action: 'conflict', choices: ['keep', 'restore'] }]);
  await thread.jump(start!.entry, { scope: 'files' });
  expect(statSync(world.at('a')).isDirectory()).toBe(true);
  await thread.jump(start!.entry, { scope: 'files', choices: 'restore' });
  expect(read('a')).toBe('first\n');
});

test('what an edit made is there although somebody has overwritten it before anything else looked', async () => {
  const thread = world.engine.createThread();
  await world.act(thread, ['read_file', { uri: 'a' }], ['rewrite_file', { uri: 'a', new_content: 'ours\n' }]);
  writeFileSync(world.at('a'), 'theirs\n');
  const [start, , end] = thread.checkpoints;
  await thread.jump(start!.entry, { scope: 'files', choices: 'restore' });
  expect(read('a')).toBe('first\n');
  await thread.jump(end!.entry, { scope: 'files', choices: 'restore' });
  expect(read('a')).toBe('ours\n');
});

test('a jump is refused while a command runs, and after its cancel undoes what it did until it ended', async () => {
  const thread = world.engine.createThread();
  world.play(asksFor(['hang', {}]), says('Done.'));
  const turn = await thread.send({ text: 'Hang.' });
  await untilEqual(() => thread.state.status, 'acting', 'the tool runs');
  await untilEqual(() => read('a'), 'half\n', 'the tool has written');
  const [start] = thread.checkpoints;
  await expect(thread.jump(start!.entry)).rejects.toThrow(EngineBusyError);
  await expect(thread.jump(start!.entry)).rejects.toThrow('hang is running');
  turn.cancel();
  await turn.result();
  await thread.jump(start!.entry, { scope: 'files' });
  expect(read('a')).toBe('first\n');
});

test("the person's own changes are recorded, kept, and can be gone back to", async () => {
  const thread = world.engine.createThread();
  await world.act(thread, ['sh', { command: 'echo changed > a' }]);
  writeFileSync(world.at('a'), 'by a person\n');
  const [start] = thread.checkpoints;
  await thread.jump(start!.entry, { scope: 'files' });
  expect(read('a')).toBe('by a person\n');
  await thread.jump(start!.entry, { scope: 'files', choices: 'restore' });
  expect(read('a')).toBe('first\n');
  const theirs = thread.checkpoints.find(({ kind }) => kind === 'person');
  await thread.jump(theirs!.entry, { scope: 'files' });
  expect(read('a')).toBe('by a person\n');
});

test("what a call changes while the person's changes are looked for is not taken for one of them", async () => {
  const thread = world.engine.createThread();
  await world.act(thread, ['sh', { command: 'echo one > a; echo one > b' }]);
  world.play(asksFor(['wait', {}]));
  await thread.send({ text: 'Wait.' });
  await settle();
  await thread.interrupt();
  writeFileSync(world.at('b'), 'by a person\n');

  const { checkpoints } = world.engine;
  const [begun, mayLook] = [deferred<undefined>(), deferred<undefined>()];
  vi.spyOn(checkpoints!, 'look').mockImplementationOnce(async (paths, options) => {
    begun.resolve(undefined);
    await mayLook.promise;
    return checkpoints!.look(paths, options);
  });
  const sent = thread.send({ text: 'Go on.' });
  await begun.promise;
  world.play(asksFor(['sh', { command: 'echo two > a' }]), says('Done.'), says('Yes.'));
  await thread.resume()?.result();
  mayLook.resolve(undefined);
  await (await sent).result();

  const changed = thread.entries.flatMap((entry) =>
    entry.kind === 'files_changed' ? entry.changes.map(({ path }) => [entry.by, path]) : [],
  );
  expect(changed.slice(2)).toEqual([
    ['call', world.at('a')],
    ['person', world.at('b')],
  ]);
});

test('a jump of the conversation alone is a moment at which the changes of others are known', async () => {
  const thread = world.engine.createThread();
  await world.act(thread, ['sh', { command: 'echo changed > a' }]);
  writeFileSync(world.at('a'), 'by a person\n');
  const { id } = await thread.jump(thread.checkpoints[0]!.entry, { scope: 'conversation' });
  await world.act(thread, ['sh', { command: 'echo again > a' }]);
  await thread.jump(id, { scope: 'files' });
  expect(read('a')).toBe('by a person\n');
});

test('a merge takes back what the thread did, and leaves what others did', async () => {
  const thread = world.engine.createThread();
  await world.act(thread, ['sh', { command: 'printf "mine\\nfirst\\n" > a' }]);
  writeFileSync(world.at('a'), 'mine\nfirst\ntheirs\n');
  const [start] = thread.checkpoints;
  await thread.jump(start!.entry, { scope: 'files', choices: 'merge' });
  expect(read('a')).toBe('first\ntheirs\n');
  expect(thread.entries.at(-1)).toMatchObject({ kind: 'jump', choices: [{ choice: 'merge' }] });
});

test('undo goes back turn by turn, redo forth, until the thread goes on', async () => {
  const thread = world.engine.createThread();
  await world.act(thread, ['sh', { command: 'echo one > a' }]);
  await world.act(thread, ['sh', { command: 'echo two > a; echo new > c' }]);
  await thread.undo();
  expect([read('a'), existsSync(world.at('c'))]).toEqual(['one\n', false]);
  await thread.undo();
  expect(read('a')).toBe('first\n');
  expect(await thread.undo()).toBeUndefined();
  await thread.redo();
  expect(read('a')).toBe('one\n');
  await thread.redo();
  expect([read('a'), read('c')]).toEqual(['two\n', 'new\n']);
  await thread.undo();
  await world.act(thread, ['sh', { command: 'echo other > a' }]);
  expect(await thread.redo()).toBeUndefined();
  await thread.undo();
  expect(read('a')).toBe('one\n');
});

test('the model learns that files were put back, and may edit its own version at once', async () => {
  const thread = world.engine.createThread();
  await world.act(thread, ['read_file', { uri: 'a' }], ['rewrite_file', { uri: 'a', new_content: 'two\n' }]);
  await thread.undo();
  await world.act(thread, ['rewrite_file', { uri: 'a', new_content: 'three\n' }]);
  expect(read('a')).toBe('three\n');
  expect(thread.messages().findLast(({ role }) => role === 'user')?.content).toContain(
    'The person put these files back',
  );
});

test('an earlier message is edited with its files put back', async () => {
  const thread = world.engine.createThread();
  await world.act(thread, ['sh', { command: 'echo one > a' }]);
  const message = thread.entries.find(({ kind }) => kind === 'user_message');
  world.play(says('Again.'));
  await (await thread.edit(message!.id, { text: 'Again' }, { files: true })).result();
  expect(read('a')).toBe('first\n');
});

test('a file whose mode forbids reading comes back with its mode', async () => {
  const thread = world.engine.createThread();
  await world.act(thread, ['sh', { command: 'chmod 755 a' }]);
  await thread.undo();
  expect((statSync(world.at('a')).mode & 0o777).toString(8)).toBe('644');
  chmodSync(world.at('a'), 0o600);
  // Nobody but the person changed the mode since.
  expect((await thread.planJump(thread.entries[0]!.id)).files).toMatchObject([{ action: 'conflict' }]);
});

test('what an interrupted call had changed is found out when the thread is opened again', async () => {
  const thread = world.engine.createThread();
  world.play(asksFor(['hang', {}]));
  await thread.send({ text: 'Hang.' });
  await untilEqual(() => read('a'), 'half\n', 'the tool has written');
  const again = await world.reopen(thread);
  expect(again.entries.findLast(({ kind }) => kind === 'files_changed')).toMatchObject({
    by: 'interrupted',
    changes: [{ path: join(world.root, 'a') }],
  });
  expect(again.messages().findLast(({ role }) => role === 'tool')?.content).toContain(join(world.root, 'a'));
  thread.cancel();
});
