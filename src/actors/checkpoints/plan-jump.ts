import type { FileVersion, JumpFile, JumpPlan } from '../protocol/file-version.js';
import type { AbsPath } from '../protocol/workspace.js';
import { byPath } from './fold-changes.js';
import type { Ledger } from './ledger.js';
import { pathsBehind } from './path-history.js';
import { type Merge, planMerge } from './plan-merge.js';
import { isSameVersion } from './same-version.js';
import { indexSources } from './version-sources.js';

/** The paths that a jump may change, in their order: those that have to be looked at before it is planned. */
export function pathsOfJump({ changes }: Ledger, to: number): readonly AbsPath[] {
  const own = changes.filter(({ seq, by }) => seq > to && by !== 'person');
  return [...new Set(own.map(({ path }) => path))].sort();
}

/** A planned jump, and how each of its conflicts can be merged. */
export interface PlannedJump {
  readonly plan: JumpPlan;
  readonly merges: ReadonlyMap<AbsPath, Merge>;
}

/**
 * What going back to the entry `to` would do. Only files that the thread itself changed behind that entry occur. A file
 * that somebody else changed, after the thread's last change or between two of them, is a conflict.
 * Shape: `now` has what is at each path of `pathsOfJump`; a path that it lacks does not exist.
 * Source: SPEC K2, K2a, K3.
 */
export function planJump(
  ledger: Ledger,
  to: number,
  now: ReadonlyMap<AbsPath, FileVersion | null>,
): PlannedJump {
  const findSource = indexSources(ledger, now.values());
  const merges = new Map<AbsPath, Merge>();
  const files = pathsBehind(ledger, to, findSource).map((history): JumpFile => {
    const { path, expected, target, isBroken } = history;
    const found = now.get(path) ?? null;
    const file = { path, now: found, expected, target };
    if (isSameVersion(found, target)) return { ...file, action: 'same' };
    if (target?.kind === 'file' && target.source.kind === 'none') return { ...file, action: 'lost' };
    if (!isBroken && isSameVersion(found, expected)) return { ...file, action: 'restore' };
    const merge = planMerge(history, found);
    if (merge === undefined) return { ...file, action: 'conflict', choices: ['keep', 'restore'] };
    merges.set(path, merge);
    return { ...file, action: 'conflict', choices: ['keep', 'merge', 'restore'] };
  });
  return { plan: { to, files: files.sort(byPath) }, merges };
}
