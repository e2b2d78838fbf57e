import { isThreadEntry } from '../../../../actors/threads/is-thread-entry.js';
import type { ThreadEntry } from '../../../../actors/protocol/thread.js';
import type { LogFrame, Gap } from './frame-scanner.js';
import type { Loss } from './log-content.js';
import { type LogEnd, type LogHeader, readControl } from './log-header.js';

/** Collects the records of one file, and finds out by their numbers which are missing. */
export class RecordCollector {
  readonly entries: ThreadEntry[] = [];
  header: LogHeader | undefined;
  /** Whether the last record of a compressed file was there. */
  isEnded = false;
  /** By the number of the record: the `seq` of its entry, or that it is no entry. */
  readonly #records = new Map<number, number | 'control'>();
  readonly #foreign: { readonly after: number; before?: number }[] = [];
  #tail: Gap | undefined;
  /** The highest number so far, and that of the newest frame. */
  #highest = -1;
  #newest = -1;

  /** Takes the next part of the file. */
  add(part: LogFrame | Gap): void {
    if (part.kind === 'gap') {
      this.#tail = part;
      return;
    }
    const isBehindGap = this.#tail !== undefined;
    if (isBehindGap) this.#foreign.push({ after: this.#newest, before: part.number });
    this.#tail = undefined;
    this.#newest = part.number;
    this.#highest = Math.max(this.#highest, part.number);
    this.#addRecord(part.number, part.payload.toString('utf8'));
  }

  /** What is missing, when nothing more comes. `hasEnd`: the file was not named before its last record was written. */
  findLosses(hasEnd: boolean): readonly Loss[] {
    const losses: Loss[] = [];
    const missing = this.#findMissing();
    for (const { from, to } of missing) for (const item of this.#lossOf(from, to)) losses.push(item);
    for (const { after, before = after } of this.#foreign) {
      const isExplained = missing.some(({ from, to }) => from < before && to > after);
      if (!isExplained) losses.push({ kind: 'foreign' });
    }
    const tail = this.#findTail(hasEnd);
    return tail === undefined ? losses : [...losses, tail];
  }

  #addRecord(number: number, json: string): void {
    const { control, entry } = readRecord(json);
    if (control !== undefined) {
      if ('thread' in control) this.header = control;
      else if ('entries' in control) {
        this.isEnded = true;
        this.header ??= control.header;
      }
      this.#records.set(number, 'control');
    } else if (entry !== undefined) {
      this.#records.set(number, entry.seq);
      this.entries.push(entry);
    }
  }

  /** The ranges of numbers without a record. */
  #findMissing(): readonly { readonly from: number; readonly to: number }[] {
    const ranges: { from: number; to: number }[] = [];
    for (let number = 0; number <= this.#highest; number += 1) {
      if (this.#records.has(number)) continue;
      const last = ranges.at(-1);
      if (last?.to === number - 1) last.to = number;
      else ranges.push({ from: number, to: number });
    }
    return ranges;
  }

  #lossOf(from: number, to: number): readonly Loss[] {
    // The first record is the header, which has no entry.
    if (to === 0) return [{ kind: 'foreign' }];
    const before = this.#records.get(from - 1);
    const after = this.#records.get(to + 1);
    const count = to - Math.max(1, from) + 1;
    if (typeof after === 'number') {
      const first = typeof before === 'number' ? before + 1 : Math.max(0, after - count);
      return [{ kind: 'damaged', seqs: { from: first, to: Math.max(first, after - 1) } }];
    }
    if (typeof before === 'number')
      return [{ kind: 'damaged', seqs: { from: before + 1, to: before + count } }];
    return [{ kind: 'damaged' }];
  }

  #findTail(hasEnd: boolean): Loss | undefined {
    const tail = this.#tail;
    if (this.isEnded) return tail === undefined ? undefined : { kind: 'foreign' };
    if (tail === undefined && !hasEnd) return undefined;
    const kind = tail?.isTorn === true && !hasEnd ? 'torn' : 'damaged';
    const before = this.#records.get(this.#highest);
    if (typeof before !== 'number') return { kind };
    const count = kind === 'torn' ? 1 : (tail?.number ?? this.#highest) - this.#highest;
    // A compressed file lacks more than what its last bytes name.
    return count > 0 && !hasEnd
      ? { kind, seqs: { from: before + 1, to: before + count } }
      : { kind, after: before };
  }
}

/** What a record is; neither for one that is damaged. */
export function readRecord(json: string): {
  readonly control?: LogHeader | LogEnd;
  readonly entry?: ThreadEntry;
} {
  const value = parse(json);
  const control = readControl(value);
  if (control !== undefined) return { control };
  return isThreadEntry(value) ? { entry: value } : {};
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
