import { basename } from 'node:path';
import { window, workspace } from 'vscode';
import type { ThreadId } from '../../../actors/protocol/thread.js';
import type { ThreadLibrary } from '../../../actors/protocol/thread-store.js';
import { CHATS_TEXTS } from '../words/command-words.js';

// An export is read as a whole, in the process that all extensions share. Units: megabytes.
const MAX_MEGABYTES = 64;

/**
 * Asks for an exported conversation and adds it to the library. Resolves to `undefined` when none is chosen.
 * Errors: those of `ThreadLibrary.add` and of the file system; an error for a file that is too big.
 */
export async function importChat(library: Pick<ThreadLibrary, 'add'>): Promise<ThreadId | undefined> {
  const [file] =
    (await window.showOpenDialog({
      title: CHATS_TEXTS.importTitle,
      openLabel: CHATS_TEXTS.importButton,
      filters: { JSON: ['json'] },
    })) ?? [];
  if (file === undefined) return undefined;
  const { size } = await workspace.fs.stat(file);
  if (size > MAX_MEGABYTES * 1024 * 1024)
    throw new Error(CHATS_TEXTS.tooBig(basename(file.path), MAX_MEGABYTES));
  const bytes = await workspace.fs.readFile(file);
  return library.add(new TextDecoder().decode(bytes));
}
