import { basename } from 'node:path';
import type { ThreadEntry, ThreadId } from '../../../../actors/protocol/thread.js';
import { parseLogName } from './log-name.js';
import { readParts } from './read-log.js';
import { readingBreaks } from './reading-breaks.js';
import { readRecord } from './record-collector.js';

/**
 * The entries of a file of a thread, one by one, so that nobody has to hold all of them. `from`: bytes of a plain file to
 * leave out, a number of whole records. Yields to the event loop between its parts.
 * Errors: `Error` as soon as something is missing or damaged; those of the file system.
 */
export async function* streamEntries(path: string, thread: ThreadId, from = 0): AsyncIterable<ThreadEntry> {
  const isSealed = parseLogName(basename(path))?.isSealed === true;
  let number: number | undefined = from === 0 ? 0 : undefined;
  let hasEnd = false;
  for await (const parts of readParts(path, thread, { isSealed, from }))
    for (const part of parts) {
      if (part.kind === 'gap' || part.number !== (number ?? part.number)) throw damaged(path);
      number = part.number + 1;
      const { control, entry } = readRecord(part.payload.toString('utf8'));
      if (entry !== undefined) yield entry;
      else if (control === undefined) throw damaged(path);
      hasEnd = control !== undefined && 'entries' in control;
      if (readingBreaks.isDue) await readingBreaks.take();
    }
  // A plain file ends with any record; a compressed one was whole before it got its name.
  if (isSealed && !hasEnd) throw damaged(path);
}

function damaged(path: string): Error {
  return new Error(`Not all of ${path} can be read.`);
}
