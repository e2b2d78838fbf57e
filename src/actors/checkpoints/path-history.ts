import type { FileVersion } from '../protocol/file-version.js';
import type { AbsPath } from '../protocol/workspace.js';
import type { Ledger, LedgerChange } from './ledger.js';
import { isSameVersion } from './same-version.js';
import type { FindSource } from './version-sources.js';

/** Consecutive changes of the thread to one path, with nobody else in between. */
interface Stretch {
  readonly before: FileVersion | null;
  readonly after: FileVersion | null;
}

/** What happened to one path behind a moment. */
export interface PathHistory {
  readonly path: AbsPath;
  /** What was there at the moment. */
  readonly target: FileVersion | null;
  /** What the thread left there. */
  readonly expected: FileVersion | null;
  /** The changes of the thread behind the moment, oldest first. At least one. */
  readonly stretches: readonly Stretch[];
  /** Whether somebody else made a change between the moment and the thread's last change. */
  readonly isBroken: boolean;
}

/** The paths that the thread itself changed behind the entry `to`. */
export function pathsBehind({ changes }: Ledger, to: number, findSource: FindSource): readonly PathHistory[] {
  return [...groupByPath(changes)].flatMap(([path, all]) => {
    const own = all.filter(({ seq, by }) => seq > to && by !== 'person');
    const [first] = own;
    const last = own.at(-1);
    if (first === undefined || last === undefined) return [];
    const earlier = all.findLast(({ seq }) => seq <= to);
    const target = findSource(earlier === undefined ? (all[0]?.before ?? null) : earlier.after);
    const stretches = joinStretches(own).map(({ before, after }) => ({
      before: findSource(before),
      after: findSource(after),
    }));
    const isBroken = stretches.length > 1 || !isSameVersion(first.before, target);
    return [{ path, target, expected: last.after, stretches, isBroken }];
  });
}

function groupByPath(changes: readonly LedgerChange[]): ReadonlyMap<AbsPath, readonly LedgerChange[]> {
  const groups = new Map<AbsPath, LedgerChange[]>();
  for (const change of changes) {
    const group = groups.get(change.path);
    if (group === undefined) groups.set(change.path, [change]);
    else group.push(change);
  }
  return groups;
}

function joinStretches(own: readonly LedgerChange[]): readonly Stretch[] {
  const stretches: Stretch[] = [];
  for (const { before, after } of own) {
    const last = stretches.at(-1);
    if (last !== undefined && isSameVersion(last.after, before))
      stretches[stretches.length - 1] = { before: last.before, after };
    else stretches.push({ before, after });
  }
  return stretches;
}
