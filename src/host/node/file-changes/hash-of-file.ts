import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import type { ContentHash } from '../../../actors/protocol/file-changes.js';
import { hashOf } from '../../../actors/tools/text/content-hash.js';

// A link is no file, and the other end of a pipe may never come. Windows knows neither flag.
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

// Nothing is there, or a directory, a link, a socket, a device without a driver.
const NO_FILE: ReadonlySet<unknown> = new Set(['ENOENT', 'EISDIR', 'ENOTDIR', 'ELOOP', 'EMLINK', 'ENXIO']);

/** The hash of a file; `undefined` when there is none, or what is there is no file. Errors: those of Node's `fs`. */
export async function hashOfFile(path: string): Promise<ContentHash | undefined> {
  try {
    const handle = await open(path, FLAGS);
    try {
      return (await handle.stat()).isFile() ? await hashOf(await handle.readFile()) : undefined;
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && NO_FILE.has(error.code)) return undefined;
    throw error;
  }
}
