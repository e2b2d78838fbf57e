import { foldLine } from './fold-line.js';

/** Offsets in a line of a block, each with the offset in the file's line that means the same place. */
export type Cuts = ReadonlyMap<number, number>;

// White space together with characters of no width, or a character with its accents.
const UNIT = /[\s\u200B-\u200D\u2060\uFEFF]+|[^]\p{M}*[\u200B-\u200D\u2060]*/gu;
const WHITE_SPACE = /[^\S\uFEFF]/;

/**
 * Aligns a line of a block with the line of the file that it matches at some level: both have the same units, written
 * in different characters. Shape: the starts of both lines are aligned, and the ends of what is written in them.
 */
export function alignFolded(line: string, there: string): Cuts {
  const cuts = new Map([[0, 0]]);
  const body = line.trim();
  const bodyThere = there.trim();
  if (body !== '' && bodyThere !== '') {
    const start = line.length - line.trimStart().length;
    const startThere = there.length - there.trimStart().length;
    if (start > 0) cuts.set(start, startThere);
    for (const [offset, offsetThere] of alignUnits(body, bodyThere))
      cuts.set(start + offset, startThere + offsetThere);
  }
  if (!cuts.has(line.length)) cuts.set(line.length, there.length);
  return cuts;
}

function alignUnits(line: string, there: string): [number, number][] {
  const ends: [number, number][] = [[line.length, there.length]];
  const some = listUnitEnds(line);
  const others = listUnitEnds(there);
  // Accents of two units may have been joined, so that the units differ although the lines are the same.
  if (some.folded !== others.folded) return ends;
  for (const [length, offset] of some.ends) {
    const offsetThere = others.ends.get(length);
    if (offsetThere !== undefined) ends.push([offset, offsetThere]);
  }
  return ends;
}

/** The folded line, and for each length of its beginnings that is a number of whole units where they end in the line. */
function listUnitEnds(line: string): { readonly folded: string; readonly ends: Map<number, number> } {
  let folded = '';
  const ends = new Map<number, number>();
  for (const { 0: unit, index } of line.matchAll(UNIT)) {
    folded += foldUnit(unit);
    ends.set(folded.length, index + unit.length);
  }
  return { folded, ends };
}

function foldUnit(unit: string): string {
  const folded = foldLine(unit, 'punctuation');
  return folded === '' && WHITE_SPACE.test(unit) ? ' ' : folded;
}
