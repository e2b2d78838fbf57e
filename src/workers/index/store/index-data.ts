import type { RelPath } from '../../../actors/protocol/workspace.js';
import { parentOf } from '../../../actors/protocol/rel-path.js';
import { EntryKindBit, type TreePart } from '../../parts/scan-part.js';
import { buildSegment } from '../segment/build-segment.js';
import { SegmentBuilder } from '../segment/segment-builder.js';
import { FORGOTTEN_STAMP } from '../../disk/change-stamp.js';
import { preserveEntryState } from './preserve-entry-state.js';
import { ChangeBatch, type ReconcileOutcome } from './change-batch.js';
import { Layer, type SegmentSlots } from './layer.js';
import { LayerStack } from './layer-stack.js';
import { mergeLayers } from './merge-layers.js';
import { filesInOrder } from './path-order.js';
import { type LayerRange, planLayerMerge } from './plan-layer-merge.js';
import type { Segment } from '../segment/segment.js';
import { runToEnd, type Cooperative } from '../../../actors/runtime/slices.js';

const KIND = EntryKindBit.directory | EntryKindBit.symlink | EntryKindBit.core;

// Merges up to this size run at once, in some 0.5 ms, because scheduling them would cost more.
const MAX_MERGED_AT_ONCE = 512;
// Every search reads each layer, so more layers than this are merged at once, however long that takes.
const MAX_LAYERS = 16;

/** The complete state of an index. Plain data. */
export interface CapturedIndex {
  readonly segment: Segment;
  readonly slots: SegmentSlots;
  /** By directory: its `changeStamp`. */
  readonly stamps: Float64Array<ArrayBuffer>;
}

/** A change that can be repeated on another state of the index. */
type Change = (batch: ChangeBatch) => void;

/**
 * One root's entries: a stack of layers, each an immutable segment with tombstones for entries deleted since. A
 * change marks entries as deleted and adds one small layer on top; incremental merges keep the number of layers
 * small. The root has id 0. An id is valid until the next change.
 * Source: SPEC W4.
 */
export class IndexData {
  readonly #stack = new LayerStack(runToEnd(Layer.of(runToEnd(buildSegment([])))));
  // The changes since a scan began that is now being merged into the index.
  #changesDuringScan: Change[] | undefined;

  /** Called in the same step as a change, with the files that it added and the directories whose scan it merged. */
  onAdded: ((files: Iterable<RelPath>, directories: readonly RelPath[]) => void) | undefined;

  /** Ordered from the lowest up. A live path is an entry of exactly one of them. */
  get layers(): readonly Layer[] {
    return this.#stack.layers;
  }

  /** The number of entries other than directories, symbolic links included. */
  get fileCount(): number {
    return this.#stack.files;
  }

  /** Without the root. */
  get directoryCount(): number {
    return this.#stack.directories;
  }

  /** The number of entries ever removed or replaced. The number ever added follows from this and the counts. */
  get removedCount(): number {
    return this.#stack.removed;
  }

  /** The memory held, names included. Units: bytes. */
  get bytes(): number {
    return this.layers.reduce((bytes, layer) => bytes + layer.bytes, 0);
  }

  /** The id of the entry at a path; -1 when there is none. Cost: two look-ups for each name of the path and layer. */
  find(path: string): number {
    return this.#stack.find(path);
  }

  /** The layer of an id; the entry's number in it is the id minus the layer's `offset`. */
  layerOf(id: number): Layer {
    return this.#stack.layerOf(id);
  }

  pathOf(id: number): RelPath {
    return this.#stack.pathOf(id);
  }

  nameOf(id: number): string {
    const layer = this.layerOf(id);
    return layer.nameOf(id - layer.offset);
  }

  /** The `EntryKindBit` bits. */
  kindOf(id: number): number {
    const layer = this.layerOf(id);
    return layer.flagsOf(id - layer.offset) & KIND;
  }

  isDirectory(id: number): boolean {
    const layer = this.layerOf(id);
    return layer.isDirectory(id - layer.offset);
  }

  hasDirectory(path: string): boolean {
    const id = this.find(path);
    return id !== -1 && this.isDirectory(id);
  }

  /** Whether all visible children of a directory are in the index. Source: SPEC W10. */
  isComplete(directory: number): boolean {
    const layer = this.layerOf(directory);
    return !layer.isPartial(directory - layer.offset);
  }

  /** The modification time. Units: milliseconds since 1970; 0 when it is not known. */
  mtimeOf(id: number): number {
    const layer = this.layerOf(id);
    return layer.mtimes.get(id - layer.offset) ?? 0;
  }

  /** The ids of a directory's children, in no particular order. */
  childrenOf(directory: number): number[] {
    return this.#stack.childrenIn(this.#stack.directoriesAt(this.pathOf(directory)));
  }

  /**
   * Every file below a directory (or just the file itself), in the order of `git ls-files`: by the bytes of the path.
   * Reads one directory at a time, so a concurrent change shows in the directories not reached yet.
   */
  paths(under: RelPath = '' as RelPath): Generator<RelPath, void, undefined> {
    return filesInOrder(this, under);
  }

  /** Removes an entry and everything below it, as `ChangeBatch.remove`. Returns the number of removed entries. */
  remove(path: RelPath): number {
    return this.change((batch) => batch.remove(path));
  }

  /** Makes the children of a directory equal to a listing, as `ChangeBatch.reconcile`. */
  reconcileDirectory(path: RelPath, names: readonly string[], kinds: Uint8Array): ReconcileOutcome {
    return this.change((batch) => batch.reconcile(path, names, kinds));
  }

  /** Stores the stamp of a directory that was listed just now. Does nothing when the path is no directory. */
  setStamp(path: RelPath, stamp: number): void {
    this.#stack.setStamp(path, stamp);
  }

  /** Stores the stamp of a directory that was listed a while ago, unless an entry has been removed from it since. */
  setStampSince(path: RelPath, stamp: number): void {
    const id = this.find(path);
    if (id === -1) return;
    const { stamps, offset } = this.layerOf(id);
    if (stamps[id - offset] !== FORGOTTEN_STAMP) this.setStamp(path, stamp);
  }

  /** Removes entries that still exist on the disk, and marks their directories as incomplete. */
  evict(paths: readonly RelPath[]): void {
    this.change((batch) => {
      for (const path of paths) {
        batch.remove(path);
        batch.setComplete(parentOf(path), false);
      }
    });
  }

  /**
   * Applies several changes as one, with one new layer. Cost: some 80 us, and 1.5 us a path.
   * `change` must not capture state: it runs a second time when a scan that began earlier is merged.
   */
  change<T>(change: (batch: ChangeBatch) => T): T {
    this.#changesDuringScan?.push(change);
    const batch = new ChangeBatch(this.#stack);
    const result = change(batch);
    const layer = batch.finish();
    if (layer !== undefined) {
      this.#push(layer);
      this.onAdded?.(filesOf(layer), []);
      this.#mergeSmall();
    }
    return result;
  }

  /**
   * Makes everything below a directory equal to a scan of it, given as parts or as a draft. The index stays as it is
   * until the last step.
   * Changes made meanwhile override the scan, which began before them.
   * A directory that the scan could not read ends up empty and incomplete. Entries that stay keep their modification
   * times, and moved ones stay core. Only one scan may be merged at a time.
   */
  *mergeScan(scan: readonly TreePart[] | SegmentBuilder, under: RelPath = '' as RelPath): Cooperative<void> {
    const meanwhile: Change[] = [];
    this.#changesDuringScan = meanwhile;
    try {
      const build = scan instanceof SegmentBuilder ? scan.finish() : buildSegment(scan, under);
      const scanned = yield* Layer.of(yield* build);
      const kept = yield* preserveEntryState(this.layers, scanned, under);
      yield;
      this.#replaceBelow(under, scanned, kept);
    } finally {
      this.#changesDuringScan = undefined;
    }
    for (const change of meanwhile) this.change(change);
  }

  /**
   * Adds parts of the first full scan while it is still running; `mergeScan` replaces them at the end. A directory
   * exists as soon as the part that names it is added. Until then nothing but modification times may change.
   */
  *addScannedParts(parts: readonly TreePart[]): Cooperative<void> {
    const shown = yield* Layer.of(yield* buildSegment(parts, '' as RelPath, 'shadows'));
    this.#stack.countIn(shown, 1);
    this.#push(shown);
  }

  /** Fills an empty index from a captured state. Cost: 1 ms for 163,000 files. */
  restore({ segment, slots, stamps }: CapturedIndex): void {
    const layer = Layer.restored(segment, slots, stamps);
    this.#stack.countIn(layer, 1);
    this.#stack.splice(0, this.layers.length, [layer]);
  }

  /** Captures all entries as one segment, without modification times; `undefined` when the index changed meanwhile. */
  *capture(): Cooperative<CapturedIndex | undefined> {
    const isOne = (): boolean => this.layers.length === 1 && this.layers[0]!.deletedCount === 0;
    if (!isOne()) yield* this.merge({ from: 0, to: this.layers.length });
    if (!isOne()) return undefined;
    const { segment, slots, stamps, directoryFlags } = this.layers[0]!;
    return { segment: { ...segment, directoryFlags }, slots, stamps: stamps.slice() };
  }

  /** The merge that is due, to be run step by step; `undefined` for none. The index may change between the steps. */
  dueMerge(): Cooperative<void> | undefined {
    const range = this.#changesDuringScan === undefined ? planLayerMerge(this.layers) : undefined;
    return range === undefined ? undefined : this.merge(range);
  }

  /** Merges a range of layers. The index may change between the steps. */
  *merge({ from, to }: LayerRange): Cooperative<void> {
    const sources = this.layers.slice(from, to);
    const { layer, finish } = yield* mergeLayers(sources);
    yield;
    // The merge of a scan may have replaced all layers.
    if (!sources.every((source, index) => this.layers[from + index] === source)) return;
    finish();
    const { files, directories } = layer.countLive();
    this.#stack.splice(from, to, from > 0 && files + directories === 0 ? [] : [layer]);
  }

  #push(layer: Layer): void {
    const to = this.layers.length;
    this.#stack.splice(to, to, [layer]);
  }

  /** Merges small layers right away. */
  #mergeSmall(): void {
    const small = planLayerMerge(this.layers, MAX_MERGED_AT_ONCE);
    if (small !== undefined) runToEnd(this.merge(small));
    const to = this.layers.length;
    if (to > MAX_LAYERS) runToEnd(this.merge({ from: to >>> 1, to }));
  }

  #replaceBelow(under: RelPath, scanned: Layer, kept: number): void {
    const stack = this.#stack;
    const listed = scanned.directoryAt(under);
    const isRead = listed !== -1 && !scanned.isPartial(listed);
    const { files, directories } = scanned.countLive();
    const batch = new ChangeBatch(stack);
    // `scanned` contains most of these entries again: a suspended search must go on finding them in their layers.
    for (const { layer } of stack.directoriesAt(under)) layer.copyTombstones();
    stack.addRemoved(stack.markDeletedBelow(under) - kept);
    if (isRead || files + directories > 0) batch.addDirectory(under);
    batch.setComplete(under, isRead);
    stack.countIn(scanned, 1);
    if (under === '') stack.splice(0, this.layers.length, [scanned]);
    else if (files + directories > 0) this.#push(scanned);
    const above = batch.finish();
    if (above !== undefined) this.#push(above);
    this.onAdded?.([], [under]);
  }
}

function* filesOf(layer: Layer): Generator<RelPath, void, undefined> {
  for (let number = layer.directoryCount; number < layer.size; number++) {
    if (layer.isLive(number)) yield layer.pathOf(number);
  }
}
