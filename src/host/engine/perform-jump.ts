import type { Checkpoints } from '../../actors/protocol/checkpoints.js';
import type { FileChange, FileChanges } from '../../actors/protocol/file-changes.js';
import type { VersionChange } from '../../actors/protocol/file-version.js';
import type { ThreadId } from '../../actors/protocol/thread.js';
import type { PlannedJump } from '../../actors/checkpoints/plan-jump.js';
import { isSameVersion } from '../../actors/checkpoints/same-version.js';
import type { FileChoice } from './jump-options.js';

interface JumpPorts {
  readonly checkpoints: Checkpoints;
  readonly changes?: FileChanges;
  readonly thread: ThreadId;
  readonly signal: AbortSignal;
}

/** What became of files, also when not all of it could be done. */
interface Performed {
  readonly changes: readonly VersionChange[];
  readonly failure?: { readonly error: unknown };
}

/** Does what was planned and chosen. Merged texts are written first, all or none, then everything else is, all or none. */
export async function performJump(
  { plan, merges }: PlannedJump,
  chosen: readonly FileChoice[],
  { checkpoints, changes: port, thread, signal }: JumpPorts,
): Promise<Performed> {
  const choices = new Map(chosen.map(({ path, choice }) => [path, choice]));
  const restored: VersionChange[] = [];
  const written: FileChange[] = [];
  const done: VersionChange[] = [];
  try {
    for (const { path, now, target, action } of plan.files) {
      const choice = action === 'restore' ? action : choices.get(path);
      const merge = choice === 'merge' ? merges.get(path) : undefined;
      if (choice === 'restore') restored.push({ path, before: now, after: target });
      else if (merge?.kind === 'version') restored.push({ path, before: now, after: merge.version });
      else if (merge !== undefined) {
        const bytes = await checkpoints.mergeVersions(merge.mine, merge.base, merge.theirs);
        if (bytes !== undefined) written.push({ kind: 'write', path, bytes, expected: merge.theirs.hash });
      }
    }
    if (written.length > 0 && port !== undefined) {
      const recording = {
        thread,
        callId: '',
        onCheckpoint: () => Promise.resolve(),
        onChanged: (changes: readonly VersionChange[]) => {
          for (const item of changes) done.push(item);
        },
        onProblem: () => undefined,
      };
      await checkpoints.recordEdits(port, recording).apply(written, signal);
    }
    const changes = restored.filter(({ before, after }) => !isSameVersion(before, after));
    if (changes.length > 0) await checkpoints.restore(thread, changes, signal);
    for (const item of await withoutKeptFolders(changes, checkpoints)) done.push(item);
    return { changes: done };
  } catch (error) {
    return { changes: done, failure: { error } };
  }
}

/** The changes without folders that are still there: somebody else has put something in them. */
async function withoutKeptFolders(
  changes: readonly VersionChange[],
  checkpoints: Checkpoints,
): Promise<readonly VersionChange[]> {
  const folders = changes.filter(({ before, after }) => before?.kind === 'directory' && after === null);
  if (folders.length === 0) return changes;
  const looked = await checkpoints.look(
    folders.map(({ path }) => path),
    { isKept: false },
  );
  const kept = new Set(looked.filter(({ version }) => version !== null).map(({ path }) => path));
  return changes.filter(({ path, after }) => after !== null || !kept.has(path));
}
