import type { RelPath } from '../../actors/protocol/workspace.js';
import { type Cooperative, inSlices } from '../../actors/runtime/slices.js';
import { type SignedFiles, SignOutcome } from '../grep/sign-job.js';
import { type CapturedTable, SignatureTable } from './signature-table.js';
import { SIGNATURE_WORDS } from '../grep/signer.js';

/** A batch of files to be signed. */
interface Unsigned {
  readonly ids: readonly number[];
  readonly paths: readonly RelPath[];
  readonly stamps: readonly number[];
}

/** The arrays of a filter, for the disk: the files with a stamp, and their signatures. */
export interface CapturedFilter extends CapturedTable {
  /** Shape: by file, joined with `\0`, UTF-8; empty where there is no file. */
  readonly paths: Uint8Array<ArrayBuffer>;
  readonly stamps: Float64Array<ArrayBuffer>;
  /** Shape: by row, the number of its file; -1 for none. */
  readonly owners: Int32Array<ArrayBuffer>;
}

/** Files whose signatures are valid while the files have these stamps. */
type KnownFiles = Pick<Unsigned, 'paths' | 'stamps'>;

const NONE = -1;

// A path of 50 bytes, its entry in a map, and a few numbers.
const FILE_BYTES = 150;
// A row's owner and its successor.
const ROW_BYTES = 16;
// Storing a row takes 1 us, or 10 us when it replaces another.
const SLICE_ROWS = 128;
// Under a millisecond.
const SLICE_FILES = 1000;
const SEPARATOR = '\0';

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
  /** Counts files that were signed, so that a selection that was suspended meanwhile looks at their signatures too. */
  #signings = 0;

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

  /** How many files wait to be signed, or to have their stamp compared. */
  get waitingCount(): number {
    return this.#waiting.size;
  }

  paths(): IterableIterator<RelPath> {
    return this.#ids.keys();
  }

  /** Adds a file unless it is known. Returns its id. */
  add(path: RelPath): number {
    const known = this.#ids.get(path);
    if (known !== undefined) return known;
    const id = this.#freeIds.pop() ?? this.#paths.length;
    this.#ids.set(path, id);
    this.#paths[id] = path;
    this.#stamps[id] = 0;
    this.#firstRows[id] = NONE;
    this.#waiting.add(id);
    return id;
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
          this.#stamps[id] = 0;
          if (this.#bytesWith(outcome) > this.#maxBytes) this.#giveUp(id);
        }
        // The file may change or be deleted while the generator is suspended.
        for (; at < end && this.#beingSigned.get(id) === batch; at += SIGNATURE_WORDS) {
          this.#addRow(id, words, at);
          if (++stored % SLICE_ROWS === 0) yield;
        }
        if (this.#beingSigned.get(id) === batch) {
          this.#beingSigned.delete(id);
          // A stamp says that all rows of the file are there.
          if (outcome !== SignOutcome.unchanged) this.#stamps[id] = stamps[index]!;
          this.#signings++;
        }
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
    const found = this.#find(alternatives);
    for (const ids of [this.#waiting, this.#beingSigned.keys(), this.#setAside])
      for (const id of ids) found.add(id);
    const paths: RelPath[] = [];
    for (const id of found) {
      const path = this.#paths[id];
      if (path !== undefined) paths.push(path);
    }
    return paths;
  }

  /**
   * Selects the files of `paths` that have a stamp and whose signatures lack a bit of each of `alternatives`. Adds
   * unknown files.
   */
  *ruledOut(paths: Iterable<RelPath>, alternatives: readonly (readonly number[])[]): Cooperative<KnownFiles> {
    let found = this.#find(alternatives);
    let signings = this.#signings;
    const known = { paths: [] as RelPath[], stamps: [] as number[] };
    let seen = 0;
    let id = NONE;
    for (const path of paths) {
      // Most paths come in the order in which they were added, so the next id is tried before the map.
      id = this.#paths[id + 1] === path ? id + 1 : this.add(path);
      if (!found.has(id) && this.#isStamped(id)) {
        known.paths.push(path);
        known.stamps.push(this.#stamps[id]!);
      }
      if (++seen % SLICE_FILES !== 0) continue;
      yield;
      if (signings === this.#signings) continue;
      found = this.#find(alternatives);
      signings = this.#signings;
    }
    return known;
  }

  /** Captures the files with stamps, partly as views, so the filter must not change before they are written. Cost: 50 ms for 120,000 files. */
  capture(): CapturedFilter {
    const isKept = this.#paths.map((path, id) => path !== undefined && this.#isStamped(id));
    const paths = this.#paths.map((path, id) => (isKept[id] === true ? path : ''));
    return {
      paths: new TextEncoder().encode(paths.join(SEPARATOR)),
      stamps: Float64Array.from(this.#stamps, (stamp, id) => (isKept[id] === true ? stamp : 0)),
      owners: Int32Array.from(this.#owners, (id) => (isKept[id] === true ? id : NONE)),
      ...this.#table.capture(),
    };
  }

  /**
   * Fills an empty filter from captured arrays, without copying the signatures. Returns false when they are inconsistent
   * or exceed `maxBytes`; the filter must not be used then.
   */
  *restore({ paths, stamps, owners, ...table }: CapturedFilter): Cooperative<boolean> {
    const names = Buffer.from(paths.buffer, paths.byteOffset, paths.length).toString().split(SEPARATOR);
    if (names.length !== stamps.length || !this.#table.restore(table, owners.length)) return false;
    yield* inSlices(names.length, (from, to) => {
      for (let id = from; id < to; id++) {
        const path = (names[id] || undefined) as RelPath | undefined;
        this.#paths.push(path);
        this.#stamps.push(stamps[id]!);
        this.#firstRows.push(NONE);
        if (path === undefined) this.#freeIds.push(id);
        else this.#ids.set(path, id);
      }
    });
    yield* inSlices(owners.length, (from, to) => {
      for (let row = from; row < to; row++) {
        const id = owners[row]!;
        const isOwned = this.#paths[id] !== undefined;
        this.#owners.push(isOwned ? id : NONE);
        this.#nextRows.push(isOwned ? this.#firstRows[id]! : NONE);
        if (isOwned) this.#firstRows[id] = row;
        else this.#table.remove(row);
      }
    });
    return this.bytes <= this.#maxBytes;
  }

  /** The ids of files with a signature that has all bits of one of `alternatives`. */
  #find(alternatives: readonly (readonly number[])[]): Set<number> {
    const found = new Set<number>();
    for (const bits of alternatives) {
      for (const row of this.#table.find(bits)) {
        const owner = this.#owners[row]!;
        if (owner !== NONE) found.add(owner);
      }
    }
    return found;
  }

  #isStamped(id: number): boolean {
    return this.#stamps[id] !== 0 && !this.#beingSigned.has(id);
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
