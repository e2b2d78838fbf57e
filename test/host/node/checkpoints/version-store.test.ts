import {
  appendFileSync,
  existsSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { randomUUID } from 'node:crypto';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { VersionLostError } from '../../../../src/actors/protocol/errors.js';
import type { ContentHash } from '../../../../src/actors/protocol/file-changes.js';
import { deferred } from '../../../../src/actors/runtime/deferred.js';
import { hashOf } from '../../../../src/actors/tools/text/content-hash.js';
import { BROTLI, PLAIN } from '../../../../src/host/node/checkpoints/store/object-codec.js';
import { type KeepOutcome, VersionStore } from '../../../../src/host/node/checkpoints/version-store.js';
import { errorOf } from '../../../doubles/error-of.js';
import { settle } from '../../../doubles/settle.js';
import { makeTempDir, removeTempDir } from '../../../doubles/temp-dir.js';
import { walkEntries } from '../../../doubles/walk-entries.js';
import { createRandom } from '../../../../bench/make-tree.js';
import { drawBytes } from '../../../doubles/draw-bytes.js';
import { SEED } from '../../../doubles/seed.js';

const random = createRandom(SEED);

let base: string;
let folder: string;
beforeEach(() => {
  base = makeTempDir();
  folder = join(base, 'versions');
});
afterEach(() => {
  removeTempDir(base as never);
});

const MIB = 1024 * 1024;

function make(options: Partial<ConstructorParameters<typeof VersionStore>[0]> = {}): VersionStore {
  return new VersionStore({ folder, graceMs: 0, unneededMs: 0, ...options });
}

async function keep(store: VersionStore, content: string | Uint8Array): Promise<ContentHash> {
  const bytes = Buffer.from(content);
  const hash = await hashOf(bytes);
  expect(await store.keepBytes(bytes, hash)).toBe('kept');
  return hash;
}

async function read(store: VersionStore, hash: ContentHash): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of store.read(hash)) parts.push(part);
  return Buffer.concat(parts);
}

function listOf(...hashes: ContentHash[]): ReadonlySet<ContentHash> {
  return new Set(hashes);
}

const TEXT = 'a line of text\n'.repeat(100);

/** Makes an object whose compressed content is another and ends early: behind it are as many bytes. */
function replaceByShorter(bytesBehind: number): () => Buffer {
  return () =>
    Buffer.concat([Buffer.of(BROTLI), brotliCompressSync('another'), Buffer.alloc(bytesBehind, 1)]);
}

/** The files that this process has open. Linux only. */
function openFiles(): readonly string[] {
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`);
    } catch {
      // It was open to list the others.
      return [];
    }
  });
}

const pathOf = (hash: ContentHash): string => join(folder, 'objects', hash.slice(0, 2), hash.slice(2));

/** The names of all files in the store, and their length together. */
function stored(): { readonly files: readonly string[]; readonly bytes: number } {
  if (!existsSync(folder)) return { files: [], bytes: 0 };
  const files = walkEntries(folder).filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, name }) => join(parentPath, name));
  return {
    files: paths.map((path) => path.slice(folder.length + 1)),
    bytes: paths.reduce((sum, path) => sum + readFileSync(path).length, 0),
  };
}

describe('VersionStore', () => {
  test('gives back any bytes, kept from memory or from a file, and stores them once', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 5_000 }),
        fc.integer({ min: 0, max: 3 }),
        async (seed, times) => {
          const store = make();
          const bytes = Buffer.concat(Array.from({ length: times * 50 }, () => seed));
          const hash = await hashOf(bytes);
          const path = join(base, 'file');
          writeFileSync(path, bytes);
          expect(await Promise.all([store.keepFile(path, hash), store.keepBytes(bytes, hash)])).toEqual([
            'kept',
            'kept',
          ]);
          expect((await read(store, hash)).equals(bytes)).toBe(true);
          expect(stored().files).toEqual([pathOf(hash).slice(folder.length + 1)]);
          rmSync(folder, { recursive: true });
        },
      ),
      { numRuns: 100 },
    );
  });

  test('makes text shorter, and stores what cannot be made shorter with one byte more', async () => {
    const text = 'export const answer = 42; // said by everybody\n'.repeat(2_000);
    const noise = drawBytes(random, 5 * MIB);
    const store = make();
    await keep(store, text);
    expect(stored().bytes).toBeLessThan(text.length / 50);
    const path = join(base, 'noise');
    writeFileSync(path, noise);
    const before = stored().bytes;
    const hash = await hashOf(noise);
    expect(await store.keepFile(path, hash)).toBe('kept');
    expect(stored().bytes - before).toBe(noise.length + 1);
    expect((await read(store, hash)).equals(noise)).toBe(true);
  });

  test('keeps nothing under a hash that the file does not have', async () => {
    const store = make();
    const path = join(base, 'file');
    writeFileSync(path, 'new');
    expect(await store.keepFile(path, await hashOf(Buffer.from('old')))).toBe('changed');
    expect(stored().files).toEqual([]);
  });

  test('keeps bytes that come while a file that was said to have them turns out to have others', async () => {
    const store = make();
    const path = join(base, 'file');
    writeFileSync(path, 'new');
    const old = Buffer.from('old');
    const hash = await hashOf(old);
    const outcomes = await Promise.all([store.keepFile(path, hash), store.keepBytes(old, hash)]);
    expect(outcomes).toEqual(['changed', 'kept']);
  });

  test.each([
    ['cut short', (bytes: Buffer) => bytes.subarray(0, bytes.length - 3)],
    ['empty', () => Buffer.alloc(0)],
    [
      'with a byte flipped',
      (bytes: Buffer) => Buffer.from(bytes.map((byte, at) => (at === 9 ? byte ^ 1 : byte))),
    ],
    ['of an unknown kind', (bytes: Buffer) => Buffer.concat([Buffer.of(7), bytes.subarray(1)])],
    ['replaced by a shorter one, with more behind it', replaceByShorter(20)],
    ['replaced by a shorter one, with much behind it', replaceByShorter(4 * MIB)],
    ['nothing but the kind of its compression', () => Buffer.of(BROTLI)],
  ])('reports an object that is %s, and takes the content anew after that', async (_, damage) => {
    const store = make();
    for (const content of ['a line of text\n'.repeat(100), drawBytes(random, 1_000)]) {
      const hash = await keep(store, content);
      writeFileSync(pathOf(hash), damage(readFileSync(pathOf(hash))));
      expect(await errorOf(() => read(store, hash))).toBeInstanceOf(VersionLostError);
      expect(await store.has(hash)).toBe(false);
      await keep(store, content);
      expect((await read(store, hash)).equals(Buffer.from(content))).toBe(true);
    }
  });

  test('never gives other bytes than those that were kept, however an object is damaged', async () => {
    const content = Buffer.from(Array.from({ length: 400 }, (_, line) => `line ${line} of many`).join('\n'));
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.uint8Array({ minLength: 1, maxLength: 20 }), async (place, splice) => {
        const store = make();
        const hash = await keep(store, content);
        const object = readFileSync(pathOf(hash));
        object.set(splice.subarray(0, object.length - (place % object.length)), place % object.length);
        writeFileSync(pathOf(hash), object);
        const outcome = await read(store, hash).catch((error: unknown) => error);
        if (outcome instanceof Buffer) expect(outcome.equals(content)).toBe(true);
        else expect(outcome).toBeInstanceOf(VersionLostError);
        rmSync(folder, { recursive: true });
      }),
      // Its compressed content ends in the middle of the object: what came of that was a matter of chance.
      {
        numRuns: 200,
        examples: Array.from({ length: 20 }, (): [number, Uint8Array] => [1, Uint8Array.of(57, 0)]),
      },
    );
  });

  test('gives the content back where the object has more bytes behind it', async () => {
    const store = make();
    const hash = await keep(store, TEXT);
    for (const length of [20, 4 * MIB]) {
      appendFileSync(pathOf(hash), Buffer.alloc(length, 1));
      expect((await read(store, hash)).toString()).toBe(TEXT);
    }
  });

  test.runIf(process.platform === 'linux').each([
    ['is damaged', replaceByShorter(4 * MIB), Infinity],
    ['is not compressed, and not read on', () => Buffer.alloc(4 * MIB, PLAIN), 1],
    ['is compressed, and not read on', (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc(4 * MIB)]), 1],
  ])('leaves no file open when an object %s', async (_, damage, maxParts) => {
    const store = make();
    const hash = await keep(store, TEXT);
    writeFileSync(pathOf(hash), damage(readFileSync(pathOf(hash))));
    const readSome = async (): Promise<void> => {
      let parts = 0;
      for await (const part of store.read(hash)) if (part.length > 0 && (parts += 1) >= maxParts) return;
    };
    await readSome().catch(() => undefined);
    expect(openFiles().filter((path) => path.startsWith(folder))).toEqual([]);
  });

  test('reports a content that nobody kept', async () => {
    expect(await errorOf(async () => read(make(), await hashOf(Buffer.from('a'))))).toBeInstanceOf(
      VersionLostError,
    );
  });

  test('stays below its quota when many write at once, and takes more after a collection', async () => {
    const quotaBytes = 100_000;
    const store = make({ quotaBytes });
    const contents = Array.from({ length: 60 }, () => drawBytes(random, 7_000));
    const outcomes = await Promise.all(
      contents.map(async (bytes, index) => {
        const hash = await hashOf(bytes);
        if (index % 2 === 0) return store.keepBytes(bytes, hash);
        const path = join(base, String(index));
        writeFileSync(path, bytes);
        return store.keepFile(path, hash);
      }),
    );
    expect(stored().bytes).toBeLessThanOrEqual(quotaBytes);
    expect(stored().files).toHaveLength(outcomes.filter((outcome) => outcome === 'kept').length);
    expect(new Set(outcomes)).toEqual(new Set(['kept', 'full']));
    await store.collect(listOf());
    expect(stored().bytes).toBe(0);
    await keep(store, drawBytes(random, 90_000));
  });

  test('stays below its quota with a file that becomes shorter, but not short enough', async () => {
    const words = Buffer.from(drawBytes(random, MIB / 4).toString('hex'));
    const path = join(base, 'words');
    writeFileSync(path, words);
    const store = make({ quotaBytes: 100_000 });
    for (let count = 0; count < 3; count += 1)
      expect(await store.keepFile(path, await hashOf(words))).toBe('full');
    expect(stored().bytes).toBe(0);
  });

  test('counts what is there already against its quota', async () => {
    await keep(make(), drawBytes(random, 90_000));
    const bytes = drawBytes(random, 20_000);
    expect(await make({ quotaBytes: 100_000 }).keepBytes(bytes, await hashOf(bytes))).toBe('full');
  });

  test.each([
    ['the drafts of ended processes have gone', 'condemn', 1],
    ['the first of two objects has gone', 'delete', 2],
  ])('stays below its quota when space is counted in a collection, where %s', async (_where, step, nth) => {
    const quotaBytes = 100_000;
    const needed = await keep(make(), drawBytes(random, 50_000));
    await keep(make(), drawBytes(random, 10_000));
    await keep(make(), drawBytes(random, 10_000));
    const draft = join(folder, 'drafts', `00000000.1-.${randomUUID()}`);
    writeFileSync(draft, drawBytes(random, 20_000));
    const longAgo = new Date(Date.now() - 48 * 60 * 60 * 1000);
    utimesSync(draft, longAgo, longAgo);
    let steps = 0;
    const store = make({
      quotaBytes,
      graceMs: 0,
      onStep: async (what) => {
        if (what === step && (steps += 1) === nth) await keep(store, drawBytes(random, 1_000));
      },
    });
    await store.collect(listOf(needed));
    expect(steps).toBeGreaterThanOrEqual(nth);
    const outcomes: KeepOutcome[] = [];
    for (let count = 0; count < 30; count += 1) {
      const bytes = drawBytes(random, 5_000);
      outcomes.push(await store.keepBytes(bytes, await hashOf(bytes)));
    }
    expect(new Set(outcomes)).toEqual(new Set(['kept', 'full']));
    expect(stored().bytes).toBeLessThanOrEqual(quotaBytes);
    expect(stored().bytes).toBeGreaterThan(quotaBytes - 6_000);
  });

  test('passes on that the disk cannot be written, and leaves no draft', async () => {
    writeFileSync(folder, 'no folder');
    const bytes = Buffer.from('a');
    expect(await errorOf(async () => make().keepBytes(bytes, await hashOf(bytes)))).toBeInstanceOf(Error);
  });
});

describe('a collection', () => {
  test('deletes what nothing references, and nothing else', async () => {
    const store = make();
    const [needed, other] = [await keep(store, 'needed'), await keep(store, 'other')];
    expect(await store.collect(listOf(needed))).toMatchObject({ removed: 1, kept: 1 });
    expect(await store.has(other)).toBe(false);
    expect((await read(store, needed)).toString()).toBe('needed');
  });

  test('leaves young contents alone, whose reference may not be stored yet', async () => {
    const store = make({ graceMs: 60_000 });
    const hash = await keep(store, 'just kept');
    const old = new Date(Date.now() - 61_000);
    await store.collect(listOf());
    expect(await store.has(hash)).toBe(true);
    utimesSync(pathOf(hash), old, old);
    await store.collect(listOf());
    expect(await store.has(hash)).toBe(false);
  });

  test('leaves an old content alone that was kept again just now', async () => {
    const store = make({ graceMs: 60_000 });
    const hash = await keep(store, 'kept again');
    const old = new Date(Date.now() - 120_000);
    utimesSync(pathOf(hash), old, old);
    await keep(store, 'kept again');
    await store.collect(listOf());
    expect(await store.has(hash)).toBe(true);
  });

  test('loses no content that another store keeps at any step of it', async () => {
    for (const step of ['drafts', 'condemn', 'delete', 'put back']) {
      const other = make({ graceMs: 60_000 });
      const hash = await keep(other, 'kept meanwhile');
      const old = new Date(Date.now() - 120_000);
      utimesSync(pathOf(hash), old, old);
      const collecting = make({
        graceMs: 60_000,
        onStep: async (what) => {
          if (what === step) await keep(other, 'kept meanwhile');
        },
      });
      await collecting.collect(listOf());
      // A step that was not reached leaves the old content to be deleted.
      await keep(other, 'kept meanwhile');
      expect((await read(other, hash)).toString()).toBe('kept meanwhile');
      await make().collect(listOf());
    }
  });

  test('deletes a content only when another one, a day later, finds no reference to it either', async () => {
    const store = make({ unneededMs: 60_000 });
    const [lost, found] = [await keep(store, 'no reference'), await keep(store, 'overlooked once')];
    const both = { removed: 0, unneeded: 2, unneededBytes: stored().bytes, kept: 0, keptBytes: 0 };
    expect(await store.collect(listOf(), { isDry: true })).toEqual({ ...both, freedBytes: 0 });
    expect(stored().files).toEqual(
      [pathOf(lost), pathOf(found)].map((path) => path.slice(folder.length + 1)).sort(),
    );
    expect(await store.collect(listOf())).toEqual({ ...both, freedBytes: 0 });
    expect(await store.collect(listOf())).toMatchObject({ removed: 0, unneeded: 2 });
    expect((await read(store, lost)).toString()).toBe('no reference');
    for (const hash of [lost, found]) {
      const old = new Date(Date.now() - 61_000);
      utimesSync(`${pathOf(hash)}.unneeded`, old, old);
    }
    expect(await store.collect(listOf(found), { isDry: true })).toMatchObject({ removed: 1, kept: 1 });
    expect(await store.collect(listOf(found))).toMatchObject({ removed: 1, unneeded: 0, kept: 1 });
    expect(stored().files).toEqual([pathOf(found).slice(folder.length + 1)]);
  });

  test('begins the day anew when the clock was ahead', async () => {
    const store = make({ unneededMs: 60_000 });
    const hash = await keep(store, 'a');
    await store.collect(listOf());
    const ahead = new Date(Date.now() + 86_400_000);
    utimesSync(`${pathOf(hash)}.unneeded`, ahead, ahead);
    expect(await store.collect(listOf())).toMatchObject({ removed: 0, unneeded: 1 });
    expect(statSync(`${pathOf(hash)}.unneeded`).mtimeMs).toBeLessThanOrEqual(Date.now());
  });

  test('gives back a content that it found no reference to when that is kept again', async () => {
    const store = make({ unneededMs: 60_000, graceMs: 60_000 });
    const hash = await keep(store, 'a');
    const old = new Date(Date.now() - 120_000);
    utimesSync(pathOf(hash), old, old);
    expect(await store.collect(listOf())).toMatchObject({ unneeded: 1 });
    await keep(make({ onStep: () => expect.fail('It was there.') }), 'a');
    expect(stored().files).toEqual([pathOf(hash).slice(folder.length + 1)]);
    expect(await store.collect(listOf())).toMatchObject({ unneeded: 0, kept: 1 });
  });

  test('deletes what has been without a reference for longest, and no more than is asked for', async () => {
    const store = make({ unneededMs: 60_000 });
    const hashes = [];
    for (let age = 1; age <= 5; age += 1) hashes.push(await keep(store, drawBytes(random, 1_000)));
    await store.collect(listOf());
    for (const [at, hash] of hashes.entries()) {
      const old = new Date(Date.now() - (at + 2) * 60_000);
      utimesSync(`${pathOf(hash)}.unneeded`, old, old);
    }
    const removed: ContentHash[] = [];
    const limits = { enoughBytes: 1_500, onRemove: (hash: ContentHash) => removed.push(hash) };
    expect(await store.collect(listOf(), limits)).toMatchObject({ removed: 2, unneeded: 3 });
    expect(removed).toEqual([hashes[4], hashes[3]]);
  });

  test('needs no room for itself at any step', async () => {
    const contents = await Promise.all(
      Array.from({ length: 20 }, () => keep(make(), drawBytes(random, 1_000))),
    );
    const before = stored().bytes;
    const most: number[] = [];
    const store = make({
      unneededMs: 60_000,
      onStep: () => {
        most.push(stored().bytes);
      },
    });
    await store.collect(listOf(contents[0]!));
    await store.collect(listOf(...contents.slice(0, 5)), { isDispensable: () => true });
    expect(Math.max(...most)).toBe(before);
    expect(stored().files).toHaveLength(5);
  });

  test('deletes at once what a person says, and nothing that is young', async () => {
    const store = make({ unneededMs: 60_000, graceMs: 60_000 });
    const [young, old] = [await keep(store, 'young'), await keep(store, 'old')];
    const time = new Date(Date.now() - 120_000);
    utimesSync(pathOf(old), time, time);
    expect(await store.collect(listOf(), { isDispensable: () => true })).toMatchObject({
      removed: 1,
      kept: 1,
    });
    expect(stored().files).toEqual([pathOf(young).slice(folder.length + 1)]);
  });

  test('goes on with what a killed one has begun', async () => {
    const store = make();
    const [needed, other] = [await keep(store, 'needed'), await keep(store, 'other')];
    const killed = make({
      onStep: (what) => {
        if (what === 'delete') throw new Error('killed');
      },
    });
    expect(await errorOf(() => killed.collect(listOf()))).toMatchObject({ message: 'killed' });
    expect((await read(store, needed)).toString()).toBe('needed');
    expect((await read(store, other)).toString()).toBe('other');
    await store.collect(listOf(needed));
    expect(stored().files).toEqual([pathOf(needed).slice(folder.length + 1)]);
  });

  test('deletes the drafts of processes that have ended, and no others', async () => {
    const store = make();
    await keep(store, 'a');
    const drafts = join(folder, 'drafts');
    let own = '';
    const writing = make({
      onStep: async (what) => {
        if (what !== 'sync') return;
        own = readdirSync(drafts)[0] ?? '';
        // A process id that no system gives out.
        writeFileSync(join(drafts, own.replace(/\.\d+-/, '.999999999-')), 'left behind');
        await store.collect(listOf());
        expect(readdirSync(drafts)).toEqual([own]);
      },
    });
    await keep(writing, 'b');
    appendFileSync(join(base, 'done'), '');
    expect(own).not.toBe('');
  });
});

test.skipIf(process.platform === 'win32')('a flush waits for an earlier one that goes on', async () => {
  const store = make();
  await keep(store, 'a');
  const handle = await open(base);
  const [begun, mayEnd] = [deferred<undefined>(), deferred<undefined>()];
  const sync = vi
    .spyOn(Object.getPrototypeOf(handle) as typeof handle, 'sync')
    .mockImplementationOnce(async () => {
      begun.resolve(undefined);
      await mayEnd.promise;
    });
  await handle.close();
  const first = store.sync();
  await begun.promise;
  let isFlushed = false;
  const second = store.sync().then(() => {
    isFlushed = true;
  });
  await settle();
  expect(isFlushed).toBe(false);
  mayEnd.resolve(undefined);
  await Promise.all([first, second]);
  sync.mockRestore();
});
