import type { RelPath } from '../../actors/protocol/workspace.js';
import { EntryKind } from '../scan/scan-part.js';
import { grownCapacity, resized } from './growth.js';
import { IdTable } from './id-table.js';
import { Names } from './names.js';
import { filesInOrder } from './path-order.js';

// Bits of a stored kind that callers do not see: what `EntryKind` leaves free.
const PARTIAL = 8;
const MARKED = 64;
const LIVE = 128;
const PUBLIC = EntryKind.directory | EntryKind.symlink | EntryKind.core;

// Dead entries are kept until they are a fifth of all, so that collecting them costs each removal a constant.
const MAX_DEAD_SHARE = 1 / 4;
// A small index is not worth collecting more often than this.
const MIN_DEAD = 1024;

// What V8 needs for one entry of a Map from a small integer to a double.
const MTIME_BYTES = 48;

/** What making a directory equal to a listing did. */
export interface ReconcileOutcome {
  readonly added: number;
  readonly removed: number;
  /** Directories that were not there before: nothing below them is known yet. */
  readonly newDirectories: readonly RelPath[];
}

/**
 * One root's entries as a mutable tree in flat arrays, indexed by entry id. The root is id 0; where a link leads to an
 * entry, 0 means none.
 *
 * An entry's name never changes; a move makes a new entry. A removed entry is dead: it stays in the lists it is in,
 * where readers skip it, until enough are dead to rebuild all lists at once. A living id is never reused, but the ids of
 * removed entries are, at the next `add`, `move` or `reconcileDirectory`.
 *
 * Nothing here may be changed while its lists are walked. Source: SPEC W4.
 */
export class IndexData {
  readonly names = new Names();

  #kind = new Uint8Array(64);
  #name = new Uint32Array(64);
  #parent = new Uint32Array(64);
  #firstChild = new Uint32Array(64);
  // Of a free id: the next free one.
  #nextSibling = new Uint32Array(64);
  #nextNamed = new Uint32Array(64);
  // By name id, unlike the arrays above.
  #firstNamed = new Uint32Array(64);
  readonly #children = new IdTable((id) => hashChild(this.#parent[id]!, this.#name[id]!));
  readonly #mtimes = new Map<number, number>();
  #limit = 1;
  #free = 0;
  #dead = 0;
  #files = 0;
  #directories = 0;
  #removed = 0;

  constructor() {
    this.#kind[0] = LIVE | EntryKind.directory | PARTIAL;
  }

  /** Everything that is not a directory, symbolic links included. */
  get fileCount(): number {
    return this.#files;
  }

  /** The root itself not counted. */
  get directoryCount(): number {
    return this.#directories;
  }

  /** How many entries were ever removed or replaced; what a change added follows from this and the counts. */
  get removedCount(): number {
    return this.#removed;
  }

  /** Every id is below this. */
  get idLimit(): number {
    return this.#limit;
  }

  /** Units: bytes held, names included. */
  get bytes(): number {
    const perEntry = this.#kind.length * (1 + 5 * 4);
    const mtimes = this.#mtimes.size * MTIME_BYTES;
    return perEntry + this.#firstNamed.byteLength + this.#children.bytes + mtimes + this.names.bytes;
  }

  /** The entry at a path; -1 when there is none. Cost: one look-up a path segment. */
  find(path: string): number {
    if (path === '') return 0;
    let id = 0;
    for (let start = 0; start <= path.length;) {
      const end = endOfSegment(path, start);
      id = this.#child(id, this.names.find(path, start, end));
      if (id === 0) return -1;
      start = end + 1;
    }
    return id;
  }

  /**
   * Makes sure that a path is there with this kind (`EntryKind` bits) and returns its id. Missing parents become
   * directories known in part; a directory where a file was, or the reverse, replaces it with all below it.
   */
  add(path: RelPath, kind: number): number {
    this.#collectWhenDue();
    return this.#add(path, kind);
  }

  /** Takes out an entry and all below it, and returns how many entries went. The root itself stays. */
  remove(path: RelPath): number {
    const id = this.find(path);
    if (id === -1) return 0;
    const removedBefore = this.#removed;
    if (id === 0) this.#removeBelow(0);
    else this.#removeTree(id);
    return this.#removed - removedBefore;
  }

  /**
   * Moves an entry and all below it, kinds included, in place of whatever was at `to`. False, and nothing changed,
   * when `from` is not there, is the root, or contains `to`.
   */
  move(from: RelPath, to: RelPath): boolean {
    this.#collectWhenDue();
    const old = this.find(from);
    if (old <= 0 || to === '' || to.startsWith(`${from}/`)) return false;
    if (from === to) return true;
    const kind = this.#kind[old]!;
    const mtimeMs = this.#mtimes.get(old);
    // Detached first: `to` may be a directory above `from`, and what it replaces must not take this along.
    this.#bury(old);
    const existing = this.find(to);
    if (existing !== -1) this.#removeTree(existing);
    const moved = this.#add(to, kind & PUBLIC);
    this.#kind[moved] = kind;
    if (mtimeMs !== undefined) this.#mtimes.set(moved, mtimeMs);
    this.#adopt(moved, old);
    return true;
  }

  /**
   * Makes the children of one directory equal to a listing and marks it as known in full. What is below a child that
   * stays is left alone. A name that is listed twice counts once.
   */
  reconcileDirectory(path: RelPath, names: readonly string[], kinds: Uint8Array): ReconcileOutcome {
    this.#collectWhenDue();
    const entriesBefore = this.#files + this.#directories;
    const removedBefore = this.#removed;
    const directory = this.#ensureDirectory(path, path.length);
    const newDirectories: RelPath[] = [];
    for (let index = 0; index < names.length; index++) {
      const name = names[index]!;
      const kind = kinds[index]! & PUBLIC;
      const nameId = this.names.intern(name);
      let id = this.#child(directory, nameId);
      if (id !== 0 && (this.#kind[id]! & MARKED) !== 0) continue;
      if (id !== 0 && (this.#kind[id]! & EntryKind.directory) !== (kind & EntryKind.directory)) {
        this.#removeTree(id);
        id = 0;
      }
      if (id === 0) {
        id = this.#create(directory, nameId, kind);
        if ((kind & EntryKind.directory) !== 0) newDirectories.push(join(path, name));
      } else this.setKind(id, kind);
      this.#kind[id]! |= MARKED;
    }
    for (let id = this.firstChild(directory); id !== 0; id = this.nextSibling(id)) {
      if ((this.#kind[id]! & MARKED) !== 0) this.#kind[id]! &= ~MARKED;
      else this.#removeTree(id);
    }
    this.setComplete(directory, true);
    const removed = this.#removed - removedBefore;
    return { added: this.#files + this.#directories - entriesBefore + removed, removed, newDirectories };
  }

  pathOf(id: number): RelPath {
    let path = '';
    for (let at = id; at !== 0; at = this.#parent[at]!) {
      path = path === '' ? this.nameOf(at) : `${this.nameOf(at)}/${path}`;
    }
    return path as RelPath;
  }

  nameOf(id: number): string {
    return this.names.text(this.#name[id]!);
  }

  nameIdOf(id: number): number {
    return this.#name[id]!;
  }

  parentOf(id: number): number {
    return this.#parent[id]!;
  }

  /** The `EntryKind` bits. */
  kindOf(id: number): number {
    return this.#kind[id]! & PUBLIC;
  }

  isDirectory(id: number): boolean {
    return (this.#kind[id]! & EntryKind.directory) !== 0;
  }

  /** Whether there is an entry with this id, and it is no directory. */
  isFile(id: number): boolean {
    return (this.#kind[id]! & (LIVE | EntryKind.directory)) === LIVE;
  }

  /** Changes the kind, except whether it is a directory: for that, `add` anew. */
  setKind(id: number, kind: number): void {
    const changeable = EntryKind.symlink | EntryKind.core;
    this.#kind[id] = (this.#kind[id]! & ~changeable) | (kind & changeable);
  }

  /** Whether all visible children of a directory are here, as far as was known last. Source: SPEC W10. */
  isComplete(directory: number): boolean {
    return (this.#kind[directory]! & PARTIAL) === 0;
  }

  setComplete(directory: number, isComplete: boolean): void {
    if (isComplete) this.#kind[directory]! &= ~PARTIAL;
    else this.#kind[directory]! |= PARTIAL;
  }

  /** Units: milliseconds since 1970; 0 when it is not known. */
  mtimeOf(id: number): number {
    return this.#mtimes.get(id) ?? 0;
  }

  /** Remembers when a file was changed last. Nothing happens for a path that is not there, or is a directory. */
  setMtime(path: RelPath, mtimeMs: number): void {
    const id = this.find(path);
    if (id !== -1 && !this.isDirectory(id)) this.#mtimes.set(id, mtimeMs);
  }

  /** The first child of a directory, in no particular order; 0 when it has none. */
  firstChild(directory: number): number {
    return this.#skipDead(this.#firstChild[directory]!, this.#nextSibling);
  }

  /** The child after this one; 0 when it was the last. */
  nextSibling(id: number): number {
    return this.#skipDead(this.#nextSibling[id]!, this.#nextSibling);
  }

  /** The first entry of a name, in no particular order; 0 when none is called so. */
  firstNamed(nameId: number): number {
    return this.#skipDead(this.#firstNamed[nameId]!, this.#nextNamed);
  }

  /** The next entry of the same name; 0 when it was the last. */
  nextNamed(id: number): number {
    return this.#skipDead(this.#nextNamed[id]!, this.#nextNamed);
  }

  /**
   * Every file below a directory (or just the file itself), in the order of `git ls-files`: by the bytes of the path.
   * One directory is read at a time, so a change made meanwhile shows in the directories not reached yet.
   */
  paths(under: RelPath = '' as RelPath): Generator<RelPath, void, undefined> {
    return filesInOrder(this, under);
  }

  /** Makes room for `count` more entries, so that adding them copies nothing but names. */
  reserve(count: number): void {
    if (this.#limit + count > this.#kind.length) this.#resize(this.#limit + count);
    this.#children.reserve(this.#limit + count);
    this.names.reserve(count);
  }

  /** Gives back the room that no entry takes, and sorts the names: for when many entries have come. */
  settle(): void {
    this.#resize(this.#limit);
    this.#children.settle();
    this.names.settle();
    this.#firstNamed = resized(this.#firstNamed, this.names.limit);
  }

  #add(path: RelPath, kind: number): number {
    if (path === '') return 0;
    const slash = path.lastIndexOf('/');
    const parent = slash === -1 ? 0 : this.#ensureDirectory(path, slash);
    const name = this.names.intern(path, slash + 1);
    const known = this.#child(parent, name);
    if (known !== 0 && (this.#kind[known]! & EntryKind.directory) === (kind & EntryKind.directory)) {
      this.setKind(known, kind);
      return known;
    }
    if (known !== 0) this.#removeTree(known);
    return this.#create(parent, name, kind & PUBLIC);
  }

  /** The directory at `path.slice(0, length)`, made where it is missing. */
  #ensureDirectory(path: string, length: number): number {
    let id = 0;
    for (let start = 0; start < length;) {
      const end = endOfSegment(path, start);
      const name = this.names.intern(path, start, end);
      let child = this.#child(id, name);
      if (child !== 0 && !this.isDirectory(child)) {
        this.#removeTree(child);
        child = 0;
      }
      id = child === 0 ? this.#create(id, name, EntryKind.directory) : child;
      start = end + 1;
    }
    return id;
  }

  #child(parent: number, name: number): number {
    if (name === -1) return 0;
    let slot = this.#children.home(hashChild(parent, name));
    for (let id = this.#children.at(slot); id !== 0; id = this.#children.at(slot)) {
      if (this.#name[id] === name && this.#parent[id] === parent) return id;
      slot = this.#children.next(slot);
    }
    return 0;
  }

  #create(parent: number, name: number, kind: number): number {
    const isDirectory = (kind & EntryKind.directory) !== 0;
    const id = this.#allocate();
    if (name >= this.#firstNamed.length) {
      this.#firstNamed = resized(this.#firstNamed, grownCapacity(this.#firstNamed.length, name + 1));
    }
    this.#kind[id] = LIVE | kind | (isDirectory ? PARTIAL : 0);
    this.#name[id] = name;
    this.#parent[id] = parent;
    this.#firstChild[id] = 0;
    this.#nextSibling[id] = this.#firstChild[parent]!;
    this.#firstChild[parent] = id;
    this.#nextNamed[id] = this.#firstNamed[name]!;
    this.#firstNamed[name] = id;
    this.#children.insert(id);
    if (isDirectory) this.#directories++;
    else this.#files++;
    return id;
  }

  #allocate(): number {
    const id = this.#free;
    if (id !== 0) {
      this.#free = this.#nextSibling[id]!;
      return id;
    }
    if (this.#limit === this.#kind.length) this.#resize(grownCapacity(this.#limit, this.#limit + 1));
    return this.#limit++;
  }

  #removeTree(top: number): void {
    this.#removeBelow(top);
    this.#bury(top);
    this.#removed++;
  }

  #removeBelow(top: number): void {
    const below: number[] = [];
    let directory: number | undefined = top;
    let next = 0;
    while (directory !== undefined) {
      for (let id = this.firstChild(directory); id !== 0; id = this.nextSibling(id)) below.push(id);
      directory = below[next++];
    }
    for (const id of below) this.#bury(id);
    this.#removed += below.length;
  }

  #bury(id: number): void {
    if (this.isDirectory(id)) this.#directories--;
    else this.#files--;
    this.#children.delete(id);
    this.#mtimes.delete(id);
    this.#kind[id] = 0;
    this.#dead++;
  }

  /** Hands the children of a dead directory over to a new one that has none. */
  #adopt(directory: number, dead: number): void {
    const first = this.#firstChild[dead]!;
    this.#firstChild[dead] = 0;
    this.#firstChild[directory] = first;
    for (let id = first; id !== 0; id = this.#nextSibling[id]!) {
      const isLive = this.#kind[id] !== 0;
      if (isLive) this.#children.delete(id);
      this.#parent[id] = directory;
      if (isLive) this.#children.insert(id);
    }
  }

  #skipDead(from: number, next: Uint32Array): number {
    let id = from;
    while (id !== 0 && this.#kind[id] === 0) id = next[id]!;
    return id;
  }

  #collectWhenDue(): void {
    const live = 1 + this.#files + this.#directories;
    if (this.#dead > Math.max(MIN_DEAD, live * MAX_DEAD_SHARE)) this.#collect();
  }

  /** Rebuilds every list without the dead, and frees their ids and names. Cost: 20 ms for 100,000 entries. */
  #collect(): void {
    this.#firstChild.fill(0);
    this.#firstNamed.fill(0);
    this.#free = 0;
    for (let id = this.#limit - 1; id > 0; id--) {
      if (this.#kind[id] === 0) {
        this.#nextSibling[id] = this.#free;
        this.#free = id;
        continue;
      }
      const parent = this.#parent[id]!;
      const name = this.#name[id]!;
      this.#nextSibling[id] = this.#firstChild[parent]!;
      this.#firstChild[parent] = id;
      this.#nextNamed[id] = this.#firstNamed[name]!;
      this.#firstNamed[name] = id;
    }
    this.names.collect((name) => this.#firstNamed[name] !== 0);
    this.#dead = 0;
  }

  #resize(capacity: number): void {
    this.#kind = resized(this.#kind, capacity);
    this.#name = resized(this.#name, capacity);
    this.#parent = resized(this.#parent, capacity);
    this.#firstChild = resized(this.#firstChild, capacity);
    this.#nextSibling = resized(this.#nextSibling, capacity);
    this.#nextNamed = resized(this.#nextNamed, capacity);
  }
}

function endOfSegment(path: string, start: number): number {
  const slash = path.indexOf('/', start);
  return slash === -1 ? path.length : slash;
}

function join(directory: RelPath, name: string): RelPath {
  return (directory === '' ? name : `${directory}/${name}`) as RelPath;
}

function hashChild(parent: number, name: number): number {
  const mixed = Math.imul(parent, 0x9e3779b1) ^ Math.imul(name, 0x85ebca6b);
  const hash = Math.imul(mixed ^ (mixed >>> 15), 0xc2b2ae35);
  return hash ^ (hash >>> 13);
}
