import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { errorCode } from '../../../actors/protocol/errors/error-code.js';
import type { ContentHash } from '../../../actors/protocol/file-changes.js';
import { hashOf } from '../../../actors/tools/text/content-hash.js';

// Does not follow a link, and does not wait for the other end of a pipe. Windows knows neither flag.
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

// The path does not exist, or is a directory, a link, a socket or a device without a driver.
const NO_FILE: ReadonlySet<unknown> = new Set(['ENOENT', 'EISDIR', 'ENOTDIR', 'ELOOP', 'EMLINK', 'ENXIO']);

/** The hash of a file; `undefined` when the path does not exist or is not a file. Errors: those of Node's `fs`. */
export async function hashOfFile(path: string): Promise<ContentHash | undefined> {
  try {
    const handle = await open(path, FLAGS);
    try {
      return (await handle.stat()).isFile() ? await hashOf(await handle.readFile()) : undefined;
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (NO_FILE.has(errorCode(error))) return undefined;
    throw error;
  }
}
