import { resolve } from 'node:path';
import type { ThreadEntry, ThreadId } from '../../../actors/protocol/thread.js';
import { copyWorkspace } from '../../node/copy-workspace.js';
import type { FileThreadLibrary } from '../../node/threads/library/file-thread-library.js';
import type { Output } from '../terminal/output.js';
import type { Progress } from '../turn/progress.js';
import { copyThread, findStart } from './copy-thread.js';
import { groupDigits } from '../../../actors/tools/text/group-digits.js';

/** What is copied, and where to. */
export interface CopyPlan {
  readonly root: string;
  readonly id: ThreadId;
  readonly entries: readonly ThreadEntry[];
  /** The number of the entry behind which the turn goes on. */
  readonly from: number;
  readonly into: string;
}

interface CopyContext {
  readonly err: Output;
  readonly progress: Progress;
  readonly signal: AbortSignal;
  readonly openLibrary: (root: string) => Promise<FileThreadLibrary>;
}

/** Makes a copy of the workspace and of the thread. Resolves to both. Errors: those of `findStart` and `copyWorkspace`. */
export async function makeCopy(
  { root, id, entries, from, into }: CopyPlan,
  { err, progress, signal, openLibrary }: CopyContext,
): Promise<{ readonly root: string; readonly thread: ThreadId; readonly start: ThreadEntry }> {
  const start = findStart(id, entries, from);
  const target = resolve(into);
  try {
    const omitted = await copyWorkspace(resolve(root), target, {
      signal,
      onProgress: (files) => {
        progress.set(`Copying the workspace: ${groupDigits(files)} files`);
      },
    });
    for (const path of omitted)
      await err.line(`${err.sanitize(path)} was not copied: its repository lies elsewhere.`);
  } finally {
    progress.set(undefined);
  }
  await using library = await openLibrary(target);
  const thread = await copyThread(entries, start, { id, library, root: target });
  return { root: target, thread, start };
}
