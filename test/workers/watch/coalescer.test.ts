import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RelPath } from '../../../src/actors/protocol/workspace.js';
import { Coalescer } from '../../../src/workers/watch/coalescer.js';
import type { HintKind } from '../../../src/workers/watch/back-end/watcher.js';

const path = (text: string): RelPath => text as RelPath;

const anyPath = fc
  .array(fc.constantFrom('a', 'b', 'ab', 'c d', 'é'), { minLength: 1, maxLength: 4 })
  .map((parts) => path(parts.join('/')));
const anyKind = fc.constantFrom<HintKind>('created', 'changed', 'deleted');
const anyStep = fc.oneof(
  { weight: 5, arbitrary: fc.record({ path: anyPath, kind: anyKind }) },
  { weight: 1, arbitrary: fc.record({ path: fc.oneof(anyPath, fc.constant(path(''))) }) },
);

function covers(directory: RelPath, below: RelPath): boolean {
  return directory === '' || below === directory || below.startsWith(`${directory}/`);
}

describe('Coalescer', () => {
  test('keeps the last hint of each path, in the order in which the paths came', () => {
    const batch = new Coalescer();
    batch.hint(path('a'), 'created');
    batch.hint(path('b'), 'changed');
    batch.hint(path('a'), 'deleted');
    expect(batch.take()).toEqual({
      hints: [
        { path: 'a', kind: 'deleted' },
        { path: 'b', kind: 'changed' },
      ],
      rescans: [],
    });
  });

  test('keeps a new path new when it is changed', () => {
    const batch = new Coalescer();
    batch.hint(path('a'), 'created');
    batch.hint(path('a'), 'changed');
    batch.hint(path('b'), 'deleted');
    batch.hint(path('b'), 'changed');
    expect(batch.take().hints).toEqual([
      { path: 'a', kind: 'created' },
      { path: 'b', kind: 'changed' },
    ]);
  });

  test('starts anew after each batch', () => {
    const batch = new Coalescer();
    batch.hint(path('a'), 'created');
    batch.rescan(path('b'));
    batch.take();
    expect([batch.isEmpty, batch.take()]).toEqual([true, { hints: [], rescans: [] }]);
  });

  test('drops hints and rescans that a rescan covers, whichever came first', () => {
    const batch = new Coalescer();
    batch.hint(path('src/a'), 'created');
    batch.hint(path('src'), 'changed');
    batch.hint(path('srcs'), 'changed');
    batch.rescan(path('src/lib'));
    batch.rescan(path('src'));
    batch.hint(path('src/b'), 'deleted');
    batch.rescan(path('src/deep/er'));
    expect(batch.take()).toEqual({ hints: [{ path: 'srcs', kind: 'changed' }], rescans: ['src'] });
  });

  test('becomes rescans of the directories that its paths are in, when there are too many paths', () => {
    const batch = new Coalescer(2);
    batch.hint(path('src/a'), 'created');
    batch.hint(path('lib/deep/b'), 'created');
    batch.hint(path('src/er/c'), 'created');
    expect(batch.take()).toEqual({ hints: [], rescans: ['src', 'lib/deep'] });
  });

  test('becomes one rescan of the nearest directory that holds all, when there are too many directories', () => {
    const batch = new Coalescer(100, 2);
    batch.hint(path('src/lib/a/x'), 'created');
    batch.rescan(path('src/lib/b'));
    batch.rescan(path('src/lib/deep/b'));
    batch.rescan(path('src/lib/deep/c'));
    expect(batch.take()).toEqual({ hints: [], rescans: ['src/lib'] });
  });

  test('keeps nested rescans as the outermost of them, however many there are', () => {
    const batch = new Coalescer(100, 2);
    for (const directory of ['a/b/c/d', 'a/b/c', 'a/b', 'a']) batch.rescan(path(directory));
    expect(batch.take()).toEqual({ hints: [], rescans: ['a'] });
  });

  test('becomes a rescan of everything when too many directories have nothing in common', () => {
    const batch = new Coalescer(2, 1);
    batch.hint(path('src/a'), 'created');
    batch.hint(path('srcs/b'), 'created');
    batch.hint(path('src/c'), 'created');
    expect(batch.take()).toEqual({ hints: [], rescans: [''] });
  });

  test('covers every path by its last hint or by a rescan, once and in bounded space', () => {
    fc.assert(
      fc.property(
        fc.array(anyStep, { maxLength: 60 }),
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 1, max: 20 }),
        (steps, maxPaths, maxRescans) => {
          const batch = new Coalescer(maxPaths, maxRescans);
          const last = new Map<RelPath, HintKind>();
          const rescanned: RelPath[] = [];
          for (const step of steps) {
            if ('kind' in step) {
              batch.hint(step.path, step.kind);
              const isStillNew = step.kind === 'changed' && last.get(step.path) === 'created';
              if (!isStillNew) last.set(step.path, step.kind);
            } else {
              batch.rescan(step.path);
              rescanned.push(step.path);
            }
          }
          const { hints, rescans } = batch.take();
          const hinted = new Map(hints.map((hint) => [hint.path, hint.kind]));

          expect(hints.length).toBeLessThanOrEqual(maxPaths);
          expect(rescans.length).toBeLessThanOrEqual(maxRescans);
          expect(hinted.size).toBe(hints.length);
          for (const [touched, kind] of last) {
            const isRescanned = rescans.some((directory) => covers(directory, touched));
            expect(hinted.get(touched)).toBe(isRescanned ? undefined : kind);
          }
          for (const directory of rescanned) expect(rescans.some((by) => covers(by, directory))).toBe(true);
          for (const directory of rescans) {
            expect(rescans.filter((by) => covers(by, directory))).toEqual([directory]);
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});
