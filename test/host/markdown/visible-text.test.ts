import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { plainText, toVisibleName, toVisibleText } from '../../../src/host/markdown/visible-text.js';

const HIDING = /(?![\n\t])[\p{Cc}\p{Bidi_Control}]/u;

describe('toVisibleText', () => {
  test.each<[what: string, text: string, visible: string]>([
    ['a right-to-left override', 'invoice\u202egnp.exe', 'invoice⟨U+202E⟩gnp.exe'],
    ['an isolate', 'a\u2067b\u2069c', 'a⟨U+2067⟩b⟨U+2069⟩c'],
    ['the marks of direction', '\u200e\u200f\u061c', '⟨U+200E⟩⟨U+200F⟩⟨U+061C⟩'],
    ['zero-width characters', 'a\u200bb\u2060c\ufeffd', 'a⟨U+200B⟩b⟨U+2060⟩c⟨U+FEFF⟩d'],
    ['a joiner where nothing joins', 'pass\u200dword', 'pass⟨U+200D⟩word'],
    ['a soft hyphen', 'com\u00admand', 'com⟨U+00AD⟩mand'],
    ['letters that are spaces', 'a\u3164\u115fb', 'a⟨U+3164⟩⟨U+115F⟩b'],
    ['text written in tags', 'hi\u{e0068}\u{e0069}', 'hi⟨U+E0068⟩⟨U+E0069⟩'],
    ['bytes written in variation selectors', 'a\ufe0f\ufe0e\u{e0101}', 'a⟨U+FE0F⟩⟨U+FE0E⟩⟨U+E0101⟩'],
    ['annotations', 'a\ufff9b\ufffac\ufffb', 'a⟨U+FFF9⟩b⟨U+FFFA⟩c⟨U+FFFB⟩'],
    ['separators of lines', 'a\u2028b\u2029c', 'a⟨U+2028⟩b⟨U+2029⟩c'],
    ['controls', 'a\u0000b\u0008c\u007fd\u0085', 'a⟨U+0000⟩b⟨U+0008⟩c⟨U+007F⟩d⟨U+0085⟩'],
    ['half a character', 'a\ud800b', 'a⟨U+D800⟩b'],
  ])('shows %s', (_what, text, visible) => {
    expect(toVisibleText(text)).toBe(visible);
  });

  test.each<[what: string, text: string]>([
    ['lines and tabs', 'a\n\tb'],
    ['umlauts, combined ones too', 'Grüße, Gru\u0308ße'],
    ['Hebrew and Arabic', 'שלום مرحبا'],
    ['the non-joiner of Persian', 'می\u200cخواهم'],
    ['the joiner of Sinhala', 'ශ්\u200dරී'],
    ['a family', '👨\u200d👩\u200d👧'],
    ['a hand in a colour, joined', '👩🏽\u200d💻'],
    ['a heart as emoji and a number in a key', '❤\ufe0f 1\ufe0f\u20e3'],
    ['a rainbow flag', '🏳\ufe0f\u200d🌈'],
    ['a form of a Chinese character', '葛\u{e0100}飾区'],
  ])('leaves %s alone', (_what, text) => {
    expect(toVisibleText(text)).toBe(text);
  });

  test('takes its time from the length of the text alone', () => {
    // Hours for whatever looks at all of a pile for each character of it.
    const piles = `क${'\u0300'.repeat(1_000_000)}${'\u200d'.repeat(1_000_000)}`;
    expect(toVisibleText(piles).startsWith('क')).toBe(true);
  });

  test('leaves nothing hidden in any text, and is done after once', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const visible = toVisibleText(text);
        expect(visible).not.toMatch(HIDING);
        expect(toVisibleText(visible)).toBe(visible);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('toVisibleName', () => {
  test('keeps a name on one line', () => {
    expect(toVisibleName('a\nb\tc\u202e')).toBe('a⟨U+000A⟩b⟨U+0009⟩c⟨U+202E⟩');
  });
});

describe('plainText', () => {
  test.each<[what: string, text: string, plain: string]>([
    ['colours', '\u001b[1;31mred\u001b[0m', 'red'],
    ['concealed text: it is shown', '\u001b[8msecret\u001b[28m', 'secret'],
    ['cursor moves and erasing', 'a\u001b[2K\u001b[1Gb\u001b[?25l', 'ab'],
    ['sequences with one introducer', 'a\u009b31mb', 'ab'],
  ])('drops %s', (_what, text, plain) => {
    expect(plainText(text)).toBe(plain);
  });

  test('keeps the escapes that hold words, for toVisibleText to show', () => {
    const link = '\u001b]8;;command:x\u001b\\click\u001b]8;;\u001b\\';
    expect(plainText(link)).toBe(link);
    expect(toVisibleText(plainText(link))).toBe('⟨U+001B⟩]8;;command:x⟨U+001B⟩\\click⟨U+001B⟩]8;;⟨U+001B⟩\\');
  });

  test('ends lines with line feeds', () => {
    expect(plainText('a\r\nb\rc\n')).toBe('a\nb\nc\n');
  });

  test('keeps what only looks like a sequence', () => {
    expect(plainText('\u001b[31')).toBe('\u001b[31');
  });
});
