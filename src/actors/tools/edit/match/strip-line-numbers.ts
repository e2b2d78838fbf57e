import type { BlockLines } from '../parse/edit-block.js';

// How tools number lines: `12 | x`, `12: x`, `12→x`, `12<tab>x` and `L12: x`.
const FORMS: readonly RegExp[] = [/^\s*(\d+) ?\|/, /^\s*(\d+):/, /^\s*(\d+)→/, /^\s*(\d+)\t/, /^\s*L(\d+):/];

/** A block without the line numbers that it had. */
export interface Unnumbered extends BlockLines {
  /** The number that the first line had. */
  readonly line: number;
}

/**
 * What a block says without the line numbers that a tool has put in front of its lines: all lines of the original have
 * one, each the next. The new lines have them all, or none, or else those only that stay.
 * Shape: first with the blank behind each number as a part of the decoration, then without.
 */
export function stripLineNumbers({ original, updated }: BlockLines): Unnumbered[] {
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
