import { NameListBuilder } from '../../names/name-list-builder.js';
import { EntryKindBit } from '../../parts/scan-part.js';
import { assembleSegment } from '../segment/assemble-segment.js';
import { Layer } from './layer.js';
import { EntryFlag } from '../segment/segment.js';
import { runToEnd } from '../../../actors/runtime/slices.js';

/** An entry to be added to the index, with everything below it. */
export interface PendingEntry {
  /** `EntryKindBit` and `EntryFlag` bits. A placeholder's own entry is in the index already. */
  flags: number;
  mtimeMs: number | undefined;
  /** By name. Empty for an entry that is no directory. */
  readonly children: Map<string, PendingEntry>;
}

// Shared by all files, which never have children.
const NO_CHILDREN: PendingEntry['children'] = new Map();

export function pendingEntry(flags: number, mtimeMs?: number): PendingEntry {
  return { flags, mtimeMs, children: (flags & EntryKindBit.directory) === 0 ? NO_CHILDREN : new Map() };
}

export function isPendingDirectory({ flags }: PendingEntry): boolean {
  return (flags & EntryKindBit.directory) !== 0;
}

export function isPlaceholderEntry({ flags }: PendingEntry): boolean {
  return (flags & EntryFlag.ancestorPlaceholder) !== 0;
}

/** An entry and all its descendants, placeholders included, parents first. */
export function* withDescendants(top: PendingEntry): Generator<PendingEntry, void, undefined> {
  const pending = [top];
  for (let entry = pending.pop(); entry !== undefined; entry = pending.pop()) {
    yield entry;
    for (const child of entry.children.values()) pending.push(child);
  }
}

/**
 * A layer of the entries below `root`, a placeholder; `undefined` when there are only placeholders.
 * Cost: some 40 us, and 1.5 us an entry.
 */
export function buildPendingLayer(root: PendingEntry): Layer | undefined {
  const draft = new PendingDraft();
  if (!draft.add(root, '', 0)) return undefined;
  const { segment, filePlaces } = runToEnd(assembleSegment(draft.finish()));
  const layer = runToEnd(Layer.of(segment));
  for (const [file, mtimeMs] of draft.mtimes) {
    layer.mtimes.set(layer.directoryCount + filePlaces[file]!, mtimeMs);
  }
  return layer;
}

class PendingDraft {
  readonly mtimes = new Map<number, number>();
  readonly #names = new NameListBuilder();
  readonly #directoryParents: number[] = [];
  readonly #directoryNames: number[] = [];
  readonly #directoryFlags: number[] = [];
  readonly #fileDirectories: number[] = [];
  readonly #fileNames: number[] = [];
  readonly #fileFlags: number[] = [];

  /** Adds an entry and everything below it; adds nothing, and returns false, when all of that are placeholders. */
  add(entry: PendingEntry, name: string, parent: number): boolean {
    if (!isPendingDirectory(entry)) {
      if (entry.mtimeMs !== undefined) this.mtimes.set(this.#fileNames.length, entry.mtimeMs);
      this.#fileDirectories.push(parent);
      this.#fileNames.push(this.#names.addText(name));
      this.#fileFlags.push(entry.flags);
      return true;
    }
    const number = this.#directoryParents.length;
    this.#directoryParents.push(parent);
    this.#directoryNames.push(this.#names.addText(name));
    this.#directoryFlags.push(entry.flags);
    let isNeeded = !isPlaceholderEntry(entry);
    for (const [childName, child] of entry.children)
      isNeeded = this.add(child, childName, number) || isNeeded;
    // Nothing was added below it, so it is still the last directory.
    if (!isNeeded)
      for (const list of [this.#directoryParents, this.#directoryNames, this.#directoryFlags]) list.pop();
    return isNeeded;
  }

  finish(): Parameters<typeof assembleSegment>[0] {
    const { names, ranks } = runToEnd(this.#names.rank());
    return {
      names,
      directoryParents: Uint32Array.from(this.#directoryParents),
      directoryNames: Uint32Array.from(this.#directoryNames, (name) => ranks[name]!),
      directoryFlags: Uint8Array.from(this.#directoryFlags),
      fileDirectories: Uint32Array.from(this.#fileDirectories),
      fileNames: Uint32Array.from(this.#fileNames, (name) => ranks[name]!),
      fileFlags: Uint8Array.from(this.#fileFlags),
    };
  }
}
