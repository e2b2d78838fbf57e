import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { HeadTailBuffer } from '../../../../src/host/node/shell/head-tail-buffer.js';

const HALF = 50_000;

function keep(...pieces: readonly string[]): { text: string; droppedChars: number } {
  const kept = new HeadTailBuffer();
  for (const piece of pieces) kept.add(piece);
  const text = kept.toString();
  return { text, droppedChars: kept.droppedChars };
}

test('output of 100,000 characters is kept whole', () => {
  const text = `${'a'.repeat(HALF)}${'b'.repeat(HALF)}`;
  expect(keep(text)).toEqual({ text, droppedChars: 0 });
});

test('longer output is kept as its first and its last 50,000 characters, in whatever pieces it came', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(40_000), { maxLength: 12 }), (sizes) => {
      const pieces = sizes.map((size, index) => String.fromCodePoint(97 + index).repeat(size));
      const whole = pieces.join('');
      const droppedChars = Math.max(0, whole.length - 2 * HALF);
      expect(keep(...pieces)).toEqual({
        text:
          droppedChars === 0
            ? whole
            : `${whole.slice(0, HALF)}\n[... ${droppedChars} characters left out ...]\n${whole.slice(-HALF)}`,
        droppedChars,
      });
    }),
    { numRuns: 200 },
  );
});

test('a character is never halved', () => {
  const { text, droppedChars } = keep(`a${'😀'.repeat(60_000)}b`);
  expect(text.isWellFormed()).toBe(true);
  expect(text.length - `\n[... ${droppedChars} characters left out ...]\n`.length + droppedChars).toBe(
    120_002,
  );
});
