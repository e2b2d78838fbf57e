import { describe, expect, test } from 'vitest';
import type { CodeSpan } from '../../../../src/host/markdown/code/code-span.js';
import { highlight, highlightPart } from '../../../../src/host/markdown/code/highlight.js';
import { isCodeLanguage } from '../../../../src/host/markdown/code/code-languages.js';
import { readSpans } from '../../../../src/host/markdown/code/read-spans.js';

const textOf = (spans: readonly CodeSpan[]): string => spans.map(({ text }) => text).join('');

describe('highlight', () => {
  test('tells the parts of code apart', () => {
    expect(highlight('const a = "b"; // c', 'ts')).toEqual([
      { kind: 'keyword', text: 'const' },
      { kind: '', text: ' a = ' },
      { kind: 'string', text: '"b"' },
      { kind: '', text: '; ' },
      { kind: 'comment', text: '// c' },
    ]);
  });

  test.each([
    'ts',
    'tsx',
    'js',
    'jsx',
    'json',
    'py',
    'sh',
    'html',
    'css',
    'diff',
    'go',
    'rs',
    'java',
    'c',
    'cpp',
    'yml',
  ])('knows the language %s', (language) => {
    const code = '<a href="b">1</a> "c": 2\n+d\n';
    expect(highlight(code, language).length).toBeGreaterThan(1);
    expect(textOf(highlight(code, language))).toBe(code);
  });

  test.each([
    ['an unknown language', 'const a = 1;', 'constructor'],
    ['no language', 'const a = 1;', ''],
    ['a long text', 'const a = 1;\n'.repeat(1_000), 'ts'],
    ['a long line', `const a = "${'b'.repeat(600)}";`, 'ts'],
  ])('leaves %s as one piece', (_what, code, language) => {
    expect(highlight(code, language)).toEqual([{ kind: '', text: code }]);
  });

  test('leaves HTML in code as text', () => {
    const code = '<script>alert("a & b")</script><span class="hljs-x">&amp;</span>';
    for (const language of ['html', 'ts', 'json']) expect(textOf(highlight(code, language))).toBe(code);
  });
});

test('readSpans gives a nested part the kind of the inner one', () => {
  expect(readSpans('a<span class="hljs-string">b<span class="hljs-subst">&lt;c</span>d</span>e')).toEqual([
    { kind: '', text: 'a' },
    { kind: 'string', text: 'b' },
    { kind: 'subst', text: '<c' },
    { kind: 'string', text: 'd' },
    { kind: '', text: 'e' },
  ]);
});

describe('highlightPart', () => {
  test.each([
    ['a comment of several lines', '/* a\n', 'ts', true],
    ['a text of several lines', 'const a = `b\n', 'ts', true],
    ['the text of a script', 'cat <<EOF\n', 'sh', true],
    ['a docstring', '"""Says\n', 'py', true],
    ['a comment to the end of its line', 'a; // b\n', 'ts', false],
    ['the head of a function', 'function f() {\n', 'ts', false],
    ['an unknown language', '/* a\n', 'x', false],
  ])('says whether %s goes on', (_what, code, language, isOpen) => {
    expect(highlightPart(code, language).isOpen).toBe(isOpen);
  });
});

test('isCodeLanguage knows the languages and their other names, in any case', () => {
  const known = [
    'bash sh zsh c cpp cc c++ h++ hpp hh hxx cxx css diff patch go golang java jsp javascript js jsx mjs cjs json jsonc json5',
    'python py gyp ipython rust rs typescript ts tsx mts cts xml html xhtml rss atom xjb xsd xsl plist wsf svg yaml yml',
  ].flatMap((names) => names.split(' '));
  for (const name of [...known, 'TypeScript', 'text', 'ruby', '', 'constructor', '__proto__'])
    expect([name, isCodeLanguage(name)]).toEqual([name, isHighlighted(name)]);
  expect(known.every(isCodeLanguage)).toBe(true);
});

/** Whether the highlighter knows a language: it never takes a text of an unknown one apart. */
function isHighlighted(language: string): boolean {
  const codes = ['1 "a" <a>', '+a\n', '# a', 'if true', 'a { b: c }', '<a b="c">'];
  return codes.some(
    (code) => highlight(code, language).length > 1 || highlight(code, language)[0]?.kind !== '',
  );
}
