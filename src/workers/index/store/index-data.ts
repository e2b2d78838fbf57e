import type { RelPath } from '../../../actors/protocol/workspace.js';
import { parentOf } from '../../../actors/protocol/rel-path.js';
import { EntryKind, type TreePart } from '../../parts/scan-part.js';
import { buildSegment } from '../segment/build-segment.js';
import { ScanDraft } from '../segment/segment-builder.js';
import { FORGOTTEN_STAMP } from '../../disk/change-stamp.js';
import { carryOver } from './carry-over.js';
import { ChangeBatch, type ReconcileOutcome } from './change-batch.js';
import { Layer } from './layer.js';
import { LayerStack } from './layer-stack.js';
import { mergeLayers } from './merge-layers.js';
import { filesInOrder } from './path-order.js';
import { type LayerRange, planMerge } from './plan-merge.js';
import type { Segment } from '../segment/segment.js';
import type { SegmentSlots } from '../segment/segment-tables.js';
import { runToEnd, type Cooperative } from '../../../actors/runtime/slices.js';

const KIND = EntryKind.directory | EntryKind.symlink | EntryKind.core;

// What is merged at once, in some 0.5 ms, because it would cost more to come back to it.
const MAX_MERGED_AT_ONCE = 512;
// A search looks into each layer. More than this are merged at once, however long that takes.
const MAX_LAYERS = 16;

/** An index at one moment, as plain data. */
export interface CapturedIndex {
  readonly segment: Segment;
  readonly slots: SegmentSlots;
  /** By directory. Shape: see `changeStamp`. */
  readonly stamps: Float64Array<ArrayBuffer>;
}

/** A change that can be made again. */
type Change = (batch: ChangeBatch) => void;

/**
 * One root's entries: a stack of layers, each an immutable segment with what has died in it since. A change kills
 * entries and puts one small layer on top; merges, in slices, keep the layers few. The root is the id 0. An id is good
 * until the next change.
 *
 * Source: SPEC W4.
 */
export class IndexData {
  readonly #stack = new LayerStack(runToEnd(Layer.of(runToEnd(buildSegment([])))));
  // What has changed since a scan that is being taken over began to be.
  #meanwhile: Change[] | undefined;

  /**
   * Told of what has come, in the step in which it comes: the files that a change has brought, and the directories of
   * which a scan was taken over.
   */
  onCome: ((files: Iterable<RelPath>, directories: readonly RelPath[]) => void) | undefined;

  /** The lowest one first. A living path is the entry of exactly one of them. */
  get layers(): readonly Layer[] {
    return this.#stack.layers;
  }

  /** Everything that is not a directory, symbolic links included. */
  get fileCount(): number {
    return this.#stack.files;
  }

  /** The root itself not counted. */
  get directoryCount(): number {
    return this.#stack.directories;
  }

  /** How many entries were ever removed or replaced; what a change added follows from this and the counts. */
  get removedCount(): number {
    return this.#stack.removed;
  }

  /** Units: bytes held, names included. */
  get bytes(): number {
    return this.layers.reduce((bytes, layer) => bytes + layer.bytes, 0);
  }

  /** The entry at a path; -1 when there is none. Cost: two look-ups for each name in it, in each layer. */
  find(path: string): number {
    return this.#stack.find(path);
  }

  /** The layer that an id belongs to; the entry's number there is the id less its `offset`. */
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

  /** The `EntryKind` bits. */
  kindOf(id: number): number {
    const layer = this.layerOf(id);
    return layer.flagsOf(id - layer.offset) & KIND;
  }

  isDirectory(id: number): boolean {
    const layer = this.layerOf(id);
    return layer.isDirectory(id - layer.offset);
  }

  /** Whether there is an entry with this id, and it is no directory. */
  isFile(id: number): boolean {
    const layer = this.layerOf(id);
    const number = id - layer.offset;
    return number < layer.size && !layer.isDirectory(number) && layer.isLive(number);
  }

  /** Whether all visible children of a directory are here, as far as was known last. Source: SPEC W10. */
  isComplete(directory: number): boolean {
    const layer = this.layerOf(directory);
    return !layer.isPartial(directory - layer.offset);
  }

  /** Units: milliseconds since 1970; 0 when it is not known. */
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
   * One directory is read at a time, so a change made meanwhile shows in the directories not reached yet.
   */
  paths(under: RelPath = '' as RelPath): Generator<RelPath, void, undefined> {
    return filesInOrder(this, under);
  }

  /** See `ChangeBatch.add`. */
  add(path: RelPath, kind: number): void {
    this.change((batch) => {
      batch.add(path, kind);
    });
  }

  /** See `ChangeBatch.remove`. */
  remove(path: RelPath): number {
    return this.change((batch) => batch.remove(path));
  }

  /** See `ChangeBatch.move`. */
  move(from: RelPath, to: RelPath): boolean {
    return this.change((batch) => batch.move(from, to));
  }

  /** See `ChangeBatch.reconcile`. */
  reconcileDirectory(path: RelPath, names: readonly string[], kinds: Uint8Array): ReconcileOutcome {
    return this.change((batch) => batch.reconcile(path, names, kinds));
  }

  /** See `ChangeBatch.setComplete`. */
  setComplete(path: RelPath, isComplete: boolean): void {
    this.change((batch) => {
      batch.setComplete(path, isComplete);
    });
  }

  /** See `ChangeBatch.setMtime`. */
  setMtime(path: RelPath, mtimeMs: number): void {
    this.change((batch) => {
      batch.setMtime(path, mtimeMs);
    });
  }

  /** Says what a directory's stamp was when it was listed just now. Nothing happens for a path that is none. */
  setStamp(path: RelPath, stamp: number): void {
    const id = this.find(path);
    if (id === -1) return;
    const layer = this.layerOf(id);
    if (layer.isDirectory(id - layer.offset)) layer.stamps[id - layer.offset] = stamp;
  }

  /** Says what it was when it was listed, which is a while ago: nothing has been taken out of it since. */
  setStampSince(path: RelPath, stamp: number): void {
    const id = this.find(path);
    if (id === -1) return;
    const { stamps, offset } = this.layerOf(id);
    if (stamps[id - offset] !== FORGOTTEN_STAMP) this.setStamp(path, stamp);
  }

  /** Takes entries out that are on the disk still: the directories they were in are known in part from then on. */
  evict(paths: readonly RelPath[]): void {
    this.change((batch) => {
      for (const path of paths) {
        batch.remove(path);
        batch.setComplete(parentOf(path), false);
      }
    });
  }

  /**
   * Makes some changes as one: what comes in them becomes one layer. Cost: some 80 us, and 1.5 us a path.
   *
   * `change` uses nothing that may be other later: it is called again when a scan that began before is taken over.
   */
  change<T>(change: (batch: ChangeBatch) => T): T {
    this.#meanwhile?.push(change);
    const batch = new ChangeBatch(this.#stack);
    const result = change(batch);
    const layer = batch.finish();
    if (layer !== undefined) {
      this.#push(layer);
      this.onCome?.(filesOf(layer), []);
      this.#mergeSmall();
    }
    return result;
  }

  /**
   * Makes everything below a directory equal to what a scan of it found, in parts or drafted already. Until the last step the index is as it was.
   * Changes that are made meanwhile count for more than the scan, which began before.
   *
   * A directory that the scan did not read (it may not, or it was gone) ends up empty and known in part. Entries that
   * stay keep their times, and moved ones stay core. One scan is taken over at a time.
   */
  *takeScan(scan: readonly TreePart[] | ScanDraft, under: RelPath = '' as RelPath): Cooperative<void> {
    const meanwhile: Change[] = [];
    this.#meanwhile = meanwhile;
    try {
      const build = scan instanceof ScanDraft ? scan.finish() : buildSegment(scan, under);
      const scanned = yield* Layer.of(yield* build);
      const kept = yield* carryOver(this.layers, scanned, under);
      yield;
      this.#replaceBelow(under, scanned, kept);
    } finally {
      this.#meanwhile = undefined;
    }
    for (const change of meanwhile) this.change(change);
  }

  /**
   * Shows some parts of the first scan of everything while it goes on; `takeScan` takes their place in the end. A
   * directory is there as soon as the part that names it is. Nothing but times is changed until then.
   */
  *showParts(parts: readonly TreePart[]): Cooperative<void> {
    const shown = yield* Layer.of(yield* buildSegment(parts, '' as RelPath, 'shadows'));
    this.#stack.countIn(shown, 1);
    this.#push(shown);
  }

  /** Fills an empty index with what `capture` gave. Cost: 1 ms for 163,000 files. */
  restore({ segment, slots, stamps }: CapturedIndex): void {
    const layer = Layer.restored(segment, slots, stamps);
    this.#stack.countIn(layer, 1);
    this.#stack.splice(0, this.layers.length, [layer]);
  }

  /** Everything as one segment; `undefined` when something changed meanwhile. Times of files are not in it. */
  *capture(): Cooperative<CapturedIndex | undefined> {
    const isOne = (): boolean => this.layers.length === 1 && this.layers[0]!.deadCount === 0;
    if (!isOne()) yield* this.merge({ from: 0, to: this.layers.length });
    if (!isOne()) return undefined;
    const { segment, slots, stamps, directoryFlags } = this.layers[0]!;
    return { segment: { ...segment, directoryFlags }, slots, stamps: stamps.slice() };
  }

  /** A merge that is due, to be done step by step; `undefined` when none is. Changes may come between the steps. */
  dueMerge(): Cooperative<void> | undefined {
    const range = this.#meanwhile === undefined ? planMerge(this.layers) : undefined;
    return range === undefined ? undefined : this.merge(range);
  }

  /** Merges some layers. Changes may come between the steps. */
  *merge({ from, to }: LayerRange): Cooperative<void> {
    const sources = this.layers.slice(from, to);
    const { layer, finish } = yield* mergeLayers(sources);
    yield;
    // A scan may have been taken over, and all layers be others.
    if (!sources.every((source, index) => this.layers[from + index] === source)) return;
    finish();
    const { files, directories } = layer.countLive();
    this.#stack.splice(from, to, from > 0 && files + directories === 0 ? [] : [layer]);
  }

  #push(layer: Layer): void {
    const to = this.layers.length;
    this.#stack.splice(to, to, [layer]);
  }

  /** Small layers are merged where they come to be. */
  #mergeSmall(): void {
    const small = planMerge(this.layers, MAX_MERGED_AT_ONCE);
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
    stack.addRemoved(stack.killBelow(under) - kept);
    if (isRead || files + directories > 0) batch.addDirectory(under);
    batch.setComplete(under, isRead);
    stack.countIn(scanned, 1);
    if (under === '') stack.splice(0, this.layers.length, [scanned]);
    else if (files + directories > 0) this.#push(scanned);
    const above = batch.finish();
    if (above !== undefined) this.#push(above);
    this.onCome?.([], [under]);
  }
}

function* filesOf(layer: Layer): Generator<RelPath, void, undefined> {
  for (let number = layer.directoryCount; number < layer.size; number++) {
    if (layer.isLive(number)) yield layer.pathOf(number);
  }
}
