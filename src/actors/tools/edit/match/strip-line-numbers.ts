import type { BlockLines } from '../parse/edit-block.js';

// Formats in which tools number lines: `12 | x`, `12: x`, `12→x`, `12<tab>x` and `L12: x`.
const FORMS: readonly RegExp[] = [/^\s*(\d+) ?\|/, /^\s*(\d+):/, /^\s*(\d+)→/, /^\s*(\d+)\t/, /^\s*L(\d+):/];

interface UnnumberedBlock extends BlockLines {
  readonly line: number;
}

/**
 * Removes line numbers that a tool has put in front of lines: every line of the original must have one, in sequence. Of
 * the new lines all, none or only the unchanged ones may be numbered.
 * Shape: first with the space after each number removed as well, then with it kept.
 */
export function stripLineNumbers({ original, updated }: BlockLines): UnnumberedBlock[] {
  const form = FORMS.find((each) => isConsecutive(original, each));
  if (form === undefined) return [];
  const decoration = form.source;
  const isNumbered = (line: string): boolean => form.test(line);
  const numbered = updated.filter(isNumbered).length;
  const kept = new Set(original);
  const isClear =
    numbered === 0 ||
    updated.every((line) => isNumbered(line) || line.trim() === '') ||
    updated.every((line) => !isNumbered(line) || kept.has(line));
  if (!isClear) return [];
  const strip = (line: string, pattern: RegExp): string => line.replace(pattern, '');
  const hasBlank = original.every((line) => /^(?: |$)/.test(strip(line, form)));
  return [...(hasBlank ? [new RegExp(`${decoration} ?`)] : []), form].map((pattern) => ({
    original: original.map((line) => strip(line, pattern)),
    line: Number(form.exec(original[0] ?? '')?.[1]),
    updated:
      numbered === 0 ? updated : updated.map((line) => (isNumbered(line) ? strip(line, pattern) : line)),
  }));
}

function isConsecutive(lines: readonly string[], form: RegExp): boolean {
  const first = Number(form.exec(lines[0] ?? '')?.[1]);
  return lines.length > 0 && lines.every((line, index) => Number(form.exec(line)?.[1]) === first + index);
}
