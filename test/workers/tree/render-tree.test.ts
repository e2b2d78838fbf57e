import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RelPath } from '../../../src/actors/protocol/workspace.js';
import { IgnoredTree } from '../../../src/workers/index/rules/ignored-tree.js';
import { indexTreeSource } from '../../../src/workers/index/drawing/index-tree-source.js';
import { EntryKindBit } from '../../../src/workers/parts/scan-part.js';
import { drawTree } from '../../../src/workers/tree/draw-tree.js';
import { renderTree } from '../../../src/workers/tree/render-tree.js';
import { indexOf } from '../index/tree-arbitraries.js';
import { anyNest, directoryOf, type Nest, sourceOf } from './memory-source.js';
import { add } from '../index/edit-index.js';

const atTop = '' as RelPath;

function render(nest: Nest, options: { maxChars?: number; maxEntries?: number } = {}): string {
  const top = { source: sourceOf(nest), path: atTop, title: '/home/me/project' };
  return renderTree(top, options).text;
}

function files(count: number, prefix = 'file'): Nest {
  return Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`${prefix}${index}.ts`, 'file' as const]),
  );
}

describe('renderTree', () => {
  it("draws S0's example", () => {
    const data = indexOf([
      'src/components/Input.tsx',
      'src/components/Button.tsx',
      'package.json',
      'tests/Button.test.tsx',
      'src/utils/helpers.ts',
    ]);
    const source = indexTreeSource(data, { ignored: IgnoredTree.of([]), read: () => undefined });
    expect(renderTree({ source, path: atTop, title: '/home/me/project' })).toEqual({
      text: [
        'Directory of /home/me/project:',
        'project/',
        '├── src/',
        '│   ├── components/',
        '│   │   ├── Button.tsx',
        '│   │   └── Input.tsx',
        '│   └── utils/',
        '│       └── helpers.ts',
        '├── tests/',
        '│   └── Button.test.tsx',
        '└── package.json',
        '',
      ].join('\n'),
      isTruncated: false,
    });
  });

  it('prints excluded and ignored directories and links, and enters none of them', () => {
    const data = indexOf(['src/a.ts', 'build/x', '.github/y', 'a10', 'a9']);
    add(data, 'link' as RelPath, EntryKindBit.symlink);
    const source = indexTreeSource(data, {
      ignored: IgnoredTree.of(['secret', 'src'] as RelPath[]),
      read: () => undefined,
    });
    expect(renderTree({ source, path: atTop, title: '/r' }).text).toBe(
      [
        'Directory of /r:',
        'r/',
        '├── .github/',
        '├── build/',
        '├── secret/',
        '├── src/',
        '│   └── a.ts',
        '├── a9',
        '├── a10',
        '└── link (symbolic link)',
        '',
      ].join('\n'),
    );
  });

  it('draws a directory below the root', () => {
    const source = sourceOf({ build: { out: { a: 'file' }, b: 'file' } });
    expect(renderTree({ source, path: 'build' as RelPath, title: '/r/build' }).text).toBe(
      'Directory of /r/build:\nbuild/\n├── out/\n└── b\n',
    );
  });

  it('fills the budget breadth first when the whole does not fit', () => {
    const nest: Nest = { a: { deep: { er: files(3) }, ...files(8) }, b: files(8), 'c.ts': 'file' };
    expect(render(nest, { maxChars: 340 })).toBe(
      [
        'Directory of /home/me/project:',
        'project/',
        '├── a/',
        '│   ├── deep/',
        '│   │   └── er/',
        '│   ├── file0.ts',
        '│   ├── file1.ts',
        '│   ├── file2.ts',
        '│   ├── file3.ts',
        '│   └── (4 more items not shown...)',
        '├── b/',
        '│   ├── file0.ts',
        '│   ├── file1.ts',
        '│   ├── file2.ts',
        '│   ├── file3.ts',
        '│   └── (4 more items not shown...)',
        '└── c.ts',
        '',
        '...Result was truncated...',
      ].join('\n'),
    );
  });

  it("falls back to S0's depth 3 and 3 items where no more fits", () => {
    const nest: Nest = { a: files(9), b: { c: { d: { e: 'file' } } } };
    const expected = [
      'Directory of /home/me/project:',
      'project/',
      '├── a/',
      '│   ├── file0.ts',
      '│   ├── file1.ts',
      '│   ├── file2.ts',
      '│   └── (6 more items not shown...)',
      '└── b/',
      '    └── c/',
      '        └── d/',
      '',
      '...Result was truncated...',
    ].join('\n');
    expect(render(nest, { maxChars: expected.length })).toBe(expected);
  });

  it('shows 1,000 entries and no more', () => {
    const count = (text: string): number =>
      text.split('\n').filter((line) => /^[├└]── file/.test(line)).length;
    const short = (number: number): Nest => files(number, 'file');
    expect(render(short(1000), { maxChars: 1e6 }).includes('truncated')).toBe(false);
    expect([
      count(render(short(1000), { maxChars: 1e6 })),
      count(render(short(1001), { maxChars: 1e6 })),
    ]).toEqual([1000, 1000]);
    expect(render(short(1001), { maxChars: 1e6 }).endsWith('\n\n...Result was truncated...')).toBe(true);
  });

  it('keeps within 20,000 characters by default, and uses them', () => {
    const nest = Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => [`dir${index}`, files(300, 'some-module')]),
    );
    const { length } = render(nest);
    expect(length).toBeLessThanOrEqual(20_000);
    expect(length).toBeGreaterThan(19_950);
  });

  it('keeps within any budget, cuts no line, and tells the truth about having cut', () => {
    const header = 'Directory of /home/me/project:\n';
    const truncated = '\n...Result was truncated...';
    fc.assert(
      fc.property(
        anyNest,
        fc.integer({ min: 0, max: 900 }),
        fc.integer({ min: 1, max: 40 }),
        (nest, maxChars, maxEntries) => {
          const top = { source: sourceOf(nest), path: atTop, title: '/home/me/project' };
          const { isTruncated, ...reply } = renderTree(top, { maxChars, maxEntries });
          const text = reply.text;
          expect(text.length).toBeLessThanOrEqual(maxChars);
          const unlimited = { maxChars: Infinity, maxEntries: Infinity };
          const whole = drawTree(
            { directory: directoryOf(nest), name: 'project' },
            unlimited,
            () => Infinity,
          );
          const isWholeTooBig = header.length + whole.text.length > maxChars || whole.entries > maxEntries;
          expect(isTruncated).toBe(isWholeTooBig);
          if (!isTruncated) expect(text).toBe(header + whole.text);
          else if (text.startsWith(header)) expect(text.endsWith(truncated)).toBe(true);
          else expect(['', truncated.trimStart()]).toContain(text);
          const names = new Set(whole.text.split('\n').map(nameIn));
          const shown = text.slice(header.length).split('\n').slice(0, -2).map(nameIn);
          expect(
            shown.filter((name) => !names.has(name) && !/^\(\d+ more items not shown\.\.\.\)$/.test(name)),
          ).toEqual([]);
        },
      ),
      { numRuns: 500 },
    );
  });
});

function nameIn(line: string): string {
  return line.replace(/^[│ ]*(?:[├└]── )?/, '');
}
