import { cpSync, existsSync, readdirSync, readlinkSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ThreadId } from '../../../../src/actors/protocol/thread.js';
import { FileThreadStore } from '../../../../src/host/node/threads/file-thread-store.js';
import { DigestCache } from '../../../../src/host/node/threads/library/digest-cache.js';
import type { FileThreadLibrary } from '../../../../src/host/node/threads/library/file-thread-library.js';
import type { PlacedThread } from '../../../../src/host/node/threads/library/placed-thread.js';
import { ThreadDigests } from '../../../../src/host/node/threads/library/thread-digests.js';
import { readLines } from '../../../../src/host/node/threads/log/read-lines.js';
import { readParts } from '../../../../src/host/node/threads/log/read-log.js';
import { streamEntries } from '../../../../src/host/node/threads/log/stream-entries.js';
import { createRandom } from '../../../../bench/make-tree.js';
import { drawBytes } from '../../../doubles/draw-bytes.js';
import { describeUnless } from '../../../doubles/run-unless.js';
import { untilEqual } from '../../../doubles/until-equal.js';
import { LibraryWorld, talk } from './library/library-world.js';

const ID = 'thread' as ThreadId;

/** Texts of which each kind of file has a megabyte or so, many times what a reader holds at once. */
const TEXTS = Array.from({ length: 32 }, (_, seed) =>
  drawBytes(createRandom(seed), 16 * 1024).toString('hex'),
);

describeUnless(existsSync('/proc/self/fd') ? undefined : 'Open files are counted in /proc/self/fd.')(
  'a caller that leaves the iteration of a reader early',
  () => {
    const world = new LibraryWorld();
    const at = (...names: readonly string[]): string => join(world.dir, ...names);
    let library: FileThreadLibrary;
    let plain: string;
    let sealed: string;
    let placed: PlacedThread;

    beforeAll(async () => {
      await storeIn(at('plain'), at('sealed'));
      plain = logIn(at('plain'), '.log');
      sealed = logIn(at('sealed'), '.logz');
      writeFileSync(
        at('first.jsonl'),
        talk(['/w'], TEXTS)
          .map((entry) => `${JSON.stringify(entry)}\n`)
          .join(''),
      );
      placed = { id: ID, folder: at('plain'), names: [ID] };
      const writing = await world.open();
      await writing.append(ID, talk([world.root()], TEXTS));
      await writing[Symbol.asyncDispose]();
      library = await world.open();
      await library.list();
    });
    afterAll(async () => {
      await world[Symbol.asyncDispose]();
    });

    const readers: Readonly<Record<string, () => AsyncIterable<unknown>>> = {
      'readLines (the first format)': () => readLines(at('first.jsonl')),
      'readParts (plain)': () => readParts(plain, ID, { isSealed: false }),
      'readParts (compressed)': () => readParts(sealed, ID, { isSealed: true }),
      'streamEntries (plain)': () => streamEntries(plain, ID),
      'streamEntries (compressed)': () => streamEntries(sealed, ID),
      async *'ThreadDigests.texts (from its cache)'() {
        const digests = new ThreadDigests(at('digests'), openStore);
        yield* digests.texts(placed, await digests.digest(placed));
      },
      async *'DigestCache.open'() {
        const digests = new ThreadDigests(at('cache'), openStore);
        await digests.digest(placed);
        yield* (await new DigestCache(at('cache')).open(ID))?.texts ?? [];
      },
    };
    test.each(Object.entries(readers))('closes the file: %s', async (_name, open) => {
      let openFiles: readonly string[] = [];
      for await (const part of open()) {
        expect(part).toBeDefined();
        openFiles = openBelow(world.dir);
        break;
      }
      // Otherwise the end of the file has closed it, and leaving shows nothing.
      expect(openFiles).toHaveLength(1);
      await untilEqual(() => openBelow(world.dir), [], 'the file is closed');
    });

    const wholeReaders: Readonly<Record<string, () => AsyncIterable<unknown>>> = {
      'FileThreadStore.read': () => openStore(at('sealed')).read(ID),
      'FileThreadLibrary.read': () => library.read(ID),
    };
    test.each(Object.entries(wholeReaders))('finds nothing open to close: %s', async (_name, open) => {
      for await (const part of open()) {
        expect(part).toBeDefined();
        break;
      }
      await untilEqual(() => openBelow(world.dir), [], 'nothing is open');
    });

    test('closes the file: FileThreadLibrary.search, which ends with the last hit that it may have', async () => {
      expect(await library.search('about', { limit: 1 })).toHaveLength(1);
      await untilEqual(() => openBelow(world.dir), [], 'the cache is closed');
    });
  },
);

function openStore(folder: string): FileThreadStore {
  return new FileThreadStore({ folder, onProblem: expect.unreachable });
}

/** Stores the texts as a plain file in one folder, and as a compressed one in the other. */
async function storeIn(plain: string, sealed: string): Promise<void> {
  await using store = openStore(sealed);
  await store.append(ID, talk(['/w'], TEXTS));
  // Its disposal compresses the file.
  cpSync(sealed, plain, { recursive: true });
}

function logIn(folder: string, extension: string): string {
  return join(folder, ID, readdirSync(join(folder, ID)).find((name) => name.endsWith(extension)) ?? '');
}

/** The files below a folder that this process has open. */
function openBelow(folder: string): readonly string[] {
  return readdirSync('/proc/self/fd')
    .map((fd) => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`);
      } catch {
        // The descriptor that listed the folder.
        return '';
      }
    })
    .filter((path) => path.startsWith(`${folder}${sep}`));
}
