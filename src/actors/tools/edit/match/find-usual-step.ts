import { indentOf } from './indentation.js';

// Enough lines around a place to determine its indentation step.
const LINES_AROUND = 500;

/**
 * The number of spaces by which most indented lines around a place exceed the line before them; `undefined` when no
 * number is that common.
 */
export function findUsualStep(lines: readonly string[], around: number): number | undefined {
  const counts = new Map<number, number>();
  const start = Math.max(0, around - LINES_AROUND);
  // In the middle of a file the line before the first one is unknown, so the first line counts for nothing.
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
