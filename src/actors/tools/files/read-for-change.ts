import { StaleFileError, ToolExecutionError } from '../../protocol/errors.js';
import type { ContentHash } from '../../protocol/file-changes.js';
import type { ToolContext } from '../../protocol/tool.js';
import { hashOf } from '../text/content-hash.js';
import { runCooperatively } from '../../runtime/slices.js';
import { readTextFile, type TextFile } from '../edit/text/text-file.js';
import { directoryError } from '../gate/file-errors.js';
import { type LocatedPath, locate, readLocated } from '../gate/locate.js';
import type { ToolDeps } from '../gate/tool-deps.js';

/** A text file that is about to be changed. */
export interface ReadForChange {
  readonly place: LocatedPath;
  readonly hash: ContentHash;
  readonly file: TextFile;
}

// Files of this size are not written by hand, and a change takes several times their size in memory.
const MAX_FILE_BYTES = 10 * 1024 * 1024;

/**
 * Reads a file, and makes sure that it has not changed since the conversation read it, if it did.
 * Errors: those of `locate`; `StaleFileError` when somebody else has changed the file since; `ToolExecutionError` when
 * it is not text.
 */
export async function readForChange(
  tool: string,
  uri: string,
  deps: ToolDeps,
  context: ToolContext,
): Promise<ReadForChange> {
  const place = await locate(tool, uri, deps, context);
  const { shown, absolute, stat } = place;
  if (stat.isDirectory) throw directoryError(tool, shown);
  if (!stat.isFile) throw new ToolExecutionError(`${shown} is not a file and cannot be changed.`, { tool });
  if (stat.size > MAX_FILE_BYTES) {
    const message = `${shown} is too big to be changed: ${stat.size} bytes, and the limit is ${MAX_FILE_BYTES}.`;
    throw new ToolExecutionError(message, { tool });
  }
  const bytes = await readLocated(tool, place, deps, context.signal);
  const hash = await hashOf(bytes);
  requireUnchanged(context.reads?.get(absolute), hash, shown);
  const file = await runCooperatively(readTextFile(bytes), context.signal);
  if (typeof file !== 'string') return { place, hash, file };
  throw new ToolExecutionError(
    file === 'binary'
      ? `${shown} is a binary file and cannot be changed as text.`
      : `${shown} is not text in any encoding that is known here. It was left as it is, so that nothing in it is damaged.`,
    { tool },
  );
}

/** Errors: `StaleFileError` when the two hashes differ. */
export function requireUnchanged(was: ContentHash | undefined, is: ContentHash, shown: string): void {
  if (was === undefined || was === is) return;
  throw new StaleFileError(
    `${shown} was changed by somebody else since you read it. Nothing was written: read it again with read_file and repeat the change on what it holds now.`,
    { path: shown },
  );
}
