import type { NameTable } from './name-table.js';

/** The name of a rank as text. */
export function nameText({ bytes, starts }: NameTable, rank: number): string {
  const start = starts[rank]!;
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, starts[rank + 1]! - start).toString('utf8');
}
