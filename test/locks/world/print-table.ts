/** Prints rows in columns, the first row being their titles. */
export function printTable(title: string, rows: readonly (readonly (string | number)[])[]): void {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => String(row[column] ?? '').length)),
  );
  const lines = rows.map((row) =>
    row
      .map((cell, column) =>
        typeof cell === 'number'
          ? cell.toString().padStart(widths[column] ?? 0)
          : cell.padEnd(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  );
  // For people who run the test to read it.
  process.stdout.write(`\n${title}\n${lines.join('\n')}\n`);
}
