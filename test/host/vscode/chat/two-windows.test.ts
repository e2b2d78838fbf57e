import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ThreadEntry, ThreadId } from '../../../../src/actors/protocol/thread.js';
import type { UnsentMessage } from '../../../../src/actors/protocol/ui.js';
import { branchTo } from '../../../../src/actors/threads/branch.js';
import type { FileThreadLibrary } from '../../../../src/host/node/threads/library/file-thread-library.js';
import { LastThread } from '../../../../src/host/node/threads/last-thread.js';
import { ChatSession } from '../../../../src/host/vscode/chat/chat-session.js';
import { duplicateThread } from '../../../../src/host/vscode/history/duplicate-thread.js';
import { FakeClock } from '../../../doubles/fake-clock.js';
import { makeEngine } from '../../../doubles/make-engine.js';
import { says } from '../../../doubles/played-model.js';
import { settle } from '../../../doubles/settle.js';
import { until } from '../../../doubles/until.js';
import { LibraryWorld } from '../../node/threads/library/library-world.js';

type Answer = 'here' | 'copy' | 'neither';

let world: LibraryWorld;
beforeEach(() => {
  world = new LibraryWorld();
});
afterEach(async () => {
  await world[Symbol.asyncDispose]();
});

/** A window of the folder: a session over the real engine and the real store. */
async function openWindow(name: string) {
  const clock = new FakeClock();
  const library = await world.open();
  const turns = Array.from({ length: 20 }, (_, index) => says(`${name} ${index}`));
  const { engine } = makeEngine(turns, [], { store: library });
  const asked: boolean[] = [];
  let answer: Answer = 'here';
  const session = new ChatSession({
    clock,
    store: library,
    last: new LastThread(join(world.dir, 'last')),
    chosenMode: undefined,
    openEngine: () => Promise.resolve(engine),
    turnOptions: () => Promise.resolve({}),
    askElsewhere: (isRunning) => {
      asked.push(isRunning);
      return Promise.resolve(answer === 'neither' ? undefined : answer);
    },
    copyThread: (id) => duplicateThread(id, { library, clock, newId: randomUUID }),
    post: () => undefined,
    postState: () => undefined,
    saveMode: () => undefined,
    onWaiting: () => undefined,
    onTurnEnd: () => undefined,
    onProblem: () => undefined,
  });
  let isRestored = false;
  void session.restored.then(() => {
    isRestored = true;
  });
  await until(() => {
    // It waits for a window that holds the chat.
    clock.advance(2_000);
    return isRestored;
  }, 'the chat of the folder is shown');
  return {
    session,
    library,
    asked,
    /** Says something, and answers the question about the other window, if there is one. Resolves once it is answered. */
    async say(text: string, how: Answer = 'here'): Promise<readonly UnsentMessage[]> {
      answer = how;
      await session.send({ text, attachments: [] });
      await session.thread?.turn?.result();
      while (session.activity.isRunning) await settle();
      return session.catchUp().unsent;
    },
    get shown(): string[] {
      return messagesOf(session.catchUp().entries);
    },
    async close(): Promise<void> {
      await session.close();
      await library[Symbol.asyncDispose]();
    },
  };
}

function messagesOf(entries: readonly ThreadEntry[]): string[] {
  return entries.flatMap((entry) => (entry.kind === 'user_message' ? [entry.text] : []));
}

async function entriesOf(library: FileThreadLibrary, id: ThreadId): Promise<readonly ThreadEntry[]> {
  const entries: ThreadEntry[] = [];
  for await (const entry of library.read(id)) entries.push(entry);
  return entries;
}

/** What each listed chat shows, with its title. */
async function chats(): Promise<readonly (readonly [title: string, messages: string[]])[]> {
  const library = await world.open();
  const listed = (await library.list()).map(async ({ id, title }) => {
    return [title, messagesOf(branchTo(await entriesOf(library, id)))] as const;
  });
  return (await Promise.all(listed)).sort(([one], [other]) => (one < other ? -1 : 1));
}

describe('two windows on one chat', () => {
  test('go on with it in turns, and each shows what the other has said', async () => {
    const first = await openWindow('first');
    await first.say('One');
    const second = await openWindow('second');
    expect(second.shown).toEqual(['One']);
    await second.say('Two');
    await first.say('Three');

    expect([first.asked, second.asked]).toEqual([[false], [false]]);
    expect(first.shown).toEqual(['One', 'Two', 'Three']);
    await second.say('Four');
    expect(second.shown).toEqual(['One', 'Two', 'Three', 'Four']);
    expect(await chats()).toEqual([['One', ['One', 'Two', 'Three', 'Four']]]);
    for (const window of [first, second]) await window.close();
    expect((await openWindow('third')).shown).toEqual(['One', 'Two', 'Three', 'Four']);
  });

  test('go on apart when one of them takes a copy, whose title tells it from the other', async () => {
    const first = await openWindow('first');
    await first.say('One');
    const second = await openWindow('second');
    await second.say('Two', 'copy');
    await first.say('Three');
    await second.say('Four');

    expect([first.asked, second.asked]).toEqual([[], [false]]);
    expect([first.shown, second.shown]).toEqual([
      ['One', 'Three'],
      ['One', 'Two', 'Four'],
    ]);
    expect(await chats()).toEqual([
      ['One', ['One', 'Three']],
      ['One (copy)', ['One', 'Two', 'Four']],
    ]);
  });

  test('show what was said elsewhere, and keep the message, when the person wants neither', async () => {
    const first = await openWindow('first');
    await first.say('One');
    const second = await openWindow('second');
    await first.say('Two');
    const unsent = await second.say('Three', 'neither');
    expect(unsent).toMatchObject([
      { message: { text: 'Three' }, error: { message: 'This chat is open in another window or program.' } },
    ]);
    expect(second.shown).toEqual(['One', 'Two']);
    await first.say('Four');
    expect(await chats()).toEqual([['One', ['One', 'Two', 'Four']]]);
  });

  test('need no question once the other one has gone to another chat', async () => {
    const first = await openWindow('first');
    await first.say('One');
    const second = await openWindow('second');
    await second.say('Two');
    second.session.newChat();
    await until(
      async () => !(await first.library.isHeldElsewhere(first.session.threadId as ThreadId)),
      'it is given up',
    );
    await first.say('Three');
    expect([first.asked, first.shown]).toEqual([[], ['One', 'Two', 'Three']]);
  });

  test('do not meet in a chat that none of them has held before it was opened', async () => {
    const first = await openWindow('first');
    await first.say('One');
    await first.close();
    const [second, third] = [await openWindow('second'), await openWindow('third')];
    await Promise.all([second.say('Two'), third.say('Three', 'copy')]);
    // Whoever was first has it, and the other one has the rest of it, or a copy.
    const listed = (await chats()).map(([, messages]) => messages);
    expect(listed.flat()).toEqual(expect.arrayContaining(['Two', 'Three']));
    expect(listed.every(([first]) => first === 'One')).toBe(true);
  });

  test('lose nothing, whatever the order and the answers', async () => {
    const step = fc.record({
      window: fc.constantFrom(0, 1, 2),
      how: fc.constantFrom<Answer>('here', 'copy', 'neither'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 6 }), async (steps) => {
        await using fresh = new LibraryWorld();
        world = fresh;
        const first = await openWindow('first');
        await first.say('Begin');
        const windows = [first, await openWindow('second'), await openWindow('third')];
        const said = ['Begin'];
        for (const [index, { window, how }] of steps.entries()) {
          const unsent = await windows[window]?.say(`Message ${index}`, how);
          if (unsent?.length === 0) said.push(`Message ${index}`);
        }
        const listed = new Set((await chats()).flatMap(([, messages]) => messages));
        expect(said.filter((text) => !listed.has(text))).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });
});
