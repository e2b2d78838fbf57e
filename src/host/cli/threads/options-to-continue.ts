import { resolve } from 'node:path';
import type { ThreadId } from '../../../actors/protocol/thread.js';

// As `troupe threads` shows it; ids of one folder hardly ever share so many. Units: UTF-16 units.
const SHORT_ID_CHARS = 8;

/** The options with which another chat or run, started in the working directory, continues a conversation. */
export function optionsToContinue(thread: ThreadId, root: string): string {
  const where = resolve(root) === process.cwd() ? '' : `--root ${quoteWord(root)} `;
  return `${where}--resume ${thread.slice(0, SHORT_ID_CHARS)}`;
}

/** The word as a shell takes it. */
function quoteWord(word: string): string {
  return /^[\w./~-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
