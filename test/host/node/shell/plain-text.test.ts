import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { PlainText } from '../../../../src/host/node/shell/plain-text.js';

function plain(...pieces: readonly string[]): string {
  const text = new PlainText();
  return pieces.map((piece) => text.push(piece)).join('') + text.end();
}

test.each([
  ['plain text', 'a\tb\n', 'a\tb\n'],
  ['a colour', '\u001b[1;31mred\u001b[0m', 'red'],
  ['a private mode', '\u001b[?2004hx', 'x'],
  ['a title', '\u001b]0;title\u0007x', 'x'],
  ['a link that ends in ESC \\', '\u001b]8;;https://a\u001b\\x\u001b]8;;\u001b\\y', 'xy'],
  ['a character set', '\u001b(Bx', 'x'],
  ['a reset', '\u001bcx', 'x'],
  ['a title that never ends', '\u001b]0;title\nx', '\uFFFD]0;title\nx'],
  ['a colour that never ends', '\u001b[31\nx', '\uFFFD[31\nx'],
  ['an escape at the end', 'x\u001b', 'x\uFFFD'],
  ['line ends of other systems', 'a\r\nb\rc\r\r\nd\r', 'a\nb\nc\nd\n'],
  ['a bell, a NUL, a backspace, a C1 control', '\u0007\0\b\u009b', '\uFFFD\uFFFD\uFFFD\uFFFD'],
  ['an emoji', '😀', '😀'],
])('%s becomes text', (_, raw, expected) => {
  expect(plain(raw)).toBe(expected);
});

const anyRaw = fc
  .array(
    fc.constantFrom(
      '\u001b',
      '\u001b[31m',
      '\u001b]0;t',
      '\u0007',
      '\\',
      '[',
      ']',
      '\r',
      '\n',
      'a',
      '1',
      ';',
      '(',
      '\0',
    ),
    { maxLength: 30 },
  )
  .map((parts) => parts.join(''));

test('text does not depend on the pieces it comes in', () => {
  fc.assert(
    fc.property(anyRaw, fc.array(fc.nat(30), { maxLength: 6 }), (raw, cuts) => {
      const at = [0, ...cuts.map((cut) => cut % (raw.length + 1)).sort((a, b) => a - b), raw.length];
      const pieces = at.slice(1).map((end, index) => raw.slice(at[index], end));
      expect(plain(...pieces)).toBe(plain(raw));
    }),
    { numRuns: 5000 },
  );
});

test('text has no control characters but line ends and tabs', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(anyRaw, fc.string({ unit: 'binary' }))), (pieces) => {
      expect(plain(...pieces)).not.toMatch(/(?![\n\t])\p{Cc}/u);
    }),
    { numRuns: 2000 },
  );
});

test('an escape sequence is not waited for longer than for 4096 characters', () => {
  const text = new PlainText();
  expect(text.push(`\u001b]${'x'.repeat(5000)}`)).toHaveLength(5002);
});
