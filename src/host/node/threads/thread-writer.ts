import { join } from 'node:path';
import {
  DiskFullError,
  PermissionDeniedError,
  ThreadStoreError,
  type TroupeError,
} from '../../../actors/protocol/errors.js';
import { errorCode } from '../../../actors/protocol/errors/error-code.js';
import { messageOf } from '../../../actors/protocol/errors/message-of.js';
import { omitUndefined } from '../../../actors/protocol/json/omit-undefined.js';
import type { EntryKind, EntryOf, ThreadEntry, ThreadId } from '../../../actors/protocol/thread.js';
import { ENTRY_VERSION } from '../../../actors/protocol/thread.js';
import { type Deferred, deferred } from '../../../actors/runtime/deferred.js';
import type { LogDisk } from './log/log-disk.js';
import { LOG_FORMAT, type LogHeader } from './log/log-header.js';
import { formatLogName, parseLogName } from './log/log-name.js';
import { LogWriter } from './log/log-writer.js';
import { sealLog } from './log/seal-log.js';
import { Beginnings } from './beginnings.js';
import { type Claim, ThreadLock } from './thread-lock.js';

// A few seconds of reading if all of it is damaged, and few files for a long thread. Units: bytes.
const MAX_PLAIN_BYTES = 4 * 1024 * 1024;

// What compressing a smaller file saves is less than a block of most disks times ten. Units: bytes.
const MIN_SEALED_BYTES = 64 * 1024;

/** Entries that a power failure must not lose once they are acknowledged. Source: SPEC H4. */
const SYNCED: ReadonlySet<EntryKind> = new Set<EntryKind>([
  'user_message',
  'call_began',
  'checkpoint',
  'files_changed',
  'observation',
  'jump',
  'turn_ended',
]);

/** Entries with which something begins: they follow what the writer knows of the thread. */
const BEGINNINGS: ReadonlySet<EntryKind> = new Set<EntryKind>([
  'user_message',
  'jump',
  'switched',
  'renamed',
  'archived',
]);

// What a writer does not know of would not be followed by what it begins.
const TAKEN = 'another window or program goes on with it.';

export interface ThreadWriterOptions {
  readonly disk: LogDisk;
  /** The folder of all threads, absolute. */
  readonly folder: string;
  readonly thread: ThreadId;
  /** Identifies the open store in the names of its files. */
  readonly writer: string;
  readonly program?: string;
  /** A longer file is compressed, and the next one begins. Default: a few megabytes. Units: bytes. */
  readonly maxPlainBytes?: number;
  /** The first entry of the thread, from the files that others wrote. */
  readonly findFirst: () => Promise<EntryOf<'thread'> | undefined>;
}

const isIdle = (): Promise<boolean> => Promise.resolve(false);

interface Waiting {
  readonly entries: readonly ThreadEntry[];
  readonly written: Deferred<void>;
}

/**
 * Writes entries of one thread to files of its own, in the order in which they came; those that come while a write is
 * under way are written together. Other writers do the same beside it.
 */
export class ThreadWriter {
  readonly #options: ThreadWriterOptions;
  readonly #lock: ThreadLock;
  readonly #beginnings: Beginnings;
  /** The claim that is under way, which whoever claims at the same time waits for. */
  #claiming: Promise<Claim> | undefined;
  #log: LogWriter | undefined;
  #waiting: Waiting[] = [];
  /** Resolves when nothing waits any more. */
  #writing: Promise<void> | undefined;
  /** Resolves when no file is being compressed. */
  #sealing: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  constructor(options: ThreadWriterOptions) {
    this.#options = options;
    const place = join(options.folder, options.thread);
    this.#lock = new ThreadLock(join(place, 'writer.lock'));
    this.#beginnings = new Beginnings(join(place, 'beginning.lock'));
  }

  /** Whether another living process was the first that wrote to the thread, and has not closed it. */
  isHeldElsewhere(): Promise<boolean> {
    return this.#lock.isHeldElsewhere();
  }

  /** Claims the thread for this process, unless another one holds it. Errors: as `append`. */
  claim(): Promise<Claim> {
    this.#claiming ??= this.#withLock((lock) => lock.claim()).finally(() => {
      this.#claiming = undefined;
    });
    return this.#claiming;
  }

  /**
   * Takes the thread over from whoever holds it, unless `isBusy`: what begins there after this is refused, and nothing
   * begins before it that `isBusy` has not seen. Resolves to whether it is held now. Default: it
   * is taken whatever runs there. Errors: as `append`; those of `isBusy`.
   */
  take(isBusy: () => Promise<boolean> = isIdle): Promise<boolean> {
    return this.#withLock((lock) =>
      this.#beginnings.inside(async () => {
        if (await isBusy()) return false;
        await lock.take();
        return true;
      }),
    );
  }

  /**
   * Resolves once the system has the entries: they survive the end of the process, and a power failure where the turn
   * depends on it.
   * Errors: `DiskFullError`, `PermissionDeniedError`, `ThreadStoreError`. Nothing of these entries is in the thread then,
   * nor of those that came after them before the failure.
   */
  append(entries: readonly ThreadEntry[]): Promise<void> {
    if (this.#isClosed) return Promise.reject(new Error('This window is closing.'));
    const written = deferred<void>();
    this.#waiting.push({ entries, written });
    this.#writing ??= this.#writeAll();
    return written.promise;
  }

  /** Resolves when everything so far is written, or has failed. */
  async settled(): Promise<void> {
    await this.#writing;
  }

  /** Writes what was passed to it, and compresses its file if that is long. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#writing;
    await this.#leave(Math.min(MIN_SEALED_BYTES, this.#options.maxPlainBytes ?? MIN_SEALED_BYTES));
    await this.#sealing;
    await this.#lock.release();
  }

  async #writeAll(): Promise<void> {
    // Entries of the same moment go together.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const batch = this.#waiting;
      this.#waiting = [];
      try {
        await this.#write(batch.flatMap(({ entries }) => entries));
        for (const { written } of batch) written.resolve();
      } catch (error) {
        const failed = [...batch, ...this.#waiting];
        this.#waiting = [];
        for (const { written } of failed) written.reject(this.#errorOf(error));
      }
    }
    this.#writing = undefined;
  }

  async #write(entries: readonly ThreadEntry[]): Promise<void> {
    // What nobody has held nobody could have taken.
    if (!entries.some(({ kind }) => BEGINNINGS.has(kind)) || !this.#lock.wasHeld) return this.#put(entries);
    return this.#beginnings.inside(async () => {
      if (await this.#lock.isTaken().catch(() => false))
        throw new ThreadStoreError(TAKEN, { thread: this.#options.thread });
      await this.#put(entries);
    });
  }

  async #put(entries: readonly ThreadEntry[]): Promise<void> {
    const log = (this.#log ??= await this.#begin(entries));
    try {
      await log.append(
        entries,
        entries.some(({ kind }) => SYNCED.has(kind)),
      );
    } catch (error) {
      this.#log = undefined;
      await log.abandon().catch(() => undefined);
      if (log.length === 0) await this.#options.disk.remove(log.path).catch(() => undefined);
      throw error;
    }
    if (log.length > (this.#options.maxPlainBytes ?? MAX_PLAIN_BYTES)) await this.#leave(0);
  }

  async #withLock<Result>(use: (lock: ThreadLock) => Promise<Result>): Promise<Result> {
    try {
      await this.#makePlace();
      return await use(this.#lock);
    } catch (error) {
      throw this.#errorOf(error);
    }
  }

  /** Makes the folder of the thread. Resolves to its path. */
  async #makePlace(): Promise<string> {
    const { disk, folder, thread } = this.#options;
    const place = join(folder, thread);
    await disk.makeFolder(place);
    return place;
  }

  /** Makes the next file. */
  async #begin(entries: readonly ThreadEntry[]): Promise<LogWriter> {
    const { disk, thread, writer, program, findFirst } = this.#options;
    const place = await this.#makePlace();
    // Nothing but a guard of a face: the entries do not depend on it.
    await this.#lock.claim().catch(() => undefined);
    const own = entries.find((entry) => entry.kind === 'thread');
    const first = own?.kind === 'thread' ? own : await findFirst();
    const header: LogHeader = {
      format: LOG_FORMAT,
      version: ENTRY_VERSION,
      thread,
      writer,
      ...omitUndefined({ program, first }),
    };
    const numbers = (await disk.list(place)).map((name) => parseLogName(name)?.number ?? 0);
    const number = Math.max(0, ...numbers) + 1;
    return LogWriter.create(disk, join(place, formatLogName({ number, writer, isSealed: false })), header);
  }

  /** Closes the file. Compresses it if it is as long as `minBytes`. */
  async #leave(minBytes: number): Promise<void> {
    const log = this.#log;
    this.#log = undefined;
    if (log === undefined) return;
    // What comes behind it in another file must not outlive it.
    await log.finish();
    if (log.length < minBytes) return;
    const { disk, thread } = this.#options;
    // The plain file is as good: nothing is lost when it cannot be compressed.
    this.#sealing = this.#sealing.then(() => sealLog(disk, log.path, thread)).catch(() => undefined);
  }

  #errorOf(error: unknown): TroupeError {
    const { folder, thread } = this.#options;
    if (error instanceof ThreadStoreError) return error;
    const path = join(folder, thread);
    const safe = 'What was saved before is safe.';
    const code = errorCode(error);
    const options = { cause: error };
    switch (code) {
      case 'ENOSPC':
      case 'EDQUOT':
        return new DiskFullError(
          `${path} cannot be written: ${code === 'ENOSPC' ? 'the disk is full' : 'the quota is used up'}. ${safe} Free some space to go on.`,
          { path },
          options,
        );
      case 'EROFS':
      case 'EACCES':
      case 'EPERM':
        return new PermissionDeniedError(
          `${path} cannot be written: ${code === 'EROFS' ? 'the disk is read-only' : 'permission denied'}. ${safe} Make the folder writable to go on.`,
          { path },
          options,
        );
      default: {
        const reason = messageOf(error);
        return new ThreadStoreError(`${path} cannot be written: ${reason}. ${safe}`, { thread }, options);
      }
    }
  }
}
