import { cpSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { EntryId, ThreadEntry, ThreadId } from '../../../../../src/actors/protocol/thread.js';
import type { ThreadHit, ThreadSummary } from '../../../../../src/actors/protocol/thread-store.js';
import type { FileThreadLibrary } from '../../../../../src/host/node/threads/library/file-thread-library.js';
import { nodeDisk } from '../../../../../src/host/node/threads/log/log-disk.js';
import { sealLog } from '../../../../../src/host/node/threads/log/seal-log.js';
import { openThreadLibrary } from '../../../../../src/host/node/threads/library/open-thread-library.js';
import { conversations, entriesOf } from '../../../../arbitraries/conversation.js';
import { LibraryWorld, talk } from './library-world.js';

const ID = 'thread' as ThreadId;

interface Answers {
  readonly list: readonly ThreadSummary[];
  readonly hits: readonly ThreadHit[];
}

async function ask(library: FileThreadLibrary): Promise<Answers> {
  return { list: await library.list(), hits: await library.search('e') };
}

/** What a library answers that has never seen these threads. The other one has told all of its problems, too. */
async function askAnew(world: LibraryWorld, library: FileThreadLibrary): Promise<Answers> {
  const problems: string[] = [];
  const copy = join(world.dir, 'copy');
  cpSync(library.folder, copy, { recursive: true });
  rmSync(join(copy, 'cache'), { recursive: true, force: true });
  await using other = await openThreadLibrary({
    stateDirectory: join(world.dir, 'other'),
    roots: [world.root()],
    legacyFolders: [copy],
    onProblem: (sentence) => problems.push(sentence),
  });
  const answers = await ask(other);
  rmSync(copy, { recursive: true });
  for (const problem of problems) expect(world.problems).toContain(problem.replaceAll(copy, library.folder));
  return answers;
}

/** The files of the thread, the newest last. */
function logsOf(library: FileThreadLibrary): readonly string[] {
  const folder = join(library.folder, ID);
  return readdirSync(folder)
    .filter((name) => name.includes('.log'))
    .sort()
    .map((name) => join(folder, name));
}

const happenings = fc.constantFrom('nothing', 'reopen', 'fork', 'cut', 'flip', 'seal');

test('what is known of a thread that grows is what a library finds that has never seen it', async () => {
  await fc.assert(
    fc.asyncProperty(
      conversations,
      fc.array(fc.tuple(fc.nat({ max: 6 }), happenings, fc.nat()), { minLength: 1, maxLength: 4 }),
      async (conversation, steps) => {
        await using world = new LibraryWorld();
        const entries = entriesOf(conversation);
        let library = await world.open();
        let at = 0;
        for (const [count, happening, number] of steps) {
          const added = entries.slice(at, at + Math.max(at === 0 ? 1 : 0, count));
          at += added.length;
          if (added.length > 0) await library.append(ID, added);
          expect(await ask(library)).toEqual(await askAnew(world, library));
          if (happening === 'nothing') continue;
          await library.release(ID);
          if (happening === 'reopen') library = await world.open();
          else if (happening === 'fork') await fork(world, entries[at - 1], number);
          else if (happening === 'seal') await sealAll(library);
          else damage(logsOf(library).at(-1) ?? '', happening, number);
          expect(await ask(library)).toEqual(await askAnew(world, library));
        }
      },
    ),
    { numRuns: 100 },
  );
});

/** Another program goes on from an entry. */
async function fork(world: LibraryWorld, from: ThreadEntry | undefined, number: number): Promise<void> {
  if (from === undefined) return;
  await using other = await world.open();
  const body = { kind: 'user_message', text: `here ${number}`, attachments: [] } as const;
  const place = { id: `fork-${from.seq}-${number}` as EntryId, parent: from.id, seq: from.seq + 1 };
  await other.append(ID, [{ ...place, at: from.at + 1, ...body }]);
}

/** Compresses the files of the thread, as their writers do with long ones. */
async function sealAll(library: FileThreadLibrary): Promise<void> {
  for (const path of logsOf(library)) if (path.endsWith('.log')) await sealLog(nodeDisk, path, ID);
}

function damage(path: string, how: 'cut' | 'flip', number: number): void {
  const bytes = readFileSync(path);
  if (how === 'flip') bytes[number % bytes.length] = (bytes[number % bytes.length] ?? 0) ^ 1;
  writeFileSync(path, how === 'cut' ? bytes.subarray(0, number % bytes.length) : bytes);
}

test('what a turn adds to a long conversation is read, and nothing before it', async () => {
  await using world = new LibraryWorld();
  const entries = talk(
    ['/w'],
    Array.from({ length: 20 }, (_, index) => `question ${index}`),
  );
  const library = await world.open();
  await library.append(ID, entries.slice(0, -2));
  await library.release(ID);
  const [first = ''] = logsOf(library);
  utimesSync(first, 1_000, 1_000);
  await library.list();
  // Nobody who looks at names, sizes and times sees this.
  damage(first, 'flip', Math.floor(statSync(first).size / 2));
  utimesSync(first, 1_000, 1_000);
  await library.append(ID, entries.slice(-2));
  expect((await library.list()).map((summary) => summary.entries)).toEqual([entries.length]);
  expect(await library.search('question 19')).toHaveLength(2);
  rmSync(join(library.folder, 'cache'), { recursive: true });
  const reader = await world.open();
  expect((await reader.list()).map((summary) => summary.entries)).toEqual([entries.length - 1]);
});
