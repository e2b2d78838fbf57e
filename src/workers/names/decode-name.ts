import type { NameBytes } from './compare-names.js';

export function decodeName({ bytes, starts }: NameBytes, number: number): string {
  const start = starts[number]!;
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, starts[number + 1]! - start).toString('utf8');
}
