import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { htmlToMarkdown } from '../../../../../src/actors/tools/web/html/html-to-markdown.js';

const URL_OF_PAGE = new URL('https://example.com/docs/guide.html');

async function* inPieces(text: string, chars = Infinity): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += Math.min(chars, text.length)) yield text.slice(at, at + chars);
}

function convert(html: string, { chars = Infinity, signal = new AbortController().signal } = {}) {
  return htmlToMarkdown(inPieces(html, chars), URL_OF_PAGE, signal);
}

async function textOf(html: string): Promise<string> {
  return (await convert(html)).text;
}

const PAGE = `<!doctype html>
<html lang="en"><head>
<title>  The
 Guide </title>
<meta charset="utf-8"><style>body { color: red }</style>
<script>document.write('<p>written</p>')</script>
<base href="/manual/">
</head>
<body onload="steal()">
<nav><ul><li><a href="intro.html">Intro</a></li><li><a href="https://other.example/x?y=1#z">Other</a></li></ul></nav>
<h1>Get   <em>started</em></h1>
<p>Run <code>npm ci</code>, then <a href="build.html#top">build</a>
   it.<br>Done&nbsp;&mdash; &lt;really&gt;.</p>
<!-- a comment that nobody sees -->
<ol start="3"><li>Third<ul><li>Inner <b>one</b><li>Inner two</ul><li><p>Fourth</p><p>goes on</p></ol>
<blockquote><p>Quoted</p><p>twice</p></blockquote>
<pre><code class="language-ts">const a = 1;
  if (a &lt; 2) { }
</code></pre>
<table><thead><tr><th>Name<th>Value</tr></thead>
<tr><td>a|b</td><td>1
 2</td></tr><tr><td>c</td><td></td></tr></table>
<img src="x.png" alt="A  picture"><img src="tracker.gif">
<dl><dt>Term</dt><dd>What it means</dd></dl>
<hr>
<p style="display: none">hidden one</p><p hidden>hidden two</p><div style="visibility:hidden"><p>hidden three</p></div>
<span style="font-size:0px">hidden four</span><p style="font-size:0.9em">small</p>
<svg><title>no title</title><text>drawn</text></svg><template><p>later</p></template>
<iframe src="https://evil.example/"></iframe><noscript><p>Without scripts</p></noscript>
<a href="javascript:alert(1)">bad</a> <a href="data:text/html,x">worse</a> <a href="#top">top</a>
<a href="https://example.com/card"><h3>Card</h3><p>with blocks</p></a>
</body></html>`;

const TEXT = `- [Intro](https://example.com/manual/intro.html)
- [Other](https://other.example/x?y=1#z)

# Get started

Run \`npm ci\`, then [build](https://example.com/manual/build.html#top) it.
Done — <really>.

3. Third
   - Inner one
   - Inner two
4. Fourth

   goes on

> Quoted

> twice

\`\`\`ts
const a = 1;
  if (a < 2) { }
\`\`\`

| Name | Value |
| --- | --- |
| a\\|b | 1 2 |
| c |  |

![A picture]

Term

: What it means

---

small

Without scripts

bad worse top

### Card

with blocks

(https://example.com/card)`;

describe('a page', () => {
  test('becomes Markdown with its links, and without what is hidden, drawn or executed', async () => {
    expect(await convert(PAGE)).toEqual({ text: TEXT, title: 'The Guide', isCut: false });
  });

  test.each([1, 7, 100])('has the same text when it comes in pieces of %i characters', async (chars) => {
    expect(await convert(PAGE, { chars })).toEqual({ text: TEXT, title: 'The Guide', isCut: false });
  });

  test.each([
    [
      'characters that nobody sees',
      '<p>a\u200bb&#x200d;c&#8238;d\u{e0041}e&shy;f\u{fe0f}g\u0000h</p>',
      'abcdefgh',
    ],
    [
      'a table that makes the layout',
      '<table><tr><td><table><tr><td>in</td><td>ner</td></tr></table></td><td>right</td></tr></table>',
      '| in | ner |\n| --- | --- |\n\nright',
    ],
    [
      'text before a large cell',
      '<table><tr><td>left</td><td>before<h2>Head</h2>after</td></tr></table>',
      'left\n\nbefore\n\n## Head\n\nafter',
    ],
    ['code with ticks', '<p><code>a `b` c</code></p>', '`` a `b` c ``'],
    ['a fence in code', '<pre>```\nx\n```</pre>', '````\n```\nx\n```\n````'],
    ['a link without text', '<p>a <a href="/x"></a><a href="/y"> </a>b</p>', 'a b'],
    [
      'a link that is its text',
      '<a href="https://example.com/">https://example.com/</a>',
      '<https://example.com/>',
    ],
    ['spaces around a link', 'a<a href="/x"> b </a>c', 'a [b](https://example.com/x) c'],
    ['a link inside of code', '<pre>x <a href="/y">y</a></pre>', '```\nx y\n```'],
    ['tags that are never closed', '<div><p>a<div>b<li>c', 'a\n\nb\n\n- c'],
    ['tags that were never opened', 'a</div></p></li></ul></table></a></code>b', 'a\n\nb'],
    [
      'a page that hides itself until its programs run',
      '<body style="visibility:hidden"><p>shown</p></body>',
      'shown',
    ],
    ['plain text', 'just text & more', 'just text & more'],
    ['nothing', '', ''],
    ['a script that is never closed', 'a<script>b', 'a'],
    ['a comment that is never closed', 'a<!-- b', 'a'],
    ['an attribute that is never closed', 'a<p title="b', 'a'],
    ['options of a choice', '<select><option>a</option></select>b', 'b'],
    ['line ends in code', '<pre>a\r\nb\rc</pre>', '```\na\nb\nc\n```'],
  ])('with %s reads well', async (_what, html, text) => {
    expect(await textOf(html)).toBe(text);
  });

  test.each([
    ['deeply nested elements', '<div>'.repeat(200_000)],
    ['open elements and other end tags', '<b>'.repeat(200_000) + '</i>'.repeat(200_000)],
    ['quotations in quotations', '<blockquote>a'.repeat(100_000)],
    ['lists in lists', '<ul><li>a'.repeat(100_000)],
    ['tables in tables', '<table><tr><td>a'.repeat(100_000)],
    ['code in code', `${'<code>'.repeat(400)}${'a '.repeat(500_000)}`],
    ['links in one block', '<a href="/x">a</a> '.repeat(100_000)],
    ['white space in code', `<pre>${' '.repeat(2_000_000)}x</pre>`],
    ['white space in text', `${' '.repeat(2_000_000)}x`],
    ['ticks', `<code>${'`'.repeat(1_000_000)}</code>`],
    ['attributes', `<p ${'a=b '.repeat(200_000)}>x`],
    ['a long attribute', `<p title="${'a'.repeat(2_000_000)}">x`],
    ['entities', '&amp;'.repeat(300_000)],
    ['ends of comments', '<!--'.repeat(300_000)],
    ['less-than signs', '<'.repeat(1_000_000)],
    ['rows', `<table>${'<tr><td>a<td>b'.repeat(100_000)}`],
    ['breaks', 'a<br>'.repeat(200_000)],
    ['carriage returns', '\r'.repeat(1_000_000)],
  ])('of %s costs as much as it is long', async (_what, html) => {
    // A cost that grows with the square of the length is more than a test may take for the longer one.
    for (const times of [1, 3])
      expect((await convert(html.repeat(times))).text.length).toBeLessThan(times * 6 * 1024 * 1024);
  });

  test('that makes itself longer by a long address is cut', async () => {
    const html = `<base href="https://example.com/${'a'.repeat(450)}/">${'<a href=x>y</a> '.repeat(60_000)}`;
    const { text, isCut } = await convert(html);
    expect(isCut).toBe(true);
    expect(text.length).toBeLessThan(6 * 1024 * 1024);
  });

  test('that is nested too deep keeps what came before', async () => {
    const { text, isCut } = await convert(`<p>before</p>${'<div>'.repeat(600)}after`);
    expect({ text, isCut }).toEqual({ text: 'before', isCut: true });
  });

  test('stops when it is cancelled', async () => {
    const controller = new AbortController();
    const converting = convert('<p>word</p>'.repeat(300_000), { signal: controller.signal });
    controller.abort(new Error('enough'));
    await expect(converting).rejects.toThrow('enough');
  });
});

describe('the text of a page', () => {
  const name = fc.constantFrom(
    ...'a b p div span ul ol li table tr td th pre code blockquote h1 h2 br hr img script style svg title template dl dd form select body html base noscript'.split(
      ' ',
    ),
  );
  const piece = fc.oneof(
    name.map((tag) => `<${tag}>`),
    name.map((tag) => `</${tag}>`),
    fc
      .tuple(
        name,
        fc.constantFrom('hidden', 'href=/x', 'href="javascript:1"', 'style="display:none"', 'alt=y'),
      )
      .map(([tag, attribute]) => `<${tag} ${attribute}>`),
    fc.string({ maxLength: 8 }),
    fc.constantFrom('word ', '\u200b', '🎭', 'ä', '&lt;', '<!--', '-->', '&#0;', '\r\n', '|', '```'),
  );

  test('never fails, is the same in pieces, and has nothing that a person cannot see', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(piece, { maxLength: 60 }),
        fc.integer({ min: 1, max: 9 }),
        async (pieces, chars) => {
          const html = pieces.join('');
          const whole = await convert(html);
          expect(whole.text).not.toMatch(/(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{DI}]/u);
          expect(await convert(html, { chars })).toEqual(whole);
        },
      ),
      { numRuns: 500 },
    );
  });
});
