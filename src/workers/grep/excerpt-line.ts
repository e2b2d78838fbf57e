/** A line as a reader gets it. */
export interface LineExcerpt {
  /** The line, or the parts of it around its matches, with `…` where text is left out. */
  readonly text: string;
  /** The length of the line, when `text` is not all of it. Units: UTF-16 units. */
  readonly lineChars?: number;
}

// More matches in one line are data or minified code, of which nobody reads each.
const MAX_EXCERPTS = 20;
// Matches closer than this are read together: most of them are neighbours in one expression.
const APART_BYTES = 50;
// Of the text around a match the part before it says what it belongs to, and the part behind it what it is.
const SHARE_BEFORE = 1 / 5;
// Several matches share the room for one, but each gets at least this part of it.
const LEAST_SHARE = 1 / 5;

/**
 * The matches of a line that are worth an excerpt, as far as `starts` has them: not those close behind another one.
 * @param starts Where matches start, in ascending order. Units: bytes.
 */
export function chooseExcerpts(starts: Iterable<number>): readonly number[] {
  const chosen: number[] = [];
  for (const start of starts) {
    if (start < (chosen.at(-1) ?? -APART_BYTES) + APART_BYTES) continue;
    chosen.push(start);
    if (chosen.length === MAX_EXCERPTS) break;
  }
  return chosen;
}

/**
 * A line, cut around its matches when it is longer than `maxChars`: each is shown with at least a fifth of `maxChars`, a
 * single one with all of it. A line of context, which has no match, is cut to its beginning. No surrogate
 * pair is split.
 * @param starts Where matches start, in ascending order. Units: UTF-16 units.
 */
export function excerptLine(line: string, starts: readonly number[], maxChars: number): LineExcerpt {
  if (line.length <= maxChars) return { text: line };
  const shown = starts.length === 0 ? [0] : starts;
  const width = Math.max(1, Math.floor(maxChars * Math.max(LEAST_SHARE, 1 / shown.length)));
  const parts: { from: number; to: number }[] = [];
  for (const start of shown) {
    const from = Math.max(0, Math.min(start - Math.floor(width * SHARE_BEFORE), line.length - width));
    const last = parts.at(-1);
    if (last === undefined || from > last.to) parts.push({ from, to: from + width });
    // What is shown with half a width behind its start needs no more.
    else if (start + width / 2 > last.to) last.to = from + width;
  }
  let text = '';
  let end = 0;
  for (const part of parts) {
    const from = wholeFrom(line, part.from);
    if (from > end) text += '…';
    end = wholeFrom(line, Math.min(line.length, part.to));
    text += line.slice(from, end);
  }
  return { text: end < line.length ? `${text}…` : text, lineChars: line.length };
}

/** The nearest index at or before `index` that is not in the middle of a surrogate pair. */
function wholeFrom(line: string, index: number): number {
  return (line.codePointAt(index - 1) ?? 0) > 0xffff ? index - 1 : index;
}
