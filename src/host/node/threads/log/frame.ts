import { crc32 } from 'node:zlib';
import type { ThreadId } from '../../../../actors/protocol/thread.js';

/**
 * What begins a frame. `record`: JSON on one line. `block`: a compressed part of a file of records.
 * The digit is the version of the frame.
 */
export const MAGIC = { record: 'TR1 ', block: 'TB1 ' } as const;

export type FrameKind = keyof typeof MAGIC;

/** What a frame says of its payload. */
export interface FrameHead {
  /** Shape: the number of a record in its file; the number of the last record that a block has a part of. */
  readonly number: number;
  /** Units: bytes. */
  readonly length: number;
  readonly checksum: string;
}

// The magic, two numbers of ten digits, a checksum of eight and three spaces. Units: bytes.
export const MAX_HEAD_BYTES = 4 + 10 + 10 + 8 + 3;

const HEAD = /^(\d{1,10}) (\d{1,10}) ([0-9a-f]{8}) /;

/** The head at the beginning of bytes, and where the payload begins; `undefined` for bytes that begin otherwise. */
export function readFrameHead(
  kind: FrameKind,
  bytes: Buffer,
  at: number,
): { readonly head: FrameHead; readonly start: number } | undefined {
  const text = bytes.toString('latin1', at, at + MAX_HEAD_BYTES);
  if (!text.startsWith(MAGIC[kind])) return undefined;
  const match = HEAD.exec(text.slice(MAGIC[kind].length));
  if (match === null) return undefined;
  const [whole, number = '', length = '', checksum = ''] = match;
  const head = { number: Number(number), length: Number(length), checksum };
  return { head, start: at + MAGIC[kind].length + whole.length };
}

/** The text of a head, which the payload and a line end follow. */
export function writeHead(kind: FrameKind, { number, length, checksum }: FrameHead): string {
  return `${MAGIC[kind]}${number} ${length} ${checksum} `;
}

/**
 * The checksum of a frame: CRC-32 of the payload, its thread, its number and its length. A frame is valid in files of its
 * own thread only. Shape: `payload` is the CRC-32 of the payload; eight hexadecimal digits.
 */
export function checksumOf(thread: ThreadId, number: number, length: number, payload: number): string {
  return crc32(`${thread} ${number} ${length}`, payload).toString(16).padStart(8, '0');
}

/** A whole frame. */
export function frameOf(kind: FrameKind, thread: ThreadId, number: number, payload: Buffer): Buffer {
  const { length } = payload;
  const checksum = checksumOf(thread, number, length, crc32(payload));
  const head = Buffer.from(writeHead(kind, { number, length, checksum }));
  return Buffer.concat([head, payload, Buffer.from('\n')]);
}
