import { appendFileSync, linkSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RelPath } from '../../../src/actors/protocol/workspace.js';
import { ContentFilter } from '../../../src/workers/content/content-filter.js';
import { runToEnd } from '../../../src/actors/runtime/slices.js';
import { requiredBits, SIGNATURE_WORDS } from '../../../src/workers/grep/signer.js';
import { signWhole } from '../grep/sign-whole.js';
import { TempTree } from '../walk/temp-tree.js';

let tree: TempTree;
let filter: ContentFilter;
beforeEach(() => {
  tree = new TempTree();
  filter = new ContentFilter({ maxBytes: 1 << 24 });
});
afterEach(() => {
  tree.remove();
});

const at = (path: string): RelPath => path as RelPath;

/** Signs all that wait; says how many. */
function signAll(max = 100): number {
  let count = 0;
  while (filter.waitingCount > 0) {
    const batch = filter.take(max);
    count += batch.paths.length;
    const root = tree.root;
    for (const _ of filter.store(batch, signWhole({ root, paths: batch.paths, stamps: batch.stamps })));
  }
  return count;
}

function add(path: string, content: string | Uint8Array): void {
  tree.write(path, content);
  filter.add(at(path));
}

function candidates(literal: string): string[] {
  return filter.candidates([requiredBits({ text: literal, caseSensitive: true })]).sort();
}

describe('ContentFilter', () => {
  it('rules no file out that contains the literal, in random files', () => {
    const word = fc.constantFrom(
      'foo',
      'Bar',
      'baz_',
      'é',
      '日本',
      '\n',
      '\r\n',
      ' ',
      'x'.repeat(300),
      '0123456789',
    );
    const text = fc.array(word, { maxLength: 300, size: 'max' }).map((words) => words.join(''));
    fc.assert(
      fc.property(
        fc.array(fc.tuple(text, fc.constantFrom('utf8', 'utf16le')), { minLength: 1, maxLength: 5 }),
        fc.nat(),
        fc.integer({ min: 3, max: 20 }),
        (files, place, length) => {
          filter = new ContentFilter({ maxBytes: 1 << 24 });
          for (const [index, [text, encoding]] of files.entries()) {
            const marked = encoding === 'utf8' ? text : `\u{FEFF}${text}`;
            add(String(index), Buffer.from(marked, encoding as BufferEncoding));
          }
          signAll();
          expect(filter.signedCount).toBe(files.length);
          const lines = (files[0]?.[0] ?? '').split('\n');
          const line = lines[place % lines.length] ?? '';
          const literal = line.slice(place % (line.length + 1)).slice(0, length);
          const bits = requiredBits({ text: literal, caseSensitive: true });
          fc.pre(bits.length > 0 && literal.isWellFormed());
          const holding = files.flatMap(([text], index) => (text.includes(literal) ? [String(index)] : []));
          expect(filter.candidates([bits])).toEqual(expect.arrayContaining(holding));
        },
      ),
      { numRuns: 200 },
    );
  });

  it('rules out what lacks all alternatives', () => {
    add('a', 'alpha');
    add('b', 'bravo');
    add('c', 'charlie');
    signAll();
    expect(candidates('alpha')).toEqual(['a']);
    expect(
      filter.candidates(['alpha', 'bravo'].map((text) => requiredBits({ text, caseSensitive: true }))).sort(),
    ).toEqual(['a', 'b']);
  });

  it('rules a text out piece by piece, so that a long file is no candidate for everything', () => {
    const numbers = Array.from(
      { length: 60_000 },
      (_, n) => `${n.toString(36)} ${(n * 7919).toString(36)}\n`,
    );
    add('long', numbers.join(''));
    signAll();
    expect(candidates('needle_that_is_nowhere')).toEqual([]);
    expect(candidates(`${(59_999).toString(36)} ${(59_999 * 7919).toString(36)}`)).toEqual(['long']);
  });

  it('takes a file for a candidate until it is signed, and again from its change on', () => {
    add('a', 'alpha');
    expect(candidates('bravo')).toEqual(['a']);
    const batch = filter.take(1);
    expect(candidates('bravo')).toEqual(['a']);
    for (const _ of filter.store(batch, signWhole({ root: tree.root, ...batch })));
    expect(candidates('bravo')).toEqual([]);
    filter.invalidate(at('a'));
    expect(candidates('bravo')).toEqual(['a']);
    signAll();
    expect([candidates('bravo'), candidates('alpha')]).toEqual([[], ['a']]);
  });

  it('does not count what was read of a file before it changed', () => {
    add('a', 'alpha');
    const batch = filter.take(1);
    const signed = signWhole({ root: tree.root, ...batch });
    tree.write('a', 'bravo');
    filter.invalidate(at('a'));
    for (const _ of filter.store(batch, signed));
    expect(candidates('bravo')).toEqual(['a']);
    signAll();
    expect([candidates('bravo'), candidates('alpha')]).toEqual([['a'], []]);
  });

  it('does not rule out a file that is signed, and contains the literal, while a selection is suspended', () => {
    const paths = Array.from({ length: 1500 }, (_, n) => at(`unsigned ${n}`));
    for (const path of paths) filter.add(path);
    while (filter.waitingCount > 0) filter.putAside(filter.take(100));
    add('a', 'alpha');
    add('b', 'bravo');
    const batch = filter.take(2);
    const signed = signWhole({ root: tree.root, ...batch, stamps: [0, 0] });
    const selection = filter.ruledOut(
      [...paths, ...batch.paths],
      [requiredBits({ text: 'alpha', caseSensitive: true })],
    );

    expect(selection.next().done).toBe(false);
    for (const _ of filter.store(batch, { ...signed, stamps: [1, 2] }));

    expect(runToEnd(selection)).toEqual({ paths: ['b'], stamps: [2] });
  });

  it('has no stamp for a file in doubt of which not all signatures were stored', () => {
    add('long', '');
    const batch = filter.take(1);
    const rows = 1000;
    const storing = filter.store(batch, {
      outcomes: [rows],
      stamps: [42],
      words: new Uint32Array(rows * SIGNATURE_WORDS),
    });

    expect(storing.next().done).toBe(false);
    filter.doubt(at('long'));
    for (const _ of storing);

    const bits = requiredBits({ text: 'alpha', caseSensitive: true });
    expect(runToEnd(filter.ruledOut([at('long')], [bits]))).toEqual({ paths: [], stamps: [] });
  });

  it('does not take what was read of one file for another that came to its place', () => {
    add('a', 'alpha');
    const batch = filter.take(1);
    const signed = signWhole({ root: tree.root, ...batch });
    filter.delete(at('a'));
    add('b', 'bravo');
    for (const _ of filter.store(batch, signed));
    signAll();
    expect([filter.fileCount, candidates('bravo'), candidates('alpha')]).toEqual([1, ['b'], []]);
  });

  it('reads nothing again of a file in doubt that has not changed', () => {
    add('a', 'alpha');
    // Long enough ago to tell a later change by.
    const stamps = [{ stamps: [42], outcomes: [0], words: new Uint32Array() }] as const;
    for (const _ of filter.store(filter.take(1), stamps[0]));
    filter.doubt(at('a'));
    expect(candidates('alpha')).toEqual(['a']);
    const again = filter.take(1);
    expect(again.stamps).toEqual([42]);
    for (const _ of filter.store(again, { stamps: [42], outcomes: [-1], words: new Uint32Array() }));
    expect([filter.signedCount, candidates('alpha')]).toEqual([1, []]);
  });

  it('is not deceived by a change that leaves size and time as they were', () => {
    add('a', 'alpha');
    utimesSync(join(tree.root, 'a'), 1, 1);
    signAll();
    writeFileSync(join(tree.root, 'a'), 'bravo');
    utimesSync(join(tree.root, 'a'), 1, 1);
    filter.doubt(at('a'));
    signAll();
    expect(candidates('bravo')).toEqual(['a']);
  });

  it.each([
    ['a link', (path: string) => symlinkSync(tree.write('elsewhere', 'x'), path)],
    ['a file with a second name', (path: string) => linkSync(tree.write('elsewhere', 'x'), path)],
    ['nothing', () => undefined],
    ['a directory', (path: string) => tree.write(`${path.slice(tree.root.length + 1)}/inner`, 'x')],
  ])('never rules out %s', (_, make) => {
    make(join(tree.root, 'path'));
    filter.add(at('path'));
    signAll();
    expect([filter.signedCount, filter.waitingCount, candidates('needle')]).toEqual([0, 0, ['path']]);
  });

  it('rules out what is binary or empty for every text', () => {
    add('binary', 'alpha\0');
    add('empty', '');
    signAll();
    expect([filter.signedCount, candidates('alpha')]).toEqual([2, []]);
  });

  it('keeps to its budget: files beyond it are candidates', () => {
    // Room for the 2048 signatures of a block, and not for another block.
    filter = new ContentFilter({ maxBytes: 1_500_000 });
    for (let file = 0; file < 2500; file++) add(String(file), `alpha ${String(file)}`);
    signAll();
    expect(filter.bytes).toBeLessThanOrEqual(1_500_000);
    expect([filter.fileCount, filter.signedCount]).toEqual([2500, 2048]);
    expect(candidates('needle')).toHaveLength(2500 - 2048);
  });

  it('uses the room of files that went', () => {
    for (let file = 0; file < 200; file++) add(String(file), `alpha ${String(file)}`);
    signAll();
    const { bytes } = filter;
    for (let round = 0; round < 5; round++) {
      for (let file = 0; file < 200; file++) filter.delete(at(String(file)));
      for (let file = 0; file < 200; file++) filter.add(at(String(file)));
      signAll();
    }
    expect(filter.bytes).toBe(bytes);
    expect(candidates('alpha 17')).toEqual(['17', ...Array.from({ length: 10 }, (_, n) => String(170 + n))]);
  });

  it('stays true to a model through any changes, in any order with the signing of them', () => {
    const name = fc.constantFrom('a', 'b', 'c', 'd');
    const content = fc.constantFrom('alpha\n', 'bravo\n', 'charlie\n', '');
    const action = fc.oneof(
      fc.record({ write: name, content }),
      fc.record({ append: name, content }),
      fc.record({ remove: name }),
      fc.record({ doubt: name }),
      fc.constant('take' as const),
      fc.constant('sign' as const),
      fc.constant('store' as const),
    );
    fc.assert(
      fc.property(fc.array(action, { maxLength: 40, size: 'max' }), (actions) => {
        filter = new ContentFilter({ maxBytes: 1 << 24 });
        const model = new Map<string, string>();
        let batch: ReturnType<ContentFilter['take']> | undefined;
        let signed: ReturnType<typeof signWhole> | undefined;
        for (const action of actions) {
          if (action === 'take') batch ??= filter.take(2);
          else if (action === 'sign') {
            if (batch !== undefined && batch.paths.length > 0) {
              signed ??= signWhole({ root: tree.root, ...batch });
            }
          } else if (action === 'store') {
            if (batch !== undefined && signed !== undefined) for (const _ of filter.store(batch, signed));
            if (signed !== undefined) batch = signed = undefined;
          } else if ('doubt' in action) filter.doubt(at(action.doubt));
          else if ('remove' in action) {
            rmSync(join(tree.root, action.remove), { force: true });
            model.delete(action.remove);
            filter.delete(at(action.remove));
          } else if ('write' in action) {
            tree.write(action.write, action.content);
            model.set(action.write, action.content);
            filter.invalidate(at(action.write));
            filter.add(at(action.write));
          } else if (model.has(action.append)) {
            appendFileSync(join(tree.root, action.append), action.content);
            model.set(action.append, `${model.get(action.append) ?? ''}${action.content}`);
            filter.invalidate(at(action.append));
          }
          for (const literal of ['alpha', 'bravo', 'charlie']) {
            const holding = [...model].flatMap(([name, text]) => (text.includes(literal) ? [name] : []));
            expect(candidates(literal)).toEqual(expect.arrayContaining(holding));
          }
        }
        for (const name of ['a', 'b', 'c', 'd']) rmSync(join(tree.root, name), { force: true });
      }),
      { numRuns: 300 },
    );
  });
});
