import { createReadStream } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { ThreadId } from '../../../../actors/protocol/thread.js';
import { frameOf } from './frame.js';
import { FrameScanner } from './frame-scanner.js';
import type { LogDisk, LogFile } from './log-disk.js';
import { LOG_FORMAT, type LogEnd } from './log-header.js';
import { sealedNameOf } from './log-name.js';
import { readLog } from './read-log.js';

// Damage costs one block; smaller ones compress worse. Units: bytes before the compression.
const BLOCK_BYTES = 64 * 1024;

// A longer record is divided, so that reading one block never takes long. Units: bytes before the compression.
const MAX_BLOCK_BYTES = 256 * 1024;

// Nearly as small as the highest quality, in a tenth of the time.
const QUALITY = 5;

const compress = promisify(brotliCompress);

/**
 * Replaces a plain file by a compressed one, once that is on the disk and was read again. Resolves to whether it did: a
 * damaged file is left as it is.
 * Errors: those of the file system; the plain file is there then.
 */
export async function sealLog(disk: LogDisk, path: string, thread: ThreadId): Promise<boolean> {
  const sealed = join(dirname(path), sealedNameOf(basename(path)));
  // Below a name that no reader takes for a file of entries.
  const draft = join(dirname(path), `.${basename(sealed)}`);
  await disk.remove(draft);
  try {
    if (!(await writeSealed(disk, { path, draft, thread }))) return false;
    await disk.rename(draft, sealed);
  } catch (error) {
    await disk.remove(draft).catch(() => undefined);
    throw error;
  }
  await disk.syncFolder(dirname(path));
  await disk.remove(path);
  return true;
}

/** Resolves to whether the draft has everything. */
async function writeSealed(
  disk: LogDisk,
  { path, draft, thread }: { readonly path: string; readonly draft: string; readonly thread: ThreadId },
): Promise<boolean> {
  const before = await readLog(path, thread);
  const { header } = before;
  if (before.losses.length > 0 || header === undefined) return false;
  const file = await disk.create(draft);
  try {
    const blocks = new BlockWriter(file, thread);
    const scanner = new FrameScanner('record', thread);
    let number = 0;
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>)
      for (const part of scanner.push(chunk)) {
        if (part.kind === 'gap') return false;
        ({ number } = part);
        await blocks.add(number, part.payload);
      }
    const end: LogEnd = { format: LOG_FORMAT, entries: before.entries.length, header };
    await blocks.add(number + 1, Buffer.from(JSON.stringify(end)));
    await blocks.flush();
    await file.sync();
  } finally {
    await file.close();
  }
  const after = await readLog(draft, thread, { isSealed: true });
  return after.losses.length === 0 && after.entries.length === before.entries.length;
}

/** Writes records as compressed blocks. */
class BlockWriter {
  readonly #file: LogFile;
  readonly #thread: ThreadId;
  #waiting: Buffer[] = [];
  #bytes = 0;
  #number = 0;
  #position = 0;

  constructor(file: LogFile, thread: ThreadId) {
    this.#file = file;
    this.#thread = thread;
  }

  async add(number: number, payload: Buffer): Promise<void> {
    const frame = frameOf('record', this.#thread, number, payload);
    this.#number = number;
    for (let from = 0; from < frame.length; from += MAX_BLOCK_BYTES) {
      const part = frame.subarray(from, from + MAX_BLOCK_BYTES);
      this.#waiting.push(part);
      this.#bytes += part.length;
      if (this.#bytes >= BLOCK_BYTES) await this.flush();
    }
  }

  async flush(): Promise<void> {
    if (this.#bytes === 0) return;
    const payload = await compress(Buffer.concat(this.#waiting), {
      params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY },
    });
    const block = frameOf('block', this.#thread, this.#number, payload);
    await this.#file.write(block, this.#position);
    this.#position += block.length;
    this.#waiting = [];
    this.#bytes = 0;
  }
}
