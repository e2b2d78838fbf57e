import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Block } from '../../../src/host/markdown/markdown-node.js';
import { parseSafeMarkdown } from '../../../src/host/markdown/parse-safe-markdown.js';
import { markdownText } from './markdown-text.js';
import { outline } from './outline.js';

const read = (text: string): string => outline(parseSafeMarkdown(text).blocks.map(({ node }) => node));

/** Whether all of a text is in the blocks; marked writes the white space that ends a line its own way. */
function isAllIn(blocks: readonly Block[], text: string): boolean {
  const words = (raw: string): string => raw.replace(/\s+/g, '');
  return words(blocks.map(({ raw }) => raw).join('')) === words(text);
}

describe('parseSafeMarkdown', () => {
  test.each<[text: string, expected: string]>([
    ['', ''],
    ['a *b* **c** ~~d~~ `e`', 'paragraph("a " em("b") " " strong("c") " " del("d") " " code("e"))'],
    ['# a\n\n###### b', 'heading1("a") heading6("b")'],
    ['a  \nb', 'paragraph("a" break "b")'],
    ['- a\n- b\n  1. c', 'list(line("a"), line("b") list1(line("c")))'],
    ['7. a\n\n8. b', 'list7(paragraph("a"), paragraph("b"))'],
    ['- [x] a\n- [ ] b', 'list(true line("a"), false line("b"))'],
    ['- [x] a\n\n- [ ] b', 'list(true paragraph("a"), false paragraph("b"))'],
    ['> a\n> > b', 'quote(paragraph("a") quote(paragraph("b")))'],
    ['```ts title="a"\nb < c\n```', 'code:ts("b < c")'],
    ['    a\n    b', 'code:("a\\nb")'],
    ['|a|b|\n|-|-:|\n|1|*2*|', 'table:,right("a" | "b" / "1" | em("2"))'],
    ['---', 'rule'],
    ['\\*a\\* &amp; &lt;b&gt; &#42;', 'paragraph("*" "a" "*" " & <b> *")'],
    ['`&amp;`', 'paragraph(code("&amp;"))'],
    ['https://example.com', 'paragraph(link:https://example.com/("https://example.com"))'],
    ['[a](https://example.com/b "c")', 'paragraph(link:https://example.com/b[example.com]("a"))'],
    [
      '[a][b]\n\n[b]: https://example.com',
      'paragraph(link:https://example.com/[example.com]("a")) definition',
    ],
    ['<a@example.com>', 'paragraph(link:mailto:a@example.com("a@example.com"))'],
  ])('reads %j', (text, expected) => {
    expect(read(text)).toBe(expected);
  });

  test.each<[what: string, text: string, expected: string]>([
    ['a script', 'a <script>b()</script>', 'paragraph("a " "<script>" "b()" "</script>")'],
    ['a block of script', '<script>\na()\n</script>', 'code:html("<script>\\na()\\n</script>")'],
    ['an event handler', '<img src=x onerror="a()">', 'code:html("<img src=x onerror=\\"a()\\">")'],
    [
      'svg and MathML',
      '<svg onload=a()> <math><mtext></mtext></math>',
      'paragraph("<svg onload=a()>" " " "<math>" "<mtext>" "</mtext>" "</math>")',
    ],
    ['styles', '<style>a{}</style>', 'code:html("<style>a{}</style>")'],
    ['a frame', '<iframe src="javascript:a()">', 'code:html("<iframe src=\\"javascript:a()\\">")'],
    ['a form', '<form action="https://a.b"><input>', 'code:html("<form action=\\"https://a.b\\"><input>")'],
    ['a comment', 'a <!-- b --> c', 'paragraph("a " "<!-- b -->" " c")'],
    ['HTML in a table', '|<b>|\n|-|\n|<i>|', 'table:("<b>" / "<i>")'],
    ['HTML in a heading', '# <b>a</b>', 'heading1("<b>" "a" "</b>")'],
    ['HTML in the text of a link', '[<b>](https://a.b)', 'paragraph(link:https://a.b/[a.b]("<b>"))'],
    ['HTML that was escaped', '&lt;script&gt;', 'paragraph("<script>")'],
    [
      'a language that would leave its attribute',
      '```"><script>a()</script>\nb\n```',
      'code:"><script>a()</script>("b")',
    ],
    [
      'a quote in an address',
      '[a](https://a.b/"onclick="c)',
      'paragraph(link:https://a.b/%22onclick=%22c[a.b]("a"))',
    ],
    ['hidden characters', 'a\u202eb `c\u200bd`', 'paragraph("a⟨U+202E⟩b " code("c⟨U+200B⟩d"))'],
    ['hidden characters that were escaped', 'a&#x202e;b&#27;', 'paragraph("a⟨U+202E⟩b⟨U+001B⟩")'],
  ])('shows %s as text', (_what, text, expected) => {
    expect(read(text)).toBe(expected);
  });

  test.each<[text: string, expected: string]>([
    ['[a](javascript:b)', '"a" " (javascript:b)"'],
    ['[a](JAVASCRIPT:b)', '"a" " (JAVASCRIPT:b)"'],
    ['[a](&#106;avascript:b)', '"a" " (javascript:b)"'],
    ['[a](java&#x09;script:b)', '"a" " (java\\tscript:b)"'],
    ['[a](java&#10;script:b)', '"a" " (java\\nscript:b)"'],
    ['[a](&#1;javascript:b)', '"a" " (⟨U+0001⟩javascript:b)"'],
    ['[a](javascript&colon;b)', '"a" " (javascript&colon;b)"'],
    ['[a](\\javascript:b)', '"a" " (\\\\javascript:b)"'],
    ['[a](<javascript:b c>)', '"a" " (javascript:b c)"'],
    ['[*a*](command:b)', 'em("a") " (command:b)"'],
    ['[a](vscode:b)', '"a" " (vscode:b)"'],
    ['[a](data:text/html,b)', '"a" " (data:text/html,b)"'],
    ['[a]( )', '"a" " ()"'],
    ['<javascript:a>', '"javascript:a"'],
    ['<command:a>', '"command:a"'],
    ['[a](https://b.c@d.e)', '"a" " (https://b.c@d.e)"'],
    ['![a](javascript:b)', '"image: a" " (javascript:b)"'],
    ['![a](data:image/svg+xml,b)', '"image: a" " (data:image/svg+xml,b)"'],
  ])('does not link %j', (text, expected) => {
    expect(read(text)).toBe(`paragraph(${expected})`);
  });

  test.each<[text: string, expected: string]>([
    ['[a](src/main.ts)', 'place:src/main.ts("a")'],
    ['[`a`](src/main.ts#L7)', 'place:src/main.ts:7(code("a"))'],
    ['[a](./my%20notes.md#L7-L9)', 'place:./my notes.md:7-9("a")'],
    ['[a](../b.md#a-heading)', 'place:../b.md("a")'],
    ['[a](/w/b.ts:10-20)', 'place:/w/b.ts:10-20("a")'],
    ['[a](C:/w/b.ts:3)', 'place:C:/w/b.ts:3("a")'],
    ['![a](shots/b.png)', 'place:shots/b.png("image: a")'],
    ['[a][b]\n\n[b]: src/c.ts', 'place:src/c.ts("a")'],
  ])('makes a place of the relative link %j', (text, expected) => {
    expect(read(text).replace(/ definition$/, '')).toBe(`paragraph(${expected})`);
  });

  test.each<[text: string, expected: string]>([
    ['[a](#b)', '"a" " (#b)"'],
    ['[a](?b)', '"a" " (?b)"'],
    ['[a](//b.c/d)', '"a" " (//b.c/d)"'],
    ['[a](file:///b/c)', '"a" " (file:///b/c)"'],
    ['[a](b%00c)', '"a" " (b%00c)"'],
    ['[a](b%E2%80%AEc)', '"a" " (b%E2%80%AEc)"'],
    ['[a](b%0Ac)', '"a" " (b%0Ac)"'],
    ['[a](..)', '"a" " (..)"'],
  ])('makes no place of %j', (text, expected) => {
    expect(read(text)).toBe(`paragraph(${expected})`);
  });

  test('follows no definition to where a link may not lead', () => {
    expect(read('[a][b]\n\n[b]: command:c')).toBe('paragraph("a" " (command:c)") definition');
  });

  test.each<[text: string, expected: string]>([
    ['[https://bank.com](https://evil.com)', 'link:https://evil.com/[evil.com]("https://bank.com")'],
    ['[bank.com](https://evil.com)', 'link:https://evil.com/[evil.com]("bank.com")'],
    ['[evil.com](https://evil.com)', 'link:https://evil.com/("evil.com")'],
  ])('says where %j leads, unless its text does', (text, expected) => {
    expect(read(text)).toBe(`paragraph(${expected})`);
  });

  test.each<[text: string, expected: string]>([
    ['![a](https://b.c/d.png "e")', 'link:https://b.c/d.png[b.c]("image: a")'],
    ['![](https://b.c/d.png)', 'link:https://b.c/d.png[b.c]("image")'],
    [
      '[![a](https://b.c/d.png)](https://e.f)',
      'link:https://e.f/[e.f](link:https://b.c/d.png[b.c]("image: a"))',
    ],
  ])('makes a link of the image %j', (text, expected) => {
    expect(read(text)).toBe(`paragraph(${expected})`);
  });

  const bomb = (unit: string, count: number): [what: string, text: string] => [
    `${count} times ${JSON.stringify(unit.slice(0, 20))}`,
    unit.repeat(count),
  ];
  test.each([
    bomb('>', 10_000),
    bomb('> ', 10_000),
    bomb('> - ', 10_000),
    bomb('- ', 10_000),
    bomb('1. ', 10_000),
    bomb('[', 10_000),
    bomb('![', 10_000),
    bomb('[a](', 10_000),
    bomb('*__a', 25_000),
    bomb('_', 100_000),
    bomb('`', 100_000),
    bomb('<', 100_000),
    bomb('<a ', 30_000),
    bomb('<!--', 25_000),
    bomb('a@', 50_000),
    bomb('a', 100_000),
    bomb('\\', 100_000),
    bomb('&', 100_000),
    bomb('|a|b|\n|-|-|\n', 8_000),
    bomb('- a\n', 25_000),
    bomb('> a\n\n', 20_000),
    bomb('[a]: b\n', 14_000),
    bomb(`${'*b.)'.repeat(60)}\n\n`, 400),
    ['a table of 40,000 rows', `|a|b|\n|-|-|\n${'|c|d|\n'.repeat(40_000)}`],
    ['a table of 20,000 columns', `${'|a'.repeat(20_000)}|\n${'|-'.repeat(20_000)}|\n`],
    [
      'a list of 300 levels',
      Array.from({ length: 300 }, (_, level) => `${'  '.repeat(level)}- a`).join('\n'),
    ],
  ])('takes %s in its stride, and loses nothing', (_what, text) => {
    // Without bounds the longer one takes longer than a test may, or the stack ends.
    for (const bomb of [text, text.repeat(10)])
      expect(isAllIn(parseSafeMarkdown(bomb).blocks, bomb)).toBe(true);
  });

  test('nests no deeper than 16, and shows the rest as it was written', () => {
    expect(read('> '.repeat(20) + 'a')).toBe(`${'quote('.repeat(16)}line("> > > > a")${')'.repeat(16)}`);
  });

  test('shows a block of too many parts as it was written', () => {
    const text = `|a|b|\n|-|-|\n${'|c|d|\n'.repeat(4_000)}`;
    expect(read(text) === `paragraph(plain${JSON.stringify(text)})`).toBe(true);
  });

  test('shows a long text without markup in parts', () => {
    const text = 'x'.repeat(100_000);
    expect(read(text) === `paragraph(plain"${text}")`).toBe(true);
  });

  test('splits any text into blocks that together are the text', () => {
    fc.assert(
      fc.property(markdownText, (text) => {
        expect(isAllIn(parseSafeMarkdown(text).blocks, text)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  test('lets no link out but to the web and to mailboxes, whatever the text', () => {
    const markup = ['[a](', '![', '](', ')', '<', '>', '[d]', ': ', '|', '`', '*', '"', '\\', '\t', '\n'];
    const address = ['javascript:', 'java', 'script:', 'command:', 'data:', 'https://b.c', 'mailto:'];
    const disguise = ['&#106;', '&Tab;', '&#x09;', '&colon;', '\u0001'];
    const part = fc.constantFrom(...markup, ...address, ...disguise);
    fc.assert(
      fc.property(fc.array(part, { maxLength: 20 }), (parts) => {
        const { blocks } = parseSafeMarkdown(parts.join(''));
        const hrefs = JSON.stringify(blocks).match(/(?<="href":")[^"]*/g) ?? [];
        expect(hrefs.filter((href) => !/^(?:https?:\/\/|mailto:)/.test(href))).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });
});
