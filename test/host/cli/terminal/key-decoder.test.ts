import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Key } from '../../../../src/host/cli/terminal/key.js';
import { KeyDecoder } from '../../../../src/host/cli/terminal/key-decoder.js';

function decode(...chunks: readonly string[]): Key[] {
  const decoder = new KeyDecoder();
  return [...chunks.flatMap((chunk) => decoder.feed(chunk)), ...decoder.flush()];
}

/** Runs of text as one, however they were cut. */
function joined(keys: readonly Key[]): Key[] {
  const all: Key[] = [];
  for (const key of keys) {
    const last = all.at(-1);
    if (key.type === 'text' && last?.type === 'text')
      all[all.length - 1] = { type: 'text', text: last.text + key.text };
    else all.push(key);
  }
  return all;
}

const KEYS: readonly [sent: string, id: string][] = [
  ['\r', 'enter'],
  ['\n', 'linefeed'],
  ['\t', 'tab'],
  ['\u007f', 'backspace'],
  ['\u0003', 'ctrl-c'],
  ['\u001f', 'ctrl-_'],
  ['\u001b', 'escape'],
  ['\u001b\r', 'alt-enter'],
  ['\u001b\u007f', 'alt-backspace'],
  ['\u001bb', 'alt-b'],
  ['\u001bB', 'alt-b'],
  ['\u001b[A', 'up'],
  ['\u001bOA', 'up'],
  ['\u001b[1;5D', 'ctrl-left'],
  ['\u001b\u001b[D', 'alt-left'],
  ['\u001b[1;2D', 'shift-left'],
  ['\u001b[3~', 'delete'],
  ['\u001b[3;5~', 'ctrl-delete'],
  ['\u001b[H', 'home'],
  ['\u001b[4~', 'end'],
  ['\u001b[Z', 'shift-tab'],
  // kitty's protocol
  ['\u001b[13;2u', 'shift-enter'],
  ['\u001b[13;3u', 'alt-enter'],
  ['\u001b[27u', 'escape'],
  ['\u001b[99;5u', 'ctrl-c'],
  ['\u001b[99:67;5:1u', 'ctrl-c'],
  ['\u001b[57414u', 'enter'],
  // xterm's modifyOtherKeys
  ['\u001b[27;2;13~', 'shift-enter'],
  ['\u001b[27;5;99~', 'ctrl-c'],
];

describe('KeyDecoder', () => {
  test.each(KEYS)('reads %j as %s', (sent, id) => {
    expect(decode(sent)).toEqual([{ type: 'key', id }]);
  });

  test.each([
    ['a key that was let go', '\u001b[99;5:3u'],
    ['a report of a terminal', '\u001b]11;rgb:0000/0000/0000\u001b\\'],
    ['an answer to a question', '\u001b[?62;22c'],
    ['a key of the Linux console', '\u001b[[A'],
    ['a key that writes nothing', '\u001b[57358u'],
    ['the end of a paste that did not begin', '\u001b[201~'],
  ])('takes %s for nothing, and what is behind it for itself', (_what, sent) => {
    expect(decode(`${sent}x`)).toEqual([{ type: 'text', text: 'x' }]);
  });

  test('takes a paste as one piece, keys in it among its text', () => {
    expect(decode('a\u001b[200~one\r\ntwo\rthree\u0003\u001b[A\u001b[201~\r')).toEqual([
      { type: 'text', text: 'a' },
      { type: 'paste', text: 'one\ntwo\nthree\u0003\u001b[A' },
      { type: 'key', id: 'enter' },
    ]);
  });

  test('keeps a paste open until its end, whatever time passes', () => {
    const decoder = new KeyDecoder();
    expect([decoder.feed('\u001b[200~half'), decoder.isOpen, decoder.flush()]).toEqual([[], false, []]);
    expect(decoder.feed(' done\u001b[201~')).toEqual([{ type: 'paste', text: 'half done' }]);
  });

  test('waits with an Escape for what may follow, and says so', () => {
    const decoder = new KeyDecoder();
    expect([decoder.feed('\u001b'), decoder.isOpen]).toEqual([[], true]);
    expect(decoder.feed('[A')).toEqual([{ type: 'key', id: 'up' }]);
    decoder.feed('\u001b');
    expect([decoder.flush(), decoder.isOpen]).toEqual([[{ type: 'key', id: 'escape' }], false]);
  });

  const piece = fc.oneof(
    fc.constantFrom(...KEYS.map(([sent]) => sent).filter((sent) => sent !== '\u001b')),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 5 }).filter((text) => !/[\p{Cc}]/u.test(text)),
    fc.string({ unit: 'grapheme', maxLength: 12 }).map((text) => `\u001b[200~${text}\u001b[201~`),
  );

  test('reads the same keys however what a terminal sends is cut', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), fc.array(fc.nat(60), { maxLength: 6 }), (sent, cuts) => {
        const input = sent.join('');
        const places = [
          0,
          ...cuts.map((cut) => Math.min(cut, input.length)).sort((a, b) => a - b),
          input.length,
        ];
        const chunks = places.slice(1).map((to, index) => input.slice(places[index], to));
        expect(joined(decode(...chunks))).toEqual(joined(decode(input)));
      }),
      { numRuns: 500 },
    );
  });

  test('loses nothing of what is typed and hands no control on as text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (input) => {
        const texts = decode(input).flatMap((key) => (key.type === 'text' ? [key.text] : []));
        expect(texts.join('')).not.toMatch(/\p{Cc}/u);
      }),
    );
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll(/\p{Cc}/gu, '')),
        (input) => {
          expect(joined(decode(input))).toEqual(input === '' ? [] : [{ type: 'text', text: input }]);
        },
      ),
    );
  });
});
