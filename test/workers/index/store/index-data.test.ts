import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RelPath } from '../../../../src/actors/protocol/workspace.js';
import { IndexData } from '../../../../src/workers/index/store/index-data.js';
import { entriesNamed } from '../../../../src/workers/index/segment/postings.js';
import { runToEnd } from '../../../../src/actors/runtime/slices.js';
import { EntryKindBit, type TreePart } from '../../../../src/workers/parts/scan-part.js';
import { anyFiles, anyName, anyPath, byBytes, indexOf, parentsOf } from '../tree-arbitraries.js';
import { partsOf, type Tree, treeOf } from '../tree-parts.js';
import { add, move, setMtime } from '../edit-index.js';

const { directory, symlink, core } = EntryKindBit;

/** What an index must be equal to: a plain map from path to kind. */
class Model {
  readonly kinds = new Map<string, number>();
  readonly mtimes = new Map<string, number>();
  /** What was core when it was moved, and so stays core. */
  readonly movedCore = new Set<string>();
  readonly complete = new Set<string>();

  below(path: string): string[] {
    return [...this.kinds.keys()].filter((key) => path === '' || key.startsWith(`${path}/`));
  }

  drop(path: string): number {
    const gone = this.below(path);
    if (this.kinds.has(path)) gone.push(path);
    for (const key of gone) {
      this.kinds.delete(key);
      this.mtimes.delete(key);
      this.movedCore.delete(key);
      this.complete.delete(key);
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
    const moved = [from, ...this.below(from)].map((path) => ({
      path: to + path.slice(from.length),
      kind: this.kinds.get(path)!,
      mtimeMs: this.mtimes.get(path),
      isComplete: this.complete.has(path),
    }));
    this.drop(from);
    this.drop(to);
    for (const { path, kind, mtimeMs, isComplete } of moved) {
      this.add(path, kind);
      if (mtimeMs !== undefined) this.mtimes.set(path, mtimeMs);
      if (isComplete) this.complete.add(path);
      if ((kind & core) !== 0) this.movedCore.add(path);
    }
    return true;
  }

  setMtime(path: string, mtimeMs: number): void {
    const kind = this.kinds.get(path);
    if (kind !== undefined && (kind & directory) === 0) this.mtimes.set(path, mtimeMs);
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
    this.complete.add(path);
  }

  /** What a scan of a directory that found `tree`, all of it listed, leaves. */
  scan(tree: ReadonlyMap<string, number>, under: string): void {
    for (const path of this.below(under)) if (!tree.has(path)) this.drop(path);
    if (under !== '')
      this.add(under, this.kinds.get(under)! & directory ? this.kinds.get(under)! : directory);
    this.complete.add(under);
    for (const [path, kind] of tree) {
      this.add(path, kind);
      if ((kind & directory) !== 0) this.complete.add(path);
    }
  }

  private put(path: string, kind: number, merge: (old: number) => number): void {
    const old = this.kinds.get(path);
    if (old !== undefined && (old & directory) !== (kind & directory)) this.drop(path);
    const merged = this.kinds.has(path) ? merge(old!) : kind;
    this.kinds.set(path, this.movedCore.has(path) ? merged | core : merged);
  }
}

/** Everything an index says of its entries, read by every way there is. */
function readAll(data: IndexData): { kinds: Map<string, number>; mtimes: Map<string, number> } {
  const kinds = new Map<string, number>();
  const mtimes = new Map<string, number>();
  const pending = [0];
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    for (const child of data.childrenOf(id)) {
      const path = data.pathOf(child);
      expect(kinds.has(path)).toBe(false);
      expect(data.find(path)).toBe(child);
      expect(path.endsWith(data.nameOf(child))).toBe(true);
      kinds.set(path, data.kindOf(child));
      if (data.mtimeOf(child) !== 0) mtimes.set(path, data.mtimeOf(child));
      if (data.isDirectory(child)) pending.push(child);
    }
  }
  expect(postedPaths(data)).toEqual([...kinds.keys()].sort());
  return { kinds, mtimes };
}

/** All that a search can come across: what is posted under its name, and alive. */
function postedPaths(data: IndexData): string[] {
  return data.layers
    .flatMap((layer) =>
      Array.from(layer.segment.nameEntries, (_, rank) => entriesNamed(layer.segment, rank))
        .flatMap(({ numbers, from, to }) => [...numbers.subarray(from, to)])
        .filter((number) => layer.isLive(number))
        .map((number) => layer.pathOf(number)),
    )
    .sort();
}

function check(data: IndexData, model: Model): void {
  const entries = [...model.kinds];
  const isFile = ([, kind]: readonly [string, number]): boolean => (kind & directory) === 0;
  expect(readAll(data)).toEqual({ kinds: model.kinds, mtimes: model.mtimes });
  const directories = ['', ...entries.filter((entry) => !isFile(entry)).map(([path]) => path)];
  expect(directories.filter((path) => data.isComplete(data.find(path))).sort()).toEqual(
    [...model.complete].sort(),
  );
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

/** A change of the index, and what it ought to do; both say what the index is to answer. */
interface Change {
  readonly data: (data: IndexData) => unknown;
  readonly model: (model: Model) => unknown;
}

const anyDirectory = fc.oneof(fc.constant('' as RelPath), anyPath);

const anyChange: fc.Arbitrary<Change> = fc.oneof(
  fc.record({ path: anyPath, kind: anyKind }).map(({ path, kind }): Change => ({
    data: (data) => {
      add(data, path, kind);
    },
    model: (model) => {
      model.add(path, kind);
    },
  })),
  anyDirectory.map((path): Change => ({
    data: (data) => data.remove(path),
    model: (model) => model.drop(path),
  })),
  fc.tuple(anyPath, anyPath).map(([from, to]): Change => ({
    data: (data) => move(data, from, to),
    model: (model) => model.move(from, to),
  })),
  fc.tuple(anyDirectory, anyListing).map(([path, listing]): Change => ({
    data: (data) => {
      data.reconcileDirectory(path, [...listing.keys()], Uint8Array.from(listing.values()));
    },
    model: (model) => {
      model.reconcile(path, listing);
    },
  })),
  fc.tuple(anyPath, fc.integer({ min: 1 })).map(([path, mtimeMs]): Change => ({
    data: (data) => {
      setMtime(data, path, mtimeMs);
    },
    model: (model) => {
      model.setMtime(path, mtimeMs);
    },
  })),
  fc.array(anyPath, { maxLength: 4 }).map((paths): Change => ({
    data: (data) => {
      data.evict(paths);
    },
    model: (model) => {
      for (const path of paths) {
        model.drop(path);
        model.complete.delete(path.slice(0, Math.max(0, path.lastIndexOf('/'))));
      }
    },
  })),
);

/** Several changes as one. */
const anyBatch = fc
  .array(fc.tuple(anyPath, fc.option(anyKind), fc.option(anyPath)), { maxLength: 6 })
  .map((steps): Change => ({
    data: (data) => {
      data.change((batch) => {
        for (const [path, kind, to] of steps) {
          if (to !== null) batch.move(path, to);
          else if (kind === null) batch.remove(path);
          else batch.add(path, kind);
        }
      });
    },
    model: (model) => {
      for (const [path, kind, to] of steps) {
        if (to !== null) model.move(path, to);
        else if (kind === null) model.drop(path);
        else model.add(path, kind);
      }
    },
  }));

type Step =
  | { readonly type: 'change'; readonly change: Change }
  | { readonly type: 'merge'; readonly from: number; readonly to: number }
  | { readonly type: 'scan'; readonly tree: Tree; readonly under: RelPath; readonly walkers: number }
  | { readonly type: 'finish' };

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ type: fc.constant('change' as const), change: fc.oneof(anyChange, anyBatch) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('merge' as const),
      from: fc.nat({ max: 4 }),
      to: fc.nat({ max: 6 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('scan' as const),
      tree: anyFiles.map(treeOf),
      under: fc.oneof(fc.constant('' as RelPath), anyPath),
      walkers: fc.integer({ min: 1, max: 3 }),
    }),
  },
  { weight: 2, arbitrary: fc.constant({ type: 'finish' as const }) },
);

/** Runs steps on an index and on a model; a merge and a scan go on while other steps come. */
class Run {
  readonly data = new IndexData();
  readonly model = new Model();
  #work: Generator<void, void, undefined> | undefined;
  #onFinish: () => void = () => undefined;
  #changes: Change[] = [];

  take(step: Step): void {
    if (step.type === 'change') this.#change(step.change);
    else {
      this.#finish();
      if (step.type === 'merge') this.#merge(step);
      else if (step.type === 'scan') this.#scan(step);
    }
    check(this.data, this.model);
  }

  #change({ data, model }: Change): void {
    expect(data(this.data)).toEqual(model(this.model));
    this.#changes.push({ data, model });
  }

  #merge({ from, to }: { from: number; to: number }): void {
    const end = Math.min(to, this.data.layers.length);
    if (from >= end) return;
    this.#start(this.data.merge({ from, to: end }), () => undefined);
  }

  #scan({ tree, under, walkers }: { tree: Tree; under: RelPath; walkers: number }): void {
    const below = new Map([...tree].filter(([path]) => under === '' || path.startsWith(`${under}/`)));
    // What is moved meanwhile is moved once more, and is core or not as it turns out then.
    const isScanned = (path: string): boolean =>
      under === '' || path === under || path.startsWith(`${under}/`);
    const carried = [...this.model.movedCore].filter((path) => {
      const scanned = path === under ? directory : below.get(path);
      const isSameSort = ((scanned ?? 0) & directory) === (this.model.kinds.get(path)! & directory);
      return isScanned(path) && scanned !== undefined && isSameSort;
    });
    this.#start(this.data.mergeScan(partsOf(below, walkers, under), under), () => {
      for (const path of this.model.movedCore) if (isScanned(path)) this.model.movedCore.delete(path);
      for (const path of carried) this.model.movedCore.add(path);
      this.model.scan(below, under);
      for (const change of this.#changes) change.model(this.model);
    });
  }

  /** Begins some work, which has more than one step left. */
  #start(work: Generator<void, void, undefined>, onFinish: () => void): void {
    this.#work = work;
    this.#onFinish = onFinish;
    this.#changes = [];
    expect(work.next().done).toBe(false);
  }

  #finish(): void {
    if (this.#work === undefined) return;
    runToEnd(this.#work);
    this.#work = undefined;
    this.#onFinish();
  }
}

describe('IndexData', () => {
  it('is equal to a plain map after any changes, merges and scans, whatever comes between their steps', () => {
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 30 }), (steps) => {
        const run = new Run();
        for (const step of steps) run.take(step);
        run.take({ type: 'finish' });
      }),
      { numRuns: 1000 },
    );
  });

  it('does not grow however many entries come and go', () => {
    const data = indexOf(Array.from({ length: 2000 }, (_, index) => `dir${index % 50}/file${index}.ts`));
    churn(data, 2000);
    const settled = data.bytes;
    churn(data, 10_000);
    expect(data.bytes).toBeLessThan(settled * 1.5);
    expect([data.fileCount, data.layers.length <= 8]).toEqual([2000, true]);
  });

  it('does not grow when a tree is replaced again and again', () => {
    const data = new IndexData();
    const fill = (round: number): void => {
      const files = Array.from({ length: 3000 }, (_, index) => `r${round}/d${index % 30}/f${index}-${round}`);
      runToEnd(data.mergeScan(partsOf(treeOf(files))));
    };
    fill(0);
    const first = data.bytes;
    for (let round = 1; round < 20; round++) fill(round);
    expect([data.bytes < first * 1.1, data.fileCount, data.layers.length]).toEqual([true, 3000, 1]);
  });

  it('makes nothing but a small layer for a small change, however large the index is', () => {
    const data = indexOf(Array.from({ length: 5000 }, (_, index) => `d${index % 90}/file${index}.ts`));
    const [base] = data.layers;
    const bytesBefore = data.bytes;
    add(data, 'd1/new.ts' as RelPath, 0);
    data.remove('d2/file2.ts' as RelPath);
    move(data, 'd3/file3.ts' as RelPath, 'd4/moved.ts' as RelPath);
    expect(data.layers[0]).toBe(base);
    expect(data.layers.slice(1).reduce((size, layer) => size + layer.size, 0)).toBeLessThan(10);
    expect(data.bytes - bytesBefore).toBeLessThan(2000);
  });

  it('makes one layer for many changes at once', () => {
    const data = indexOf(Array.from({ length: 5000 }, (_, index) => `d${index % 90}/file${index}.ts`));
    data.change((batch) => {
      for (let index = 0; index < 600; index++) batch.add(`d${index % 90}/new${index}` as RelPath, 0);
    });
    expect(data.layers.map((layer) => layer.size - layer.directoryCount)).toEqual([5000, 600]);
  });

  it('takes at most 50 bytes a file', () => {
    const data = indexOf(realisticFiles(20_000));
    expect(data.fileCount).toBe(20_000);
    expect(data.bytes / data.fileCount).toBeLessThan(50);
  });

  it('keeps times through scans, merges and moves', () => {
    const data = indexOf(['a/x', 'a/y', 'b']);
    setMtime(data, 'a/x' as RelPath, 7);
    setMtime(data, 'b' as RelPath, 8);
    runToEnd(data.mergeScan(partsOf(treeOf(['a/x', 'a/z', 'b']))));
    runToEnd(data.mergeScan(partsOf(treeOf(['a/x', 'a/z']), 1, 'a'), 'a' as RelPath));
    move(data, 'a' as RelPath, 'c' as RelPath);
    runToEnd(data.merge({ from: 0, to: data.layers.length }));
    expect(['c/x', 'c/z', 'b'].map((path) => data.mtimeOf(data.find(path)))).toEqual([7, 0, 8]);
  });

  it('sees in a batch what the batch did before', () => {
    const data = indexOf(['a/old', 'b']);
    data.change((batch) => {
      batch.add('a/x' as RelPath, 0);
      batch.remove('a' as RelPath);
      batch.add('a/y' as RelPath, 0);
      batch.move('a' as RelPath, 'c' as RelPath);
      batch.add('c/z' as RelPath, 0);
      batch.add('b/w' as RelPath, 0);
    });
    expect([...data.paths()]).toEqual(['b/w', 'c/y', 'c/z']);
  });

  it('keeps what was core when it is moved, whatever later scans and changes say', () => {
    const data = new IndexData();
    add(data, 'a/x' as RelPath, core);
    add(data, 'a/y' as RelPath, 0);
    move(data, 'a' as RelPath, 'b' as RelPath);
    add(data, 'b/x' as RelPath, 0);
    data.reconcileDirectory('b' as RelPath, ['x', 'y'], Uint8Array.of(0, 0));
    runToEnd(data.mergeScan(partsOf(treeOf(['b/x', 'b/y']))));
    expect(['b/x', 'b/y'].map((path) => data.kindOf(data.find(path)))).toEqual([core, 0]);
    data.remove('b/x' as RelPath);
    add(data, 'b/x' as RelPath, 0);
    expect(data.kindOf(data.find('b/x'))).toBe(0);
  });

  it('shows the parts of a first scan one after the other, and in the end has what a scan has', () => {
    fc.assert(
      fc.property(anyFiles, fc.integer({ min: 1, max: 4 }), (files, walkers) => {
        const parts = partsOf(treeOf(files), walkers);
        const data = new IndexData();
        const shown: string[] = [];
        for (const part of parts) {
          runToEnd(data.addScannedParts([part]));
          shown.push(...listedIn(part));
          expect(postedPaths(data)).toEqual([...shown].sort());
          expect(data.fileCount + data.directoryCount).toBe(shown.length);
        }
        runToEnd(data.mergeScan(parts));
        expect([...data.paths()]).toEqual([...files].sort(byBytes));
        expect([data.removedCount, data.layers.length, postedPaths(data)]).toEqual([0, 1, [...shown].sort()]);
      }),
    );
  });

  it('drops a merge when a scan has replaced what was merged', () => {
    const data = indexOf(['a', 'b']);
    add(data, 'c' as RelPath, 0);
    const merge = data.merge({ from: 0, to: data.layers.length });
    merge.next();
    runToEnd(data.mergeScan(partsOf(treeOf(['x']))));
    runToEnd(merge);
    expect([...data.paths()]).toEqual(['x']);
  });

  it('says that a directory is known in part until it was reconciled', () => {
    const data = indexOf(['a/b/c']);
    const isComplete = (path: string): boolean => data.isComplete(data.find(path));
    expect([isComplete(''), isComplete('a')]).toEqual([false, false]);
    data.reconcileDirectory('a' as RelPath, ['b'], Uint8Array.of(directory));
    add(data, 'a/d' as RelPath, 0);
    expect([isComplete(''), isComplete('a'), isComplete('a/b')]).toEqual([false, true, false]);
    move(data, 'a' as RelPath, 'x' as RelPath);
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
    expect(move(data, 'a/b' as RelPath, 'a' as RelPath)).toBe(true);
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
    add(data, 'c/2' as RelPath, 0);
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
});

/** Lets `count` entries, each of a new name, come and go. */
function churn(data: IndexData, count: number): void {
  for (let index = 0; index < count; index++) {
    const path = `churn/${index}` as RelPath;
    add(data, path, 0);
    if (index % 2 === 0) {
      move(data, path, `churn-${index}` as RelPath);
      data.remove(`churn-${index}` as RelPath);
    } else data.remove(path);
    const merge = data.dueMerge();
    if (merge !== undefined) runToEnd(merge);
  }
  data.remove('churn' as RelPath);
}

/** Files as real trees have them: seven or eight in a directory, names of 16 bytes, a third of them shared with others. */
function realisticFiles(count: number): string[] {
  const words = (
    'account adapter array buffer cache client color command config context controller counter cursor database ' +
    'device domain driver editor element event factory field filter format handler header helper image index input ' +
    'item layout listener loader locale manager memory menu message model module network number object option ' +
    'packet parser path pattern plugin point pool process profile provider query range reader record region ' +
    'registry render report request resource response result route sample schema section selector sensor server ' +
    'service session setting signal socket source state storage stream string style system table target task ' +
    'template test theme thread timer token tool transport tree type update user util value vector version view ' +
    'widget window worker writer zone'
  ).split(' ');
  const shared = [
    'index.ts',
    'package.json',
    'README.md',
    'Makefile',
    'index.d.ts',
    'types.ts',
    'utils.ts',
    'LICENSE',
  ];
  // A generator of Lehmer's: the same names each time.
  let seed = 1;
  const below = (limit: number): number => (seed = (seed * 48_271) % 0x7fff_ffff) % limit;
  const word = (): string => words[below(words.length)]!;
  const directories = [''];
  const files = new Set<string>();
  while (files.size < count) {
    const directory = `${directories[below(directories.length)]!}${word()}${below(3) === 0 ? `-${word()}` : ''}/`;
    directories.push(directory);
    for (let file = 2 + below(13); file > 0 && files.size < count; file--) {
      const own = `${word()}${'-_'[below(3)] ?? ''}${word()}${below(3) === 0 ? `-${word()}` : ''}`;
      const number = below(5) === 0 ? below(100) : '';
      const name = `${own}${number}${['.ts', '.tsx', '.test.ts', '.js', '.c', '.h', '.json', '.md'][below(8)]!}`;
      files.add(directory + (below(3) === 0 ? shared[below(shared.length)]! : name));
    }
  }
  return [...files];
}

/** The paths that a part lists. */
function listedIn({ directories, counts, names }: TreePart): string[] {
  const all = Buffer.from(names).toString('utf8').split('\0');
  let start = 0;
  return (counts.length === 0 ? [] : directories.split('\0')).flatMap((directory, index) => {
    const own = all.slice(start, (start += counts[index]!));
    return own.map((name) => `${directory === '' ? '' : `${directory}/`}${name}`);
  });
}
