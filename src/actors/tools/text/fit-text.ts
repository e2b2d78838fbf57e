import type { OutputBudget } from '../../protocol/tool.js';
import { findCharBoundary } from './find-char-boundary.js';

// Measuring the text in pieces makes finding the place to cut hardly more expensive than measuring it once. Units:
// UTF-16 units.
const PIECE_CHARS = 1_000;

// A cut within this distance of a line end moves there, so that no part of a line remains. Units: UTF-16 units.
const MAX_CUT_LINE_CHARS = 1_000;

// A run of spaces makes one token of sixteen characters; no other text has fewer tokens.
const MAX_CHARS_PER_TOKEN = 16;

/**
 * The text, or its beginning and its end with a note between them, so that it has at most the budget's tokens.
 * `describe` makes the note from the number of omitted characters.
 * Units: UTF-16 units.
 */
export function fitText(
  text: string,
  budget: OutputBudget | undefined,
  describe: (leftOutChars: number) => string,
): string {
  if (budget === undefined || fits(text, budget)) return text;
  const note = (leftOut: number): string => `[... ${describe(leftOut)} ...]`;
  const room = (budget.maxTokens - budget.estimateTokens(note(text.length))) / 2;
  const head = cutAtLine(text.slice(0, measure(text, room, budget, 'head')));
  const tail = startAtLine(text.slice(text.length - measure(text, room, budget, 'tail')));
  return [head, note(text.length - head.length - tail.length), tail].filter((part) => part !== '').join('\n');
}

/**
 * The longest beginning of a text that has at most the budget's tokens and ends with a line; a part of its first line
 * where that alone is too long; `''` when nothing fits.
 */
export function fitStart(text: string, budget: OutputBudget): string {
  if (fits(text, budget)) return text;
  let head = text.slice(0, measure(text, budget.maxTokens, budget, 'head'));
  // A long word has more tokens than its pieces together.
  while (head !== '' && !fits(head, budget)) {
    const share = Math.max(0, budget.maxTokens / budget.estimateTokens(head));
    head = head.slice(0, findCharBoundary(head, Math.min(head.length - 1, Math.floor(head.length * share))));
  }
  const end = head.lastIndexOf('\n');
  return end === -1 ? head : head.slice(0, end + 1);
}

function fits(text: string, { maxTokens, estimateTokens }: OutputBudget): boolean {
  if (maxTokens === Infinity) return true;
  return text.length <= maxTokens * MAX_CHARS_PER_TOKEN && estimateTokens(text) <= maxTokens;
}

/** The length of the longest part at one end of a text that has at most `maxTokens`. Units: UTF-16 units. */
function measure(
  text: string,
  maxTokens: number,
  { estimateTokens }: OutputBudget,
  end: 'head' | 'tail',
): number {
  const take = (from: number, to: number): string =>
    end === 'head' ? text.slice(from, to) : text.slice(text.length - to, text.length - from);
  let chars = 0;
  let left = maxTokens;
  for (;;) {
    const piece = take(chars, chars + PIECE_CHARS);
    const tokens = estimateTokens(piece);
    if (piece === '' || tokens > left) break;
    left -= tokens;
    chars += piece.length;
  }
  let [most, least] = [Math.min(PIECE_CHARS, text.length - chars), 0];
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (estimateTokens(take(chars, chars + middle)) <= left) least = middle;
    else most = middle - 1;
  }
  const cut = chars + least;
  if (end === 'head') return findCharBoundary(text, cut);
  const start = text.length - cut;
  return findCharBoundary(text, start) === start ? cut : cut - 1;
}

function cutAtLine(head: string): string {
  const end = head.lastIndexOf('\n');
  return end === -1 || head.length - end > MAX_CUT_LINE_CHARS ? head : head.slice(0, end);
}

function startAtLine(tail: string): string {
  const end = tail.indexOf('\n');
  return end === -1 || end > MAX_CUT_LINE_CHARS ? tail : tail.slice(end + 1);
}
