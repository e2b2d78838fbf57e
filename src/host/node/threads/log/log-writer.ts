import { dirname } from 'node:path';
import type { ThreadEntry } from '../../../../actors/protocol/thread.js';
import { encodeRecord } from './encode-record.js';
import type { LogDisk, LogFile } from './log-disk.js';
import type { LogHeader } from './log-header.js';

// Small parts are written together, and between two writes the event loop does what else is due. Units: bytes.
const WRITE_BYTES = 128 * 1024;

/** One file of a thread, for the one who made it. Calls must wait for each other. */
export class LogWriter {
  readonly path: string;
  readonly #file: LogFile;
  readonly #header: LogHeader;
  #length = 0;
  #records = 0;

  private constructor(path: string, file: LogFile, header: LogHeader) {
    this.path = path;
    this.#file = file;
    this.#header = header;
  }

  /** Makes a file. Errors: those of the file system. */
  static async create(disk: LogDisk, path: string, header: LogHeader): Promise<LogWriter> {
    const file = await disk.create(path);
    await disk.syncFolder(dirname(path));
    return new LogWriter(path, file, header);
  }

  /** Units: bytes. */
  get length(): number {
    return this.#length;
  }

  /**
   * Appends entries. Resolves once the system has them, and the disk if `isSynced`.
   * Errors: those of the file system. None of these entries is in the file then, if it can still be shortened; nothing
   * may be appended any more, since nobody knows what the disk has after a failed sync.
   */
  async append(entries: readonly ThreadEntry[], isSynced: boolean): Promise<void> {
    const records = this.#records === 0 ? [this.#header, ...entries] : entries;
    try {
      const end = await this.#write(records);
      if (isSynced) await this.#file.sync();
      this.#length = end;
      this.#records += records.length;
    } catch (error) {
      await this.#file.truncate(this.#length).catch(() => undefined);
      throw error;
    }
  }

  /** Closes the file, which is on the disk then. */
  async finish(): Promise<void> {
    try {
      await this.#file.sync();
    } finally {
      await this.#file.close();
    }
  }

  /** Closes the file after a failure. */
  abandon(): Promise<void> {
    return this.#file.close();
  }

  /** Resolves to the position behind the records. */
  async #write(records: readonly unknown[]): Promise<number> {
    let end = this.#length;
    let waiting: Buffer[] = [];
    let bytes = 0;
    const flush = async (): Promise<void> => {
      await this.#file.write(Buffer.concat(waiting), end);
      end += bytes;
      waiting = [];
      bytes = 0;
    };
    for (const [index, record] of records.entries())
      for (const part of await encodeRecord(this.#header.thread, this.#records + index, record)) {
        waiting.push(part);
        bytes += part.length;
        if (bytes >= WRITE_BYTES) await flush();
      }
    if (bytes > 0) await flush();
    return end;
  }
}
