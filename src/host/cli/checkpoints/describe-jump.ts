import type { JumpFile, JumpPlan, VersionChange } from '../../../actors/protocol/file-version.js';
import { wayInside } from '../../../actors/runtime/paths/is-inside.js';
import { diffVersions, type ReadVersion } from '../draw/diff-versions.js';

const MEANINGS: Readonly<Record<JumpFile['action'], string>> = {
  restore: 'is put back',
  same: 'is as it was already',
  conflict: 'was changed by somebody else',
  lost: 'cannot be put back: its content is not kept',
};

/** The path as the person reads it: relative to the root where it lies below. */
export function nameIn(root: string, path: string): string {
  const name = wayInside(root, path);
  return name === undefined || name === '' ? path : name.replaceAll('\\', '/');
}

/** One line for each file that a jump is about, without those that stay as they are. */
export function describeJumpPlan({ files }: JumpPlan, root: string): readonly string[] {
  return files
    .filter(({ action }) => action !== 'same')
    .map(({ path, target, action }) => {
      const becomes = action === 'restore' && target === null ? 'is removed' : MEANINGS[action];
      return `${nameIn(root, path)} ${becomes}`;
    });
}

/** What has become of files, one line each. */
export function describeChanges(changes: readonly VersionChange[], root: string): readonly string[] {
  return changes.map(({ path, before, after }) => {
    const what = after === null ? 'removed' : before === null ? 'brought back' : 'put back';
    return `${nameIn(root, path)} ${what}`;
  });
}

/** What a jump would change, as a unified diff; a conflict as if it were restored. `only`: one file. */
export async function diffOfPlan(
  { files }: JumpPlan,
  root: string,
  read: ReadVersion,
  only?: string,
): Promise<string> {
  const diffs: string[] = [];
  for (const { path, now, target, action } of files) {
    const name = nameIn(root, path);
    if (action === 'same' || (only !== undefined && only !== name && only !== path)) continue;
    const diff =
      action === 'lost' ? `${name}: ${MEANINGS.lost}\n` : await diffVersions(name, now, target, read);
    diffs.push(action === 'conflict' ? `${name}: ${MEANINGS.conflict}\n${diff}` : diff);
  }
  return diffs.join('');
}
