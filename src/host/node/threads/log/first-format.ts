import { isRecord } from '../../../../actors/protocol/json/json-shape.js';
import type { EntryId, ThreadEntry } from '../../../../actors/protocol/thread.js';
import { readingBreaks } from './reading-breaks.js';
import type { LogContent, Loss } from './log-content.js';
import { readLines } from './read-lines.js';

// What every entry of the first format begins with. No text in one has it: quotes are escaped there.
const BEGINNING = '{"id":"';

// The only one that this format had. What says otherwise is damaged, and not the work of a newer program.
const VERSION = 1;

// A damaged line is many lines at most where line ends were lost. More beginnings than these are no entries.
const MAX_ENTRIES_IN_LINE = 200;

type FieldType = 'string' | 'number' | 'array' | 'object';

/** What readers of an entry rely on: the format has no checksums, so damage may have changed a name. */
const FIELDS: Readonly<Record<string, Readonly<Record<string, FieldType>>>> = {
  thread: { roots: 'array' },
  renamed: { title: 'string' },
  user_message: { text: 'string', attachments: 'array' },
  message_withdrawn: { message: 'string' },
  turn_began: { mode: 'string', model: 'string', limits: 'object' },
  turn_ended: { outcome: 'string' },
  retry: { attempt: 'number', maxAttempts: 'number', waitMs: 'number', reason: 'string' },
  reply: { text: 'string', reasoning: 'string', toolCalls: 'array', stop: 'string', usage: 'object' },
  call: { callId: 'string', tool: 'string', category: 'string', paths: 'array' },
  approval_asked: { callId: 'string', reasons: 'array' },
  approval_answered: { callId: 'string', decision: 'string', by: 'string' },
  call_began: { callId: 'string' },
  observation: { callId: 'string', tool: 'string', result: 'object' },
  notice: { message: 'string' },
  compaction: { messages: 'array' },
  switched: {},
};

/**
 * What a file of the first format has: one entry a line, numbered without gaps. Such files are only read.
 * Errors: those of the file system.
 */
export async function readFirstFormat(path: string): Promise<LogContent> {
  const entries: ThreadEntry[] = [];
  const losses: Loss[] = [];
  const known = new Set<EntryId>();
  let damaged = 0;
  for await (const { text, hasEnd } of readLines(path)) {
    const { found: all, isWhole } = readLine(text);
    // An id that is there twice was another one, or its line is there twice.
    const found = all.filter(({ id }) => !known.has(id));
    damaged += all.length - found.length;
    for (const { id } of found) known.add(id);
    const before = entries.at(-1)?.seq ?? -1;
    for (const item of found) entries.push(item);
    if (!isWhole && !hasEnd && found.length === 0 && text.startsWith(BEGINNING))
      losses.push({ kind: 'torn', seqs: { from: before + 1, to: before + 1 } });
    else if (!isWhole) damaged += 1;
    if (readingBreaks.isDue) await readingBreaks.take();
  }
  return { path, writer: '', entries, losses: [...findMissing(entries, damaged), ...losses] };
}

/** The ranges of numbers without an entry, or that there is damage elsewhere. */
function findMissing(entries: readonly ThreadEntry[], damaged: number): readonly Loss[] {
  if (damaged === 0 && entries.every(({ seq }, index) => seq === index)) return [];
  const losses: Loss[] = [];
  let last = -1;
  for (const seq of entries.map((entry) => entry.seq).sort((a, b) => a - b)) {
    if (seq > last + 1) losses.push({ kind: 'damaged', seqs: { from: last + 1, to: seq - 1 } });
    last = seq;
  }
  return damaged > losses.length ? [...losses, { kind: 'damaged', after: last }] : losses;
}

/** The entries in a line: one, or more where line ends were lost; `isWhole`: and nothing else. */
function readLine(line: string): { readonly found: readonly ThreadEntry[]; readonly isWhole: boolean } {
  const whole = readEntry(line);
  if (whole !== undefined) return { found: [whole], isWhole: true };
  const starts: number[] = [];
  for (let at = line.indexOf(BEGINNING); at !== -1; at = line.indexOf(BEGINNING, at + 1)) starts.push(at);
  const found: ThreadEntry[] = [];
  let length = 0;
  for (let index = 0; index < Math.min(starts.length, MAX_ENTRIES_IN_LINE); index += 1)
    // An entry may have calls that begin as it does: it ends before one of the next beginnings.
    for (let next = index + 1; next <= Math.min(starts.length, index + MAX_ENTRIES_IN_LINE); next += 1) {
      const part = line.slice(starts[index], starts[next]);
      const text = part.slice(0, part.lastIndexOf('}') + 1);
      const entry = readEntry(text);
      if (entry === undefined) continue;
      found.push(entry);
      length += text.length;
      index = next - 1;
      break;
    }
  return { found, isWhole: found.length > 0 && length === line.length };
}

function readEntry(text: string): ThreadEntry | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isRecord(value)) return undefined;
  const { id, parent, seq, at, kind } = value;
  const isPlaced =
    typeof id === 'string' &&
    // Only the entry of the thread itself follows none.
    (kind === 'thread' ? parent === null : typeof parent === 'string') &&
    typeof seq === 'number' &&
    Number.isSafeInteger(seq) &&
    typeof at === 'number' &&
    typeof kind === 'string';
  if (!isPlaced) return undefined;
  if (kind === 'thread') value.version = VERSION;
  const fields = Object.hasOwn(FIELDS, kind) ? FIELDS[kind] : {};
  const isReadable = Object.entries(fields ?? {}).every(([name, type]) => hasType(value[name], type));
  return isReadable ? (value as unknown as ThreadEntry) : undefined;
}

function hasType(value: unknown, type: FieldType): boolean {
  if (type === 'array') return Array.isArray(value);
  return type === 'object' ? isRecord(value) : typeof value === type;
}
