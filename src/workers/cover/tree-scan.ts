import { lstatSync, readdirSync, readlinkSync } from 'node:fs';
import type { UncoveredPath } from '../../actors/protocol/file-version.js';
import { isWithin, joinPath } from '../../actors/protocol/rel-path.js';
import type { AbsPath, RelPath } from '../../actors/protocol/workspace.js';
import { Breaks } from '../../actors/runtime/slices.js';
import { absolutePath } from '../disk/absolute-path.js';
import { isMissingError } from '../disk/is-missing-error.js';
import { lstatIfReadable } from '../disk/lstat-if-readable.js';
import {
  type FileKind,
  FIELDS,
  hasSameNumbers,
  kindAt,
  type Listing,
  permissionsAt,
  sizeAt,
  writeNumbers,
} from './listing.js';
import { choosePlaces } from './choose-places.js';
import type { CoverBudget } from './cover-protocol.js';
import { directoriesBelow, type IgnoredPlace, type TreeState } from './tree-state.js';

/** An entry that differs from what was known of it, or whose content nobody has. */
export interface TouchedEntry {
  readonly path: RelPath;
  readonly kind: FileKind;
  /** Where it is now, and where it was. Its new ref is to be filled in. */
  readonly now: { readonly refs: string[]; readonly numbers: Float64Array; readonly at: number };
  readonly before: { readonly listing: Listing; readonly at: number } | undefined;
  readonly hasSameNumbers: boolean;
  readonly isIgnored: boolean;
  /** Whether it was there before, in a place that was not covered. */
  readonly isOld: boolean;
}

/** An entry that is not there any more. */
export interface RemovedEntry {
  readonly path: RelPath;
  readonly listing: Listing;
  readonly at: number;
}

interface ScanOptions {
  readonly root: AbsPath;
  readonly state: TreeState;
  readonly budget: CoverBudget;
  /** Whether git ignores an entry that was not there before, and has nothing of it. */
  readonly isIgnored: (path: RelPath, isDirectory: boolean) => boolean;
  readonly signal: AbortSignal;
}

interface Pending {
  readonly path: RelPath;
  readonly place: RelPath | undefined;
  /** Whether its own numbers say that it has the same names as before. */
  readonly hasSameNames: boolean;
}

/** One comparison of a root with what is known of it. Nothing of the state is changed before `apply`. */
export class TreeScan {
  readonly touched: TouchedEntry[] = [];
  readonly removed: RemovedEntry[] = [];
  readonly unreadable: UncoveredPath[] = [];
  /** Folders with a `.git` of their own that is a file, as submodules have it. */
  readonly submodules: RelPath[] = [];
  readonly #options: ScanOptions;
  readonly #listings = new Map<RelPath, Listing | null>();
  /** Of the places in which the scan has been. */
  readonly #sums = new Map<RelPath, { files: number; bytes: number }>();
  #places = new Map<RelPath, IgnoredPlace>();
  #top = new Float64Array(FIELDS);
  #isOld = false;
  readonly #breaks = new Breaks();

  constructor(options: ScanOptions) {
    this.#options = options;
  }

  get places(): ReadonlyMap<RelPath, IgnoredPlace> {
    return this.#places;
  }

  /**
   * A root that is not there is empty, so that commands in the others are covered. Errors: other ones of the file system
   * for the root itself; the signal's reason.
   */
  async run(): Promise<void> {
    const { root, state, budget } = this.#options;
    const stats = lstatSync(root, { throwIfNoEntry: false });
    if (stats !== undefined) writeNumbers(this.#top, 0, stats, Date.now());
    const hasSameNames = stats !== undefined && hasSameNumbers(this.#top, 0, state.top, 0);
    await this.#scan({ path: '' as RelPath, place: undefined, hasSameNames });
    await this.#measure();
    const chosen = choosePlaces(this.#places, budget);
    for (const [path, place] of this.#places) {
      const isCovered = chosen.has(path);
      this.#places.set(path, { ...place, isCovered });
      const wasCovered = state.places.get(path)?.isCovered === true;
      this.#isOld = state.places.has(path);
      if (isCovered && !wasCovered && !this.#isFile(path))
        await this.#scan({ path, place: path, hasSameNames: false });
      if (!isCovered && wasCovered) this.#forget(path);
    }
  }

  /** Makes what was found the state. Returns the directories that changed; `null`: they are gone. */
  apply(): ReadonlyMap<RelPath, Listing | null> {
    const { state } = this.#options;
    for (const [path, listing] of this.#listings) {
      if (listing === null) state.listings.delete(path);
      else state.listings.set(path, listing);
    }
    state.places = this.#places;
    state.top = this.#top;
    return this.#listings;
  }

  async #scan(first: Pending): Promise<void> {
    const stack = [first];
    for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
      this.#visit(next, stack);
      if (!this.#breaks.isDue) continue;
      await this.#breaks.take();
      this.#options.signal.throwIfAborted();
    }
  }

  #visit({ path, place, hasSameNames }: Pending, stack: Pending[]): void {
    const { root, state } = this.#options;
    const old = state.listings.get(path);
    const found = hasSameNames && old !== undefined ? old.names : this.#readNames(path);
    if (found === undefined) return;
    const places = old === undefined || found === old.names ? undefined : indexOf(old.names);
    const names: string[] = [];
    const refs: string[] = [];
    const numbers = new Float64Array(found.length * FIELDS);
    const lookedAtMs = Date.now();
    const touchedBefore = this.touched.length;
    let isSame = found === old?.names;
    for (const [index, name] of found.entries()) {
      const child = joinPath(path, name);
      const stats = lstatIfReadable(absolutePath(root, child));
      if (stats === undefined) {
        isSame = false;
        continue;
      }
      const at = names.length;
      writeNumbers(numbers, at, stats, lookedAtMs);
      const oldAt = places === undefined ? (old === undefined ? undefined : index) : places.get(name);
      const before = old === undefined || oldAt === undefined ? undefined : { listing: old, at: oldAt };
      const kind = kindAt(numbers, at);
      const hasSame = before !== undefined && hasSameNumbers(numbers, at, before.listing.numbers, before.at);
      isSame &&= hasSame;
      names.push(name);
      refs.push(before?.listing.refs[before.at] ?? '');
      const isPlace = place === undefined && this.#isPlace(child, kind, before);
      const now = { refs, numbers, at };
      const entry = { path: child, kind, now, before, hasSameNumbers: hasSame };
      if (isPlace) this.#addPlace(child, entry);
      if (kind === 'directory') {
        this.#noteDirectory(entry);
        if (!isPlace || state.places.get(child)?.isCovered === true)
          stack.push({ path: child, place: isPlace ? child : place, hasSameNames: hasSame });
      } else this.#note({ ...entry, isIgnored: isPlace || place !== undefined, isOld: this.#isOld });
      if (place !== undefined && kind !== 'directory') this.#add(place, sizeAt(numbers, at));
    }
    if (old !== undefined && (found !== old.names || names.length < found.length))
      this.#noteRemoved(path, old, names);
    if (place !== undefined) this.#add(place, 0, 0);
    // The entries that were touched get their refs later, in the new listing.
    if (!isSame || this.touched.length > touchedBefore) this.#listings.set(path, { names, numbers, refs });
  }

  /**
   * The names in a directory, none in a root that is gone; `undefined` when another one is gone or cannot be read: then
   * nothing in it counts as changed.
   */
  #readNames(path: RelPath): readonly string[] | undefined {
    const absolute = absolutePath(this.#options.root, path);
    try {
      const all = readdirSync(absolute);
      if (path !== '' && all.includes('.git') && lstatIfReadable(`${absolute}/.git`)?.isFile() === true)
        this.submodules.push(path);
      const names = all.filter((name) => name !== '.git' && !name.includes('\u{FFFD}'));
      // Node decodes names that are not UTF-8 to others, by which nothing can be opened.
      if (all.some((name) => name.includes('\u{FFFD}')))
        this.unreadable.push({ path: absolute, reason: 'unreadable' });
      return names;
    } catch (error) {
      if (path === '' && isMissingError(error)) return [];
      if (!isMissingError(error)) this.unreadable.push({ path: absolute, reason: 'unreadable' });
      return undefined;
    }
  }

  #isPlace(path: RelPath, kind: FileKind, before: TouchedEntry['before']): boolean {
    const { state, isIgnored } = this.#options;
    if (state.places.has(path)) return true;
    return before === undefined && kind !== 'special' && isIgnored(path, kind === 'directory');
  }

  #addPlace(
    path: RelPath,
    { kind, now, hasSameNumbers: isSame }: Omit<TouchedEntry, 'isIgnored' | 'isOld'>,
  ): void {
    const known = this.#options.state.places.get(path);
    const changedAtMs = now.numbers[now.at * FIELDS + 2]!;
    if (kind !== 'directory')
      this.#places.set(path, { isCovered: true, files: 1, bytes: sizeAt(now.numbers, now.at), changedAtMs });
    else if (known !== undefined && (known.isCovered || isSame)) this.#places.set(path, known);
    // The measure comes later.
    else this.#places.set(path, { isCovered: false, files: Number.NaN, bytes: Number.NaN, changedAtMs });
  }

  #noteDirectory(entry: Omit<TouchedEntry, 'isIgnored' | 'isOld'>): void {
    const { before, now, path } = entry;
    now.refs[now.at] = 'd';
    const wasDirectory = before !== undefined && kindAt(before.listing.numbers, before.at) === 'directory';
    if (
      !wasDirectory ||
      permissionsAt(before.listing.numbers, before.at) !== permissionsAt(now.numbers, now.at)
    )
      this.touched.push({ ...entry, isIgnored: this.#places.has(path), isOld: this.#isOld });
  }

  #note(entry: TouchedEntry): void {
    const { path, kind, now, before } = entry;
    if (before !== undefined && kindAt(before.listing.numbers, before.at) === 'directory')
      this.#noteRemovedBelow(path);
    const ref = now.refs[now.at]!;
    if (entry.hasSameNumbers && ref !== '' && !ref.startsWith('n')) return;
    if (kind === 'special') {
      this.unreadable.push({ path: absolutePath(this.#options.root, path), reason: 'special' });
      return;
    }
    if (kind === 'link') now.refs[now.at] = this.#readLink(path);
    this.touched.push(entry);
  }

  #readLink(path: RelPath): string {
    try {
      return `l${readlinkSync(absolutePath(this.#options.root, path))}`;
    } catch {
      // It has been removed or replaced since: the next look finds that.
      return '';
    }
  }

  #noteRemoved(directory: RelPath, old: Listing, names: readonly string[]): void {
    const there = new Set(names);
    for (const [at, name] of old.names.entries()) {
      if (there.has(name)) continue;
      const path = joinPath(directory, name);
      this.removed.push({ path, listing: old, at });
      if (kindAt(old.numbers, at) === 'directory') this.#noteRemovedBelow(path);
    }
  }

  #noteRemovedBelow(directory: RelPath): void {
    for (const [path, listing] of directoriesBelow(this.#options.state.listings, directory)) {
      this.#listings.set(path, null);
      for (const [at, name] of listing.names.entries())
        this.removed.push({ path: joinPath(path, name), listing, at });
    }
  }

  /** Drops what is known of a place that is not covered any more. */
  #forget(place: RelPath): void {
    for (const [path] of directoriesBelow(this.#options.state.listings, place))
      this.#listings.set(path, null);
    for (const path of this.#listings.keys()) if (isWithin(path, place)) this.#listings.set(path, null);
    const isOutside = ({ path }: { readonly path: RelPath }): boolean =>
      path === place || !isWithin(path, place);
    keepOnly(this.touched, isOutside);
    keepOnly(this.removed, isOutside);
  }

  #isFile(place: RelPath): boolean {
    return lstatIfReadable(absolutePath(this.#options.root, place))?.isDirectory() !== true;
  }

  #add(place: RelPath, bytes: number, files = 1): void {
    const sum = this.#sums.get(place);
    if (sum === undefined) this.#sums.set(place, { files, bytes });
    else {
      sum.files += files;
      sum.bytes += bytes;
    }
  }

  /** Finds out how much is in the places. */
  async #measure(): Promise<void> {
    for (const [path, place] of this.#places) {
      const sum = this.#sums.get(path);
      if (sum !== undefined) this.#places.set(path, { ...place, ...sum });
      else if (Number.isNaN(place.files))
        this.#places.set(path, { ...place, ...(await this.#measureFolder(path)) });
    }
  }

  async #measureFolder(folder: RelPath): Promise<{ readonly files: number; readonly bytes: number }> {
    let files = 0;
    let bytes = 0;
    const stack = [absolutePath(this.#options.root, folder) as string];
    for (let path = stack.pop(); path !== undefined; path = stack.pop()) {
      for (const name of readdirIfReadable(path)) {
        const child = `${path}/${name}`;
        const stats = lstatIfReadable(child);
        if (stats?.isDirectory() === true) stack.push(child);
        else if (stats !== undefined) {
          files++;
          bytes += stats.size;
        }
      }
      if (!this.#breaks.isDue) continue;
      await this.#breaks.take();
      this.#options.signal.throwIfAborted();
    }
    return { files, bytes };
  }
}

function indexOf(names: readonly string[]): ReadonlyMap<string, number> {
  return new Map(names.map((name, at) => [name, at]));
}

function readdirIfReadable(path: string): readonly string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

/** Removes all other items from the array. */
function keepOnly<Item>(items: Item[], isKept: (item: Item) => boolean): void {
  let kept = 0;
  for (const item of items) if (isKept(item)) items[kept++] = item;
  items.length = kept;
}
