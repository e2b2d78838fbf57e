import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ExpandGlob } from '../../../../src/actors/approvals/judge-path.js';
import type { GlobInFolder } from '../../../../src/actors/protocol/workspace.js';
import { type GlobLookUp, judgeWithGlobs } from '../../../../src/host/engine/judging/judge-with-globs.js';

/** Answers every glob with itself below its folder, and keeps what it was asked. */
function makeLookUp(overrides: Partial<GlobLookUp> = {}) {
  const asked: (readonly string[])[] = [];
  const lookUp: GlobLookUp = {
    isThere: (path) => path === '/work/.git',
    expand: async (globs) => {
      asked.push(globs.map(({ glob }) => glob));
      return Promise.resolve(globs.map(({ folder, glob }) => [`${folder}/${glob}`]));
    },
    ...overrides,
  };
  return { lookUp, asked };
}

/** A judgement that asks about globs one after the other and stops at the first that is unknown. */
const inTurn =
  (globs: readonly string[]) =>
  (expand: ExpandGlob): readonly string[] | undefined => {
    const found: string[] = [];
    for (const glob of globs) {
      const matches = expand('/work', glob);
      if (matches === undefined) return undefined;
      found.push(...matches);
    }
    return found;
  };

test('a judgement gets the matches of all globs, also of those that it asks about only then', async () => {
  const { lookUp, asked } = makeLookUp();
  expect(await judgeWithGlobs(lookUp, inTurn(['*.ts', 'src/*.ts', '*.ts']))).toEqual([
    '/work/*.ts',
    '/work/src/*.ts',
    '/work/*.ts',
  ]);
  // Those that are known are asked about again: together they have one limit.
  expect(asked).toEqual([['*.ts'], ['*.ts', 'src/*.ts']]);
});

test('a path without special characters is looked up at once', async () => {
  const { lookUp, asked } = makeLookUp();
  const judge = (expand: ExpandGlob) => [expand('/work', './.git'), expand('/work', 'HEAD')];
  expect([await judgeWithGlobs(lookUp, judge), asked]).toEqual([[['/work/.git'], []], []]);
});

test.each<[string, GlobLookUp['expand']]>([
  ['the disk cannot be read', () => Promise.reject(new Error('The index thread ended.'))],
  ['there are too many matches', (globs) => Promise.resolve(globs.map(() => null))],
  ['the answer is short', () => Promise.resolve([])],
])('a glob stays unknown when %s', async (_, expand) => {
  const { lookUp } = makeLookUp({ expand });
  let judgements = 0;
  const judge = (expandGlob: ExpandGlob) => {
    judgements += 1;
    return inTurn(['*.ts'])(expandGlob);
  };
  expect([await judgeWithGlobs(lookUp, judge), judgements]).toEqual([undefined, 2]);
});

test('a judgement that always asks about another glob ends', async () => {
  const { lookUp, asked } = makeLookUp();
  let next = 0;
  expect(await judgeWithGlobs(lookUp, (expand) => expand('/work', `*${next++}`))).toBe(undefined);
  expect(asked).toHaveLength(15);
});

test('what judgements ask in any order is what an expander at hand would have answered', async () => {
  const globs = fc.array(fc.constantFrom('*', '?', '[a]', '\\*', 'a/*', '.git', 'b'), { maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(globs, async (asked) => {
      const { lookUp } = makeLookUp();
      const expand = (at: GlobInFolder) =>
        /[*?[\\]/.test(at.glob) ? [`${at.folder}/${at.glob}`] : undefined;
      const atHand = asked.flatMap(
        (glob) => expand({ folder: '/work', glob }) ?? (glob === '.git' ? ['/work/.git'] : []),
      );
      expect(await judgeWithGlobs(lookUp, inTurn(asked))).toEqual(atHand);
    }),
  );
});
