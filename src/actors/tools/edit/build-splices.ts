import { diffArrays } from 'diff';
import type { EditBlock } from './edit-block.js';
import type { BlockPlace } from './find-block.js';
import type { Splice } from './splice.js';
import { commonLineEnd, type TextLines } from './text-lines.js';

// In longer stretches than this, and in those that differ more, lines that stay are not looked for between those that
// go and come: it takes long, and a model that rewrites so much means all of it.
const MAX_DIFF_LINES = 1_000;
const MAX_EDIT_LENGTH = 100;

/**
 * What a block makes of the lines at its place, in order. Lines that the block leaves as they are are in no splice,
 * whatever it makes of their blanks and signs. New lines end as their neighbours do.
 */
export function buildSplices(text: TextLines, block: EditBlock, place: BlockPlace): Splice[] {
  return place.kind === 'lines' ? spliceLines(text, block, place) : [spliceStretch(text, block, place)];
}

function spliceLines(
  text: TextLines,
  { original, updated }: EditBlock,
  { start, indentation }: BlockPlace & { readonly kind: 'lines' },
): Splice[] {
  const lineEnd = lineEndNear(text, start, start + original.length);
  const splices: Splice[] = [];
  let line = start;
  let from = 0;
  for (const { removed, added, kept } of compareLines(original, updated)) {
    const lines = updated.slice(from, from + added).map((one) => indentation.apply(one));
    if (removed > 0 || added > 0) splices.push(replaceLines(text, line, line + removed, lines, lineEnd));
    line += removed + kept;
    from += added + kept;
  }
  return splices;
}

/** Where the file has no line end at its end, it has none afterwards, and no other line lacks one. */
function replaceLines(
  { lines, ends }: TextLines,
  start: number,
  end: number,
  replacement: readonly string[],
  lineEnd: string,
): Splice {
  const isOpenEnd = end === lines.length && ends.at(-1) === '' && replacement.length > 0;
  const joined = replacement.join(lineEnd);
  const whole = replacement.length === 0 ? '' : joined + lineEnd;
  const text = !isOpenEnd ? whole : start === end ? lineEnd + joined : joined;
  return { start: { line: start, column: 0 }, end: { line: end, column: 0 }, text };
}

/** A part of a line and perhaps of the lines behind it. */
function spliceStretch(
  text: TextLines,
  { updated }: EditBlock,
  { start, end }: BlockPlace & { readonly kind: 'stretch' },
): Splice {
  return { start, end, text: updated.join(lineEndNear(text, start.line, end.line + 1)) };
}

/** How the lines at a place end; where they have no end, how most lines do. */
function lineEndNear(text: TextLines, start: number, end: number): string {
  for (let line = start; line < end; line++) {
    const lineEnd = text.ends[line];
    if (lineEnd !== undefined && lineEnd !== '') return lineEnd;
  }
  return commonLineEnd(text);
}

/** So many lines go and so many come, and then so many stay. */
interface LineChange {
  readonly removed: number;
  readonly added: number;
  readonly kept: number;
}

/** Equal lines at both ends are found first: most blocks differ in one place. */
function compareLines(original: readonly string[], updated: readonly string[]): LineChange[] {
  const shorter = Math.min(original.length, updated.length);
  let head = 0;
  while (head < shorter && original[head] === updated[head]) head++;
  let tail = 0;
  while (tail < shorter - head && original.at(-1 - tail) === updated.at(-1 - tail)) tail++;
  const goes = original.slice(head, original.length - tail);
  const comes = updated.slice(head, updated.length - tail);
  return [
    { removed: 0, added: 0, kept: head },
    ...compareMiddles(goes, comes),
    { removed: 0, added: 0, kept: tail },
  ];
}

function compareMiddles(goes: readonly string[], comes: readonly string[]): LineChange[] {
  const replaced = [{ removed: goes.length, added: comes.length, kept: 0 }];
  if (Math.min(goes.length, comes.length) < 2 || goes.length + comes.length > MAX_DIFF_LINES) return replaced;
  const parts = diffArrays([...goes], [...comes], { maxEditLength: MAX_EDIT_LENGTH });
  if (parts === undefined) return replaced;
  const changes: LineChange[] = [];
  let change = { removed: 0, added: 0 };
  for (const { added, removed, count } of parts) {
    if (removed) change.removed += count;
    else if (added) change.added += count;
    else {
      changes.push({ ...change, kept: count });
      change = { removed: 0, added: 0 };
    }
  }
  return [...changes, { ...change, kept: 0 }];
}
