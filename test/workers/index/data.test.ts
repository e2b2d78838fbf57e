import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RelPath } from '../../../src/actors/protocol/workspace.js';
import { IndexData } from '../../../src/workers/index/data.js';
import { EntryKind } from '../../../src/workers/scan/scan-part.js';
import { anyName, anyPath, byBytes, indexOf, parentsOf } from './tree-arbitraries.js';

const { directory, symlink, core } = EntryKind;

/** What an index must be equal to: a plain map from path to kind. */
class Model {
  readonly kinds = new Map<string, number>();
  readonly mtimes = new Map<string, number>();

  below(path: string): string[] {
    return [...this.kinds.keys()].filter((key) => path === '' || key.startsWith(`${path}/`));
  }

  drop(path: string): number {
    const gone = this.below(path);
    if (this.kinds.has(path)) gone.push(path);
    for (const key of gone) {
      this.kinds.delete(key);
      this.mtimes.delete(key);
    }
    return gone.length;
  }

  add(path: string, kind: number): void {
    for (const parent of parentsOf(path)) this.put(parent, directory, (kind) => kind);
    this.put(path, kind, () => kind);
  }

  move(from: string, to: string): boolean {
    if (!this.kinds.has(from) || to === '' || to.startsWith(`${from}/`)) return false;
    if (from === to) return true;
    const moved = [from, ...this.below(from)].map(
      (path) => [to + path.slice(from.length), this.kinds.get(path)!, this.mtimes.get(path)] as const,
    );
    this.drop(from);
    this.drop(to);
    for (const [path, kind, mtimeMs] of moved) {
      this.add(path, kind);
      if (mtimeMs !== undefined) this.mtimes.set(path, mtimeMs);
    }
    return true;
  }

  reconcile(path: string, listing: ReadonlyMap<string, number>): void {
    if (path !== '') this.add(path, this.kinds.get(path) ?? directory);
    if (path !== '' && (this.kinds.get(path)! & directory) === 0) this.put(path, directory, (kind) => kind);
    const start = path === '' ? '' : `${path}/`;
    for (const key of this.below(path)) {
      const name = key.slice(start.length);
      if (!name.includes('/') && !listing.has(name)) this.drop(key);
    }
    for (const [name, kind] of listing) this.add(start + name, kind);
  }

  private put(path: string, kind: number, merge: (old: number) => number): void {
    const old = this.kinds.get(path);
    if (old !== undefined && (old & directory) !== (kind & directory)) this.drop(path);
    this.kinds.set(path, this.kinds.has(path) ? merge(old!) : kind);
  }
}

/** Everything an index says of its entries, read by every way there is. */
function readAll(data: IndexData): { kinds: Map<string, number>; mtimes: Map<string, number> } {
  const kinds = new Map<string, number>();
  const mtimes = new Map<string, number>();
  const pending = [0];
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    for (let child = data.firstChild(id); child !== 0; child = data.nextSibling(child)) {
      const path = data.pathOf(child);
      expect(kinds.has(path)).toBe(false);
      expect(data.find(path)).toBe(child);
      expect(data.parentOf(child)).toBe(id);
      expect(namesakes(data, child)).toContain(child);
      kinds.set(path, data.kindOf(child));
      if (data.mtimeOf(child) !== 0) mtimes.set(path, data.mtimeOf(child));
      pending.push(child);
    }
  }
  return { kinds, mtimes };
}

function namesakes(data: IndexData, id: number): number[] {
  const ids: number[] = [];
  const name = data.nameIdOf(id);
  for (let other = data.firstNamed(name); other !== 0; other = data.nextNamed(other)) ids.push(other);
  return ids;
}

function check(data: IndexData, model: Model): void {
  const entries = [...model.kinds];
  const isFile = ([, kind]: readonly [string, number]): boolean => (kind & directory) === 0;
  expect(readAll(data)).toEqual({ kinds: model.kinds, mtimes: model.mtimes });
  expect(data.fileCount).toBe(entries.filter(isFile).length);
  expect(data.directoryCount).toBe(entries.filter((entry) => !isFile(entry)).length);
  expect([...data.paths()]).toEqual(
    entries
      .filter(isFile)
      .map(([path]) => path)
      .sort(byBytes),
  );
}

const anyKind = fc.constantFrom(0, core, symlink, symlink | core, directory, directory | core);

const anyListing = fc
  .dictionary(anyName, anyKind, { maxKeys: 6 })
  .map((listing) => new Map(Object.entries(listing)));

type Step = (data: IndexData, model: Model) => void;

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(anyPath, anyKind).map(([path, kind]): Step => {
    return (data, model) => {
      model.add(path, kind);
      expect(data.pathOf(data.add(path, kind))).toBe(path);
    };
  }),
  anyPath.map(
    (path): Step =>
      (data, model) =>
        expect(data.remove(path)).toBe(model.drop(path)),
  ),
  fc.tuple(anyPath, anyPath).map(([from, to]): Step => {
    return (data, model) => expect(data.move(from, to)).toBe(model.move(from, to));
  }),
  fc.tuple(fc.oneof(fc.constant('' as RelPath), anyPath), anyListing).map(([path, listing]): Step => {
    return (data, model) => {
      const before = new Set(model.kinds.keys());
      model.reconcile(path, listing);
      const { added, removed, newDirectories } = data.reconcileDirectory(
        path,
        [...listing.keys()],
        Uint8Array.from(listing.values()),
      );
      expect(added - removed).toBe(model.kinds.size - before.size);
      for (const key of newDirectories) expect(model.kinds.get(key)! & directory).toBe(directory);
      expect(data.isComplete(data.find(path))).toBe(true);
    };
  }),
  fc.tuple(anyPath, fc.integer({ min: 1 })).map(([path, mtimeMs]): Step => {
    return (data, model) => {
      const kind = model.kinds.get(path);
      if (kind !== undefined && (kind & directory) === 0) model.mtimes.set(path, mtimeMs);
      data.setMtime(path, mtimeMs);
    };
  }),
);

describe('IndexData', () => {
  it('is equal to a plain map after any changes', () => {
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 40 }), (steps) => {
        const data = new IndexData();
        const model = new Model();
        for (const step of steps) {
          step(data, model);
          check(data, model);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('is equal to a plain map when dead entries were collected between changes', () => {
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 30 }), (steps) => {
        const data = new IndexData();
        const model = new Model();
        for (const step of steps) {
          churn(data, 1100);
          step(data, model);
          check(data, model);
        }
      }),
    );
  });

  it('keeps living ids when dead entries are collected', () => {
    const data = indexOf(['a/b', 'c']);
    const ids = ['a', 'a/b', 'c'].map((path) => data.find(path));
    churn(data, 5000);
    expect(ids.map((id) => data.pathOf(id))).toEqual(['a', 'a/b', 'c']);
  });

  it('does not grow however many entries come and go', () => {
    const data = indexOf(Array.from({ length: 2000 }, (_, index) => `dir${index % 50}/file${index}.ts`));
    churn(data, 20_000);
    const settled = data.bytes;
    churn(data, 1_000_000);
    expect(data.bytes).toBeLessThan(settled * 1.3);
    expect(data.fileCount).toBe(2000);
  });

  it('does not grow when a tree is replaced again and again', () => {
    const data = new IndexData();
    const fill = (round: number): void => {
      for (let index = 0; index < 3000; index++)
        data.add(`r${round}/d${index % 30}/f${index}-${round}` as RelPath, 0);
    };
    fill(0);
    const first = data.bytes;
    for (let round = 1; round < 100; round++) {
      data.remove('' as RelPath);
      fill(round);
    }
    expect(data.bytes).toBeLessThan(first * 2.5);
    expect(data.fileCount).toBe(3000);
  });

  it('takes at most 60 bytes a file beside the bytes of the names, once settled', () => {
    const files = Array.from({ length: 50_000 }, (_, index) => `d${index % 4000}/file${index % 25_000}.ts`);
    const data = indexOf(files);
    data.settle();
    const names = new Set(files.flatMap((file) => file.split('/')));
    const nameBytes = [...names].reduce((sum, name) => sum + name.length, 0);
    expect((data.bytes - nameBytes) / data.fileCount).toBeLessThan(60);
  });

  it('forgets when a removed file was changed, even once its id is used again', () => {
    const data = new IndexData();
    data.add('a' as RelPath, 0);
    data.setMtime('a' as RelPath, 7);
    const id = data.find('a');
    const addMany = (): number[] =>
      Array.from({ length: 3000 }, (_, index) => data.add(`b${index}` as RelPath, 0));
    addMany();
    data.remove('' as RelPath);
    const ids = addMany();
    expect(ids).toContain(id);
    expect(data.mtimeOf(id)).toBe(0);
  });

  it('says that a directory is known in part until it was reconciled', () => {
    const data = indexOf(['a/b/c']);
    const isComplete = (path: string): boolean => data.isComplete(data.find(path));
    expect([isComplete(''), isComplete('a')]).toEqual([false, false]);
    data.reconcileDirectory('a' as RelPath, ['b'], Uint8Array.of(directory));
    data.add('a/d' as RelPath, 0);
    expect([isComplete(''), isComplete('a'), isComplete('a/b')]).toEqual([false, true, false]);
    data.move('a' as RelPath, 'x' as RelPath);
    expect([isComplete('x'), isComplete('x/b')]).toEqual([true, false]);
  });

  it('names the new directories of a listing, and counts each name once', () => {
    const data = indexOf(['a/old/x', 'a/file', 'a/stays/y']);
    const names = ['file', 'stays', 'new', 'new'];
    const kinds = Uint8Array.of(directory, directory, directory, 0);
    expect(data.reconcileDirectory('a' as RelPath, names, kinds)).toEqual({
      added: 2,
      removed: 3,
      newDirectories: ['a/file', 'a/new'],
    });
    expect([...data.paths()]).toEqual(['a/stays/y']);
  });

  it('keeps what is below an entry that replaces a directory above it', () => {
    const data = indexOf(['a/b/c', 'a/x']);
    expect(data.move('a/b' as RelPath, 'a' as RelPath)).toBe(true);
    expect([...data.paths()]).toEqual(['a/c']);
  });

  it('finds nothing at paths that are not in its form', () => {
    const data = indexOf(['a/b']);
    expect(['/a', 'a/', 'a//b', 'a/b/c', 'A/b', 'c', '\0'].map((path) => data.find(path))).toEqual(
      Array.from({ length: 7 }, () => -1),
    );
  });

  it('goes on with what is there when it is changed while its paths are read', () => {
    const data = indexOf(['a/1', 'a/2', 'b/1', 'c/1']);
    const paths = data.paths();
    expect(paths.next().value).toBe('a/1');
    data.remove('b' as RelPath);
    data.add('c/2' as RelPath, 0);
    churn(data, 5000);
    expect([...paths]).toEqual(['a/2', 'c/1', 'c/2']);
  });

  it('yields the paths below a directory, or the file itself, or none', () => {
    const data = indexOf(['a/b', 'a.txt', 'a/c/d', 'b']);
    const under = (path: string): string[] => [...data.paths(path as RelPath)];
    expect([under('a'), under('a/b'), under('x'), under('')]).toEqual([
      ['a/b', 'a/c/d'],
      ['a/b'],
      [],
      ['a.txt', 'a/b', 'a/c/d', 'b'],
    ]);
  });

  it('walks a tree a thousand directories deep', () => {
    const deep = Array.from({ length: 1000 }, () => 'd').join('/') as RelPath;
    const data = indexOf([`${deep}/f`]);
    expect([...data.paths()]).toEqual([`${deep}/f`]);
    expect(data.remove('d' as RelPath)).toBe(1001);
  });

  it('refuses a name that it cannot hold', () => {
    expect(() => new IndexData().add('n'.repeat(70_000) as RelPath, 0)).toThrow(RangeError);
  });
});

/** Lets `count` entries, each of a new name, come and go. */
function churn(data: IndexData, count: number): void {
  for (let index = 0; index < count; index++) {
    const path = `churn/${index}` as RelPath;
    data.add(path, 0);
    if (index % 2 === 0) {
      data.move(path, `churn-${index}` as RelPath);
      data.remove(`churn-${index}` as RelPath);
    } else data.remove(path);
  }
  data.remove('churn' as RelPath);
}
