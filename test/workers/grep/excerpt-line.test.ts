import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chooseExcerpts, excerptLine } from '../../../src/workers/grep/excerpt-line.js';

test('a line that is short enough is not cut', () => {
  expect(excerptLine('a needle b', [2], 10)).toEqual({ text: 'a needle b' });
});

test('a single match gets all the room, a fifth of it before its start', () => {
  const line = `${'a'.repeat(400)}needle${'b'.repeat(400)}`;
  expect(excerptLine(line, [400], 100)).toEqual({
    text: `…${'a'.repeat(20)}needle${'b'.repeat(74)}…`,
    lineChars: 806,
  });
});

test.each([
  ['start', 0, `needle${'x'.repeat(94)}…`],
  ['end', 900, `…${'x'.repeat(94)}needle`],
])('a match at the %s of a line is shown to there', (_, at, text) => {
  const line = `${'x'.repeat(at)}needle${'x'.repeat(900 - at)}`;
  expect(excerptLine(line, [at], 100)).toEqual({ text, lineChars: 906 });
});

test('twenty matches far from each other are each shown, and text between them is marked', () => {
  const matches = Array.from({ length: 20 }, (_, index) => `needle-${index}-`);
  const line = matches.map((match) => match.padEnd(150_000, 'x')).join('');
  const starts = matches.map((_, index) => index * 150_000);
  const { text, lineChars } = excerptLine(line, starts, 500);
  expect({ lineChars, parts: text.split('…').length }).toEqual({ lineChars: 3_000_000, parts: 21 });
  expect(matches.filter((match) => text.includes(match))).toEqual(matches);
  expect(text.length).toBeLessThanOrEqual(2_000 + 20);
});

test('matches near each other share one part', () => {
  const line = `${'x'.repeat(300)}needle${'x'.repeat(30)}needle${'x'.repeat(300)}`;
  const { text } = excerptLine(line, [300, 336], 100);
  expect([text.split('needle').length, text.split('…').length]).toEqual([3, 3]);
});

test('a line of context shows its beginning', () => {
  expect(excerptLine('x'.repeat(11), [], 10)).toEqual({ text: `${'x'.repeat(10)}…`, lineChars: 11 });
});

test('matches close to the one before need no part, and there are twenty at most', () => {
  expect(chooseExcerpts([3, 4, 52, 53, 60])).toEqual([3, 53]);
  expect(chooseExcerpts(Array.from({ length: 100 }, (_, index) => index * 1_000))).toHaveLength(20);
});

test('every cut line is whole characters of the line, shows the start of each match, and is bounded', () => {
  const piece = fc.constantFrom('😀', 'é', 'a', 'bc', '日本', '👩‍👩‍👧');
  const parts = fc.array(fc.tuple(fc.array(piece, { maxLength: 60 }), fc.boolean()), {
    minLength: 1,
    maxLength: 25,
  });
  fc.assert(
    fc.property(parts, fc.integer({ min: 50, max: 300 }), (drawn, maxChars) => {
      let line = '';
      const starts: number[] = [];
      for (const [text, hasMatch] of drawn) {
        line += text.join('');
        if (hasMatch) starts.push(line.length);
        if (hasMatch) line += '<>';
      }
      const chosen = chooseExcerpts(starts);
      const { text, lineChars } = excerptLine(line, chosen, maxChars);
      expect(text.isWellFormed()).toBe(true);
      if (lineChars === undefined) {
        expect(text).toBe(line);
        return;
      }
      let from = 0;
      for (const shown of text.split('…').filter((part) => part !== '')) {
        const at = line.indexOf(shown, from);
        expect(at).toBeGreaterThanOrEqual(from);
        from = at + shown.length;
      }
      expect(text.split('<>').length - 1).toBeGreaterThanOrEqual(chosen.length);
      expect(text.length).toBeLessThanOrEqual(4 * maxChars + 2 * (chosen.length + 2));
    }),
    { numRuns: 300 },
  );
});
