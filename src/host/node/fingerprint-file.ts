import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';

// Scripts are shorter; a program of this size takes a tenth of a second. Units: bytes.
const MAX_BYTES = 67_108_864;

/**
 * What identifies the content of a file on the disk: its SHA-256, or of a huge one its size and the time of its last change,
 * which the kernel sets. `undefined` where there is no file, or it cannot be read.
 */
export async function fingerprintFile(path: string): Promise<string | undefined> {
  try {
    const { size, ctimeNs } = await stat(path, { bigint: true }).then((found) => {
      if (!found.isFile()) throw new Error('It is no file.');
      return found;
    });
    if (size > MAX_BYTES) return `${size} bytes, changed at ${ctimeNs} ns`;
    const hash = createHash('sha256');
    for await (const part of createReadStream(path)) hash.update(part as Buffer);
    return `SHA-256 ${hash.digest('hex')}`;
  } catch {
    return undefined;
  }
}
