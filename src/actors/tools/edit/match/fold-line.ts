import type { LineRung } from './rung.js';

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
const SEVERAL_BLANKS = /[^\S ]|  /;

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

/** Whether a rung sees a line otherwise than the stricter rung before it. */
export function isFoldedAnew(line: string, rung: LineRung): boolean {
  switch (rung) {
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
      return rung satisfies never;
  }
}

function foldBlanks(line: string): string {
  const trimmed = line.trim();
  // A new text for each line of a large file costs more than a look.
  return SEVERAL_BLANKS.test(trimmed) ? trimmed.replace(/\s+/g, ' ') : trimmed;
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
