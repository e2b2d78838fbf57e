import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { parseThreadId } from '../../src/actors/threads/ids/parse-thread-id.js';
import type { AbsPath } from '../../src/actors/protocol/workspace.js';
import { openThreadStore } from '../../src/host/open-thread-store.js';
import { errorOf } from '../doubles/error-of.js';
import { makeEngine } from '../doubles/make-engine.js';
import { says } from '../doubles/played-model.js';
import { makeTempDir, removeTempDir } from '../doubles/temp-dir.js';

let root: AbsPath;
beforeEach(() => {
  root = makeTempDir();
});
afterEach(() => {
  removeTempDir(root);
});

test('a conversation in a folder goes on in another process of the program', async () => {
  const folder = join(root, 'a/threads');
  let id: string;
  {
    await using store = openThreadStore(folder);
    const { engine } = makeEngine([says('One.')], [], { store });
    const thread = engine.createThread();
    await (await thread.send('First')).result();
    id = thread.id;
  }
  await using store = openThreadStore(folder);
  const { engine, model } = makeEngine([says('Two.')], [], { store });
  expect((await engine.listThreads()).map((thread) => thread.id)).toEqual([id]);
  const thread = await engine.openThread(id);
  await (await thread.send('Second')).result();
  const contents = model.requests[0]?.messages.map(({ content }) => content);
  expect(contents?.slice(-3)).toEqual(['First', 'One.', 'Second']);
});

test('a store makes nothing before the first entry', async () => {
  await using store = openThreadStore(join(root, 'none'));
  expect([await store.list(), readdirSync(root)]).toEqual([[], []]);
});

test('an id that leads elsewhere is refused by the store as well', async () => {
  await using store = openThreadStore(root);
  const read = async () => {
    for await (const _ of store.read('../other' as ReturnType<typeof parseThreadId>));
  };
  expect(await errorOf(read)).toMatchObject({ code: 'THREAD_NOT_FOUND' });
  expect(await errorOf(() => parseThreadId('../other'))).toMatchObject({
    message: 'Expected the id of a thread, which has 1 to 100 letters, digits, _ and -; got "../other".',
  });
});

test('the instructions of a program end the system prompt, and nothing of them where there are none', async () => {
  const promptOf = async (instructionText?: string) => {
    const { engine, model } = makeEngine(
      [says('One.')],
      [],
      instructionText === undefined ? {} : { instructionText },
    );
    await (await engine.createThread().send('First')).result();
    return model.requests[0]?.messages[0]?.content ?? '';
  };
  const bare = await promptOf();
  expect(await promptOf('  Answer in verse.\n')).toBe(
    `${bare}\n\n# Instructions of the program that you work in\n\nAnswer in verse.`,
  );
  expect(await promptOf('  ')).toBe(bare);
});
