import { describe, expect, it } from 'vitest';
import { PatternSyntaxError } from '../../../src/actors/protocol/errors.js';
import type { RelPath } from '../../../src/actors/protocol/workspace.js';
import { compileIncludeGlobs } from '../../../src/workers/grep/include-globs.js';

const PATHS = ['a.ts', 'a.d.ts', 'src/b.ts', 'src/.c.ts', 'src/deep/d.js', 'lib/src/e.ts', '.github/f.yml'];

function matching(...globs: string[]): string[] {
  const isIncluded = compileIncludeGlobs(globs);
  return PATHS.filter((path) => isIncluded(path as RelPath));
}

describe('compileIncludeGlobs', () => {
  it('includes every path when there are no globs', () => {
    expect(matching()).toEqual(PATHS);
  });

  it('matches the name when the glob has no slash', () => {
    expect(matching('*.ts')).toEqual(['a.ts', 'a.d.ts', 'src/b.ts', 'src/.c.ts', 'lib/src/e.ts']);
  });

  it.each([
    ['src/*.ts', ['src/b.ts', 'src/.c.ts']],
    ['src/**', ['src/b.ts', 'src/.c.ts', 'src/deep/d.js']],
    ['**/src/*.ts', ['src/b.ts', 'src/.c.ts', 'lib/src/e.ts']],
    ['/src/b.ts', ['src/b.ts']],
    ['./src/b.ts', ['src/b.ts']],
    ['/a.ts', ['a.ts']],
    ['src/', ['src/b.ts', 'src/.c.ts', 'src/deep/d.js']],
  ])('matches the path from the root when the glob is %s', (glob, expected) => {
    expect(matching(glob)).toEqual(expected);
  });

  it('includes what any of several globs matches', () => {
    expect(matching('*.{js,yml}', 'a.ts')).toEqual(['a.ts', 'src/deep/d.js', '.github/f.yml']);
  });

  it('leaves out what a glob with an exclamation mark matches', () => {
    expect(matching('*.ts', '!*.d.ts', '!lib/')).toEqual(['a.ts', 'src/b.ts', 'src/.c.ts']);
    expect(matching('!*.ts')).toEqual(['src/deep/d.js', '.github/f.yml']);
  });

  it.each(['', '!', '[a', '{a,b', 'a}', '/', '[z-a]', '[[:x:]]', 'a\\'])(
    'refuses %j, and names it',
    (glob) => {
      expect(() => compileIncludeGlobs(['*.ts', glob])).toThrow(PatternSyntaxError);
      try {
        compileIncludeGlobs([glob]);
      } catch (error) {
        expect(error).toMatchObject({ details: { pattern: glob, source: 'include glob' } });
      }
    },
  );
});
