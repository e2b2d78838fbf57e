import { expect, test } from 'vitest';
import type { EntryId, ThreadEntry, ThreadId } from '../../../../src/actors/protocol/thread.js';
import type { MemoryToView } from '../../../../src/actors/protocol/ui-memory.js';
import { openThreadLibrary } from '../../../../src/host/node/threads/library/open-thread-library.js';
import type { Thread } from '../../../../src/host/engine/thread.js';
import { ChatShelf, type ChatShelfLibrary } from '../../../../src/host/vscode/history/chat-shelf.js';
import { FakeClock } from '../../../doubles/fake-clock.js';
import { makeTempDir, removeTempDir } from '../../../doubles/temp-dir.js';
import { until } from '../../../doubles/until.js';

const ID = 'first' as ThreadId;

function entriesOf(words: string): readonly ThreadEntry[] {
  const place = (seq: number) => ({
    id: `${words} ${seq}` as EntryId,
    parent: seq === 0 ? null : (`${words} ${seq - 1}` as EntryId),
    seq,
    at: seq,
  });
  return [
    { ...place(0), kind: 'thread', version: 2, roots: ['/w'] },
    { ...place(1), kind: 'user_message', text: words, attachments: [] },
  ];
}

async function withShelf(
  use: (world: {
    readonly library: ChatShelfLibrary;
    readonly choice: { mayDelete: boolean };
    /** The branches that were switched to. */
    readonly switched: EntryId[];
    readonly shelf: ChatShelf;
    readonly opened: ThreadId[];
    readonly posted: MemoryToView[];
    readonly titles: () => Promise<readonly string[]>;
    readonly failures: string[];
  }) => Promise<void>,
): Promise<void> {
  const folder = makeTempDir();
  try {
    await using library = await openThreadLibrary({
      stateDirectory: folder,
      roots: [folder],
      onProblem: () => undefined,
    });
    await library.append(ID, entriesOf('Find the needle'));
    await library.release(ID);
    const posted: MemoryToView[] = [];
    const opened: ThreadId[] = [];
    const switched: EntryId[] = [];
    const choice = { mayDelete: true };
    const failures: string[] = [];
    let number = 0;
    const shelf = new ChatShelf({
      clock: new FakeClock(),
      library,
      session: {
        threadId: undefined,
        activity: { isRunning: false, questions: [] },
        background: [],
        findOpen: () => undefined,
        drop: () => Promise.resolve(),
        openShown: () =>
          Promise.resolve({
            switchTo: (head: EntryId) => {
              switched.push(head);
              return Promise.resolve();
            },
          } as Thread),
      },
      listTerminals: (thread) => (thread === ID ? ['1'] : []),
      showTerminals: () => Promise.resolve(),
      mayDelete: () => Promise.resolve(choice.mayDelete),
      post: (message) => posted.push(message),
      open: (thread) => {
        opened.push(thread);
        return Promise.resolve(true);
      },
      exportChat: () => Promise.resolve(),
      newId: () => `new ${(number += 1)}`.replace(' ', '-'),
      onFailure: (what) => failures.push(what),
    });
    const titles = async () => (await library.list()).map(({ title }) => title);
    await use({ library, choice, switched, shelf, opened, posted, titles, failures });
    shelf.dispose();
  } finally {
    removeTempDir(folder);
  }
}

test('a chat is renamed, copied, archived, deleted and taken out of the trash', async () => {
  await withShelf(async ({ shelf, opened, titles }) => {
    await shelf.rename(ID, 'Needles');
    expect(await titles()).toEqual(['Needles']);
    await shelf.act({ type: 'chat', action: 'duplicate', thread: ID });
    expect(opened).toHaveLength(1);
    expect([...(await titles())].sort()).toEqual(['Needles', 'Needles (copy)']);
    await shelf.act({ type: 'chat', action: 'archive', thread: ID });
    await shelf.act({ type: 'chat', action: 'delete', thread: ID });
    expect(await titles()).toEqual(['Needles (copy)']);
    await shelf.act({ type: 'chat', action: 'restore', thread: ID });
    expect([...(await titles())].sort()).toEqual(['Needles', 'Needles (copy)']);
  });
});

test('a message that was found is opened in its chat', async () => {
  await withShelf(async ({ shelf, opened, posted, failures }) => {
    await shelf.search(1, 'NEEDLE find');
    expect(posted).toMatchObject([{ type: 'chatHits', id: 1, hits: [{ thread: ID, role: 'user' }] }]);
    const entry = 'Find the needle 1' as EntryId;
    await shelf.act({ type: 'chat', action: 'open', thread: ID, entry });
    expect([opened, posted.at(-1)]).toEqual([[ID], { type: 'goTo', entry, turn: undefined, role: 'user' }]);
    expect(failures).toEqual([]);
  });
});

test('a message that was found in another branch is opened after a switch to that branch', async () => {
  await withShelf(async ({ library, shelf, posted, switched }) => {
    const at = (seq: number, id: string, parent: string) => ({
      id: id as EntryId,
      parent: parent as EntryId,
      seq,
      at: seq,
    });
    const usage = { inputTokens: 0, outputTokens: 0 };
    const reply = { kind: 'reply', reasoning: '', toolCalls: [], stop: 'end', usage } as const;
    await library.append(ID, [
      { ...at(2, 'other answer', 'Find the needle 1'), ...reply, text: 'In the haystack.' },
      { ...at(3, 'other more', 'other answer'), kind: 'user_message', text: 'More', attachments: [] },
      { ...at(4, 'edited', 'Find the needle 0'), kind: 'user_message', text: 'Find it', attachments: [] },
    ]);
    await library.release(ID);
    await shelf.act({ type: 'chat', action: 'open', thread: ID, entry: 'edited' as EntryId });
    expect(switched).toEqual([]);
    const entry = 'other answer' as EntryId;
    await shelf.act({ type: 'chat', action: 'open', thread: ID, entry });
    expect(switched).toEqual(['other more']);
    expect(posted.at(-1)).toEqual({ type: 'goTo', entry, turn: undefined, role: 'assistant' });
  });
});

test('a chat whose terminals are to go on is not deleted, and says how many it has', async () => {
  await withShelf(async ({ choice, shelf, posted, titles }) => {
    choice.mayDelete = false;
    await shelf.act({ type: 'chat', action: 'delete', thread: ID });
    expect(await titles()).toEqual(['Find the needle']);
    shelf.show(true);
    await until(() => {
      expect(posted.at(-1)).toMatchObject({ list: { chats: [{ id: ID, terminals: 1 }] } });
      return true;
    }, 'the list has the chat with its terminal');
  });
});
