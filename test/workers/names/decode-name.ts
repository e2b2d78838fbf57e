import type { NameBytes } from '../../../src/workers/names/compare-names.js';

/** A name as text. Shape: nothing between the names. */
export function decodeName({ bytes, starts }: NameBytes, number: number): string {
  const start = starts[number]!;
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, starts[number + 1]! - start).toString('utf8');
}
