import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyBlocks } from './apply-edit.js';

/** The text after one block that was found, however lenient the match. */
function edit(text: string, original: readonly string[], updated: readonly string[]): string {
  const outcome = applyBlocks(text, [{ original, updated }]);
  return outcome.isApplied ? outcome.text : outcome.problem;
}

describe("a block that was sent in plain signs leaves the file's own signs", () => {
  test.each([
    [
      'beside a changed word',
      'say(“it’s a cat”);\n',
      ['say("it\'s a cat");'],
      ['say("it\'s a dog");'],
      'say(“it’s a dog”);\n',
    ],
    [
      'around a changed word',
      'say(“a”, “b”, x);\n',
      ['say("a", "b", x);'],
      ['say("a", "c", x);'],
      'say(“a”, “c”, x);\n',
    ],
    [
      'behind an inserted word',
      'say(“a b”);\n',
      ['say("a b");'],
      ['say("x y", "a b");'],
      'say("x y", “a b”);\n',
    ],
    [
      'in a line that is indented deeper',
      'say(“a”);\n',
      ['say("a");'],
      ['if (b)', '  say("a");'],
      'if (b)\n  say(“a”);\n',
    ],
    [
      'in a line that is moved',
      'say(“a”);\nb();\nc();\n',
      ['say("a");', 'b();', 'c();'],
      ['b();', 'c();', 'say("a");'],
      'b();\nc();\nsay(“a”);\n',
    ],
    [
      'in a line that is split',
      'say(“first”, “second”);\n',
      ['say("first", "second");'],
      ['say(', '  "first",', '  "second");'],
      'say(\n  “first”,\n  “second”);\n',
    ],
    [
      'in lines that are joined',
      'say(\n  “first”,\n  “second”);\n',
      ['say(', '  "first",', '  "second");'],
      ['say("first", "second");'],
      'say(“first”, “second”);\n',
    ],
    ['for a dash', 'a – b\nc\n', ['a - b', 'c'], ['a - b and', 'c'], 'a – b and\nc\n'],
    ['for dots', 'wait…\nc\n', ['wait...', 'c'], ['wait... more', 'c'], 'wait… more\nc\n'],
    [
      'for a blank that does not break',
      'a\u00A0b c\nd\n',
      ['a b c', 'd'],
      ['a b see', 'd'],
      'a\u00A0b see\nd\n',
    ],
    ['for several blanks', 'a  =  1;\n', ['a = 1;'], ['a = 2;'], 'a  =  2;\n'],
    [
      'for a sign of no width',
      'first\u200B second\n',
      ['first second'],
      ['first third'],
      'first\u200B third\n',
    ],
    ['for an accent in two parts', 'cafe\u0301 one\n', ['café one'], ['café two'], 'cafe\u0301 two\n'],
    [
      'for blanks at the end of a line',
      'text here  \nc\n',
      ['text here', 'c'],
      ['text there', 'c'],
      'text there  \nc\n',
    ],
    [
      'for a tab at the end of a line that is split',
      'first(); second();\t\n',
      ['first(); second();'],
      ['first();', 'second();'],
      'first();\nsecond();\t\n',
    ],
    [
      'for line ends of several kinds',
      'a(1);\nb(1);\r\nc(1);\n',
      ['a(1);', 'b(1);', 'c(1);'],
      ['a(2);', 'b(2);', 'c(2);'],
      'a(2);\nb(2);\r\nc(2);\n',
    ],
    [
      'for line ends behind a part of a line',
      'x = f(1,\r\n2,\n3)\r\n',
      ['f(1,', '2,', '3'],
      ['f(1,', '2,', '4'],
      'x = f(1,\r\n2,\n4)\r\n',
    ],
  ])('%s', (_, text, original, updated, expected) => {
    expect(edit(text, original, updated)).toBe(expected);
  });

  test('and not in a new line that is like none of the old ones', () => {
    expect(edit('// it’s a\u00A0test\nb\n', ["// it's a test", 'b'], ["const x = 'y' + a;", 'b'])).toBe(
      "const x = 'y' + a;\nb\n",
    );
  });

  test('and no blanks at the end of a new line that ends otherwise than the old one that it shares a word with', () => {
    const text = 'diff(oldStr, newStr, \n  go) {\n';
    const of = (line: string): string => edit(text, ['diff(oldStr, newStr,'], [line, '"strict";']);
    expect(of('const text = this.cast(oldStr, options);')).toBe(
      'const text = this.cast(oldStr, options);\n"strict";\n  go) {\n',
    );
    // It has been changed, and ends as it did.
    expect(of('diff(oldStr, others,')).toBe('diff(oldStr, others, \n"strict";\n  go) {\n');
  });

  test('in a line beside which a blank line goes', () => {
    expect(
      edit('a\n\nthe\u00A0first  one\nb\n', ['a', '', 'the first  one', 'b'], ['a', 'the first  two', 'b']),
    ).toBe('a\nthe\u00A0first  two\nb\n');
  });

  test('and leaves the indentation of a new line, whatever blanks the file has elsewhere', () => {
    expect(edit('f(\n) {\n  g();\n', ['f(', ')  {', '  g();'], ['  when (x) {', '  g();'])).toBe(
      '  when (x) {\n  g();\n',
    );
  });

  test('and writes what the model has changed in it', () => {
    expect(edit('say(“a”);\n', ['say("a");'], ["say('a');"])).toBe("say('a');\n");
  });
});

test('whatever a block writes in plain signs, lines that stay and what stays of changed lines are as in the file', () => {
  const word = fc.constantFrom('one', 'it’s', '“two”', 'a–b', 'three…', 'é', 'four\u00A0five');
  const plain = (text: string): string =>
    text
      .replace(/[’]/g, "'")
      .replace(/[“”]/g, '"')
      .replaceAll('–', '-')
      .replaceAll('…', '...')
      .replaceAll('\u00A0', ' ');
  const line = fc.record({
    words: fc.array(word, { minLength: 2, maxLength: 8 }),
    rest: fc.constantFrom('', '', ' ', '  ', '\t'),
    end: fc.constantFrom('\n', '\r\n'),
  });
  fc.assert(
    fc.property(
      fc.array(line, { minLength: 1, maxLength: 6 }),
      fc.nat(),
      fc.nat(),
      (lines, atLine, atWord) => {
        // Numbers make each line and each word the only one of its kind.
        const texts = lines.map(({ words }, row) => words.map((each, column) => `${each}${row}${column}`));
        const row = atLine % lines.length;
        const column = atWord % (texts[row]?.length ?? 1);
        const changed = texts.map((words, at) =>
          at === row ? words.map((each, index) => (index === column ? `${each}new` : each)) : words,
        );
        const write = (all: readonly (readonly string[])[]): string =>
          all.map((words, at) => words.join(' ') + (lines[at]?.rest ?? '') + (lines[at]?.end ?? '')).join('');
        const send = (all: readonly (readonly string[])[]): string[] =>
          all.map((words) => plain(words.join(' ')));
        expect(edit(write(texts), send(texts), send(changed))).toBe(write(changed));
      },
    ),
    { numRuns: 500 },
  );
});

describe('a blank line at an end of the original that the file does not have', () => {
  const attribute = '    #[cfg(test)]\n    self.count();\n}\n';

  test.each([
    ['before it', attribute, ['', '    self.count();'], ['', '    #[cfg(test)]', '    self.count();']],
    ['behind it', 'a();\n// more\nb();\n', ['a();', ''], ['a();', '// more', '']],
    [
      'of white space',
      attribute,
      ['  ', '    self.count();'],
      ['  ', '    #[cfg(test)]', '    self.count();'],
    ],
    ['twice', attribute, ['', '', '    self.count();'], ['', '', '    #[cfg(test)]', '    self.count();']],
    ['around it', 'x();\na();\nb();\n', ['', 'a();', ''], ['', 'x();', 'a();', '']],
    [
      'with a change of the line',
      attribute,
      ['', '    self.count();'],
      ['', '    #[cfg(test)]', '    self.count(1);'],
    ],
    ['with other indentation', attribute, ['', 'self.count();'], ['', '#[cfg(test)]', 'self.count();']],
  ])('is not passed over when the block puts lines beside it: %s', (_, text, original, updated) => {
    expect(edit(text, original, updated)).toContain('is not in the file');
  });

  test.each([
    ['when the block changes the line', 'a();\nb();\n', ['', 'b();', ''], ['', 'c();', ''], 'a();\nc();\n'],
    [
      'when lines come behind the first',
      'a();\nb();\n',
      ['', 'a();', 'b();'],
      ['', 'a();', 'c();', 'b();'],
      'a();\nc();\nb();\n',
    ],
    ['at the start of the file', 'a();\nb();\n', ['', 'a();'], ['', 'x();', 'a();'], 'x();\na();\nb();\n'],
    ['at the end of the file', 'a();\nb();\n', ['b();', ''], ['b();', 'x();', ''], 'a();\nb();\nx();\n'],
    ['when another one is there', '\na();\n', ['', '', 'a();'], ['', '', 'x();', 'a();'], '\nx();\na();\n'],
  ])('is passed over %s', (_, text, original, updated, expected) => {
    expect(edit(text, original, updated)).toBe(expected);
  });

  test('is refused where the block stands at one place without it, and with it and other indentation at another', () => {
    const text = 'x();\na();\n\n  a();\n';
    expect(edit(text, ['', 'a();'], ['', 'b();', 'a();'])).toContain('more than one place');
  });
});

describe('brackets that are a part of a line are not taken for a whole one', () => {
  test.each([
    ['at the start', '{ }\n}\n', ['}', '}'], ['}', '', 'more();', '}']],
    ['at the end', 'a {\n}, [b]);\n', ['{', '}'], ['{', '  c();', '}']],
    ['alone', 'const a = { };\nb\n', ['}'], ['  c()', '}']],
    ['with a separator', 'f(g());\nx\n', [');'], [', h);']],
    [
      'behind a line with words, when they are changed',
      'a();\n} else {\n',
      ['a();', '}'],
      ['a();', '}', 'b();'],
    ],
  ])('%s', (_, text, original, updated) => {
    expect(edit(text, original, updated)).toMatch(/is not in the file|has no words/);
  });

  test.each([
    [
      'when other lines tell the place and they stay',
      'a();\n} else {\n',
      ['a();', '}'],
      ['b();', '}'],
      'b();\n} else {\n',
    ],
    ['when they are no brackets', 'if (a == b) {\n}\n', ['=='], ['==='], 'if (a === b) {\n}\n'],
    [
      'when words begin the part',
      'x = f(a, {\n  b,\n});\n',
      ['f(a, {', '  b,'],
      ['f(a, {', '  c,'],
      'x = f(a, {\n  c,\n});\n',
    ],
  ])('and are %s', (_, text, original, updated, expected) => {
    expect(edit(text, original, updated)).toBe(expected);
  });
});

test('lines that match in one way here and in another way there are refused', () => {
  const text = 'say(“a”);\nb();\n\n  say("a");\n  b();\n';
  expect(edit(text, ['say("a");', 'b();'], ['say("c");', 'b();'])).toContain('more than one place');
});
