import * as fc from 'fast-check';

const unit = fc.constantFrom(
  'a',
  'A',
  'b',
  'B',
  'z',
  '[',
  '_',
  '.',
  '1',
  ' ',
  '\n',
  'é',
  'É',
  'ß',
  '\u0301',
  '日',
  '😀',
);

/** Names that have much in common: case, starts, and letters outside of ASCII. */
export const anyName = fc.oneof(
  { weight: 3, arbitrary: fc.string({ unit, maxLength: 4 }) },
  { weight: 2, arbitrary: fc.string({ unit, maxLength: 4 }).map((end) => `same start ${end}`) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
);

export const anyNames = fc.array(anyName, { maxLength: 80 });

/** Names in the order of a `NameTable`, by its definition. */
export function inOrder(names: Iterable<string>): string[] {
  const fold = (name: string): string => name.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  const compare = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
  return [...new Set(names)].sort((a, b) => compare(fold(a), fold(b)) || compare(a, b));
}
