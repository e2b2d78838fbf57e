import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';

/** Columns that line up, the first to the left and the others to the right. */
export function printTable(rows: readonly (readonly string[])[]): void {
  const widths: number[] = [];
  for (const row of rows)
    for (const [column, cell] of row.entries()) widths[column] = Math.max(widths[column] ?? 0, cell.length);
  const lines = rows.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('   ')
      .trimEnd(),
  );
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** Keeps the figures where `--json FILE` says; without it nothing is written. */
export function saveJson(figures: object): void {
  const { values } = parseArgs({ options: { json: { type: 'string' } } });
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(figures, undefined, 2)}\n`);
}

/** What every figure depends on. */
export function describeMachine(): string {
  return `Node ${process.version}, ${availableParallelism()} cores, ${process.platform}-${process.arch}`;
}
