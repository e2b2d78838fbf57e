import type { LineEnd } from '../text/text-lines.js';
import type { StepBudget } from '../text/step-budget.js';
import {
  compareLineTokens,
  compareTokens,
  countLetters,
  listTokens,
  MAX_EDIT_LENGTH,
  type LinePiece,
  type Token,
} from './compare-tokens.js';
import { pairLines } from './pair-lines.js';

/** Lines of a block, and the lines of the file that they match. Shape: lists of the same length. */
export interface MatchedLines {
  readonly original: readonly string[];
  readonly there: readonly string[];
  readonly ends: readonly (LineEnd | undefined)[];
}

/** Lines to write, and the line end of the file that each of them keeps, if any. */
export interface KeptLines {
  readonly lines: readonly string[];
  readonly ends: readonly (LineEnd | undefined)[];
}

// A change of more is hardly made by hand, and would take tenths of a second to compare. Units: UTF-16 units.
const MAX_LETTERS = 200_000;
// Comparing this many takes a millisecond or so.
const LINES_PER_TURN = 16;
// A new line that shares less than this with a line of the original is another line, and shares it by chance.
const MIN_SHARE = 1 / 3;
// Of lines that are joined a sign at their ends may go.
const JOINED_SHARE = 0.8;

/**
 * The new lines in the file's own characters wherever they agree with the original: only the differences between the
 * original and the new lines are written as the model wrote them. A match may have passed over quotes, dashes, white
 * space and line ends, and the model has not asked to change those. Yields now and then.
 * Errors: `BudgetExhaustedError`.
 */
export function* keepFileText(
  matched: MatchedLines,
  updated: readonly string[],
  budget: StepBudget,
): Generator<void, KeptLines> {
  const asSent = { lines: updated, ends: [] };
  const letters = [...matched.original, ...updated].reduce((sum, { length }) => sum + length, 0);
  if (isAsInFile(matched) || letters > MAX_LETTERS) return asSent;
  budget.spend(letters);
  const before = matched.original.map((line, index) => listTokens(line, index, matched.there[index] ?? line));
  yield;
  const after = updated.map((line, index) => listTokens(line, index));
  yield;
  const pairs = pairLines(matched.original, updated, budget);
  yield;
  const others = keepParts(before, after, budget);
  const lines: string[] = [];
  const ends: (LineEnd | undefined)[] = [];
  const paired = new Set(pairs);
  for (const [index, line] of updated.entries()) {
    if (index % LINES_PER_TURN === 0) yield;
    const part = others[index];
    const from = pairs[index] ?? (paired.has(part?.from) ? undefined : part?.from);
    ends.push(from === undefined ? undefined : matched.ends[from]);
    const pieces = from === undefined ? [] : compareLineTokens(before[from] ?? [], after[index] ?? []);
    const kept =
      from === undefined ? undefined : joinPieces(from === pairs[index] ? pieces : withoutOthersEnd(pieces));
    if (kept === undefined) lines.push(part?.line ?? line);
    else if (part?.isJoined !== true) lines.push(kept);
    else lines.push(part.line.trimEnd() + kept.slice(kept.trimEnd().length));
  }
  return { lines, ends };
}

/** A new line with what it shares with old ones. `from`: the old line that it alone shares something with, if only one. */
interface PartlyKept {
  readonly line: string;
  readonly from: number | undefined;
  /** Whether it holds nearly all of several old lines. */
  readonly isJoined: boolean;
}

/** The new lines with what they share with any old lines: a line may have been split, or joined of several. */
function keepParts(
  before: readonly (readonly Token[])[],
  after: readonly (readonly Token[])[],
  budget: StepBudget,
): readonly PartlyKept[] {
  const goes = before.flat();
  const comes = after.flat();
  budget.spend(goes.length + comes.length + MAX_EDIT_LENGTH ** 2);
  const pieces = compareTokens(goes, comes);
  const byLine = after.map((): LinePiece[] => []);
  for (const piece of pieces) byLine[piece.line]?.push(piece);
  const shares = countShares(pieces);
  const lengthOf = (tokens: readonly Token[] = []): number =>
    tokens.reduce((sum, { text }) => sum + countLetters(text), 0);
  const isShared = (line: number, from: number): boolean => {
    const least = Math.min(lengthOf(after[line]), lengthOf(before[from]));
    return least > 0 && (shares.get(keyOf(line, from)) ?? 0) >= least * MIN_SHARE;
  };
  const parts = after.map((_, line) => {
    const own = (byLine[line] ?? []).map((piece) => {
      const isKept = !piece.isBreak && piece.kept !== undefined && isShared(line, piece.kept.line);
      return isKept ? piece : { ...piece, kept: undefined };
    });
    const froms = new Set(own.flatMap(({ kept }) => (kept === undefined ? [] : [kept.line])));
    const whole = [...froms].filter(
      (from) =>
        (before[from] ?? []).some(({ text }) => /[\p{L}\p{N}]/u.test(text)) &&
        (shares.get(keyOf(line, from)) ?? 0) >= lengthOf(before[from]) * JOINED_SHARE,
    );
    return { line: joinPieces(own), froms, isJoined: whole.length > 1 };
  });
  const uses = new Map<number, number>();
  for (const from of parts.flatMap(({ froms }) => [...froms])) uses.set(from, (uses.get(from) ?? 0) + 1);
  return parts.map(({ line, froms, isJoined }) => {
    const [from] = froms;
    const isOnly = from !== undefined && froms.size === 1 && uses.get(from) === 1;
    return { line, from: isOnly ? from : undefined, isJoined };
  });
}

/** A line that is another one has the white space at the end of the old line only where it ends as that does. */
function withoutOthersEnd(pieces: readonly LinePiece[]): readonly LinePiece[] {
  const end = pieces.at(-1);
  return end?.isBreak !== true || pieces.at(-2)?.kept !== undefined
    ? pieces
    : [...pieces.slice(0, -1), { ...end, kept: undefined }];
}

function joinPieces(pieces: readonly LinePiece[]): string {
  return pieces
    .map(({ text, isBreak, kept }) => kept?.there ?? (isBreak ? text.slice(0, -1) : text))
    .join('');
}

/** Whether the file has the lines as they are in the block, all with the same line end. */
function isAsInFile({ original, there, ends }: MatchedLines): boolean {
  return (
    original.every((line, index) => line === there[index]) &&
    ends.every((end) => end === ends[0] || end === '' || end === undefined)
  );
}

/** How much of each new line comes from each line of the original. Units: letters and digits. */
function countShares(pieces: readonly LinePiece[]): ReadonlyMap<string, number> {
  const shares = new Map<string, number>();
  for (const { line, text, kept } of pieces) {
    if (kept === undefined) continue;
    const key = keyOf(line, kept.line);
    shares.set(key, (shares.get(key) ?? 0) + countLetters(text));
  }
  return shares;
}

function keyOf(line: number, from: number): string {
  return `${line} ${from}`;
}
