import { ENTRY_VERSION, type EntryId, type EntryOf, type ThreadEntry } from '../protocol/thread.js';

/** What takes the place of a first entry of which nothing is left. */
const LOST = {
  id: 'lost' as EntryId,
  parent: null,
  seq: 0,
  kind: 'thread',
  version: ENTRY_VERSION,
  roots: [],
} as const;

/** What is known of a thread besides its entries. */
export interface ThreadOrigin {
  /** A copy of the first entry, for a thread that lost it. */
  readonly first?: EntryOf<'thread'>;
  /** The newest version of those who wrote to the thread. Default: that of its first entry. */
  readonly version?: number;
}

/** A writer's entries, of which the first one is the next to be merged. */
interface Cursor {
  readonly entries: readonly ThreadEntry[];
  at: number;
  /** The entry that was merged last. */
  last?: EntryId;
}

/**
 * The entries of one thread from several writers: each entry once, parents before children, `seq` strictly rising. An
 * entry whose parent is lost follows the nearest entry before it of the same writer. A lost first entry is replaced.
 * Shape: each source has the entries of one writer in their order. Entries that need no change stay the same objects.
 * Cost: linear where the sources do not overlap.
 */
export function* mergeEntries(
  sources: readonly (readonly ThreadEntry[])[],
  origin: ThreadOrigin = {},
): Iterable<ThreadEntry> {
  const cursors = sources
    .filter((entries) => entries.length > 0)
    .map((entries): Cursor => ({ entries: inOrder(entries), at: 0 }))
    .sort(compareHeads);
  const known = new Set<EntryId>();
  let last: EntryId | undefined;
  let seq = -1;
  const first = findFirst(cursors, origin);
  if (first !== undefined) {
    yield first;
    known.add(first.id);
    last = first.id;
    seq = first.seq;
  }
  for (const [entry, cursor] of takeInOrder(cursors)) {
    const before = cursor.last ?? last;
    cursor.last = entry.id;
    if (known.has(entry.id)) continue;
    const isFitting = entry.parent === null ? before === undefined : known.has(entry.parent);
    const parent = isFitting ? entry.parent : (before ?? null);
    seq = Math.max(entry.seq, seq + 1);
    yield parent === entry.parent && seq === entry.seq ? entry : { ...entry, parent, seq };
    known.add(entry.id);
    last = entry.id;
  }
}

/** The entry that a thread begins with; `undefined` for entries of no thread. */
function findFirst(cursors: readonly Cursor[], origin: ThreadOrigin): EntryOf<'thread'> | undefined {
  const heads = cursors.map(({ entries }) => entries[0] as ThreadEntry);
  const stored = heads.find((entry) => entry.kind === 'thread');
  const [earliest] = heads;
  const isLost = earliest !== undefined && earliest.parent !== null;
  const first = stored ?? (isLost ? (origin.first ?? { ...LOST, at: earliest.at }) : undefined);
  if (first === undefined) return undefined;
  const version = Math.max(first.version, origin.version ?? first.version);
  return version === first.version && first.parent === null ? first : { ...first, parent: null, version };
}

/** Always the entry with the lowest number of all cursors. Shape: the cursors are in the order of their heads. */
function* takeInOrder(cursors: Cursor[]): Iterable<[ThreadEntry, Cursor]> {
  for (let cursor = cursors[0]; cursor !== undefined; cursor = cursors[0]) {
    yield [headOf(cursor), cursor];
    cursor.at += 1;
    if (cursor.at >= cursor.entries.length) cursors.shift();
    else sink(cursors);
  }
}

/** Moves the first cursor behind those whose heads come before its own. */
function sink(cursors: Cursor[]): void {
  for (let index = 1; index < cursors.length; index += 1) {
    const [cursor, next] = [cursors[index - 1] as Cursor, cursors[index] as Cursor];
    if (compareHeads(cursor, next) <= 0) return;
    cursors[index - 1] = next;
    cursors[index] = cursor;
  }
}

function inOrder(entries: readonly ThreadEntry[]): readonly ThreadEntry[] {
  const isRising = entries.every((entry, index) => {
    const before = entries[index - 1];
    return before === undefined || compareEntries(before, entry) <= 0;
  });
  return isRising ? entries : entries.toSorted(compareEntries);
}

function headOf({ entries, at }: Cursor): ThreadEntry {
  return entries[at] as ThreadEntry;
}

function compareHeads(a: Cursor, b: Cursor): number {
  return compareEntries(headOf(a), headOf(b));
}

function compareEntries(a: ThreadEntry, b: ThreadEntry): number {
  return a.seq - b.seq || a.at - b.at || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}
