import fc from 'fast-check';
import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { AbsPath, RelPath } from '../../../src/actors/protocol/workspace.js';
import { IndexData } from '../../../src/workers/index/data.js';
import { readQuery } from '../../../src/workers/index/read-query.js';
import { WorkBudget } from '../../../src/workers/index/work-budget.js';
import { Recency } from '../../../src/workers/index/recency.js';
import { NO_INDEX_FACTS } from '../../../src/workers/ignore/read-index-facts.js';
import type { SavedRules } from '../../../src/workers/index/saved-rules.js';
import { Searcher } from '../../../src/workers/index/search.js';
import { runToEnd } from '../../../src/workers/index/slices.js';
import { decodeSnapshot, encodeSnapshot, type Snapshot } from '../../../src/workers/index/snapshot-format.js';
import { anyFiles, anyPath, indexOf } from './tree-arbitraries.js';

const SUBJECT = 'one root';
const CHECKSUM_AT = 12;
const HEADER_BYTES = 24;

const RULES: SavedRules = {
  fingerprint: 'as it was',
  ruleDirectories: ['', 'a'] as RelPath[],
  repositories: ['a/b'] as RelPath[],
  ignoredDirectories: ['out'] as RelPath[],
  answers: [
    {
      path: '' as RelPath,
      indexVersion: '1',
      askedAtMs: 2,
      tracked: ['out/kept'] as RelPath[],
      facts: {
        submodules: ['sub'] as RelPath[],
        absentRules: [['sparse' as RelPath, '*.log\n']],
        outerAbsentRules: [{ directory: 'up/', text: '*.tmp\n' }],
      },
    },
    { path: 'a/b' as RelPath, indexVersion: '', askedAtMs: 0, tracked: [], facts: NO_INDEX_FACTS },
  ],
};

function snapshotOf(data: IndexData): Snapshot {
  return { ...runToEnd(data.capture())!, rules: RULES };
}

function fileOf(snapshot: Snapshot, subject = SUBJECT): ArrayBuffer {
  return Uint8Array.from(Buffer.concat(encodeSnapshot(snapshot, subject))).buffer;
}

function restored(snapshot: Snapshot): IndexData {
  const data = new IndexData();
  data.restore(snapshot);
  return data;
}

/** The same bytes with a checksum that is right: what somebody made on purpose. */
function signed(file: ArrayBuffer): ArrayBuffer {
  new DataView(file).setUint32(CHECKSUM_AT, crc32(new Uint8Array(file, HEADER_BYTES)), true);
  return file;
}

const searcher = new Searcher();

/** All paths that whoever uses an index comes by. */
function shownBy(data: IndexData): string[] {
  const shown = new Set<string>(data.paths());
  for (const query of ['a', 'b', 'src', 'a/', 'a/b', 'ts', 'é', 'n']) {
    for (const mode of ['prefix', 'fuzzy'] as const) {
      const links = { isLink: () => false, realPath: (path: string) => path };
      const read = readQuery('/root' as AbsPath, { query, base: '', mode }, links);
      const options = { limit: 50, mode, recency: new Recency(), budget: new WorkBudget(Infinity) };
      for (const { path } of runToEnd(searcher.search(data, read, options)).hits) shown.add(path);
    }
  }
  return [...shown];
}

function leadsOut(path: string): boolean {
  return path.split('/').some((name) => name === '' || name === '.' || name === '..');
}

/** Uses what a file holds as an index is used; an error here is an error for whoever asks. */
function use(file: ArrayBuffer): { isRead: boolean; outside: string[] } {
  const snapshot = decodeSnapshot(file, SUBJECT);
  if (snapshot === undefined) return { isRead: false, outside: [] };
  const data = restored(snapshot);
  const outside = shownBy(data).filter((path) => path !== '' && leadsOut(path));
  data.add('a/new/file' as RelPath, 0);
  data.move('a' as RelPath, 'moved' as RelPath);
  data.reconcileDirectory('' as RelPath, ['moved', 'x'], Uint8Array.of(1, 0));
  runToEnd(data.merge({ from: 0, to: data.layers.length }));
  outside.push(...shownBy(data).filter((path) => path !== '' && leadsOut(path)));
  return { isRead: true, outside };
}

const anySnapshot = anyFiles.map((files) =>
  snapshotOf(indexOf(['a/b/file.ts', ...files.filter((f) => !f.startsWith('a'))])),
);

describe('a snapshot', () => {
  it('holds what the index held, stamps and rules too', () => {
    fc.assert(
      fc.property(anyFiles, fc.array(anyPath, { maxLength: 5 }), (files, removed) => {
        const data = indexOf(files);
        for (const path of removed) data.remove(path);
        data.setStamp('' as RelPath, 4711);
        data.setComplete('a' as RelPath, true);
        const before = [...data.paths()];
        const captured = snapshotOf(data);
        const read = decodeSnapshot(fileOf(captured), SUBJECT)!;
        expect(read).toEqual(captured);
        expect([...restored(read).paths()]).toEqual(before);
        expect(restored(read).layers[0]!.stamps[0]).toBe(4711);
        expect(restored(read).fileCount).toBe(before.length);
        const a = restored(read).find('a');
        expect(a === -1 || restored(read).isComplete(a)).toBe(true);
      }),
    );
  });

  it('is none of another root, configuration or version', () => {
    const file = fileOf(snapshotOf(indexOf(['a'])));
    expect(decodeSnapshot(file, 'another root')).toBeUndefined();
    expect(decodeSnapshot(file, SUBJECT)).toBeDefined();
    for (const word of [0, 4, 8]) {
      const other = file.slice(0);
      new DataView(other).setUint8(word, 77);
      expect(decodeSnapshot(other, SUBJECT)).toBeUndefined();
    }
  });

  it('is not read when any of its bytes is another', () => {
    fc.assert(
      fc.property(anySnapshot, fc.nat(), fc.integer({ min: 1, max: 255 }), (snapshot, at, change) => {
        const file = fileOf(snapshot);
        const bytes = new Uint8Array(file);
        // The two words behind the checksum are its own and the length of what follows.
        const place = at % bytes.length;
        bytes[place]! ^= change;
        const isPadding = place >= 20 && place < HEADER_BYTES;
        expect(use(file).isRead).toBe(isPadding);
      }),
      { numRuns: 600 },
    );
  });

  it('never fails, hangs or leads out of the root, whatever somebody has made of it', () => {
    let read = 0;
    const damage = fc.array(
      fc.tuple(fc.nat(), fc.oneof(fc.nat({ max: 255 }), fc.constantFrom(0, 1, 46, 47, 255))),
      {
        minLength: 1,
        maxLength: 6,
      },
    );
    fc.assert(
      fc.property(anySnapshot, damage, (snapshot, changes) => {
        const file = fileOf(snapshot);
        const bytes = new Uint8Array(file);
        for (const [at, value] of changes) bytes[HEADER_BYTES + (at % (bytes.length - HEADER_BYTES))] = value;
        const used = use(signed(file));
        if (used.isRead) read++;
        expect(used.outside).toEqual([]);
      }),
      { numRuns: 2000 },
    );
    // Else this would show nothing.
    expect(read).toBeGreaterThan(20);
  });

  it('is not read when its end is missing, signed or not', () => {
    const file = fileOf(
      snapshotOf(indexOf(Array.from({ length: 60 }, (_, index) => `d${index % 7}/file${index}`))),
    );
    for (let point = 0; point < 400; point++) {
      const cut = file.slice(0, Math.floor((file.byteLength * point) / 400));
      expect(use(cut).isRead).toBe(false);
      if (cut.byteLength >= HEADER_BYTES) expect(use(signed(cut)).isRead).toBe(false);
    }
  });

  it('is not read when a look-up in it would have no end, or find what is not there', () => {
    const snapshot = snapshotOf(indexOf(['a/b', 'c']));
    const { names, directories } = snapshot.slots;
    const wrong = [
      { names: names.map((rank) => rank || 1), directories },
      { names: names.map((rank) => rank * 4711), directories },
      { names: new Uint32Array(0), directories },
      { names, directories: directories.map((directory) => directory || 1) },
      { names, directories: directories.map((directory) => directory * 4711) },
      { names, directories: new Uint32Array(0) },
    ];
    for (const slots of wrong) {
      expect(decodeSnapshot(fileOf({ ...snapshot, slots }), SUBJECT)).toBeUndefined();
    }
  });

  it('is not read with rules that lead out of the root or are none', () => {
    const snapshot = snapshotOf(indexOf(['a']));
    const wrong = [
      { ruleDirectories: ['../x'] },
      { repositories: ['/etc'] },
      { ignoredDirectories: ['a/./b'] },
      ...[
        { tracked: ['..'] },
        { facts: undefined },
        { facts: { ...NO_INDEX_FACTS, submodules: ['../x'] } },
        { facts: { ...NO_INDEX_FACTS, absentRules: [['..', '']] } },
        { facts: { ...NO_INDEX_FACTS, absentRules: [['a', 1]] } },
        { facts: { ...NO_INDEX_FACTS, outerAbsentRules: [{ directory: '' }] } },
      ].map((part) => ({
        answers: [{ path: '', indexVersion: '', askedAtMs: 0, tracked: [], facts: NO_INDEX_FACTS, ...part }],
      })),
      { answers: [{}] },
      { answers: {} },
      { fingerprint: 1 },
    ];
    for (const rules of wrong) {
      const file = fileOf({ ...snapshot, rules: { ...RULES, ...rules } as SavedRules });
      expect(decodeSnapshot(file, SUBJECT)).toBeUndefined();
    }
  });
});
