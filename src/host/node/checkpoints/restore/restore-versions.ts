import {
  DiskFullError,
  PermissionDeniedError,
  StaleFileError,
  ToolExecutionError,
} from '../../../../actors/protocol/errors.js';
import type { FileChange, FileChanges } from '../../../../actors/protocol/file-changes.js';
import type { FileVersion, VersionChange } from '../../../../actors/protocol/file-version.js';
import type { AbsPath } from '../../../../actors/protocol/workspace.js';
import type { DiskChanges } from '../../file-changes/file-changes.js';
import type { Looker } from '../looks/looker.js';
import { isSameVersion } from '../../../../actors/checkpoints/same-version.js';
import type { VersionReader } from '../version-reader.js';
import { planRestore } from './plan-restore.js';

interface RestoreOptions {
  readonly disk: DiskChanges;
  readonly looker: Looker;
  readonly reader: VersionReader;
  /** The host's port, if that is not the disk: it knows what an editor has not saved. */
  readonly port?: FileChanges;
}

/**
 * Makes each path its `after`, all or none. What is there is kept first, and must be `before`. Resolves to what is there
 * afterwards, which differs from `after` only for folders that stay because something else is in them.
 * Errors: `StaleFileError`, `VersionLostError`, `DiskFullError` when the present contents cannot be kept,
 * `PermissionDeniedError`, those of `FileChanges.apply`; the signal's reason when it aborts before the first change.
 */
export async function restoreVersions(
  changes: readonly VersionChange[],
  { disk, looker, reader, port }: RestoreOptions,
  signal: AbortSignal,
): Promise<ReadonlyMap<AbsPath, FileVersion | null>> {
  signal.throwIfAborted();
  requireOnce(changes);
  const paths = changes.map(({ path }) => path);
  await disk.applyPlan(async (id) => {
    const now = await looker.look(paths, { isKept: true });
    for (const [index, { path, before }] of changes.entries()) {
      if (!isSameVersion(now.versions[index]?.version ?? null, before)) throw changedError(path);
    }
    const [missed] = now.uncovered;
    if (missed !== undefined) throw notKeptError(missed.path, missed.reason, now.problems);
    await port?.check(changes.flatMap(toCheck));
    signal.throwIfAborted();
    return planRestore(changes, id, reader);
  }, signal);
  const after = await looker.look(paths, { isKept: false });
  const found = new Map(after.versions.map(({ path, version }) => [path, version]));
  for (const change of changes) {
    const version = found.get(change.path) ?? null;
    const isKeptFolder = change.after === null && version?.kind === 'directory';
    if (!isKeptFolder && !isSameVersion(version, change.after)) throw unverifiedError(change.path);
  }
  return found;
}

/** Errors: `ToolExecutionError` for a path that is named twice. */
function requireOnce(changes: readonly VersionChange[]): void {
  const named = new Set<AbsPath>();
  for (const { path } of changes) {
    if (named.has(path))
      throw new ToolExecutionError(`${path} is restored twice: name it once. Nothing was changed.`, {
        tool: 'files',
      });
    named.add(path);
  }
}

/**
 * What a port is asked about a file whose content goes. A removal, because an old content takes the place even of a
 * read-only file, and because an editor refuses it while there are unsaved changes.
 */
function toCheck({ path, before, after }: VersionChange): readonly FileChange[] {
  if (before?.kind !== 'file' || isSameVersion(before, after)) return [];
  return [{ kind: 'remove', path, expected: before.hash }];
}

function changedError(path: AbsPath): StaleFileError {
  return new StaleFileError(
    `${path} was changed since this was planned. Nothing was changed: look at what would change again, and decide anew.`,
    { path },
  );
}

function notKeptError(path: AbsPath, reason: string, problems: readonly string[]): Error {
  const why = problems[0] ?? `${path} is no regular file.`;
  const message = `What is at ${path} now cannot be kept, and would be lost. Nothing was changed. ${why}`;
  return reason === 'quota'
    ? new DiskFullError(message, { path })
    : new PermissionDeniedError(message, { path });
}

function unverifiedError(path: AbsPath): ToolExecutionError {
  return new ToolExecutionError(
    `${path} is not what it was to become: another program changed it at the same moment, or the disk is failing. All other files were restored. Look at this one before you go on.`,
    { tool: 'files' },
  );
}
