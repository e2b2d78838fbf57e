import { crc32 } from 'node:zlib';
import type { ThreadId } from '../../../../actors/protocol/thread.js';
import { yieldToEventLoop } from '../../../../actors/runtime/abort.js';
import { encodeJson } from './encode-json.js';
import { checksumOf, writeHead } from './frame.js';

// Encoded and summed within a millisecond or two; then the event loop does what else is due. Units: bytes.
const SLICE_BYTES = 128 * 1024;

/** A value as the frame of a record, in parts. Yields to the event loop while it encodes a long one. */
export async function encodeRecord(
  thread: ThreadId,
  number: number,
  value: unknown,
): Promise<readonly Buffer[]> {
  const parts: Buffer[] = [];
  let [length, checksum, busy] = [0, 0, 0];
  for (const text of encodeJson(value)) {
    const part = Buffer.from(text);
    parts.push(part);
    length += part.length;
    checksum = crc32(part, checksum);
    busy += part.length;
    if (busy < SLICE_BYTES) continue;
    busy = 0;
    await yieldToEventLoop();
  }
  const head = { number, length, checksum: checksumOf(thread, number, length, checksum) };
  return [Buffer.from(writeHead('record', head)), ...parts, Buffer.from('\n')];
}
