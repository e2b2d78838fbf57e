import { constants, type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Deferred, deferred } from '../../../actors/runtime/deferred.js';
import { readLines } from './read-lines.js';
import { ThreadLock } from './thread-lock.js';

// Between two writes of this many, the event loop does what else is due. Units: UTF-16 units.
const WRITE_CHARS = 128 * 1024;

interface Waiting {
  readonly parts: Iterable<string>;
  readonly written: Deferred<void>;
}

/**
 * The file of one thread, for its one writer. Texts are written in the order in which they came; those that come while
 * a write is under way are written together.
 */
export class ThreadFile {
  readonly #path: string;
  readonly #lock: ThreadLock;
  #handle: FileHandle | undefined;
  /** The length up to which the file has whole lines. Units: bytes. */
  #length = 0;
  #waiting: Waiting[] = [];
  /** Resolves when nothing waits any more. */
  #writing: Promise<void> | undefined;
  #isClosed = false;

  constructor(path: string) {
    this.#path = path;
    this.#lock = new ThreadLock(`${path}.lock`);
  }

  /** Whether another living process writes to it. */
  isHeldElsewhere(): Promise<boolean> {
    return this.#lock.isHeldElsewhere();
  }

  /**
   * Appends whole lines, in parts that are read when they are written. Resolves once the system has them: they survive
   * the end of the process.
   * Errors: those of the file system; an error when another process writes to the file, or when it is closed. Nothing of
   * the text is in the file then, nor of the texts that came after it before the failure.
   */
  append(parts: Iterable<string>): Promise<void> {
    if (this.#isClosed) return Promise.reject(new Error('This window is closing.'));
    const written = deferred<void>();
    this.#waiting.push({ parts, written });
    this.#writing ??= this.#write();
    return written.promise;
  }

  /** Resolves when everything so far is written, or has failed. */
  async settled(): Promise<void> {
    await this.#writing;
  }

  /** Writes what was passed to it, and lets another process write. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#writing;
    await this.#handle?.close();
    this.#handle = undefined;
    await this.#lock.release();
  }

  async #write(): Promise<void> {
    // Texts of the same moment go together.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const batch = this.#waiting;
      this.#waiting = [];
      try {
        await this.#writeParts(batch);
        for (const { written } of batch) written.resolve();
      } catch (error) {
        const failed = [...batch, ...this.#waiting];
        this.#waiting = [];
        for (const { written } of failed) written.reject(error);
      }
    }
    this.#writing = undefined;
  }

  async #writeParts(batch: readonly Waiting[]): Promise<void> {
    const handle = (this.#handle ??= await this.#open());
    try {
      let end = this.#length;
      let text = '';
      for (const { parts } of batch)
        for (const part of parts) {
          text += part;
          if (text.length < WRITE_CHARS) continue;
          end = await writeBytes(handle, Buffer.from(text), end);
          text = '';
        }
      this.#length = await writeBytes(handle, Buffer.from(text), end);
    } catch (error) {
      // If that fails as well, the next write replaces what this one left.
      await handle.truncate(this.#length).catch(() => undefined);
      throw error;
    }
  }

  async #open(): Promise<FileHandle> {
    await mkdir(dirname(this.#path), { recursive: true, mode: 0o700 });
    if (!(await this.#lock.claim())) throw new Error('Another window writes to this conversation.');
    let length = 0;
    for await (const { wholeTo } of readLines(this.#path)) length = wholeTo;
    // Not the flag `a`, with which Windows cannot truncate.
    const handle = await open(this.#path, constants.O_RDWR | constants.O_CREAT, 0o600);
    // A process that was killed in the middle of a line had not acknowledged it.
    await handle.truncate(length);
    this.#length = length;
    return handle;
  }
}

/** Writes all bytes at a position. Resolves to the position after them. Errors: those of the file system. */
async function writeBytes(handle: FileHandle, bytes: Buffer, position: number): Promise<number> {
  let at = 0;
  while (at < bytes.length)
    at += (await handle.write(bytes, at, bytes.length - at, position + at)).bytesWritten;
  return position + at;
}
