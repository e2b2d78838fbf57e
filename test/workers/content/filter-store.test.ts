import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RelPath, RootConfig } from '../../../src/actors/protocol/workspace.js';
import { runToEnd } from '../../../src/actors/runtime/slices.js';
import { type CapturedFilter, ContentFilter } from '../../../src/workers/content/content-filter.js';
import { FilterStore } from '../../../src/workers/content/filter-store.js';
import { requiredBits, Signer } from '../../../src/workers/grep/signer.js';
import { TempTree } from '../walk/temp-tree.js';

const { signal } = new AbortController();
const WORDS = ['alpha', 'bravo', 'charlie', 'delta'] as const;
const MAX_BYTES = 1 << 24;

let tree: TempTree;
let store: FilterStore;
beforeEach(() => {
  tree = new TempTree();
  store = open();
});
afterEach(() => {
  tree.remove();
});

function open(own: Partial<RootConfig> = {}): FilterStore {
  const path = '/some/root' as RootConfig['path'];
  const config = { path, corePatterns: [], ignorePatterns: [], useGitignore: true, ...own };
  return new FilterStore(tree.root, config);
}

function fileOnDisk(): string {
  const [name, ...others] = readdirSync(tree.root);
  expect(others).toEqual([]);
  return join(tree.root, name!);
}

/** A filter of files with one signature for each of their words; those with stamp 0 are known for now only. */
function filterOf(
  files: readonly { readonly words: readonly string[]; readonly stamp: number }[],
): ContentFilter {
  const filter = new ContentFilter({ maxBytes: MAX_BYTES });
  for (const at of files.keys()) filter.add(`file ${at}` as RelPath);
  const batch = filter.take(files.length);
  const signatures = files.flatMap(({ words }) =>
    words.map((word) => {
      const signer = new Signer();
      signer.add(Buffer.from(word), 0, word.length);
      return [...signer.take()];
    }),
  );
  const signed = {
    outcomes: files.map(({ words }) => words.length),
    stamps: files.map(({ stamp }) => stamp),
    words: Uint32Array.from(signatures.flat()),
  };
  for (const _ of filter.store(batch, signed));
  return filter;
}

function restored(captured: CapturedFilter): ContentFilter {
  const filter = new ContentFilter({ maxBytes: MAX_BYTES });
  expect(runToEnd(filter.restore(captured))).toBe(true);
  return filter;
}

const anyFiles = fc.array(
  fc.record({ words: fc.uniqueArray(fc.constantFrom(...WORDS)), stamp: fc.nat({ max: 3 }) }),
  { minLength: 1, maxLength: 70, size: 'max' },
);

describe('FilterStore', () => {
  it('gives back what rules out the same files, as far as they bear stamps', async () => {
    await fc.assert(
      fc.asyncProperty(anyFiles, fc.nat({ max: 69 }), async (files, removed) => {
        const filter = filterOf(files);
        filter.delete(`file ${removed}` as RelPath);
        await store.write(filter.capture(), signal);
        const read = restored((await store.read(signal))!);
        const paths = files.map((_, at) => `file ${at}` as RelPath);
        for (const word of WORDS) {
          const bits = [requiredBits({ text: word, caseSensitive: true })];
          const known = files.flatMap(({ words, stamp }, at) =>
            stamp === 0 || at === removed || words.includes(word) ? [] : [{ path: paths[at], stamp }],
          );
          const ruledOut = runToEnd(read.ruledOut(paths, bits));
          expect(ruledOut.paths.map((path, at) => ({ path, stamp: ruledOut.stamps[at] }))).toEqual(known);
        }
      }),
      { numRuns: 25 },
    );
  });

  it('gives nothing back when a byte is another, the end is missing or it is of another version', async () => {
    await store.write(filterOf([{ words: ['alpha'], stamp: 1 }]).capture(), signal);
    const path = fileOnDisk();
    const whole = readFileSync(path);
    const damage = fc.oneof(
      fc.record({ at: fc.nat({ max: whole.length - 1 }), change: fc.integer({ min: 1, max: 255 }) }),
      // Magic, byte order, version and checksum.
      fc.record({ at: fc.nat({ max: 15 }), change: fc.integer({ min: 1, max: 255 }) }),
      fc.record({ length: fc.nat({ max: whole.length - 1 }) }),
    );
    await fc.assert(
      fc.asyncProperty(damage, async (how) => {
        const bytes = Buffer.from(whole);
        if ('at' in how) bytes[how.at]! ^= how.change;
        writeFileSync(path, 'at' in how ? bytes : bytes.subarray(0, how.length));
        // The word behind the checksum's and the length's says nothing.
        const isPadding = 'at' in how && how.at >= 20 && how.at < 24;
        expect((await store.read(signal)) !== undefined).toBe(isPadding);
      }),
      { numRuns: 120 },
    );
    writeFileSync(path, whole);
    expect(await store.read(signal)).toBeDefined();
  });

  it('keeps a file for each root and configuration, for nobody but the owner', async () => {
    await store.write(filterOf([{ words: [], stamp: 1 }]).capture(), signal);
    expect(statSync(fileOnDisk()).mode & 0o777).toBe(0o600);
    expect(await open({ ignorePatterns: ['x'] }).read(signal)).toBeUndefined();
    expect(await open({ path: '/other' as RootConfig['path'] }).read(signal)).toBeUndefined();
  });

  it.each([
    ['fewer paths than stamps', { paths: new TextEncoder().encode('a') }],
    ['a block too few', { owners: new Int32Array(40) }],
    ['a block of another size', { owners: new Int32Array(40), blocks: [new Uint32Array(7)] }],
  ])('is no filter with %s, though the checksum is right', (_, part) => {
    const captured = filterOf([
      { words: ['alpha'], stamp: 1 },
      { words: [], stamp: 1 },
    ]).capture();
    const filter = new ContentFilter({ maxBytes: MAX_BYTES });
    expect(runToEnd(filter.restore({ ...captured, ...part }))).toBe(false);
  });

  it('is no filter when it is larger than this one may be', () => {
    const files = Array.from({ length: 40 }, () => ({ words: ['alpha'], stamp: 1 }));
    const filter = new ContentFilter({ maxBytes: 1000 });
    expect(runToEnd(filter.restore(filterOf(files).capture()))).toBe(false);
  });
});
