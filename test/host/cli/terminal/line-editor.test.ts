import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Key } from '../../../../src/host/cli/terminal/key.js';
import { LineEditor } from '../../../../src/host/cli/terminal/line-editor.js';
import { InputHistory } from '../../../../src/host/cli/terminal/input-history.js';

const key = (id: string): Key => ({ type: 'key', id });
const typed = (text: string): Key => ({ type: 'text', text });
const pasted = (text: string): Key => ({ type: 'paste', text });

function press(keys: readonly Key[], past: readonly string[] = []): LineEditor {
  const editor = new LineEditor(new InputHistory(past));
  for (const each of keys) editor.press(each);
  return editor;
}

/** The text with a `|` where the cursor is. */
function look({ buffer: { text, cursor } }: LineEditor): string {
  return `${text.slice(0, cursor)}|${text.slice(cursor)}`;
}

const EDITS: readonly [what: string, keys: readonly Key[], expected: string][] = [
  ['moves by characters that a person sees', [typed('a👨‍👩‍👧e\u0301'), key('left'), key('left')], 'a|👨‍👩‍👧e\u0301'],
  ['deletes one of them', [typed('a👨‍👩‍👧'), key('backspace')], 'a|'],
  ['deletes forward', [typed('ab'), key('home'), key('delete')], '|b'],
  ['moves by words', [typed('one two-three'), key('alt-b'), key('ctrl-left')], 'one |two-three'],
  ['moves forward by words', [typed('one two'), key('ctrl-a'), key('alt-f')], 'one| two'],
  ['cuts a word and puts it back', [typed('one two'), key('ctrl-w'), key('home'), key('ctrl-y')], 'two|one '],
  ['cuts to the end of the line', [typed('one\ntwo'), key('up'), key('home'), key('ctrl-k')], '|\ntwo'],
  ['cuts to its start', [typed('one two'), key('left'), key('ctrl-u')], '|o'],
  ['takes back the last change', [typed('one'), typed(' two'), key('ctrl-_')], 'one|'],
  ['begins a line with Shift-Enter', [typed('a'), key('shift-enter'), typed('b')], 'a\nb|'],
  ['begins a line with Alt-Enter', [typed('a'), key('alt-enter'), typed('b')], 'a\nb|'],
  ['begins a line with Ctrl-J', [typed('a'), key('linefeed'), typed('b')], 'a\nb|'],
  ['begins a line with a backslash and Enter', [typed('a\\'), key('enter'), typed('b')], 'a\nb|'],
  ['moves between lines', [typed('abc\nd\nefg'), key('up'), key('up')], 'a|bc\nd\nefg'],
  ['knows nothing of other keys', [typed('a'), key('pageup'), key('ctrl-t')], 'a|'],
  ['keeps what a terminal would act on out of a paste', [pasted('a\u001b[31mb\u0007\tc\nd')], 'ab\tc\nd|'],
];

describe('LineEditor', () => {
  test.each(EDITS)('%s', (_what, keys, expected) => {
    expect(look(press(keys))).toBe(expected);
  });

  test('gives the message on Enter and is empty then', () => {
    const editor = press([typed('one'), key('shift-enter'), typed('two')]);
    expect(editor.press(key('enter'))).toEqual({ text: 'one\ntwo', shown: 'one\ntwo' });
    expect(look(editor)).toBe('|');
  });

  test('stands a mark for a long paste, which is one character to edit and whole in the message', () => {
    const paste = Array.from({ length: 30 }, (_, index) => `line ${index}`).join('\n');
    const editor = press([typed('see '), pasted(paste), typed('!'), key('left'), key('left')]);
    expect(look(editor)).toBe('see |[Pasted #1: 30 lines]!');
    expect(editor.press(key('enter'))).toEqual({
      text: `see ${paste}!`,
      shown: 'see [Pasted #1: 30 lines]!',
      pastes: new Map([['[Pasted #1: 30 lines]', paste]]),
    });
    expect(look(press([pasted(paste), key('backspace')]))).toBe('|');
  });

  test('goes through past lines, and back to what was typed', () => {
    const editor = press([typed('new'), key('up'), key('up'), key('up')], ['oldest', 'newest']);
    expect(look(editor)).toBe('oldest|');
    editor.press(key('down'));
    expect(look(editor)).toBe('newest|');
    editor.press(key('down'));
    expect(look(editor)).toBe('new|');
  });

  test('searches past lines, the newest first', () => {
    const editor = press([typed('draft'), key('ctrl-r'), typed('te')], ['test one', 'other', 'test two']);
    expect([look(editor), editor.search]).toMatchObject(['test two|', { query: 'te', isFound: true }]);
    editor.press(key('ctrl-r'));
    expect(look(editor)).toBe('test one|');
    editor.press(typed('zzz'));
    expect(editor.search).toMatchObject({ query: 'tezzz', isFound: false });
    expect(editor.escape()).toBe(true);
    expect([look(editor), editor.search]).toEqual(['draft|', undefined]);
  });

  test('sends the line that a search has found', () => {
    const editor = press([key('ctrl-r'), typed('one')], ['test one']);
    expect(editor.press(key('enter'))).toEqual({ text: 'test one', shown: 'test one' });
  });

  test('puts what was entered for later before what is typed', () => {
    const editor = press([typed('second')]);
    editor.takeBack({ text: 'first', shown: 'first' });
    expect(look(editor)).toBe('first\nsecond|');
  });

  test('completes with Tab, moves through suggestions and lets Escape close them', () => {
    const editor = press([typed('see @ind')]);
    const subject = { kind: 'path', from: 4, text: '@ind' } as const;
    const items = [{ text: '@src/index.ts ' }, { text: '@index.md ' }];
    editor.suggestions.show(subject, items);
    editor.press(key('down'));
    editor.press(key('down'));
    editor.press(key('tab'));
    expect([look(editor), editor.suggestions.items]).toEqual(['see @index.md |', []]);
    editor.suggestions.show(subject, items);
    expect([editor.escape(), editor.escape()]).toEqual([true, false]);
  });

  test('takes back a message with its long pastes, beside those of what is typed now', () => {
    const [one, two, three] = ['1', '2', '3'].map((text) => text.repeat(900));
    const editor = press([pasted(one ?? ''), typed(' '), pasted(two ?? '')]);
    const entered = editor.press(key('enter'));
    for (const each of [typed('now '), pasted(three ?? '')]) editor.press(each);
    if (entered !== undefined) editor.takeBack(entered);
    expect(editor.press(key('enter'))?.text).toBe(`${one} ${two}\nnow ${three}`);
  });

  test('takes a selected suggestion with Enter, and sends with Enter when none is selected', () => {
    const editor = press([typed('/mo')]);
    const subject = { kind: 'command', from: 0, text: '/mo' } as const;
    editor.suggestions.show(subject, [{ text: '/model ' }, { text: '/mode ' }]);
    editor.press(key('up'));
    expect(editor.press(key('enter'))).toBeUndefined();
    expect(look(editor)).toBe('/mode |');
    editor.suggestions.show(subject, [{ text: '/model ' }]);
    expect(editor.press(key('enter'))).toEqual({ text: '/mode ', shown: '/mode ' });
  });
});

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** A line as characters that a person sees, edited one by one: slow, and plainly right. */
class Model {
  #before: string[] = [];
  #after: string[] = [];

  press(each: Key): void {
    if (each.type === 'text') this.#before.push(each.text);
    else if (each.type === 'key') {
      if (each.id === 'backspace') this.#before.pop();
      if (each.id === 'delete') this.#after.shift();
      if (each.id === 'left') this.#after.unshift(...this.#before.splice(-1));
      if (each.id === 'right') this.#before.push(...this.#after.splice(0, 1));
      if (each.id === 'home') this.#after.unshift(...this.#before.splice(0));
      if (each.id === 'end') this.#before.push(...this.#after.splice(0));
      if (each.id === 'ctrl-u') this.#before = [];
      if (each.id === 'ctrl-k') this.#after = [];
    }
  }

  get look(): string {
    return `${this.#before.join('')}|${this.#after.join('')}`;
  }
}

describe('editing', () => {
  // Characters that do not join with a neighbour.
  const character = fc.constantFrom('a', 'Z', ' ', '語', '👍', '👨‍👩‍👧', 'ñ', '/', '@', '\\');
  const anyKey = fc.oneof(
    { weight: 3, arbitrary: character.map(typed) },
    { weight: 2, arbitrary: fc.constantFrom('backspace', 'delete', 'left', 'right', 'home', 'end').map(key) },
    { weight: 1, arbitrary: fc.constantFrom('ctrl-u', 'ctrl-k').map(key) },
  );

  test('does what a person sees, whatever is pressed', () => {
    fc.assert(
      fc.property(fc.array(anyKey, { maxLength: 40 }), (keys) => {
        const model = new Model();
        const editor = new LineEditor(new InputHistory([]));
        for (const each of keys) {
          model.press(each);
          editor.press(each);
          expect(look(editor)).toBe(model.look);
        }
      }),
      { numRuns: 500 },
    );
  });

  const wild = fc.oneof(
    anyKey,
    fc.string({ unit: 'grapheme', maxLength: 6 }).map(pasted),
    fc.constantFrom('\u0301', '\u200d', '👩', '🏽').map(typed),
    fc
      .constantFrom(
        'up',
        'down',
        'shift-enter',
        'alt-b',
        'alt-f',
        'ctrl-w',
        'alt-d',
        'ctrl-y',
        'ctrl-_',
        'ctrl-r',
        'tab',
        'enter',
      )
      .map(key),
  );

  test('never leaves the cursor inside of a character, and sends what stands there', () => {
    fc.assert(
      fc.property(fc.array(wild, { maxLength: 40 }), (keys) => {
        const editor = new LineEditor(new InputHistory(['past 👍 line', 'two\nlines']));
        for (const each of keys) {
          const { text } = editor.buffer;
          const entered = editor.press(each);
          if (entered !== undefined) expect(entered.text).toBe(text);
          const { buffer } = editor;
          const places = [...segmenter.segment(buffer.text)].map(({ index }) => index);
          expect([...places, buffer.text.length]).toContain(buffer.cursor);
        }
      }),
      { numRuns: 500 },
    );
  });
});
