import type { RelPath } from '../../actors/protocol/workspace.js';
import { type SignedFiles, SignOutcome } from '../grep/sign-job.js';
import { SignatureTable } from './signature-table.js';
import { SIGNATURE_WORDS } from '../grep/signer.js';

/** Files taken to be signed. */
export interface Unsigned {
  readonly ids: readonly number[];
  readonly paths: readonly RelPath[];
  readonly stamps: readonly number[];
}

const NONE = -1;

// A path of 50 bytes, its place in a map, and a few numbers.
const FILE_BYTES = 150;
// A row's owner and its successor.
const ROW_BYTES = 16;
// Storing one takes 1 us, or 10 in the place of another.
const SLICE_ROWS = 128;

/**
 * Knows of files which of them cannot contain a text. A file is ruled out only by a signature that is certainly of
 * what it contains now; one that is new, changed or in doubt is always a candidate.
 * Cost: 512 bytes for each 5 KB or so of a file, at least once, and 166 bytes more. Files beyond `maxBytes` are
 * candidates always.
 */
export class ContentFilter {
  readonly #maxBytes: number;
  readonly #table = new SignatureTable();
  readonly #ids = new Map<RelPath, number>();
  /** By file. */
  readonly #paths: (RelPath | undefined)[] = [];
  readonly #stamps: number[] = [];
  readonly #firstRows: number[] = [];
  readonly #freeIds: number[] = [];
  /** By row. */
  readonly #owners: number[] = [];
  readonly #nextRows: number[] = [];
  /** Each file that may contain anything is in one of these three. */
  readonly #waiting = new Set<number>();
  readonly #beingSigned = new Map<number, Unsigned>();
  readonly #setAside = new Set<number>();

  constructor({ maxBytes }: { maxBytes: number }) {
    this.#maxBytes = maxBytes;
  }

  get bytes(): number {
    return this.#bytesWith(0);
  }

  get fileCount(): number {
    return this.#ids.size;
  }

  /** How many files can be ruled out. */
  get signedCount(): number {
    return this.#ids.size - this.#waiting.size - this.#beingSigned.size - this.#setAside.size;
  }

  get isWaiting(): boolean {
    return this.#waiting.size > 0;
  }

  paths(): IterableIterator<RelPath> {
    return this.#ids.keys();
  }

  /** Makes sure that a file is known. */
  add(path: RelPath): void {
    if (this.#ids.has(path)) return;
    const id = this.#freeIds.pop() ?? this.#paths.length;
    this.#ids.set(path, id);
    this.#paths[id] = path;
    this.#stamps[id] = 0;
    this.#firstRows[id] = NONE;
    this.#waiting.add(id);
  }

  /** What a file contains has changed. */
  invalidate(path: RelPath): void {
    const id = this.#ids.get(path);
    if (id === undefined) return;
    this.#stamps[id] = 0;
    this.#mayContainAnything(id);
  }

  /** What a file contains may have changed: it counts again once it turns out that it has not. */
  doubt(path: RelPath): void {
    const id = this.#ids.get(path);
    if (id !== undefined) this.#mayContainAnything(id);
  }

  /** Forgets a file that is gone. */
  delete(path: RelPath): void {
    const id = this.#ids.get(path);
    if (id === undefined) return;
    this.#ids.delete(path);
    this.#paths[id] = undefined;
    this.#removeRows(id);
    this.#beingSigned.delete(id);
    this.#waiting.delete(id);
    this.#setAside.delete(id);
    this.#freeIds.push(id);
  }

  /** Takes at most `max` files that wait; `store` or `putAside` is to follow. */
  take(max: number): Unsigned {
    const ids: number[] = [];
    for (const id of this.#waiting) {
      if (ids.length === max) break;
      ids.push(id);
    }
    const batch: Unsigned = {
      ids,
      paths: ids.map((id) => this.#paths[id]!),
      stamps: ids.map((id) => this.#stamps[id]!),
    };
    for (const id of ids) {
      this.#waiting.delete(id);
      this.#beingSigned.set(id, batch);
    }
    return batch;
  }

  /**
   * Stores what became of files that were taken, a millisecond's work at a time; those that it does not reach wait
   * again.
   */
  *store(batch: Unsigned, { outcomes, stamps, words }: SignedFiles): Generator<void, void, undefined> {
    let at = 0;
    let stored = 0;
    for (const [index, id] of batch.ids.entries()) {
      const outcome = outcomes[index];
      const end = at + Math.max(outcome ?? 0, 0) * SIGNATURE_WORDS;
      if (this.#beingSigned.get(id) === batch) {
        if (outcome === undefined) this.#mayContainAnything(id);
        else if (outcome === SignOutcome.unsignable) this.#giveUp(id);
        else if (outcome !== SignOutcome.unchanged) {
          this.#removeRows(id);
          this.#stamps[id] = stamps[index]!;
          if (this.#bytesWith(outcome) > this.#maxBytes) this.#giveUp(id);
        }
        // It may change, or go, between two slices.
        for (; at < end && this.#beingSigned.get(id) === batch; at += SIGNATURE_WORDS) {
          this.#addRow(id, words, at);
          if (++stored % SLICE_ROWS === 0) yield;
        }
        if (this.#beingSigned.get(id) === batch) this.#beingSigned.delete(id);
      }
      at = end;
    }
  }

  /** Files that were taken could not be signed: they are candidates until they change. */
  putAside(batch: Unsigned): void {
    for (const id of batch.ids) {
      if (this.#beingSigned.get(id) === batch) this.#giveUp(id);
    }
  }

  /** Every file that may have all bits of one of `alternatives`. */
  candidates(alternatives: readonly (readonly number[])[]): RelPath[] {
    const found = new Set<number>([...this.#waiting, ...this.#beingSigned.keys(), ...this.#setAside]);
    for (const bits of alternatives) {
      for (const row of this.#table.find(bits)) {
        const owner = this.#owners[row]!;
        if (owner !== NONE) found.add(owner);
      }
    }
    const paths: RelPath[] = [];
    for (const id of found) {
      const path = this.#paths[id];
      if (path !== undefined) paths.push(path);
    }
    return paths;
  }

  #bytesWith(moreRows: number): number {
    const rows = this.#owners.length + moreRows;
    return this.#table.bytesWith(moreRows) + this.#ids.size * FILE_BYTES + rows * ROW_BYTES;
  }

  #mayContainAnything(id: number): void {
    // What is being signed then comes too late.
    this.#beingSigned.delete(id);
    this.#setAside.delete(id);
    this.#waiting.add(id);
  }

  #giveUp(id: number): void {
    this.#beingSigned.delete(id);
    this.#removeRows(id);
    this.#stamps[id] = 0;
    this.#setAside.add(id);
  }

  #addRow(id: number, words: Uint32Array, at: number): void {
    const row = this.#table.add(words, at);
    this.#owners[row] = id;
    this.#nextRows[row] = this.#firstRows[id]!;
    this.#firstRows[id] = row;
  }

  #removeRows(id: number): void {
    for (let row = this.#firstRows[id]!; row !== NONE; row = this.#nextRows[row]!) {
      this.#owners[row] = NONE;
      this.#table.remove(row);
    }
    this.#firstRows[id] = NONE;
  }
}
