import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RelPath } from '../../../../src/actors/protocol/workspace.js';
import { isWithinAny } from '../../../../src/actors/protocol/rel-path.js';
import { UnwatchedDirectories } from '../../../../src/workers/watch/per-directory/unwatched-directories.js';

const path = (text: string): RelPath => text as RelPath;

describe('UnwatchedDirectories', () => {
  test('keeps the outermost of its directories', () => {
    const unwatched = new UnwatchedDirectories();
    for (const directory of ['b/c', 'a', 'b', 'a/b', 'ab']) unwatched.add(path(directory));
    expect(unwatched.directories).toEqual(['a', 'ab', 'b']);
  });

  test('forgets a directory with all below it', () => {
    const unwatched = new UnwatchedDirectories();
    for (const directory of ['a/b', 'a/c/d', 'ab']) unwatched.add(path(directory));
    unwatched.remove(path('a'));
    expect(unwatched.directories).toEqual(['ab']);
  });

  test('keeps the directories that hold the deepest, when there are too many', () => {
    const unwatched = new UnwatchedDirectories();
    unwatched.add(path('other'));
    for (let i = 0; i < 64; i += 1) unwatched.add(path(`a/b/${i}`));
    expect(unwatched.directories).toEqual(['a/b', 'other']);
  });

  test('becomes everything when too many directories have nothing in common', () => {
    const unwatched = new UnwatchedDirectories();
    for (let i = 0; i < 65; i += 1) unwatched.add(path(`d${i}`));
    expect(unwatched.directories).toEqual(['']);
  });

  test('is empty once all has been taken', () => {
    const unwatched = new UnwatchedDirectories();
    unwatched.add(path('a'));
    expect([unwatched.take(), unwatched.isEmpty]).toEqual([['a'], true]);
  });

  test('covers every directory that was added, once and in bounded space', () => {
    const anyPath = fc.array(fc.nat({ max: 30 }), { maxLength: 4 }).map((parts) => path(parts.join('/')));
    fc.assert(
      fc.property(fc.array(anyPath, { maxLength: 300 }), (added) => {
        const unwatched = new UnwatchedDirectories();
        for (const directory of added) unwatched.add(directory);
        const kept = new Set(unwatched.directories);
        expect(kept.size).toBeLessThanOrEqual(64);
        for (const directory of added) expect(isWithinAny(directory, kept)).toBe(true);
        for (const directory of kept) {
          expect(isWithinAny(directory, new Set([...kept].filter((each) => each !== directory)))).toBe(false);
        }
      }),
      { numRuns: 300 },
    );
  });
});
