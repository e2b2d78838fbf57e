import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RelPath } from '../../../../src/actors/protocol/workspace.js';
import { DynamicZone, type ZonedIndex } from '../../../../src/workers/index/retention/dynamic-zone.js';
import { EntryKindBit } from '../../../../src/workers/parts/scan-part.js';
import { parentsOf } from '../tree-arbitraries.js';

const { directory: DIRECTORY, core: CORE } = EntryKindBit;

/** Paths with their kinds, parents included. */
class MapIndex implements ZonedIndex {
  readonly kinds = new Map<string, number>();

  add(path: string, kind = 0): void {
    for (const parent of parentsOf(path)) if (!this.kinds.has(parent)) this.kinds.set(parent, DIRECTORY);
    if (!this.kinds.has(path)) this.kinds.set(path, kind);
  }

  remove(path: string): void {
    for (const other of this.kinds.keys()) {
      if (other === path || other.startsWith(`${path}/`)) this.kinds.delete(other);
    }
  }

  kindAt(path: RelPath): number | undefined {
    return this.kinds.get(path);
  }

  childrenOf(directory: RelPath): RelPath[] {
    const start = directory === '' ? '' : `${directory}/`;
    return ([...this.kinds.keys()] as RelPath[]).filter(
      (path) => path.startsWith(start) && !path.slice(start.length).includes('/'),
    );
  }

  childCount(directory: RelPath): number {
    return this.childrenOf(directory).length;
  }

  evict(paths: readonly RelPath[]): void {
    for (const path of paths) this.kinds.delete(path);
  }

  dynamic(): string[] {
    return [...this.kinds].filter(([, kind]) => (kind & CORE) === 0).map(([path]) => path);
  }
}

function zoneOf(capacity: number, ...files: string[]): { index: MapIndex; zone: DynamicZone } {
  const index = new MapIndex();
  const zone = new DynamicZone(index, capacity);
  for (const file of files) index.add(file);
  zone.follow(files as RelPath[]);
  return { index, zone };
}

const paths = (...all: string[]): RelPath[] => all as RelPath[];

describe('DynamicZone', () => {
  it('evicts 110 % of the excess, what was not used for longest first', () => {
    const files = Array.from({ length: 30 }, (_, index) => `f${index}`);
    const { index, zone } = zoneOf(10, ...files);
    expect(zone.enforce()).toEqual(files.slice(0, 22));
    expect([...index.kinds.keys()]).toEqual(files.slice(22));
  });

  it('keeps what was touched last', () => {
    const { zone } = zoneOf(2, 'a', 'b', 'c');
    zone.touch(paths('a', 'b'));
    expect(zone.enforce()).toEqual(['c', 'a']);
  });

  it('counts directories, and evicts them with the last of what is in them', () => {
    const { index, zone } = zoneOf(1, 'd/e/x');
    expect(zone.size).toBe(3);
    expect(zone.enforce()).toEqual(['d/e/x', 'd/e', 'd']);
    expect([...index.kinds]).toEqual([]);
  });

  it('neither counts nor evicts what is core, nor a directory that holds such', () => {
    const { index, zone } = zoneOf(1, 'd/x', 'd/y');
    index.add('d/core', CORE);
    zone.follow(paths('d/core'));
    expect(zone.size).toBe(3);
    expect(zone.enforce()).toEqual(['d/x', 'd/y']);
    expect([...index.kinds]).toEqual([
      ['d', DIRECTORY],
      ['d/core', CORE],
    ]);
    expect(zone.enforce()).toEqual([]);
  });

  it('takes in all below a directory that was moved in, and lets go of what has gone', () => {
    const { index, zone } = zoneOf(9, 'a/b/x', 'a/y');
    index.remove('a');
    index.add('c/b/x');
    index.add('c/y');
    zone.follow(paths('a', 'c'));
    expect(zone.size).toBe(4);
  });

  it('keeps the place of what it knows', () => {
    const { zone } = zoneOf(1, 'a', 'b');
    zone.follow(paths('a'));
    expect(zone.enforce()).toEqual(['a', 'b']);
  });

  it('holds exactly what is dynamic, within its capacity, whatever happens', () => {
    const anyPath = fc
      .array(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1, maxLength: 4 })
      .map((names) => names.join('/'));
    const anyStep = fc.oneof(
      {
        weight: 5,
        arbitrary: fc.record({ how: fc.constant('add' as const), path: anyPath, core: fc.constant(0) }),
      },
      {
        weight: 1,
        arbitrary: fc.record({ how: fc.constant('add' as const), path: anyPath, core: fc.constant(CORE) }),
      },
      {
        weight: 1,
        arbitrary: fc.record({ how: fc.constantFrom('remove' as const, 'touch' as const), path: anyPath }),
      },
    );
    fc.assert(
      fc.property(
        fc.array(anyStep, { maxLength: 60 }),
        fc.integer({ min: 1, max: 12 }),
        (steps, capacity) => {
          const { index, zone } = zoneOf(capacity);
          for (const step of steps) {
            if (step.how === 'add') index.add(step.path, step.core);
            if (step.how === 'remove') index.remove(step.path);
            if (step.how === 'touch') zone.touch(paths(step.path));
            else zone.follow(paths(step.path));
            expect(zone.size).toBe(index.dynamic().length);

            const cores = [...index.kinds].filter(([, kind]) => (kind & CORE) !== 0);
            zone.enforce();
            expect(zone.size).toBe(index.dynamic().length);
            for (const core of cores) expect([...index.kinds]).toContainEqual(core);
            for (const path of index.kinds.keys())
              for (const parent of parentsOf(path)) expect(index.kinds.has(parent)).toBe(true);
            const evictable = index.dynamic().filter((path) => index.childCount(path as RelPath) === 0);
            expect(zone.size <= capacity || evictable.length === 0).toBe(true);
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});
