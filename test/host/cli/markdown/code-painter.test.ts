import * as fc from 'fast-check';
import { styleText, stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import { paintCodeWith } from '../../../../src/host/cli/markdown/code-painter.js';
import { CodeFinder } from '../../../../src/host/cli/markdown/load-highlight.js';
import { MarkdownFlow } from '../../../../src/host/cli/markdown/markdown-flow.js';
import type { Paint } from '../../../../src/host/cli/markdown/paint.js';
import { highlightPart } from '../../../../src/host/markdown/code/highlight.js';

const marked: Paint = (style, text) => `<${String(style)}:${text}>`;
const colored: Paint = (style, text) => styleText(style, text, { validateStream: false });
const plain: Paint = (_style, text) => text;

function draw(code: string, language: string, paint = marked): readonly string[] {
  return code.split('\n').map(paintCodeWith(paint, () => highlightPart)(language));
}

describe('code on a terminal', () => {
  test('is coloured by what its parts are', () => {
    expect(draw('const a = "b"; // c\nfoo(1);', 'ts')).toEqual([
      '<magenta:const> a = <green:"b">; <dim:// c>',
      '<cyan:foo>(<yellow:1>);',
    ]);
    expect(draw('--- a\n-old\n+new\n same', 'diff').slice(1)).toEqual([
      '<red:-old>',
      '<green:+new>',
      ' same',
    ]);
  });

  test('keeps the colour of what goes on over several lines, and no longer', () => {
    expect(draw('/* a\n   const\n*/ const b = `c\n  d`;\nconst', 'ts')).toEqual([
      '<dim:/* a>',
      '<dim:   const>',
      '<dim:*/> <magenta:const> b = <green:`c>',
      '<green:  d`>;',
      '<magenta:const>',
    ]);
    expect(draw('def f():\n  """Says\n  if"""\n  if x: y', 'py').slice(1)).toEqual([
      '  <green:"""Says>',
      '<green:  if""">',
      '  <magenta:if> x: y',
    ]);
  });

  test.each([
    ['an unknown language', 'const a = 1;', 'ruby'],
    ['no language', 'const a = 1;', ''],
    ['a name that every object has', 'const a = 1;', 'constructor'],
    ['a line that is data', `const a = "${'b'.repeat(600)}";`, 'ts'],
  ])('has no colours in %s', (_what, code, language) => {
    expect(draw(code, language)).toEqual([code]);
  });

  test.each([
    ['a list', '- a\n  ```ts\n  const b;\n  ```\n', ['• a', '', '  <magenta:const> b;']],
    ['a quote', '> ```ts\n> const b;\n> ```\n', ['<dim:│ ><magenta:const> b;']],
    ['a list in a quote', '> - ```ts\n>   const b;\n>   ```\n', ['<dim:│ >• <magenta:const> b;']],
  ])('has colours in %s too', (_what, message, expected) => {
    expect(flow(message, marked)).toEqual(expected);
  });

  test('that never ends is coloured up to a bound', () => {
    const many = draw('const a = 1;\n'.repeat(10_000), 'ts');
    expect(many.filter((line) => line.includes('<'))).toHaveLength(300);
    expect(many.at(299)).toBe('<magenta:const> a = <yellow:1>;');
    // Each line of it is highlighted with all before it.
    const open = draw(`/*${' a long comment without an end\n'.repeat(10_000)}`, 'ts');
    expect(open.filter((line) => line.includes('<')).length).toBeLessThan(200);
  });

  test('is asked about a part of it at a time, however long the block is', () => {
    let chars = 0;
    const paint = paintCodeWith(plain, () => (code, language) => {
      chars += code.length;
      return highlightPart(code, language);
    })('ts');
    const line = 'export const value = compute("text", 42);';
    for (let index = 0; index < 10_000; index++) paint(line);
    expect(chars).toBe(300 * (line.length + 1));
  });

  test('has the same text as without colours', () => {
    const pieces = fc.constantFrom(
      'const a',
      ' = ',
      '"b',
      '`',
      '/*',
      '*/',
      '// c',
      '\n',
      '  ',
      '\t',
      '<a href="x">',
      '</a>',
      '&amp;',
      '<<EOF\n',
      'EOF\n',
      '# d',
      '"""',
      "'",
      '{',
      '}',
      '(',
      ')',
      '+e',
      '-f',
      '@@',
      '12',
      '語',
      '👍',
      '${',
      'def f():',
      ': g',
      '',
    );
    const code = fc
      .array(fc.oneof(pieces, fc.string({ unit: 'grapheme' })), { maxLength: 40 })
      .map((all) => all.join(''));
    const language = fc.constantFrom(
      'ts',
      'py',
      'sh',
      'html',
      'css',
      'diff',
      'go',
      'rs',
      'java',
      'c',
      'json',
      'yml',
      'x',
    );
    fc.assert(
      fc.property(code, language, (text, name) => {
        const safe = stripVTControlCharacters(text);
        const drawn = draw(safe, name, colored).map(stripVTControlCharacters);
        expect(drawn.join('\n')).toBe(safe);
        // In a message as well, whatever else its Markdown is.
        const message = `Look:\n\n~~~${name}\n${text}\n~~~\n\n- a\n  ~~~${name}\n  ${text.replaceAll('\n', '\n  ')}\n  ~~~\n`;
        const inColor = flow(message, colored);
        expect(inColor.map(stripVTControlCharacters)).toEqual(flow(message, plain));
      }),
      { numRuns: 300 },
    );
  });
});

describe('CodeFinder', () => {
  test.each([
    ['a fence', ['```ts\n'], true],
    ['one that comes in pieces', ['Look:\n``', '`t', 's\n'], true],
    ['one in a list or a quote', ['1. > ~~~~ python title="a.py"\n'], true],
    ['an unknown language', ['```text\n'], false],
    ['none', ['```\nts\n```\n'], false],
    ['a word behind a fence', ['```text ts\n'], false],
    ['code in a line', ['see ```ts``` or `ts`\n'], false],
    ['a long line', ['a'.repeat(1_000), '\n```go\n'], true],
  ])('finds code in a known language: %s', (_what, pieces, isFound) => {
    const finder = new CodeFinder();
    expect(pieces.some((piece) => finder.find(piece))).toBe(isFound);
  });
});

function flow(message: string, paint: Paint): readonly string[] {
  const drawing = new MarkdownFlow(
    paint,
    () => 60,
    paintCodeWith(paint, () => highlightPart),
  );
  return [...drawing.push(message), ...drawing.end()];
}
