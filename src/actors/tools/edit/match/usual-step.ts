import { indentOf } from './indentation.js';

// Enough lines around a place to see how deep one step is.
const LINES_AROUND = 500;

/**
 * By how many blanks lines around a place are indented deeper than those before them, more often than not; nothing where
 * no number is that usual.
 */
export function usualStep(lines: readonly string[], around: number): number | undefined {
  const counts = new Map<number, number>();
  const start = Math.max(0, around - LINES_AROUND);
  // In the middle of a file nobody knows how much deeper the first line is than the one before it.
  let before = start === 0 ? 0 : Infinity;
  for (const line of lines.slice(start, around + LINES_AROUND)) {
    const indent = indentOf(line);
    if (line.trim() === '' || indent.includes('\t')) continue;
    const step = indent.length - before;
    if (step > 1) counts.set(step, (counts.get(step) ?? 0) + 1);
    before = indent.length;
  }
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return [...counts].find(([, count]) => count * 2 > all)?.[0];
}
