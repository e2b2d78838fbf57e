import { constants } from 'node:fs';
import { open, readdir, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeFolder } from '../../../../workers/disk/make-folder.js';

/** An open file of a log. */
export interface LogFile {
  /** Writes all bytes at a position. */
  write(bytes: Buffer, position: number): Promise<void>;
  /** Makes what was written survive a power failure. */
  sync(): Promise<void>;
  truncate(length: number): Promise<void>;
  close(): Promise<void>;
}

/** What logs are written with. Errors: those of the file system. */
export interface LogDisk {
  /** Makes a folder with those above it, which survive a power failure. */
  makeFolder(path: string): Promise<void>;
  /** The names in a folder. */
  list(path: string): Promise<readonly string[]>;
  /** A new file, of which nobody else may read. Errors: `EEXIST` where there is one. */
  create(path: string): Promise<LogFile>;
  /** Makes the names in a folder survive a power failure, as far as the system can. */
  syncFolder(path: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  /** Removes a file, if it is there. */
  remove(path: string): Promise<void>;
}

/** The disk of this machine. */
export const nodeDisk: LogDisk = {
  async makeFolder(path) {
    const made = await makeFolder(path);
    if (made === undefined) return;
    for (let folder = path; folder.length >= made.length; folder = dirname(folder))
      await nodeDisk.syncFolder(dirname(folder));
  },
  list: (path) => readdir(path),
  async create(path) {
    // Not the flag `a`, with which Windows cannot truncate.
    const handle = await open(path, constants.O_RDWR | constants.O_CREAT | constants.O_EXCL, 0o600);
    return {
      async write(bytes, position) {
        let at = 0;
        while (at < bytes.length)
          at += (await handle.write(bytes, at, bytes.length - at, position + at)).bytesWritten;
      },
      sync: () => handle.datasync(),
      truncate: (length) => handle.truncate(length),
      close: () => handle.close(),
    };
  },
  async syncFolder(path) {
    // Windows and some network file systems cannot sync a folder.
    const handle = await open(path, 'r').catch(() => undefined);
    await handle?.sync().catch(() => undefined);
    await handle?.close();
  },
  rename: (from, to) => rename(from, to),
  remove: (path) => rm(path, { force: true }),
};
