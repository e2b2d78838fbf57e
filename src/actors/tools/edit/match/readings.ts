import type { BlockLines, EditBlock } from '../parse/edit-block.js';
import type { Leniency } from './match-level.js';
import { stripLineNumbers } from './strip-line-numbers.js';
import { unescapeBackslashes, unescapeEntities } from './unescape-lines.js';

/** One interpretation of a block's text. */
export interface Reading extends BlockLines {
  /** The deviations that this reading tolerates. */
  readonly leniencies: readonly Leniency[];
  /** The number that decorated the first line. Units: lines, counted from 1. */
  readonly line?: number;
  /** What the block changes beside blank lines of the original that this reading drops. Default: nothing. */
  readonly beside?: { readonly before: ChangedEnd | undefined; readonly behind: ChangedEnd | undefined };
}

/** A new line that stands first or last, where the original has another one. */
export interface ChangedEnd {
  readonly line: string;
  /** Whether new lines are put between the original and the blank line that is dropped. */
  readonly isPutBetween: boolean;
}

/**
 * The literal reading of a block, then readings without decoration such as fences and line numbers. Shape: strictest
 * first.
 */
export function listReadings(block: EditBlock): Reading[] {
  const readings: Reading[] = [{ original: block.original, updated: block.updated, leniencies: [] }];
  if (block.unmarked !== undefined) readings.push({ ...block.unmarked, leniencies: ['unmarked context'] });
  const decorated = readings.flatMap((reading) => [
    ...variant(reading, 'fences', stripFences(reading)),
    ...stripLineNumbers(reading).flatMap((lines) => variant(reading, 'line numbers', lines)),
  ]);
  const all = [...readings, ...decorated];
  return [
    ...all,
    ...all.flatMap((reading) => variant(reading, 'blank lines at its ends', stripBlankEnds(reading))),
  ];
}

/** The readings of a block with one level of escaping removed. */
export function listUnescapedReadings(block: EditBlock): Reading[] {
  return listReadings(block).flatMap((reading) => [
    ...unescapeBackslashes(reading).flatMap((lines) => variant(reading, 'backslashes', lines)),
    ...variant(reading, 'entities', unescapeEntities(reading)),
  ]);
}

function variant(
  reading: Reading,
  leniency: Leniency,
  lines: (BlockLines & Omit<Reading, 'leniencies'>) | undefined,
): readonly Reading[] {
  return lines === undefined ? [] : [{ ...reading, ...lines, leniencies: [...reading.leniencies, leniency] }];
}

/**
 * Drops blank lines at both ends of the original that the new lines have as well; other blank lines are to be deleted.
 */
function stripBlankEnds({
  original,
  updated,
}: BlockLines): (BlockLines & Pick<Reading, 'beside'>) | undefined {
  const head = countBlank(original);
  const tail = countBlank(original.toReversed());
  if (head === original.length || head + tail === 0) return undefined;
  const left = updated.slice(head);
  if (countBlank(updated) < head || countBlank(left.toReversed()) < tail) return undefined;
  const stripped = {
    original: original.slice(head, original.length - tail),
    updated: left.slice(0, left.length - tail),
  };
  const before = head === 0 ? undefined : findChangedEnd(stripped.original, stripped.updated);
  const behind =
    tail === 0 ? undefined : findChangedEnd(stripped.original.toReversed(), stripped.updated.toReversed());
  return { ...stripped, beside: { before, behind } };
}

/** How new lines begin otherwise than the original; `undefined` when they do not. */
function findChangedEnd(original: readonly string[], updated: readonly string[]): ChangedEnd | undefined {
  const [line] = updated;
  if (line === undefined || line.trim() === original[0]?.trim()) return undefined;
  const places = new Map(
    updated.toReversed().map((each, index) => [each.trim(), updated.length - 1 - index]),
  );
  const gone = original.findIndex((each) => places.has(each.trim()) && each.trim() !== '');
  const come = gone === -1 ? updated.length : (places.get(original[gone]?.trim() ?? '') ?? 0);
  return { line, isPutBetween: gone !== -1 && come > gone };
}

function countBlank(lines: readonly string[]): number {
  const first = lines.findIndex((line) => line.trim() !== '');
  return first === -1 ? lines.length : first;
}

/** Whether a line is a Markdown code fence. */
export function isFence(line = ''): boolean {
  return /^\s*(?:```|~~~)/.test(line);
}

/** Drops the fences around both parts. */
function stripFences({ original, updated }: BlockLines): BlockLines | undefined {
  if (!isFenced(original) || !(updated.length === 0 || isFenced(updated))) return undefined;
  return { original: original.slice(1, -1), updated: updated.slice(1, -1) };
}

function isFenced(lines: readonly string[]): boolean {
  return lines.length > 2 && isFence(lines[0]) && /^\s*(?:```+|~~~+)\s*$/.test(lines.at(-1) ?? '');
}
