import type { FileChange } from '../../protocol/file-changes.js';
import type { ToolContext } from '../../protocol/tool.js';
import type { ChangingToolDeps } from '../gate/tool-deps.js';
import { applyChanges, type NamedFile } from './apply-changes.js';

/**
 * Makes all changes, or none, and has the errors that they bring told with a later result. `files` are the changed ones.
 * Errors: those of `applyChanges`.
 */
export async function changeAndWatch(
  { changes: ordinary, lateErrors }: Pick<ChangingToolDeps, 'changes' | 'lateErrors'>,
  changes: readonly FileChange[],
  files: readonly NamedFile[],
  { signal, thread, changes: port = ordinary }: Pick<ToolContext, 'signal' | 'thread' | 'changes'>,
): Promise<void> {
  if (lateErrors === undefined || thread === undefined) {
    await applyChanges(port, changes, files, signal);
    return;
  }
  const isRemoved = ({ absolute }: NamedFile): boolean =>
    changes.some((change) => change.kind === 'remove' && change.path === absolute);
  const watched = files.filter((file) => !isRemoved(file));
  const before = await Promise.all(watched.map(({ absolute }) => lateErrors.read(absolute)));
  await applyChanges(port, changes, files, signal);
  for (const [index, file] of watched.entries()) lateErrors.watch(thread, file, before[index] ?? []);
}
