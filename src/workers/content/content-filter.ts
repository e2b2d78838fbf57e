import type { RelPath } from '../../actors/protocol/workspace.js';
import { type SignedFiles, SignOutcome } from '../grep/sign-job.js';
import { SignatureTable } from './signature-table.js';
import { SIGNATURE_WORDS } from '../grep/signer.js';

/** A batch of files to be signed. */
export interface Unsigned {
  readonly ids: readonly number[];
  readonly paths: readonly RelPath[];
  readonly stamps: readonly number[];
}

const NONE = -1;

// A path of 50 bytes, its entry in a map, and a few numbers.
const FILE_BYTES = 150;
// A row's owner and its successor.
const ROW_BYTES = 16;
// Storing a row takes 1 us, or 10 us when it replaces another.
const SLICE_ROWS = 128;

/**
 * Rules out files that cannot contain a text. A file is ruled out only by a signature that is known to match its
 * current content; a new, changed or doubtful file is always a candidate.
 * Cost: 512 bytes for each 5 KB or so of a file, at least once, and 166 bytes more. Files beyond `maxBytes` are
 * always candidates.
 */
export class ContentFilter {
  readonly #maxBytes: number;
  readonly #table = new SignatureTable();
  readonly #ids = new Map<RelPath, number>();
  /** Indexed by file id. */
  readonly #paths: (RelPath | undefined)[] = [];
  readonly #stamps: number[] = [];
  readonly #firstRows: number[] = [];
  readonly #freeIds: number[] = [];
  /** Indexed by row. */
  readonly #owners: number[] = [];
  readonly #nextRows: number[] = [];
  /** A file without a valid signature is in exactly one of these three sets. */
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

  /** Marks a file as changed: it is a candidate until it is signed again. */
  invalidate(path: RelPath): void {
    const id = this.#ids.get(path);
    if (id === undefined) return;
    this.#stamps[id] = 0;
    this.#mayContainAnything(id);
  }

  /** Marks a file that may have changed: a candidate until its stamp proves that it has not, or it is signed again. */
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

  /** Takes at most `max` of the waiting files; the caller must follow with `store` or `putAside`. */
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

  /** Stores the results of a batch, yielding after each millisecond's work. Files without a result wait again. */
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
        // The file may change or be deleted while the generator is suspended.
        for (; at < end && this.#beingSigned.get(id) === batch; at += SIGNATURE_WORDS) {
          this.#addRow(id, words, at);
          if (++stored % SLICE_ROWS === 0) yield;
        }
        if (this.#beingSigned.get(id) === batch) this.#beingSigned.delete(id);
      }
      at = end;
    }
  }

  /** Marks a batch as impossible to sign: its files are candidates until they change. */
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
    // Makes a signature that is being computed now count as outdated.
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
