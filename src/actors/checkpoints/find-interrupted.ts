import type { PathVersion } from '../protocol/file-version.js';
import type { EntryOf, ThreadEntry, TurnId } from '../protocol/thread.js';
import type { AbsPath } from '../protocol/workspace.js';

/** A call of which it is not known what became of its files. */
export interface UnfinishedCall {
  readonly callId: string;
  readonly turn?: TurnId;
  /** What was at the paths before it. */
  readonly versions: readonly PathVersion[];
  readonly isCommand: boolean;
}

/** The beginning of a jump during which the program ended, from the entries by `seq`. */
export function findInterruptedJump(
  entries: readonly ThreadEntry[],
): (EntryOf<'checkpoint'> & Required<Pick<EntryOf<'checkpoint'>, 'jump'>>) | undefined {
  const last = entries.at(-1);
  if (last?.kind !== 'checkpoint' || last.jump === undefined) return undefined;
  return { ...last, jump: last.jump };
}

/**
 * The calls that had a checkpoint, and then neither a result nor a record of what they changed: the program ended while
 * they ran. Of paths that were recorded later the thread knows what happened.
 */
export function findInterrupted(entries: readonly ThreadEntry[]): readonly UnfinishedCall[] {
  const open = new Map<string, UnfinishedCall>();
  for (const entry of entries) {
    switch (entry.kind) {
      case 'checkpoint': {
        const { callId, turn, versions, cause } = entry;
        if (callId === undefined) break;
        const earlier = open.get(callId)?.versions ?? [];
        const call = { callId, versions: [...earlier, ...versions], isCommand: cause === 'command' };
        open.set(callId, turn === undefined ? call : { ...call, turn });
        break;
      }
      case 'observation':
        open.delete(entry.callId);
        break;
      case 'files_changed':
        if (entry.by !== 'person' && entry.callId !== undefined) open.delete(entry.callId);
        else forget(open, new Set(entry.changes.map(({ path }) => path)));
        break;
      case 'jump':
        forget(open, new Set(entry.changes.map(({ path }) => path)));
        break;
      default:
    }
  }
  return [...open.values()];
}

function forget(open: Map<string, UnfinishedCall>, paths: ReadonlySet<AbsPath>): void {
  for (const [callId, call] of open)
    open.set(callId, { ...call, versions: call.versions.filter(({ path }) => !paths.has(path)) });
}
