import type { RelPath, RootConfig, WorkspaceWarning } from '../../../actors/protocol/workspace.js';
import { isWithin } from '../../../actors/protocol/rel-path.js';
import { foldPoint, toPoints } from '../../names/fold.js';
import type { TreePart } from '../../parts/scan-part.js';
import type { IndexData } from '../store/index-data.js';
import { DynamicZone, zonedIndex } from './dynamic-zone.js';
import { beyondBudget } from './memory-budget.js';
import { selectEntries } from './select-entries.js';

/** What an index may hold unless its configuration says otherwise. Units: bytes. 1 GiB: some 16 million files. */
const DEFAULT_BUDGET_BYTES = 2 ** 30;

/** The start of a name that a search looks for in the whole tree. */
export interface WantedName {
  /** Unicode points, case folded. */
  readonly points: Uint32Array;
  /** Whether a scan of everything has taken in what has such a name. */
  isServed: boolean;
}

/** What of a scan goes into an index. */
export interface Holding {
  readonly parts: readonly TreePart[];
  /** What was selected from directories of which not everything is held. */
  readonly paths: readonly RelPath[];
  /** Directories in `parts` that are not listed whole. */
  readonly partial: readonly RelPath[];
}

/**
 * What the index of one root holds of its tree: everything, as far as the memory budget allows; or, with a dynamic
 * capacity, what is core, and a zone of what searches and changes brought in. Source: SPEC W6, W13.
 */
export class RetentionPolicy {
  /** Absent where everything is to be held. */
  readonly zone: DynamicZone | undefined;
  readonly #data: IndexData;
  readonly #maxBytes: number;
  readonly #wanted = new Set<WantedName>();
  /** How many entries the scan of a directory left out. */
  readonly #leftOut = new Map<RelPath, number>();

  constructor({ dynamicCapacity, memoryBudgetBytes }: RootConfig, data: IndexData) {
    this.#data = data;
    this.#maxBytes = memoryBudgetBytes ?? DEFAULT_BUDGET_BYTES;
    this.zone =
      dynamicCapacity === undefined ? undefined : new DynamicZone(zonedIndex(data), dynamicCapacity);
  }

  /** Whether every visible entry is held, as far as is known. */
  get isWhole(): boolean {
    return this.zone === undefined && this.#leftOut.size === 0;
  }

  /** Absent where entries are counted instead. */
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

  /** Has the next scan of everything take in what has a name with this start, case aside. */
  pinName(prefix: string): WantedName {
    const wanted: WantedName = { points: toPoints(prefix).map(foldPoint), isServed: false };
    this.#wanted.add(wanted);
    return wanted;
  }

  unpinName(wanted: WantedName): void {
    this.#wanted.delete(wanted);
  }

  /** Whether all that a scan reads is taken in, unless it is too much. */
  get takesAll(): boolean {
    return this.zone === undefined;
  }

  /** Whether there is room for what a scan reads. */
  get hasRoom(): boolean {
    return this.zone !== undefined || this.#data.bytes < this.#maxBytes;
  }

  /** What of the first scan may be shown before it has ended: with a capacity, what is core. Source: S2 3.1.2. */
  async preview(parts: readonly TreePart[]): Promise<readonly TreePart[]> {
    if (this.zone === undefined) return parts;
    const { part } = await selectEntries(parts, {
      isWhole: () => false,
      isWanted: () => false,
      knownIn: () => undefined,
    });
    return [part];
  }

  /** What to load of a scan of a directory. */
  async select(parts: readonly TreePart[], under: RelPath): Promise<Holding> {
    const beyond = this.zone === undefined ? beyondBudget(parts, this.#ensureCapacity(under)) : undefined;
    for (const path of this.#leftOut.keys()) if (isWithin(path, under)) this.#leftOut.delete(path);
    const wanted = this.#serve(under);
    if (beyond?.size === 0) return { parts, paths: [], partial: [] };
    const { part, leftOut, ...selected } = await selectEntries(parts, {
      isWhole: (directory) => beyond?.has(directory) === false,
      isWanted: (name) => wanted.some((points) => startsWith(name, points)),
      knownIn: (directory) => (this.zone === undefined ? undefined : this.#knownIn(directory)),
    });
    if (this.zone === undefined && leftOut > 0) this.#leftOut.set(under, leftOut);
    return { parts: [part], ...selected };
  }

  /** Called once what was selected is in the index. */
  loaded({ paths, partial }: Holding): void {
    if (partial.length > 0) {
      this.#data.change((batch) => {
        for (const path of partial) batch.setComplete(path, false);
      });
    }
    this.zone?.follow(paths);
    this.zone?.dropGone();
    // What a search waits for is to be found by it first.
    if (this.#wanted.size === 0) this.zone?.enforce();
  }

  /** Called once the index agrees with the disk at these paths. */
  followed(paths: readonly RelPath[]): void {
    this.zone?.follow(paths);
    this.zone?.enforce();
  }

  /**
   * What the index leaves of the budget. What it holds below `under` counts although it is replaced: near the budget a
   * scan of a part may be cut short, until the next one of everything. Units: bytes.
   */
  #ensureCapacity(under: RelPath): number {
    return under === '' ? this.#maxBytes : Math.max(0, this.#maxBytes - this.#data.bytes);
  }

  /** The names that a scan of this directory is to look for. */
  #serve(under: RelPath): readonly Uint32Array[] {
    if (under !== '') return [];
    return Array.from(this.#wanted, (name) => {
      name.isServed = true;
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
