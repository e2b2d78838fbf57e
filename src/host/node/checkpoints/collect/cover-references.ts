import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ContentHash } from '../../../../actors/protocol/file-changes.js';
import { yieldToEventLoop } from '../../../../actors/runtime/abort.js';
import { isMissingError } from '../../../../workers/disk/is-missing-error.js';

// A stored content in a listing, as `workers/cover/state-log` writes it.
const STORED = /"s([0-9a-f]{64})"/g;
// The longest part of a reference that the next chunk may complete. Units: characters.
const LONGEST = 66;

/**
 * The contents that are needed to undo what the next command does, in this and in all other workspaces, as their files
 * say. They may name more: nothing is taken back in them.
 * Errors: those of the file system; the signal's reason.
 */
export async function* findCoverReferences(folder: string, signal: AbortSignal): AsyncGenerator<ContentHash> {
  const read = new Set<string>();
  // A process may replace its file meanwhile: whatever is new at the end is read as well.
  for (let names = await list(folder); names.length > 0; names = await list(folder)) {
    names = names.filter((name) => !read.has(name));
    if (names.length === 0) return;
    for (const name of names) {
      read.add(name);
      yield* findIn(join(folder, name), signal);
    }
  }
}

async function* findIn(path: string, signal: AbortSignal): AsyncGenerator<ContentHash> {
  let rest = '';
  try {
    for await (const chunk of createReadStream(path, 'latin1') as AsyncIterable<string>) {
      signal.throwIfAborted();
      const text = rest + chunk;
      for (const [, hash] of text.matchAll(STORED)) yield hash as ContentHash;
      rest = text.slice(-LONGEST);
      await yieldToEventLoop();
    }
  } catch (error) {
    if (!isMissingError(error)) throw error;
  }
}

async function list(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch((error: unknown): string[] => {
    if (isMissingError(error)) return [];
    throw error;
  });
}
