import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { foldLines, LineFold } from '../../../../src/host/cli/draw/fold-lines.js';

const SIZE = { head: 2, tail: 3 };

describe('LineFold', () => {
  test.each([
    [5, ['0', '1', '2', '3', '4']],
    // One line more is shown rather than told to be missing.
    [6, ['0', '1', '2', '3', '4', '5']],
    [7, ['0', '1', '… 2 more lines …', '4', '5', '6']],
  ])('shows %j lines as head and tail', (count, expected) => {
    expect(foldLines(Array.from({ length: count }, (_, index) => String(index)).join('\n'), SIZE)).toEqual(
      expected,
    );
  });

  test('gives the same lines however the text comes, and counts those that are missing', () => {
    const lines = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', ' '), minLength: 1, maxLength: 3 }), {
      maxLength: 30,
    });
    fc.assert(
      fc.property(lines, fc.array(fc.nat(60), { maxLength: 8 }), (all, cuts) => {
        const text = all.map((line) => `${line}\n`).join('');
        const places = [
          0,
          ...cuts.map((cut) => Math.min(cut, text.length)).sort((a, b) => a - b),
          text.length,
        ];
        const fold = new LineFold(SIZE);
        const shown = places.slice(1).flatMap((to, index) => fold.push(text.slice(places[index], to)));
        shown.push(...fold.end());
        const missing = all.length - SIZE.head - SIZE.tail;
        expect(shown).toEqual(
          missing <= 1
            ? all
            : [...all.slice(0, SIZE.head), `… ${missing} more lines …`, ...all.slice(-SIZE.tail)],
        );
      }),
      { numRuns: 300 },
    );
  });

  test('says how to get what is missing, where that can be said', () => {
    expect(foldLines('0\n1\n2\n3\n4\n5\n6', SIZE, '/output 2 shows all')).toEqual([
      '0',
      '1',
      '… 2 more lines: /output 2 shows all …',
      '4',
      '5',
      '6',
    ]);
  });

  test('shows more of the end when it ends badly, and as much as before while it goes on', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 3, max: 20 }), (count, failedTail) => {
        const all = Array.from({ length: count }, (_, index) => String(index));
        const fold = new LineFold({ ...SIZE, failedTail });
        const shown = all.flatMap((line) => fold.push(`${line}\n`));
        const live = [...shown, ...fold.tail];
        const folded = (tail: number): string[] => {
          const missing = count - SIZE.head - tail;
          return missing <= 1
            ? all
            : [...all.slice(0, SIZE.head), `… ${missing} more lines …`, ...all.slice(-tail)];
        };
        expect(live).toEqual(folded(SIZE.tail));
        expect([...shown, ...fold.end({ hasFailed: true })]).toEqual(folded(failedTail));
      }),
      { numRuns: 300 },
    );
  });

  test('keeps no more of a line without an end than can be shown', () => {
    const fold = new LineFold(SIZE);
    for (let piece = 0; piece < 1_000; piece++) fold.push('x'.repeat(1_000));
    expect(fold.tail.join('').length).toBeLessThanOrEqual(2_000);
  });

  test('shows while it goes on what came last, a line without an end among it', () => {
    const fold = new LineFold(SIZE);
    fold.push('0\n1\n2\n3\n4\n5\n6\nhalf');
    expect(fold.tail).toEqual(['… 2 more lines …', '4', '5', '6', 'half']);
  });
});
