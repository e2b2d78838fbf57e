import type { Rung } from './edit-block.js';

/** How lines are compared at the rungs that compare whole lines, from strict to lenient. */
export const LINE_RUNGS = [
  'exact',
  'line ends',
  'indentation',
  'whitespace',
  'punctuation',
] as const satisfies readonly Rung[];

export type LineRung = (typeof LINE_RUNGS)[number];

// What a model types for what stands in a text, and the reverse.
const PUNCTUATION: readonly (readonly [RegExp, string])[] = [
  [/[‘’‚‛`´′]/g, "'"],
  [/[“”„‟«»″]/g, '"'],
  [/[‐‑‒–—―−]/g, '-'],
  [/…/g, '...'],
  [/[\u200B-\u200D\u2060\uFEFF]/g, ''],
];

const FULL_WIDTH = /[\uFF01-\uFF5E]/g;
// Between a full-width sign and the plain one.
const FULL_WIDTH_DISTANCE = 0xfee0;

const PLAIN = /^[\t\x20-\x5F\x61-\x7E]*$/;

/** What of a line counts at a rung: equal lines are equal there. */
export function foldLine(line: string, rung: LineRung): string {
  switch (rung) {
    case 'exact':
      return line;
    case 'line ends':
      return line.trimEnd();
    case 'indentation':
      return line.trim();
    case 'whitespace':
      return foldBlanks(line);
    case 'punctuation':
      return foldBlanks(foldPunctuation(line));
    default:
      return rung satisfies never;
  }
}

function foldBlanks(line: string): string {
  const trimmed = line.trim();
  // A new text for each line of a large file costs more than a look.
  return /[^\S ]|  /.test(trimmed) ? trimmed.replace(/\s+/g, ' ') : trimmed;
}

/** What folding a line costs. Units: steps of a `WorkBudget`. */
export function foldCost(line: string, rung: LineRung): number {
  if (rung === 'whitespace') return line.length;
  if (rung === 'punctuation') return line.length * (PLAIN.test(line) ? 1 : 8);
  return line.length / 10;
}

/** Typographic signs and full-width letters as the plain ones that a keyboard has, and accents in one form. */
function foldPunctuation(line: string): string {
  if (PLAIN.test(line)) return line;
  let folded = line.replace(FULL_WIDTH, (sign) =>
    String.fromCharCode(sign.charCodeAt(0) - FULL_WIDTH_DISTANCE),
  );
  for (const [signs, plain] of PUNCTUATION) folded = folded.replace(signs, plain);
  return folded.normalize('NFC');
}
