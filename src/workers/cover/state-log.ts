import { createHash, randomUUID } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { errorCode } from '../../actors/protocol/errors/error-code.js';
import type { AbsPath, RelPath } from '../../actors/protocol/workspace.js';
import { makeFolderSync } from '../disk/make-folder.js';
import type { CallName } from './cover-protocol.js';
import { FIELDS, type Listing } from './listing.js';
import { emptyState, type IgnoredPlace, type TreeState } from './tree-state.js';

/** What a process leaves to the next one. */
export interface LoggedState {
  readonly state: TreeState;
  /** The commands that ran when it was written. */
  readonly running: readonly CallName[];
}

/** One record: a directory, or everything else. */
type LogRecord =
  | { readonly d: RelPath; readonly n: readonly string[] | null; readonly r: readonly string[] }
  | {
      readonly version: number;
      readonly root: string;
      readonly repositories: readonly AbsPath[];
      readonly places: readonly (readonly [RelPath, IgnoredPlace])[];
      readonly top: readonly (number | null)[];
      readonly running: readonly CallName[];
    };

// A record of another version is not read, and the state is built anew.
const VERSION = 1;
const HEADER_BYTES = 12;
// Below this, writing all of it again saves nothing.
const MIN_REWRITE_BYTES = 1 << 20;
// One write for a few thousand directories.
const CHUNK_BYTES = 1 << 22;

/**
 * The state of one root in a file that only grows: each directory that changed is appended, and what comes later
 * counts. It is a cache: a file that is missing or damaged is built again. Each process has a file of its own, and takes
 * over that of one which has ended.
 */
export class StateLog {
  readonly #folder: string;
  readonly #root: AbsPath;
  readonly #prefix: string;
  #file: number | undefined;
  #path: string;
  /** How long the file is, and how long it was when it held nothing twice. Units: bytes. */
  #length = 0;
  #wholeLength = 0;

  constructor(folder: string, root: AbsPath) {
    this.#folder = folder;
    this.#root = root;
    this.#prefix = `${createHash('sha256').update(root).digest('hex').slice(0, 24)}-`;
    this.#path = join(folder, `${this.#prefix}${process.pid}-${randomUUID()}`);
  }

  /** What the last process has left, which is then this one's. Never rejects. */
  load(): LoggedState | undefined {
    try {
      makeFolderSync(this.#folder);
      let found: LoggedState | undefined;
      for (const name of readdirSync(this.#folder)) {
        if (!name.startsWith(this.#prefix) || isAlive(Number(name.slice(this.#prefix.length).split('-')[0])))
          continue;
        // Only one of several processes that start now can rename it.
        const own = `${this.#path}.taken`;
        renameSync(join(this.#folder, name), own);
        const read = readLog(readFileSync(own), this.#root);
        rmSync(own);
        // Of two, the one with a command that never ended says more.
        if (found === undefined || (read?.running.length ?? 0) > 0) found = read ?? found;
      }
      return found;
    } catch {
      return undefined;
    }
  }

  /** Writes what changed, synced. Errors: those of the file system. */
  append(
    state: TreeState,
    changed: ReadonlyMap<RelPath, Listing | null>,
    running: readonly CallName[],
  ): void {
    const isWhole = this.#file === undefined || this.#length > 2 * this.#wholeLength + MIN_REWRITE_BYTES;
    if (isWhole) this.#begin();
    const meta: LogRecord = {
      version: VERSION,
      root: this.#root,
      repositories: state.repositories,
      places: [...state.places],
      top: [...state.top],
      running,
    };
    let chunk: Buffer[] = [];
    let bytes = 0;
    for (const [path, listing] of isWhole ? state.listings : changed) {
      const record = { d: path, n: listing?.names ?? null, r: listing?.refs ?? [] };
      const frame = toFrame(record, listing?.numbers);
      chunk.push(frame);
      bytes += frame.length;
      if (bytes < CHUNK_BYTES) continue;
      this.#write(Buffer.concat(chunk));
      chunk = [];
      bytes = 0;
    }
    // What comes before it counts only once this is there as well.
    this.#write(Buffer.concat([...chunk, toFrame(meta)]));
    fsyncSync(this.#file!);
    if (isWhole) this.#wholeLength = this.#length;
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }

  /** Starts the file anew. The old one stays until the next process takes it over, if this one dies meanwhile. */
  #begin(): void {
    const old = this.#file === undefined ? undefined : this.#path;
    this.close();
    makeFolderSync(this.#folder);
    this.#path = join(this.#folder, `${this.#prefix}${process.pid}-${randomUUID()}`);
    this.#file = openSync(this.#path, 'wx', 0o600);
    this.#length = 0;
    if (old !== undefined) rmSync(old, { force: true });
  }

  #write(bytes: Buffer): void {
    for (let at = 0; at < bytes.length;) at += writeSync(this.#file!, bytes, at);
    this.#length += bytes.length;
  }
}

/** A frame: its length, a checksum, the length of the text, the text and the numbers. */
function toFrame(record: LogRecord, numbers: Float64Array = new Float64Array()): Buffer {
  const text = Buffer.from(JSON.stringify(record));
  const body = Buffer.concat([text, Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength)]);
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt32LE(body.length, 0);
  header.writeUInt32LE(crc32(body), 4);
  header.writeUInt32LE(text.length, 8);
  return Buffer.concat([header, body]);
}

/**
 * The state in a log. A write at the end that a crash cut off does not count; `undefined` for a log that is damaged, of
 * another version or of another root.
 */
function readLog(bytes: Buffer, root: AbsPath): LoggedState | undefined {
  const state = emptyState();
  let running: readonly CallName[] = [];
  let isOurs = false;
  let pending: (readonly [RelPath, Listing | undefined])[] = [];
  for (let at = 0; at + HEADER_BYTES <= bytes.length;) {
    const length = bytes.readUInt32LE(at);
    const body = bytes.subarray(at + HEADER_BYTES, at + HEADER_BYTES + length);
    if (body.length < length) break;
    if (crc32(body) !== bytes.readUInt32LE(at + 4)) return undefined;
    const textLength = bytes.readUInt32LE(at + 8);
    const record = JSON.parse(body.toString('utf8', 0, textLength)) as LogRecord;
    at += HEADER_BYTES + length;
    if (!('d' in record)) {
      if (record.version !== VERSION || record.root !== root) return undefined;
      isOurs = true;
      for (const [path, listing] of pending) {
        if (listing === undefined) state.listings.delete(path);
        else state.listings.set(path, listing);
      }
      pending = [];
      running = record.running;
      state.places = new Map(record.places);
      state.top = Float64Array.from(record.top, (number) => number ?? Number.NaN);
      state.repositories.splice(0, Infinity, ...record.repositories);
    } else if (record.n === null) pending.push([record.d, undefined]);
    else {
      const numbers = new Float64Array(record.n.length * FIELDS);
      Buffer.from(numbers.buffer).set(body.subarray(textLength, textLength + numbers.byteLength));
      pending.push([record.d, { names: record.n, numbers, refs: record.r }]);
    }
  }
  return isOurs ? { state, running } : undefined;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of somebody else.
    return errorCode(error) === 'EPERM';
  }
}
