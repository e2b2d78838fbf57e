import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

// Does not follow a link, and does not wait for the other end of a pipe. Windows knows neither flag.
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
// Hashing this many takes a quarter of a millisecond.
const CHUNK_BYTES = 256 * 1024;

/** What `readChunks` found out when it opened the file. */
export interface OpenedFile {
  readonly size: number;
  /** Whether it is a regular file. Nothing is read of anything else. */
  readonly isFile: boolean;
}

/**
 * The content of a regular file, from beginning to end, in parts of their own memory.
 * Errors: those of Node's `fs`; `ELOOP` for a symbolic link.
 */
export async function* readChunks(
  path: string,
  onOpened: (file: OpenedFile) => void = () => undefined,
): AsyncGenerator<Buffer, void> {
  const handle = await open(path, FLAGS);
  try {
    const stat = await handle.stat();
    onOpened({ size: stat.size, isFile: stat.isFile() });
    if (!stat.isFile()) return;
    for (;;) {
      // One byte more than the file had shows its end, or that it grows, with one call.
      const length = Math.min(CHUNK_BYTES, stat.size + 1);
      const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(length), 0, length, null);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await handle.close();
  }
}
