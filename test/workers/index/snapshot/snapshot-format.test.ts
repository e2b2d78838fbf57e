import fc from 'fast-check';
import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { RelPath } from '../../../../src/actors/protocol/workspace.js';
import { IndexData } from '../../../../src/workers/index/store/index-data.js';
import { NO_INDEX_FACTS } from '../../../../src/workers/ignore/git/read-index-facts.js';
import type { SavedRules } from '../../../../src/workers/index/rules/saved-rules.js';
import { runToEnd } from '../../../../src/actors/runtime/slices.js';
import {
  decodeSnapshot,
  encodeSnapshot,
  type Snapshot,
} from '../../../../src/workers/index/snapshot/snapshot-format.js';
import { anyFiles, anyPath, indexOf } from '../tree-arbitraries.js';

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
        data.change((batch) => batch.setComplete('a' as RelPath, true));
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
        expect(decodeSnapshot(file, SUBJECT) !== undefined).toBe(isPadding);
      }),
      { numRuns: 600 },
    );
  });

  it('is not read when a name in it leads out of its directory, though the checksum is right', () => {
    const snapshot = snapshotOf(indexOf(['a/bc/file.ts', 'xy']));
    const { bytes, starts } = snapshot.segment.names;
    const text = Buffer.from(bytes);
    for (const [name, wrong] of [
      ['a', '.'],
      ['bc', '..'],
      ['bc', '/c'],
      ['bc', 'b\0'],
      ['xy', '..'],
    ] as const) {
      const forged = Buffer.from(text);
      forged.write(wrong, text.indexOf(name), 'latin1');
      const names = { bytes: Uint8Array.from(forged), starts };
      const segment = { ...snapshot.segment, names };
      expect(decodeSnapshot(fileOf({ ...snapshot, segment }), SUBJECT)).toBeUndefined();
    }
    for (const wrong of [
      starts.map((start) => start || 1),
      starts.toReversed(),
      starts.fill(bytes.length, 2),
    ]) {
      const segment = { ...snapshot.segment, names: { bytes, starts: wrong } };
      expect(decodeSnapshot(fileOf({ ...snapshot, segment }), SUBJECT)).toBeUndefined();
    }
  });

  it('is not read when its arrays do not fit one another, though the checksum is right', () => {
    const snapshot = snapshotOf(indexOf(['a/b', 'c']));
    const { names, words: _words, postings: _postings, ...arrays } = snapshot.segment;
    for (const [key, array] of Object.entries(arrays)) {
      const segment = { ...snapshot.segment, [key]: array.slice(1) };
      expect(decodeSnapshot(fileOf({ ...snapshot, segment }), SUBJECT)).toBeUndefined();
    }
    const segment = { ...snapshot.segment, names: { ...names, starts: names.starts.slice(1) } };
    expect(decodeSnapshot(fileOf({ ...snapshot, segment }), SUBJECT)).toBeUndefined();
  });

  it('is not read when its end is missing, signed or not', () => {
    const file = fileOf(
      snapshotOf(indexOf(Array.from({ length: 60 }, (_, index) => `d${index % 7}/file${index}`))),
    );
    for (let point = 0; point < 400; point++) {
      const cut = file.slice(0, Math.floor((file.byteLength * point) / 400));
      expect(decodeSnapshot(cut, SUBJECT)).toBeUndefined();
      if (cut.byteLength >= HEADER_BYTES) expect(decodeSnapshot(signed(cut), SUBJECT)).toBeUndefined();
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
