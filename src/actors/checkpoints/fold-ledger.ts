import { omitUndefined } from '../protocol/json/omit-undefined.js';
import type { EntryId, EntryOf, ThreadEntry } from '../protocol/thread.js';
import { foldChanges } from './fold-changes.js';
import type { Checkpoint, Ledger, LedgerChange } from './ledger.js';
import { mapChange, mapRoots } from './map-roots.js';

// A line of a list: as much as a person reads to recognise a message. Units: UTF-16 units.
const MAX_TITLE_CHARS = 80;

/** A checkpoint before its changes are known. */
type Moment = Omit<Checkpoint, 'changes'>;

/**
 * What a thread has recorded of files, from its entries by `seq`, those of all branches. Paths that were recorded before
 * the thread was adopted are those below the new workspace folders.
 * Source: SPEC K1.
 */
export function foldLedger(entries: readonly ThreadEntry[]): Ledger {
  let changes: LedgerChange[] = [];
  const moments: Moment[] = [];
  const calls = new Map<string, EntryOf<'call'>>();
  const observed = new Map<string, EntryId>();
  for (const entry of entries) {
    switch (entry.kind) {
      case 'adopted': {
        const map = mapRoots(entry.from, entry.roots);
        changes = changes.map((change) => ({ ...change, ...mapChange(change, map) }));
        break;
      }
      case 'call':
        calls.set(entry.callId, entry);
        break;
      case 'observation':
        observed.set(entry.callId, entry.id);
        break;
      case 'files_changed':
        for (const item of entry.changes.map((change) => ({ ...change, seq: entry.seq, by: entry.by })))
          changes.push(item);
        break;
      case 'jump':
        for (const item of entry.changes.map((change) => ({
          ...change,
          seq: entry.seq,
          by: 'jump' as const,
        })))
          changes.push(item);
        break;
      default:
    }
    const moment = momentOf(entry, calls);
    if (moment !== undefined) moments.push(moment);
  }
  const checkpoints = withChanges(moments, changes).map((checkpoint) => {
    const head = checkpoint.callId === undefined ? undefined : observed.get(checkpoint.callId);
    return head === undefined ? checkpoint : { ...checkpoint, head };
  });
  return { changes, checkpoints };
}

function momentOf(entry: ThreadEntry, calls: ReadonlyMap<string, EntryOf<'call'>>): Moment | undefined {
  const { id, seq, at, turn } = entry;
  const place = { entry: id, seq, at, head: id, ...omitUndefined({ turn }) };
  switch (entry.kind) {
    case 'user_message':
      return { ...place, kind: 'message', title: oneLine(entry.text), head: entry.parent ?? id };
    case 'turn_ended':
      return { ...place, kind: 'turn', title: 'End of the turn' };
    case 'jump':
      return { ...place, kind: 'jump', title: `Went back: ${describeScope(entry)}` };
    case 'files_changed': {
      if (entry.changes.length === 0) return undefined;
      if (entry.by === 'person') return { ...place, kind: 'person', title: 'Changed by somebody else' };
      const call = entry.callId === undefined ? undefined : calls.get(entry.callId);
      const title = call === undefined ? 'A call' : describeCall(call);
      const { callId } = entry;
      return { ...place, kind: 'change', title, ...omitUndefined({ callId }) };
    }
    default:
      return undefined;
  }
}

function describeScope({ scope }: EntryOf<'jump'>): string {
  return scope === 'both' ? 'files and conversation' : scope;
}

function describeCall({ tool, params, paths }: EntryOf<'call'>): string {
  const command =
    typeof params === 'object' && params !== null && 'command' in params ? params.command : undefined;
  const what = typeof command === 'string' ? command : paths.join(', ');
  return oneLine(`${tool} ${what}`);
}

function oneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line.length <= MAX_TITLE_CHARS) return line;
  return `${line.slice(0, MAX_TITLE_CHARS - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

function withChanges(moments: readonly Moment[], changes: readonly LedgerChange[]): readonly Checkpoint[] {
  let from = 0;
  return moments.map((moment) => {
    let to = from;
    while ((changes[to]?.seq ?? Infinity) <= moment.seq) to += 1;
    const since = foldChanges(changes.slice(from, to));
    from = to;
    return { ...moment, changes: since };
  });
}
