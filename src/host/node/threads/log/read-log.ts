import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import type { ThreadId } from '../../../../actors/protocol/thread.js';
import { readingBreaks } from './reading-breaks.js';
import { type Frame, FrameScanner, type Gap } from './frame-scanner.js';
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
  await (isSealed ? readSealed : readPlain)(path, thread, records);
  const { header, entries } = records;
  return {
    path,
    writer: header?.writer ?? parseLogName(basename(path))?.writer ?? '',
    ...(header === undefined ? {} : { header }),
    entries,
    losses: records.findLosses(isSealed),
  };
}

async function readPlain(path: string, thread: ThreadId, records: RecordCollector): Promise<void> {
  const scanner = new FrameScanner('record', thread);
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>)
    await addAll(records, scanner.push(chunk));
  await addAll(records, scanner.end());
}

async function readSealed(path: string, thread: ThreadId, records: RecordCollector): Promise<void> {
  const blocks = new FrameScanner('block', thread);
  const scanner = new FrameScanner('record', thread);
  const addBlocks = async (parts: Iterable<Frame | Gap>): Promise<void> => {
    for (const part of parts) {
      const plain = part.kind === 'frame' ? await decompressBlock(part.payload) : undefined;
      // What the block before left open is complete only when no block is missing.
      await addAll(records, plain === undefined ? scanner.end() : scanner.push(plain));
    }
  };
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>)
    await addBlocks(blocks.push(chunk));
  await addBlocks(blocks.end());
  await addAll(records, scanner.end());
}

async function addAll(records: RecordCollector, parts: Iterable<Frame | Gap>): Promise<void> {
  for (const part of parts) {
    records.add(part);
    if (readingBreaks.isDue) await readingBreaks.take();
  }
}

function decompressBlock(payload: Buffer): Promise<Buffer | undefined> {
  return decompress(payload, { maxOutputLength: MAX_BLOCK_BYTES }).catch(() => undefined);
}
