import type { RelPath, RootConfig, WorkspaceWarning } from '../../../actors/protocol/workspace.js';
import { isWithin } from '../../../actors/protocol/rel-path.js';
import { foldPoint, toPoints } from '../../names/fold.js';
import type { TreePart } from '../../parts/scan-part.js';
import type { IndexData } from '../store/index-data.js';
import { DynamicZone, zonedIndex } from './dynamic-zone.js';
import { findBeyondBudget } from './memory-budget.js';
import { selectEntries } from './select-entries.js';

/** The default of `memoryBudgetBytes`: 1 GiB, some 16 million files. Units: bytes. */
const DEFAULT_BUDGET_BYTES = 2 ** 30;

/** The start of a name that a search looks for in the whole tree. */
interface PinnedName {
  /** Unicode points, case folded. */
  readonly points: Uint32Array;
  /** Whether a full scan has included the matching entries. */
  isScanned: boolean;
}

/** The part of a scan that goes into an index. */
interface ScanSelection {
  readonly parts: readonly TreePart[];
  /** Entries selected from directories that are not included entirely. */
  readonly paths: readonly RelPath[];
  /** Directories in `parts` of which some entries are left out. */
  readonly partial: readonly RelPath[];
  /** The scanned directory. */
  readonly under: RelPath;
  /** How many entries do not fit into the memory budget. */
  readonly leftOut: number;
}

/**
 * Decides which entries the index of one root keeps: all of them within the memory budget, or, with a dynamic
 * capacity, core entries and a zone of those that searches and changes brought in. Source: SPEC W6, W13.
 */
export class RetentionPolicy {
  /** Absent where everything is kept. */
  readonly zone: DynamicZone | undefined;
  readonly #data: IndexData;
  readonly #maxBytes: number;
  readonly #pinned = new Set<PinnedName>();
  /** By scanned directory: how many entries its scan left out. */
  readonly #leftOut = new Map<RelPath, number>();

  constructor({ dynamicCapacity, memoryBudgetBytes }: RootConfig, data: IndexData) {
    this.#data = data;
    this.#maxBytes = memoryBudgetBytes ?? DEFAULT_BUDGET_BYTES;
    this.zone =
      dynamicCapacity === undefined ? undefined : new DynamicZone(zonedIndex(data), dynamicCapacity);
  }

  /** Whether the index keeps every visible entry, as far as is known. */
  get holdsEverything(): boolean {
    return this.zone === undefined && this.#leftOut.size === 0;
  }

  /** Absent where the number of entries is limited instead. */
  get budgetBytes(): number | undefined {
    return this.zone === undefined ? this.#maxBytes : undefined;
  }

  get leftOut(): number {
    let entries = 0;
    for (const count of this.#leftOut.values()) entries += count;
    return entries;
  }

  get warnings(): WorkspaceWarning[] {
    return Array.from(this.#leftOut, ([path, count]) => ({
      path,
      message: `${count} entries are not in the index, which may hold ${this.#maxBytes} bytes; a search that misses them looks at the disk. Raise memoryBudgetBytes, or leave more out with ignorePatterns.`,
    }));
  }

  /** Makes the next full scan include the entries whose name starts with `prefix`, ignoring case. */
  pinName(prefix: string): PinnedName {
    const pinned: PinnedName = { points: toPoints(prefix).map(foldPoint), isScanned: false };
    this.#pinned.add(pinned);
    return pinned;
  }

  unpinName(pinned: PinnedName): void {
    this.#pinned.delete(pinned);
  }

  /** Whether everything that a scan reads is kept, within the memory budget. */
  get takesAll(): boolean {
    return this.zone === undefined;
  }

  /** Whether there is memory for what a scan reads. */
  get hasRoom(): boolean {
    return this.zone !== undefined || this.#data.bytes < this.#maxBytes;
  }

  /**
   * The part of a first scan that may be shown before its end: with a dynamic capacity, core entries. Source: S2 3.1.2.
   */
  async preview(parts: readonly TreePart[]): Promise<readonly TreePart[]> {
    if (this.zone === undefined) return parts;
    const { part } = await selectEntries(parts, {
      isWhole: () => false,
      isPinned: () => false,
      knownIn: () => undefined,
    });
    return [part];
  }

  /** The part of a directory's scan to put into the index. */
  async select(parts: readonly TreePart[], under: RelPath): Promise<ScanSelection> {
    const beyond = this.zone === undefined ? findBeyondBudget(parts, this.#remainingBytes(under)) : undefined;
    const pinned = this.#takePinned(under);
    if (beyond?.size === 0) return { parts, paths: [], partial: [], under, leftOut: 0 };
    const { part, paths, partial, ...selected } = await selectEntries(parts, {
      isWhole: (directory) => beyond?.has(directory) === false,
      isPinned: (name) => pinned.some((points) => startsWith(name, points)),
      knownIn: (directory) => (this.zone === undefined ? undefined : this.#knownIn(directory)),
    });
    const leftOut = this.zone === undefined ? selected.leftOut : 0;
    // Readers must know before the merge takes entries away, and until a merge has brought them back.
    if (leftOut > 0) this.#noteLeftOut(under, leftOut);
    return { parts: [part], paths, partial, under, leftOut };
  }

  /** Must be called once a selection is in the index. */
  noteLoaded({ paths, partial, under, leftOut }: ScanSelection): void {
    this.#noteLeftOut(under, leftOut);
    if (partial.length > 0) {
      this.#data.change((batch) => {
        for (const path of partial) batch.setComplete(path, false);
      });
    }
    this.zone?.follow(paths);
    this.zone?.dropGone();
    // The search that pinned a name must find its entries before they can be evicted.
    if (this.#pinned.size === 0) this.zone?.enforce();
  }

  /** Must be called once the index agrees with the disk at these paths. */
  noteChanged(paths: readonly RelPath[]): void {
    this.zone?.follow(paths);
    this.zone?.enforce();
  }

  /** Replaces what is known about the scans of a directory and of those below it. */
  #noteLeftOut(under: RelPath, count: number): void {
    for (const path of this.#leftOut.keys()) if (isWithin(path, under)) this.#leftOut.delete(path);
    if (count > 0) this.#leftOut.set(under, count);
  }

  /**
   * The part of the memory budget that the index has not used. Entries below `under` count as used although the scan
   * replaces them: near the budget the scan of a directory may be cut short until the next full scan. Units: bytes.
   */
  #remainingBytes(under: RelPath): number {
    return under === '' ? this.#maxBytes : Math.max(0, this.#maxBytes - this.#data.bytes);
  }

  /** The pinned names that a scan of this directory must look for. */
  #takePinned(under: RelPath): readonly Uint32Array[] {
    if (under !== '') return [];
    return Array.from(this.#pinned, (name) => {
      name.isScanned = true;
      return name.points;
    });
  }

  #knownIn(directory: RelPath): ((name: string) => boolean) | undefined {
    if (this.#data.find(directory) === -1) return undefined;
    const start = directory === '' ? '' : `${directory}/`;
    return (name) => this.#data.find(start + name) !== -1;
  }
}

function startsWith(name: string, folded: Uint32Array): boolean {
  let at = 0;
  for (const character of name) {
    if (at === folded.length) return true;
    if (foldPoint(character.codePointAt(0)!) !== folded[at++]) return false;
  }
  return at === folded.length;
}
