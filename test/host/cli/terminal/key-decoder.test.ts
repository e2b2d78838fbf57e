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
    expect([decoder.feed(' done\u001b[201~'), decoder.isOpen]).toEqual([[], true]);
    expect([decoder.flush(), decoder.isOpen]).toEqual([[{ type: 'paste', text: 'half done' }], false]);
  });

  test.each([
    ['its end marker', 'echo one\u001b[201~\rrm -rf .\r', 'echo one\nrm -rf .\n'],
    ['its end marker several times', 'a\u001b[201~\u001b[201~\u0003\u001b[201~\r', 'a\u0003\n'],
    ['both markers', 'one\u001b[201~\r\u001b[200~two', 'one\ntwo'],
    ['its end marker, and half of one', 'one\u001b[201~\r\u001b[20', 'one\n\u001b[20'],
  ])('takes a paste that contains %s as one piece, however it is cut', (_what, pasted, text) => {
    const sent = `\u001b[200~${pasted}\u001b[201~\r`;
    for (let cut = 0; cut <= sent.length; cut++)
      expect(decode(sent.slice(0, cut), sent.slice(cut))).toEqual([
        { type: 'paste', text },
        { type: 'key', id: 'enter' },
      ]);
  });

  test('takes no line end of a paste for two', () => {
    expect(decode('\u001b[200~one\r\ntwo\r', '\nthree\rfour\n\nfive\u001b[201~')).toEqual([
      { type: 'paste', text: 'one\ntwo\nthree\nfour\n\nfive' },
    ]);
  });

  test.each([
    ['a position of the cursor', '\u001b[12;40R', []],
    ['what the terminal is', '\u001b[?62;22c', []],
    ['which version it has', '\u001b[>0;276;0c', []],
    ["kitty's flags", '\u001b[?1u', []],
    ['a mode', '\u001b[?2026;2$y', []],
    ['its colour', '\u001b]11;rgb:1e1e/1e1e/1e1e\u001b\\', []],
    ['its colour, in the older form', '\u001b]10;rgb:ffff/ffff/ffff\u0007', []],
    ['its name', '\u001bP>|WezTerm 20240203\u001b\\', []],
    ['a capability', '\u001bP1+r524742=38\u001b\\', []],
    ['the mouse', '\u001b[<0;12;40M\u001b[<0;12;40m', []],
    ['the mouse in urxvt', '\u001b[32;12;40M', []],
    ['a paste', '\u001b[200~one\u001b[201~', ['one']],
    ['a key with modifiers', '\u001b[1;5D', ['ctrl-left']],
    ["a key of kitty's", '\u001b[13;2u', ['shift-enter']],
    ['an arrow', '\u001b[A', ['up']],
  ])('types nothing of %s that is cut in two, whatever time passes between', (_what, sent, expected) => {
    for (let cut = 1; cut < sent.length; cut++) {
      const decoder = new KeyDecoder();
      const keys = [
        ...decoder.feed(sent.slice(0, cut)),
        ...decoder.flush(),
        ...decoder.feed(sent.slice(cut)),
        ...decoder.flush(),
        ...decoder.feed('x\r'),
      ].map((key) => (key.type === 'key' ? key.id : key.text));
      // What nothing follows in time is a key.
      const given = keys.filter((key) => !/^(?:escape|alt-[[\]p])$/.test(key));
      expect([cut, given]).toEqual([cut, [...expected, 'x', 'enter']]);
    }
  });

  test.each([
    ['a sequence', '\u001b[20'],
    ['a report', '\u001b]11;rgb:12'],
  ])('gives the keys behind %s that breaks off', (_what, sent) => {
    const decoder = new KeyDecoder();
    expect([...decoder.feed(sent), ...decoder.flush(), ...decoder.feed('\u0003\u001b[Ax\r')]).toEqual([
      { type: 'key', id: 'ctrl-c' },
      { type: 'key', id: 'up' },
      { type: 'text', text: 'x' },
      { type: 'key', id: 'enter' },
    ]);
  });

  test('takes what is typed behind an Escape for itself', () => {
    for (const typed of ['[', '[1] one', ']', 'OAuth', 'P', '[INFO]']) {
      const decoder = new KeyDecoder();
      decoder.feed('\u001b');
      decoder.flush();
      expect([...decoder.feed(typed), ...decoder.flush()]).toEqual([{ type: 'text', text: typed }]);
    }
  });

  test('takes three characters behind a report of the mouse for the report', () => {
    expect(decode('\u001b[M !', '!y')).toEqual([{ type: 'text', text: 'y' }]);
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
    fc.constantFrom(
      '\u001b[200~',
      '\u001b[201~',
      '\u001b[12;40R',
      '\u001b[?1u',
      '\u001b[?2026;2$y',
      '\u001b[<0;1;2M',
      '\u001b[M !!',
      '\u001b[[A',
      '\u001b]11;rgb:0/0/0\u001b\\',
      '\u001b]11;rgb:0/0/0\u0007',
      '\u001bP>|xterm\u001b\\',
      '\u001b',
      '\u001b[',
      '\u001b]',
    ),
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
