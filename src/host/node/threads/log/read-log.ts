import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { omitUndefined } from '../../../../actors/protocol/json/omit-undefined.js';
import type { ThreadId } from '../../../../actors/protocol/thread.js';
import { readingBreaks } from './reading-breaks.js';
import { type LogFrame, FrameScanner, type Gap } from './frame-scanner.js';
import type { LogContent } from './log-content.js';
import { parseLogName } from './log-name.js';
import { RecordCollector } from './record-collector.js';

// Four times what a block is made of: a damaged one cannot fill the memory. Units: bytes.
const MAX_BLOCK_BYTES = 1024 * 1024;

const decompress = promisify(brotliDecompress);

/**
 * What a file of a thread has. `isSealed`: default by its name. Never fails because of its content. Yields to the event loop between its parts.
 * Errors: those of the file system.
 */
export async function readLog(
  path: string,
  thread: ThreadId,
  { isSealed = parseLogName(basename(path))?.isSealed === true }: { readonly isSealed?: boolean } = {},
): Promise<LogContent> {
  const records = new RecordCollector();
  for await (const parts of readParts(path, thread, { isSealed }))
    for (const part of parts) {
      records.add(part);
      if (readingBreaks.isDue) await readingBreaks.take();
    }
  const { header, entries } = records;
  return {
    path,
    writer: header?.writer ?? parseLogName(basename(path))?.writer ?? '',
    ...omitUndefined({ header }),
    entries,
    losses: records.findLosses(isSealed),
  };
}

/** The records of a file, and what is between them. `from`: bytes of a plain file to leave out. Errors: those of the file system. */
export async function* readParts(
  path: string,
  thread: ThreadId,
  { isSealed, from = 0 }: { readonly isSealed: boolean; readonly from?: number },
): AsyncIterable<Iterable<LogFrame | Gap>> {
  const scanner = new FrameScanner('record', thread);
  const bytes = createReadStream(path, { start: from }) as AsyncIterable<Buffer>;
  for await (const plain of isSealed ? decompressBlocks(bytes, thread) : bytes)
    // What the block before left open is complete only when no block is missing.
    yield plain === undefined ? scanner.end() : scanner.push(plain);
  yield scanner.end();
}

/** The blocks of a compressed file; `undefined` for what is none. */
async function* decompressBlocks(
  bytes: AsyncIterable<Buffer>,
  thread: ThreadId,
): AsyncIterable<Buffer | undefined> {
  const blocks = new FrameScanner('block', thread);
  const decompressAll = async function* (parts: Iterable<LogFrame | Gap>): AsyncIterable<Buffer | undefined> {
    for (const part of parts) yield part.kind === 'frame' ? decompressBlock(part.payload) : undefined;
  };
  for await (const chunk of bytes) yield* decompressAll(blocks.push(chunk));
  yield* decompressAll(blocks.end());
}

function decompressBlock(payload: Buffer): Promise<Buffer | undefined> {
  return decompress(payload, { maxOutputLength: MAX_BLOCK_BYTES }).catch(() => undefined);
}
