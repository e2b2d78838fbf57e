import { lstat, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { CallRecording } from '../../../../actors/protocol/checkpoints.js';
import type { FileChange, FileChanges, RecoveredChanges } from '../../../../actors/protocol/file-changes.js';
import type { FileVersion, VersionChange } from '../../../../actors/protocol/file-version.js';
import type { AbsPath } from '../../../../actors/protocol/workspace.js';
import { isInsideAny } from '../../../../actors/runtime/paths/is-inside.js';
import { hashOf } from '../../../../actors/tools/text/content-hash.js';
import { isMissingError } from '../../../../workers/disk/is-missing-error.js';
import type { KnownWrites } from '../known-writes.js';
import type { Look, Looker } from '../looks/looker.js';
import { isSameVersion } from '../../../../actors/checkpoints/same-version.js';

interface RecordedEditsOptions {
  /** Makes the changes. */
  readonly changes: FileChanges;
  readonly call: CallRecording;
  readonly looker: Looker;
  readonly writes: KnownWrites;
}

/**
 * Makes the changes of one call through another port. The old versions of everything that they touch are kept and
 * recorded first, and the new ones behind the change: somebody may overwrite them before anything else looks at them. What
 * cannot be kept is reported, and changed nevertheless.
 * Source: SPEC K1, K4.
 */
export class RecordedEdits implements FileChanges {
  readonly #options: RecordedEditsOptions;

  constructor(options: RecordedEditsOptions) {
    this.#options = options;
  }

  check(changes: readonly FileChange[]): Promise<void> {
    return this.#options.changes.check(changes);
  }

  apply(changes: readonly FileChange[], signal?: AbortSignal): Promise<void> {
    return this.#options.writes.inTurn(() => this.#apply(changes, signal));
  }

  async #apply(changes: readonly FileChange[], signal: AbortSignal | undefined): Promise<void> {
    const { call, looker, changes: inner } = this.#options;
    signal?.throwIfAborted();
    const look = await looker.look(await pathsOf(changes), { isKept: true });
    for (const problem of look.problems) call.onProblem(problem);
    await call.onCheckpoint(look.versions, look.uncovered);
    try {
      await inner.apply(changes, signal);
    } catch (error) {
      // The port is all or nothing: only one that could not take its changes back has left some.
      await this.#report(look, await findIntended(changes)).catch(() => undefined);
      throw error;
    }
    await this.#report(look, () => true);
  }

  recover(roots: readonly AbsPath[]): Promise<readonly RecoveredChanges[]> {
    return this.#options.changes.recover(roots);
  }

  /** Reports what became of the paths, as far as `isOurs` says so. */
  async #report(
    { versions: before, problems }: Look,
    isOurs: (path: AbsPath, after: FileVersion | null) => boolean,
  ): Promise<void> {
    const { call, looker, writes } = this.#options;
    const now = await looker.look(
      before.map(({ path }) => path),
      { isKept: true },
    );
    for (const problem of now.problems) if (!problems.includes(problem)) call.onProblem(problem);
    const changed: VersionChange[] = [];
    for (const [index, { path, version }] of before.entries()) {
      const after = now.versions[index]?.version ?? null;
      if (isSameVersion(version, after) || !isOurs(path, after)) continue;
      changed.push({ path, before: version, after });
      writes.note(path, { after, thread: call.thread, at: Date.now() });
    }
    if (changed.length > 0) call.onChanged(changed);
  }
}

/** Every path that the changes may touch, folders before what is in them. */
async function pathsOf(changes: readonly FileChange[]): Promise<readonly AbsPath[]> {
  const paths = new Set<AbsPath>();
  for (const change of changes) {
    switch (change.kind) {
      case 'write':
      case 'make directory':
        await addWithParents(change.path, paths);
        break;
      case 'move':
        paths.add(change.from);
        await addWithParents(change.to, paths);
        break;
      case 'remove':
        paths.add(change.path);
        if (change.isRecursive === true) await addContents(change.path, paths);
    }
  }
  return [...paths];
}

/** Adds a path, and the folders above it that are missing, which come into being with it. */
async function addWithParents(path: AbsPath, paths: Set<AbsPath>): Promise<void> {
  const missing: AbsPath[] = [];
  for (
    let parent = dirname(path) as AbsPath;
    parent !== dirname(parent);
    parent = dirname(parent) as AbsPath
  ) {
    if (paths.has(parent) || (await mayBeThere(parent))) break;
    missing.unshift(parent);
  }
  for (const parent of [...missing, path]) paths.add(parent);
}

async function mayBeThere(path: AbsPath): Promise<boolean> {
  return lstat(path).then(
    () => true,
    (error: unknown) => !isMissingError(error),
  );
}

/** Adds everything below a folder. Links are not followed. A folder that cannot be listed counts as empty. */
async function addContents(folder: AbsPath, paths: Set<AbsPath>): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    const path = join(folder, entry.name) as AbsPath;
    paths.add(path);
    if (entry.isDirectory()) await addContents(path, paths);
  }
}

/** Tells whether a version at a path is what the changes were to make of it. */
async function findIntended(
  changes: readonly FileChange[],
): Promise<(path: AbsPath, after: FileVersion | null) => boolean> {
  const contents = new Map<AbsPath, string>();
  const gone: AbsPath[] = [];
  for (const change of changes) {
    if (change.kind === 'write') contents.set(change.path, await hashOf(change.bytes));
    else if (change.kind === 'remove') gone.push(change.path);
    else if (change.kind === 'move') {
      contents.set(change.to, change.expected);
      gone.push(change.from);
    }
  }
  return (path, after) => {
    if (after === null) return isInsideAny(gone, path);
    // Only folders that were missing are among the paths.
    return after.kind === 'directory' || (after.kind === 'file' && contents.get(path) === after.hash);
  };
}
