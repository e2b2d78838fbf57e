import type { EntryKind, EntryOf, ThreadEntry, TurnId } from '../../../actors/protocol/thread.js';
import { branchTo } from '../../../actors/threads/branch.js';

/** Entries that one run of a turn's machine has recorded, among those that came meanwhile. */
export interface RecordedPiece {
  readonly began: EntryOf<'turn_began'>;
  /** By `seq`; begins behind `began`, or where the turn went on after an interruption. */
  readonly entries: readonly ThreadEntry[];
  readonly isResumed: boolean;
}

const MACHINE_KINDS: ReadonlySet<EntryKind> = new Set<EntryKind>([
  'retry',
  'compaction',
  'reply',
  'call',
  'approval_asked',
  'approval_answered',
  'call_began',
  'observation',
  'turn_ended',
]);

/** Whether the machine of the turn records such an entry. All others come from people, files and other machines. */
export function isOfMachine(entry: ThreadEntry, turn: TurnId | undefined): boolean {
  return turn !== undefined && entry.turn === turn && MACHINE_KINDS.has(entry.kind);
}

/**
 * The whole thread as pieces of turns, and entries of no turn's machine. What a call has done behind the end of its turn
 * is among the latter. Shape: `entries` is the whole thread by `seq`.
 */
export function toPieces(entries: readonly ThreadEntry[]): readonly (ThreadEntry | RecordedPiece)[] {
  const begun = new Map<TurnId, EntryOf<'turn_began'>>();
  const pieces: (ThreadEntry | RecordedPiece)[] = [];
  let index = 0;
  while (index < entries.length) {
    const entry = entries[index] as ThreadEntry;
    const isStart = entry.kind === 'turn_began' && entry.turn !== undefined;
    if (isStart) begun.set(entry.turn, entry);
    const began = entry.turn === undefined ? undefined : begun.get(entry.turn);
    const isInPiece = isStart || (isOfMachine(entry, entry.turn) && !followsEnd(entries, entry));
    if (began === undefined || !isInPiece) {
      pieces.push(entry);
      index += 1;
      continue;
    }
    if (isStart) pieces.push(entry);
    const start = isStart ? index + 1 : index;
    const end = findEnd(entries, start, began);
    pieces.push({ began, entries: entries.slice(start, end), isResumed: !isStart });
    index = end;
  }
  return pieces;
}

/** Whether the turn of an entry has ended before it: no machine has made it. On another branch it may go on all the same. */
function followsEnd(entries: readonly ThreadEntry[], { parent, turn }: ThreadEntry): boolean {
  return branchTo(entries, parent ?? undefined).some(
    (before) => before.kind === 'turn_ended' && before.turn === turn,
  );
}

/** The index behind the last entry of the piece that begins at `start`. */
function findEnd(entries: readonly ThreadEntry[], start: number, { turn }: EntryOf<'turn_began'>): number {
  let end = start;
  for (let index = start; index < entries.length; index += 1) {
    const entry = entries[index] as ThreadEntry;
    if (entry.kind === 'turn_began') break;
    if (isOfMachine(entry, turn)) end = index + 1;
    else if (isOfMachine(entry, entry.turn)) break;
    if (entry.kind === 'turn_ended') break;
  }
  return end;
}
