import type { RelPath } from '../../../actors/protocol/workspace.js';
import { isWithin, joinPath, nameOf, parentOf } from '../../../actors/protocol/rel-path.js';
import { FORGOTTEN_STAMP } from '../../disk/change-stamp.js';
import { EntryKindBit } from '../../parts/scan-part.js';
import type { Layer } from './layer.js';
import type { LayerDirectory, LayerStack } from './layer-stack.js';
import {
  isPendingDirectory,
  isPlaceholderEntry,
  buildPendingLayer,
  type PendingEntry,
  pendingEntry,
  withDescendants,
} from './pending-tree.js';
import { EntryFlag } from '../segment/segment.js';

const KIND = EntryKindBit.directory | EntryKindBit.symlink | EntryKindBit.core;
const NEW_DIRECTORY = EntryKindBit.directory | EntryFlag.partial;

/** The result of making a directory equal to a listing. */
export interface ReconcileOutcome {
  readonly added: number;
  readonly removed: number;
  /** Directories that were added: nothing below them is known yet. */
  readonly newDirectories: readonly RelPath[];
}

/**
 * A set of changes that becomes at most one layer: each method sees the effects of the previous ones. Removed entries
 * leave the layers at once, added ones are pending until `finish`; so the index must not be read in between.
 */
export class ChangeBatch {
  readonly #stack: LayerStack;
  readonly #pending = pendingEntry(EntryKindBit.directory | EntryFlag.ancestorPlaceholder);
  // The directory that an entry was last added to, until an entry is removed.
  #lastPath: RelPath | undefined;
  #lastDirectory = this.#pending;

  constructor(stack: LayerStack) {
    this.#stack = stack;
  }

  /** The layer of the added entries; `undefined` when there are none. */
  finish(): Layer | undefined {
    return buildPendingLayer(this.#pending);
  }

  /**
   * Ensures that a path exists with this kind (`EntryKindBit` bits). Missing parents become incomplete directories; a
   * directory in place of a file, or the reverse, replaces it with everything below. A moved entry that was core
   * stays core.
   */
  add(path: RelPath, kind: number): void {
    if (path === '') return;
    const flags = this.#flagsAt(path);
    if (flags !== undefined && (flags & EntryKindBit.directory) === (kind & EntryKindBit.directory)) {
      this.#setKind(path, flags, kind);
      return;
    }
    if (flags !== undefined) this.remove(path);
    this.#put(
      path,
      pendingEntry((kind & EntryKindBit.directory) === 0 ? kind & KIND : (kind & KIND) | NEW_DIRECTORY),
    );
  }

  /** Removes an entry and everything below it, and returns the number of removed entries. The root itself stays. */
  remove(path: RelPath): number {
    const removed = this.#takeOut(path);
    this.#stack.addRemoved(removed);
    // Its parent's listing may have been read while a drive was gone, so its stamp no longer counts.
    if (removed > 0) this.#stack.setStamp(parentOf(path), FORGOTTEN_STAMP);
    return removed;
  }

  /**
   * Moves an entry with everything below it, keeping kinds and times, and replaces whatever was at `to`. Core entries
   * stay core. Returns false, and changes nothing, when `from` does not exist, is the root, or contains `to`.
   */
  move(from: RelPath, to: RelPath): boolean {
    if (from === '' || to === '' || (to !== from && isWithin(to, from))) return false;
    const top = this.#flagsAt(from) === undefined ? undefined : this.#copy(from);
    if (top === undefined) return false;
    if (from === to) return true;
    // Detached first: `to` may be a directory above `from`, and replacing it must not remove this entry.
    this.#takeOut(from);
    this.remove(to);
    for (const entry of withDescendants(top))
      if ((entry.flags & EntryKindBit.core) !== 0) entry.flags |= EntryFlag.movedCore;
    this.#put(to, top);
    return true;
  }

  /**
   * Makes the children of one directory equal to a listing, and marks the directory as complete. Entries below a
   * child that stays are unchanged. A name that is listed twice counts once.
   */
  reconcile(path: RelPath, names: readonly string[], kinds: Uint8Array): ReconcileOutcome {
    const stack = this.#stack;
    const entriesBefore = stack.files + stack.directories;
    const removedBefore = stack.removed;
    const directory = this.#ensureDirectory(path);
    const known = stack.directoriesAt(path);
    const listed = new Set<string>();
    const newDirectories: RelPath[] = [];
    for (const [index, name] of names.entries()) {
      if (listed.has(name)) continue;
      listed.add(name);
      const kind = kinds[index]! & KIND;
      const flags = this.#flagsOfChild(directory, known, name);
      const isSame =
        flags !== undefined && (flags & EntryKindBit.directory) === (kind & EntryKindBit.directory);
      if (isSame && (flags & KIND) === kind) continue;
      this.add(joinPath(path, name), kind);
      if (!isSame && (kind & EntryKindBit.directory) !== 0) newDirectories.push(joinPath(path, name));
    }
    for (const [name, child] of directory.children) {
      if (!isPlaceholderEntry(child) && !listed.has(name)) this.remove(joinPath(path, name));
    }
    for (const id of stack.childrenIn(known)) {
      const layer = stack.layerOf(id);
      const name = layer.nameOf(id - layer.offset);
      if (!listed.has(name)) this.remove(joinPath(path, name));
    }
    this.setComplete(path, true);
    const removed = stack.removed - removedBefore;
    return { added: stack.files + stack.directories - entriesBefore + removed, removed, newDirectories };
  }

  /** Ensures that a directory exists; a new one is incomplete. */
  addDirectory(path: RelPath): void {
    this.#ensureDirectory(path);
  }

  /** Sets whether all visible children of a directory are known. Does nothing when the path is no directory. */
  setComplete(path: RelPath, isComplete: boolean): void {
    const pending = this.#pendingAt(path);
    if (pending !== undefined && !isPlaceholderEntry(pending)) {
      if (!isPendingDirectory(pending)) return;
      if (isComplete) pending.flags &= ~EntryFlag.partial;
      else pending.flags |= EntryFlag.partial;
      return;
    }
    const id = this.#stack.find(path);
    if (id === -1) return;
    const layer = this.#stack.layerOf(id);
    if (layer.isDirectory(id - layer.offset)) layer.setPartial(id - layer.offset, !isComplete);
  }

  /** Stores the modification time of a file. Does nothing when the path does not exist or is a directory. */
  setMtime(path: RelPath, mtimeMs: number): void {
    const pending = this.#pendingAt(path);
    if (pending !== undefined && !isPlaceholderEntry(pending)) {
      if (!isPendingDirectory(pending)) pending.mtimeMs = mtimeMs;
      return;
    }
    const id = this.#stack.find(path);
    if (id === -1) return;
    const layer = this.#stack.layerOf(id);
    if (!layer.isDirectory(id - layer.offset)) layer.mtimes.set(id - layer.offset, mtimeMs);
  }

  /** The flags of the entry at a path; `undefined` when there is none. */
  #flagsAt(path: RelPath): number | undefined {
    const pending = this.#pendingAt(path);
    if (pending !== undefined && !isPlaceholderEntry(pending)) return pending.flags;
    return this.#flagsOf(this.#stack.find(path));
  }

  #flagsOfChild(directory: PendingEntry, known: readonly LayerDirectory[], name: string): number | undefined {
    const pending = directory.children.get(name);
    if (pending !== undefined && !isPlaceholderEntry(pending)) return pending.flags;
    return this.#flagsOf(this.#stack.findIn(known, name));
  }

  #flagsOf(id: number): number | undefined {
    if (id === -1) return undefined;
    const layer = this.#stack.layerOf(id);
    return layer.flagsOf(id - layer.offset);
  }

  #pendingAt(path: RelPath): PendingEntry | undefined {
    if (path === '') return this.#pending;
    const slash = Math.max(0, path.lastIndexOf('/'));
    if (slash === this.#lastPath?.length && path.startsWith(this.#lastPath)) {
      return this.#lastDirectory.children.get(slash === 0 ? path : path.slice(slash + 1));
    }
    let entry: PendingEntry | undefined = this.#pending;
    for (let start = 0; entry !== undefined && start <= path.length;) {
      // Most batches have nothing pending here, which saves splitting the path.
      if (entry.children.size === 0) return undefined;
      const end = endOfName(path, start);
      entry = entry.children.get(path.slice(start, end));
      start = end + 1;
    }
    return entry;
  }

  /** The pending entry of a directory; creates it and its missing parents. */
  #ensureDirectory(path: RelPath): PendingEntry {
    if (path === this.#lastPath) return this.#lastDirectory;
    let entry = this.#pending;
    // Whether the whole path is in the layers: then none of its parents has to be looked up.
    let isWholeThere: boolean | undefined;
    for (let start = 0; start < path.length;) {
      const end = endOfName(path, start);
      const name = path.slice(start, end);
      let child = entry.children.get(name);
      if (child === undefined || !isPendingDirectory(child)) {
        const at = path.slice(0, end) as RelPath;
        isWholeThere ??= child === undefined && isDirectoryFlags(this.#flagsOf(this.#stack.find(path)));
        const flags = isWholeThere ? EntryKindBit.directory : this.#flagsAt(at);
        const isThere = isDirectoryFlags(flags);
        if (flags !== undefined && !isThere) this.remove(at);
        child = pendingEntry(
          isThere ? EntryKindBit.directory | EntryFlag.ancestorPlaceholder : NEW_DIRECTORY,
        );
        if (!isThere) this.#stack.count(true, 1);
        entry.children.set(name, child);
      }
      entry = child;
      start = end + 1;
    }
    this.#lastPath = path;
    this.#lastDirectory = entry;
    return entry;
  }

  /** Adds an entry and everything below it, where no entry exists. */
  #put(path: RelPath, entry: PendingEntry): void {
    this.#ensureDirectory(parentOf(path)).children.set(nameOf(path), entry);
    for (const each of withDescendants(entry)) this.#stack.count(isPendingDirectory(each), 1);
  }

  /** Gives an existing entry, whose flags the caller passes, another kind of the same sort (file or directory). */
  #setKind(path: RelPath, flags: number, kind: number): void {
    const kept = flags & EntryFlag.movedCore ? EntryKindBit.core | EntryFlag.movedCore : 0;
    const wanted = (kind & KIND) | kept;
    if ((flags & (KIND | EntryFlag.movedCore)) === wanted) return;
    const pending = this.#pendingAt(path);
    if (pending !== undefined && !isPlaceholderEntry(pending)) {
      pending.flags = wanted | (pending.flags & EntryFlag.partial);
      return;
    }
    const id = this.#stack.find(path);
    const lifted = this.#pendingOf(id);
    lifted.flags = wanted | (lifted.flags & EntryFlag.partial);
    this.#stack.detach(id);
    for (const [name, child] of pending?.children ?? []) lifted.children.set(name, child);
    this.#ensureDirectory(parentOf(path)).children.set(nameOf(path), lifted);
    this.#stack.count(isPendingDirectory(lifted), 1);
  }

  /** Detaches an entry and everything below it, of the root only the latter, and returns the number of entries. */
  #takeOut(path: RelPath): number {
    const entriesBefore = this.#stack.files + this.#stack.directories;
    this.#stack.markDeletedBelow(path);
    const id = path === '' ? -1 : this.#stack.find(path);
    if (id !== -1) this.#stack.detach(id);
    const pending = this.#pendingAt(path);
    this.#lastPath = undefined;
    if (pending !== undefined) {
      for (const entry of withDescendants(pending)) {
        if (!isPlaceholderEntry(entry)) this.#stack.count(isPendingDirectory(entry), -1);
      }
      if (path === '') pending.children.clear();
      else this.#pendingAt(parentOf(path))?.children.delete(nameOf(path));
    }
    return entriesBefore - this.#stack.files - this.#stack.directories;
  }

  /** A pending copy of an entry and everything below it, wherever those are stored. */
  #copy(path: RelPath): PendingEntry {
    const pending = this.#pendingAt(path);
    const copy =
      pending === undefined || isPlaceholderEntry(pending)
        ? this.#pendingOf(this.#stack.find(path))
        : pendingEntry(pending.flags, pending.mtimeMs);
    for (const [name, child] of pending?.children ?? []) {
      if (!isPlaceholderEntry(child)) copy.children.set(name, this.#copy(joinPath(path, name)));
    }
    const stack = this.#stack;
    for (const id of stack.childrenIn(stack.directoriesAt(path))) {
      const layer = stack.layerOf(id);
      const name = layer.nameOf(id - layer.offset);
      copy.children.set(name, this.#copy(joinPath(path, name)));
    }
    return copy;
  }

  /** A pending copy of a layer's live entry, without the entries below it. */
  #pendingOf(id: number): PendingEntry {
    const layer = this.#stack.layerOf(id);
    const number = id - layer.offset;
    const flags = layer.flagsOf(number) & (KIND | EntryFlag.movedCore);
    if (!layer.isDirectory(number)) return pendingEntry(flags, layer.mtimes.get(number));
    return pendingEntry(layer.isPartial(number) ? flags | EntryFlag.partial : flags);
  }
}

function isDirectoryFlags(flags: number | undefined): boolean {
  return flags !== undefined && (flags & EntryKindBit.directory) !== 0;
}

function endOfName(path: string, start: number): number {
  const slash = path.indexOf('/', start);
  return slash === -1 ? path.length : slash;
}
