import type { LineMatchLevel } from './match-level.js';

// Typographic characters, and what models type in their place.
const PUNCTUATION: readonly (readonly [RegExp, string])[] = [
  [/[‘’‚‛`´′]/g, "'"],
  [/[“”„‟«»″]/g, '"'],
  [/[‐‑‒–—―−]/g, '-'],
  [/…/g, '...'],
  [/[\u200B-\u200D\u2060\uFEFF]/g, ''],
];

const FULL_WIDTH = /[\uFF01-\uFF5E]/g;
// The distance in Unicode between a full-width character and the plain one.
const FULL_WIDTH_DISTANCE = 0xfee0;

const PLAIN = /^[\t\x20-\x5F\x61-\x7E]*$/;
const SEVERAL_BLANKS = /[^\S ]|  /;

/** Normalises a line for a level: two lines match at that level when their results are equal. */
export function foldLine(line: string, level: LineMatchLevel): string {
  switch (level) {
    case 'exact':
      return line;
    case 'line ends':
      return line.trimEnd();
    case 'indentation':
      return line.trim();
    case 'whitespace':
      return foldSpaces(line);
    case 'punctuation':
      return foldSpaces(foldPunctuation(line));
    default:
      return level satisfies never;
  }
}

/** Whether a level normalises a line differently than the stricter level before it. */
export function isFoldedDifferently(line: string, level: LineMatchLevel): boolean {
  switch (level) {
    case 'exact':
      return true;
    case 'line ends':
      return line.trimEnd() !== line;
    case 'indentation':
      return line.trimStart() !== line;
    case 'whitespace':
      return SEVERAL_BLANKS.test(line.trim());
    case 'punctuation':
      return !PLAIN.test(line);
    default:
      return level satisfies never;
  }
}

function foldSpaces(line: string): string {
  const trimmed = line.trim();
  // Creating a new string for each line of a large file costs more than this test.
  return SEVERAL_BLANKS.test(trimmed) ? trimmed.replace(/\s+/g, ' ') : trimmed;
}

/** The cost of normalising a line. Units: steps of a `StepBudget`. */
export function foldCost(line: string, level: LineMatchLevel): number {
  if (level === 'whitespace') return line.length;
  if (level === 'punctuation') return line.length * (PLAIN.test(line) ? 1 : 8);
  return line.length / 10;
}

/** Replaces typographic and full-width characters by plain ones, and normalises accents. */
function foldPunctuation(line: string): string {
  if (PLAIN.test(line)) return line;
  let folded = line.replace(FULL_WIDTH, (sign) =>
    String.fromCharCode(sign.charCodeAt(0) - FULL_WIDTH_DISTANCE),
  );
  for (const [signs, plain] of PUNCTUATION) folded = folded.replace(signs, plain);
  return folded.normalize('NFC');
}
