import { describe, expect, it } from 'vitest';
import type { AbsPath, RelPath } from '../../src/actors/protocol/workspace.js';
import { EntryKindBit } from '../../src/workers/parts/scan-part.js';
import { isExcludedDirectory } from '../../src/workers/tree/exclude.js';
import { listDirectory } from '../../src/workers/tree/list-directory.js';
import { renderAllTrees } from '../../src/workers/tree/render-all.js';
import { renderTree, type TreeTop } from '../../src/workers/tree/render-tree.js';
import { directoryOf, type Nest, type Reading, sourceOf } from '../workers/tree/memory-source.js';

// S0 numbers no sections: 4.2.3 is the third part of the second section of its fourth chapter.

function topOf(nest: Nest, title = '/w/project'): TreeTop {
  return { source: sourceOf(nest), path: '' as RelPath, title };
}

function files(count: number, name = 'f'): Nest {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`${name}${index}`, 'file']));
}

function lines(...all: readonly string[]): string {
  return all.join('\n');
}

/** Too large to be drawn whole: 1,200 files three levels down, behind what is worth seeing. */
const large: Nest = {
  'a-long': files(6),
  deep: { one: { two: { three: files(1200) } } },
  'z-last': 'file',
};

describe('S0 2.2, the limits', () => {
  it('draws a tree of 1,000 entries whole', () => {
    const { text, isTruncated } = renderTree(topOf(files(1000)));
    expect({ lines: text.split('\n').length, isTruncated }).toEqual({ lines: 1003, isTruncated: false });
  });

  it('draws the first 1,000 of 1,001 entries', () => {
    const { text, isTruncated } = renderTree(topOf(files(1001)));
    expect(text.split('\n').slice(-4)).toEqual(['├── f998', '├── f999', '', '...Result was truncated...']);
    expect(isTruncated).toBe(true);
  });
});

describe('S0 2.3, directories that are not entered', () => {
  it('prints them without what they hold', () => {
    const names = '.git node_modules .any dist build out bin coverage __pycache__ env venv tmp temp artifacts';
    const others = 'target obj vendor logs cache resource resources my-out build.old';
    const excluded = `${names} ${others}`.split(' ');
    expect(excluded.filter((name) => !isExcludedDirectory(name))).toEqual([]);
    const nest = Object.fromEntries([...excluded, 'layout', 'builder'].map((name) => [name, { in: 'file' }]));
    expect(renderTree(topOf(nest as Nest)).text).toBe(
      lines(
        'Directory of /w/project:',
        'project/',
        ...excluded.map((name) => `├── ${name}/`),
        '├── layout/',
        '│   └── in',
        '└── builder/',
        '    └── in',
        '',
      ),
    );
  });

  it('does so for what ignore rules leave out, beyond S0', () => {
    const nest: Nest = { secret: 'ignored', src: { 'a.ts': 'file' } };
    expect(renderTree(topOf(nest)).text).toBe(
      lines('Directory of /w/project:', 'project/', '├── secret/', '└── src/', '    └── a.ts', ''),
    );
  });
});

describe('S0 3.1, one level', () => {
  const directory = { root: '/w' as AbsPath, path: 'd' as RelPath };

  it('pages by 500 and counts what remains', () => {
    const names = Array.from({ length: 501 }, (_, index) => `f${index}`);
    const { children, ...rest } = listDirectory(directory, { names, kinds: names.map(() => 0) }, 1);
    expect(rest).toEqual({ hasNextPage: true, hasPrevPage: false, itemsRemaining: 1 });
    expect(children?.length).toBe(500);
  });

  it('says of each child what it is', () => {
    const listing = { names: ['sub', 'link'], kinds: [EntryKindBit.directory, EntryKindBit.symlink] };
    const { children } = listDirectory(directory, listing, 1);
    expect(children?.map(({ path, isDir, isSymlink }) => ({ path, isDir, isSymlink }))).toEqual([
      { path: 'd/sub', isDir: true, isSymlink: false },
      { path: 'd/link', isDir: false, isSymlink: true },
    ]);
  });
});

describe('S0 3.2, two attempts', () => {
  it('falls back to depth 3 and 3 items where no larger tree fits', () => {
    const expected = lines(
      'Directory of /w/project:',
      'project/',
      '├── a-long/',
      '│   ├── f0',
      '│   ├── f1',
      '│   ├── f2',
      '│   └── (3 more items not shown...)',
      '├── deep/',
      '│   └── one/',
      '│       └── two/',
      '└── z-last',
      '',
      '...Result was truncated...',
    );
    expect(renderTree(topOf(large), { maxChars: expected.length, maxEntries: 8 })).toEqual({
      text: expected,
      isTruncated: true,
    });
  });

  it('fills the budget breadth first where more fits than the fallback shows, beyond S0', () => {
    expect(renderTree(topOf(large), { maxEntries: 13 }).text).toBe(
      lines(
        'Directory of /w/project:',
        'project/',
        '├── a-long/',
        '│   ├── f0',
        '│   ├── f1',
        '│   ├── f2',
        '│   ├── f3',
        '│   ├── f4',
        '│   └── f5',
        '├── deep/',
        '│   └── one/',
        '│       └── two/',
        '│           └── three/',
        '│               ├── f0',
        '│               └── (1199 more items not shown...)',
        '└── z-last',
        '',
        '...Result was truncated...',
      ),
    );
  });
});

describe('S0 4.1, the renderer', () => {
  it('marks directories and symbolic links', () => {
    expect(renderTree(topOf({ sub: {}, alias: 'link', file: 'file' })).text).toBe(
      lines('Directory of /w/project:', 'project/', '├── sub/', '├── alias (symbolic link)', '└── file', ''),
    );
  });

  it('ends a directory with how many items it does not show', () => {
    const { text } = renderTree(topOf({ d: files(9) }), { maxEntries: 4 });
    expect(text.split('\n').slice(2, 7)).toEqual([
      '└── d/',
      '    ├── f0',
      '    ├── f1',
      '    ├── f2',
      '    └── (6 more items not shown...)',
    ]);
  });
});

describe('S0 4.2.1, limits by level', () => {
  it('shows the first level whole when it shows no more than three of any other', () => {
    const nest: Nest = { one: files(4), two: files(4), ...files(20, 'top') };
    const { text } = renderTree(topOf(nest), { maxEntries: 28 });
    expect(text.split('\n').slice(2, 13)).toEqual([
      '├── one/',
      '│   ├── f0',
      '│   ├── f1',
      '│   ├── f2',
      '│   └── (1 more items not shown...)',
      '├── two/',
      '│   ├── f0',
      '│   ├── f1',
      '│   ├── f2',
      '│   └── (1 more items not shown...)',
      '├── top0',
    ]);
    expect(text.match(/top\d/g)).toHaveLength(20);
  });
});

describe('S0 4.2.2, characters', () => {
  const nest: Nest = { first: 'file', second: 'file' };
  const whole = lines('Directory of /w/project:', 'project/', '├── first', '└── second', '');

  it('draws what takes the budget to the last character, the header counted, unlike S0', () => {
    expect(renderTree(topOf(nest), { maxChars: whole.length })).toEqual({ text: whole, isTruncated: false });
  });

  it('cuts no line in half, and the notice fits as well, unlike S0', () => {
    const cut = lines('Directory of /w/project:', 'project/', '', '...Result was truncated...');
    expect(renderTree(topOf(nest), { maxChars: whole.length - 1 }).isTruncated).toBe(true);
    expect(renderTree(topOf({ ...nest, ...files(50) }), { maxChars: cut.length }).text).toBe(cut);
  });
});

describe('S0 4.2.3, the picture', () => {
  it('is the one of S0', () => {
    const nest: Nest = {
      src: {
        components: { 'Button.tsx': 'file', 'Input.tsx': 'file' },
        utils: { 'helpers.ts': 'file' },
      },
      tests: { 'Button.test.tsx': 'file' },
      'package.json': 'file',
    };
    expect(renderTree(topOf(nest)).text).toBe(
      lines(
        'Directory of /w/project:',
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
      ),
    );
  });
});

describe('S0 5.1, directories are read when they are drawn', () => {
  it('opens none that it does not enter, and reads little that it does not show', () => {
    const many = Object.fromEntries(
      Array.from({ length: 400 }, (_, index) => [`d${index}`, { node_modules: files(900), ...files(50) }]),
    );
    const reading: Reading = { children: 0, directories: 0 };
    const directory = directoryOf(many, reading);
    const top: TreeTop = { source: { open: () => directory }, path: '' as RelPath, title: '/w/project' };
    expect(renderTree(top).isTruncated).toBe(true);
    expect(reading.directories).toBe(401);
    expect(reading.children).toBeLessThanOrEqual(2 * 1000 + 2 * reading.directories);
  });
});

describe('S0 6.1, several folders', () => {
  const one = topOf({ a: 'file' }, '/w/one');
  const two = topOf(files(9), '/w/two');
  const cutOffMessage = '...cut off...';

  it('says when none is open', () => {
    expect(renderAllTrees([], { cutOffMessage }).text).toBe('(NO WORKSPACE OPEN)');
  });

  it('draws them in order, the first one whole before the second', () => {
    const text = lines('Directory of /w/one:', 'one/', '└── a', '', 'Directory of /w/two:', 'two/', '├── f0');
    expect(renderAllTrees([one, two, one], { cutOffMessage, maxChars: text.length + 14 })).toEqual({
      text: `${text}\n${cutOffMessage}`,
      isTruncated: true,
    });
  });
});

describe('S0 7, the output', () => {
  it('has a header, and a notice behind an empty line when it was truncated (7.1)', () => {
    const { text } = renderTree(topOf(files(3)), { maxEntries: 1 });
    expect(text).toBe(
      lines('Directory of /w/project:', 'project/', '├── f0', '', '...Result was truncated...'),
    );
  });

  it("ends with the caller's message where several folders were cut off (7.2)", () => {
    const { text } = renderAllTrees([topOf(files(1200))], { cutOffMessage: 'Ask for a directory.' });
    expect(text.endsWith('\n├── f999\nAsk for a directory.')).toBe(true);
  });
});
