import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { SignatureTable } from '../../../src/workers/content/signature-table.js';
import { SIGNATURE_WORDS } from '../../../src/workers/grep/signer.js';

function signature(bits: readonly number[]): Uint32Array {
  const words = new Uint32Array(SIGNATURE_WORDS);
  for (const bit of bits) words[bit >>> 5] = (words[bit >>> 5] ?? 0) | (1 << (bit & 31));
  return words;
}

const bits = fc.uniqueArray(fc.constantFrom(0, 1, 31, 32, 63, 64, 2048, 4095), { maxLength: 6 });
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ add: bits }) },
  { weight: 1, arbitrary: fc.record({ remove: fc.nat() }) },
);

it('SignatureTable finds the rows that a list of sets would, whatever was added and removed', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 700, size: 'max' }), bits, (steps, wanted) => {
      const table = new SignatureTable();
      const rows = new Map<number, readonly number[]>();
      for (const step of steps) {
        if ('add' in step) {
          const row = table.add(signature(step.add), 0);
          expect(rows.has(row)).toBe(false);
          rows.set(row, step.add);
        } else if (rows.size > 0) {
          const row = [...rows.keys()][step.remove % rows.size] as number;
          rows.delete(row);
          table.remove(row);
        }
      }
      const found = table.find(wanted).filter((row) => rows.has(row));
      const expected = [...rows].filter(([, bits]) => wanted.every((bit) => bits.includes(bit)));
      expect(found).toEqual(expected.map(([row]) => row).sort((a, b) => a - b));
    }),
    { numRuns: 200 },
  );
});

it('SignatureTable reads a signature from where it starts, and says what more would take', () => {
  const table = new SignatureTable();
  expect([table.bytesWith(0), table.bytesWith(1), table.bytesWith(2049)]).toEqual([0, 1 << 20, 1 << 21]);
  const words = new Uint32Array(2 * SIGNATURE_WORDS);
  words.set(signature([7]), SIGNATURE_WORDS);
  const row = table.add(words, SIGNATURE_WORDS);
  expect(table.find([7])).toEqual([row]);
  expect(table.bytesWith(0)).toBe(1 << 20);
});

it('SignatureTable finds rows in each of its blocks, and those that no block has yet', () => {
  const table = new SignatureTable();
  for (let row = 0; row < 5000; row += 1) table.add(signature([1, row % 2 === 0 ? 2 : 3]), 0);
  const third = table.add(signature([1, 7]), 0);
  table.remove(2500);
  expect(table.add(signature([1, 7]), 0)).toBe(2500);
  expect([table.find([1, 7]), table.find([7, 2])]).toEqual([[2500, third], []]);
  expect(table.find([1])).toHaveLength(5001);
});
