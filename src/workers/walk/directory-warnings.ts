import { messageOf } from '../../actors/protocol/errors/message-of.js';
import type { RelPath, WorkspaceWarning } from '../../actors/protocol/workspace.js';

/** The warning for a directory that cannot be listed. */
export function unreadableDirectoryWarning(path: RelPath, error: unknown): WorkspaceWarning {
  const why = messageOf(error);
  return { path, message: `This directory cannot be read: ${why}` };
}

/** The warning for a directory with `count` names that are not UTF-8. */
export function brokenNamesWarning(path: RelPath, count: number): WorkspaceWarning {
  return { path, message: `${String(count)} names in this directory are not valid UTF-8.` };
}
