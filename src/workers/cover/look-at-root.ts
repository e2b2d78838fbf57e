import type { UncoveredPath } from '../../actors/protocol/file-version.js';
import type { ContentHash } from '../../actors/protocol/file-changes.js';
import { isWithinAny, nameOf } from '../../actors/protocol/rel-path.js';
import type { AbsPath, RelPath } from '../../actors/protocol/workspace.js';
import { Breaks } from '../../actors/runtime/slices.js';
import { absolutePath } from '../disk/absolute-path.js';
import { NO_TRACKED_FILES } from '../ignore/git/git-facts.js';
import { readGitContext } from '../ignore/git/read-git-context.js';
import { PartBuilder } from '../parts/part-builder.js';
import { WalkScopes } from '../walk/walk-scopes.js';
import type { CoverBudget, SeenChange, SeenVersion, WantedContent } from './cover-protocol.js';
import { hashBlobs } from './hash-blobs.js';
import { hashFile } from './hash-file.js';
import { FIELDS, kindAt, type Listing, permissionsAt, sizeAt, type VersionRef } from './listing.js';
import type { CommittedRoot } from './committed-root.js';
import { type TouchedEntry, TreeScan } from './tree-scan.js';
import type { TreeState } from './tree-state.js';

interface LookOptions {
  readonly root: AbsPath;
  readonly state: TreeState;
  readonly committed: CommittedRoot;
  readonly ignored: CoverBudget;
  readonly loose: CoverBudget;
  readonly signal: AbortSignal;
}

/** What a look at a root has found. */
export interface RootLook {
  readonly changes: readonly SeenChange[];
  readonly wanted: readonly WantedContent[];
  readonly uncovered: readonly UncoveredPath[];
  /** The directories that are other than before; `null`: they are gone. */
  readonly listings: ReadonlyMap<RelPath, Listing | null>;
}

/**
 * Compares a root with its state, and makes the state what is there now. The first look at a root finds no changes.
 * Errors: those of the file system for the root itself; the signal's reason. The state is then as before.
 */
export async function lookAtRoot(options: LookOptions): Promise<RootLook> {
  const { root, state, committed, ignored, signal } = options;
  const isFirst = state.listings.size === 0;
  const [git] = await Promise.all([readGitContext(root, { signal }), committed.refresh(signal)]);
  signal.throwIfAborted();
  const scopes = new WalkScopes(
    root,
    {
      patterns: { corePatterns: [], ignorePatterns: [], useGitignore: true },
      git: { ...git, ...NO_TRACKED_FILES },
    },
    new PartBuilder(),
  );
  const isIgnored = (path: RelPath, isDirectory: boolean): boolean =>
    !committed.has(path) && scopes.around(path)?.decide(nameOf(path), isDirectory).indexed === false;
  const scan = new TreeScan({ root, state, budget: ignored, isIgnored, signal });
  await scan.run();
  await committed.addSubmodules(scan.submodules, signal);
  if (isFirst) await committed.readIndexes(signal);
  const uncovered = new Map<RelPath, UncoveredPath>();
  const wanted = await new ContentReader(options, scan, uncovered).read();
  if (isFirst) committed.forgetIndexes();
  const changes = isFirst ? [] : await describeChanges(root, state, scan);
  const listings = scan.apply();
  for (const [path, { isCovered, files, bytes }] of scan.places)
    if (!isCovered) uncovered.set(path, { path: absolutePath(root, path), reason: 'budget', files, bytes });
  return { changes, wanted, uncovered: [...uncovered.values(), ...scan.unreadable], listings };
}

/** Finds out what the touched entries contain. */
class ContentReader {
  readonly #options: LookOptions;
  readonly #scan: TreeScan;
  readonly #uncovered: Map<RelPath, UncoveredPath>;
  readonly #wanted: WantedContent[] = [];
  #bytesLeft: number;
  #filesLeft: number;

  constructor(options: LookOptions, scan: TreeScan, uncovered: Map<RelPath, UncoveredPath>) {
    this.#options = options;
    this.#scan = scan;
    this.#uncovered = uncovered;
    this.#bytesLeft = options.loose.maxBytes;
    this.#filesLeft = options.loose.maxFiles;
  }

  async read(): Promise<readonly WantedContent[]> {
    const { committed, signal } = this.#options;
    const files = this.#scan.touched.filter(({ kind }) => kind === 'file');
    const unknown = files.filter((entry) => {
      const ref = committed.refIfUnchanged(entry.path, entry.now.numbers, entry.now.at);
      if (ref !== undefined) entry.now.refs[entry.now.at] = ref;
      return ref === undefined;
    });
    if (unknown.length > 0) this.#countLoose();
    unknown.sort((a, b) => sizeOf(a) - sizeOf(b));
    const breaks = new Breaks();
    for (const entry of unknown) {
      this.#readFile(entry);
      if (!breaks.isDue) continue;
      await breaks.take();
      signal.throwIfAborted();
    }
    return this.#wanted;
  }

  /** Takes off the budget what is covered already. */
  #countLoose(): void {
    const { state } = this.#options;
    const touched = new Set(this.#scan.touched.map(({ path }) => path));
    const places = new Set(this.#scan.places.keys());
    for (const [directory, { names, numbers, refs }] of state.listings) {
      if (isWithinAny(directory, places)) continue;
      for (const [at, ref] of refs.entries()) {
        if (!ref.startsWith('s')) continue;
        const path = (directory === '' ? names[at]! : `${directory}/${names[at]!}`) as RelPath;
        if (!touched.has(path) && !places.has(path)) this.#take(sizeAt(numbers, at));
      }
    }
  }

  #take(bytes: number): void {
    this.#bytesLeft -= bytes;
    this.#filesLeft--;
  }

  #readFile(entry: TouchedEntry): void {
    const { root, committed } = this.#options;
    const { path, now, before, isIgnored } = entry;
    const size = sizeOf(entry);
    const absolute = absolutePath(root, path);
    const isOver = isIgnored
      ? this.#scan.places.get(path)?.isCovered === false
      : this.#filesLeft < 1 || this.#bytesLeft < size;
    // What was there before and does not fit is not read, unless it may turn out to be in git.
    if (
      isOver &&
      (before === undefined || entry.isOld) &&
      !committed.has(path) &&
      this.#options.state.listings.size === 0
    ) {
      now.refs[now.at] = '';
      this.#uncovered.set(path, { path: absolute, reason: 'budget', bytes: size, files: 1 });
      return;
    }
    try {
      const { hash, object, size: read } = hashFile(absolute, committed.formatOf(path));
      const known = now.refs[now.at];
      const blob = committed.refIfSame(path, object);
      if (blob !== undefined) now.refs[now.at] = blob;
      else if (known !== `s${hash}`) {
        now.refs[now.at] = `n${hash}`;
        if (!isOver) this.#wanted.push({ path: absolute, hash, size: read });
      }
      if (blob !== undefined || isIgnored) return;
      if (isOver) this.#uncovered.set(path, { path: absolute, reason: 'budget', bytes: size, files: 1 });
      else this.#take(size);
    } catch {
      now.refs[now.at] = '';
      // A time that equals none: the next look reads the file again.
      now.numbers[now.at * FIELDS + 2] = Number.NaN;
      this.#uncovered.set(path, { path: absolute, reason: 'unreadable', bytes: size, files: 1 });
    }
  }
}

function sizeOf({ now }: TouchedEntry): number {
  return sizeAt(now.numbers, now.at);
}

/** The entries whose version differs from the one before. An entry of which nothing was known counts as unchanged. */
async function describeChanges(
  root: AbsPath,
  state: TreeState,
  { touched, removed, places }: TreeScan,
): Promise<readonly SeenChange[]> {
  const changed = touched.filter(
    ({ isOld, path, now, before }) =>
      !isOld &&
      places.get(path)?.isCovered !== false &&
      (before === undefined ||
        before.listing.refs[before.at] !== now.refs[now.at] ||
        permissionsAt(before.listing.numbers, before.at) !== permissionsAt(now.numbers, now.at) ||
        kindAt(before.listing.numbers, before.at) !== kindAt(now.numbers, now.at)),
  );
  const gone = removed.filter(({ path }) => state.places.get(path)?.isCovered !== false);
  const refs = [
    ...changed.flatMap(({ now, before }) => [
      now.refs[now.at]!,
      ...(before === undefined ? [] : [before.listing.refs[before.at]!]),
    ]),
    ...gone.map(({ listing, at }) => listing.refs[at]!),
  ];
  const hashes = await hashObjects(state, refs);
  const describe = (
    { numbers, refs: list }: Pick<Listing, 'numbers' | 'refs'>,
    at: number,
  ): SeenVersion | undefined => describeVersion(state, hashes, list[at]!, numbers, at);
  const changes: SeenChange[] = [];
  for (const { path, now, before } of changed) {
    const after = describe(now, now.at);
    const earlier = before === undefined ? null : describe(before.listing, before.at);
    if (after === undefined || earlier === undefined) continue;
    const isSame =
      earlier?.kind === 'file' &&
      after.kind === 'file' &&
      earlier.hash === after.hash &&
      earlier.mode === after.mode;
    if (!isSame) changes.push({ path: absolutePath(root, path), before: earlier, after });
  }
  for (const { path, listing, at } of gone) {
    const before = describe(listing, at);
    if (before !== undefined && !changed.some((entry) => entry.path === path))
      changes.push({ path: absolutePath(root, path), before, after: null });
  }
  return changes;
}

/** The hashes of git's objects among the refs, by ref. */
async function hashObjects(
  { repositories }: TreeState,
  refs: readonly VersionRef[],
): Promise<ReadonlyMap<VersionRef, ContentHash>> {
  const found = new Map<VersionRef, ContentHash>();
  for (const [number, repository] of repositories.entries()) {
    const prefix = `g${number}:`;
    const objects = new Set(
      refs.filter((ref) => ref.startsWith(prefix)).map((ref) => ref.slice(prefix.length)),
    );
    for (const [object, hash] of await hashBlobs(repository, [...objects])) found.set(prefix + object, hash);
  }
  return found;
}

function describeVersion(
  { repositories }: TreeState,
  hashes: ReadonlyMap<VersionRef, ContentHash>,
  ref: VersionRef,
  numbers: Float64Array,
  at: number,
): SeenVersion | undefined {
  const kind = kindAt(numbers, at);
  const mode = permissionsAt(numbers, at);
  if (kind === 'directory') return { kind, mode };
  if (kind === 'link') return ref.startsWith('l') ? { kind, target: ref.slice(1) } : undefined;
  if (kind === 'special' || ref === '') return undefined;
  const size = sizeAt(numbers, at);
  if (!ref.startsWith('g'))
    return { kind, hash: ref.slice(1) as ContentHash, size, mode, isStored: ref.startsWith('s') };
  const [number = '', object = ''] = ref.slice(1).split(':');
  const hash = hashes.get(ref);
  const repository = repositories[Number(number)];
  if (hash === undefined || repository === undefined) return undefined;
  return { kind, hash, size, mode, blob: { repository, object }, isStored: false };
}
