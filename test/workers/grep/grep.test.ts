import * as fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { grepFile, type LineMatch } from '../../../src/workers/grep/grep.js';
import type { GrepPattern } from '../../../src/workers/regex/parse-pattern.js';
import { TextBlocks, type TextBlockSizes } from '../../../src/workers/grep/text-blocks.js';
import { lineSearch } from './line-search.js';
import { regexSource, toJavaScript } from './regex-source.js';
import { TempTree } from '../walk/temp-tree.js';

const tree = new TempTree();
afterAll(() => {
  tree.remove();
});

interface Options extends Partial<GrepPattern> {
  readonly contextLines?: number;
  readonly maxLineChars?: number;
  readonly sizes?: TextBlockSizes;
}

function grep(content: string | Uint8Array, pattern: string, options: Options = {}): LineMatch[] {
  const { contextLines = 0, maxLineChars, sizes, isRegex = true, caseSensitive = true } = options;
  const search = {
    ...lineSearch({ pattern, isRegex, caseSensitive }, contextLines),
    ...(maxLineChars === undefined ? {} : { maxLineChars }),
  };
  return [...grepFile(tree.write('file', content), search, new TextBlocks(sizes))];
}

/** `line:column:text` */
function places(matches: readonly LineMatch[]): string[] {
  return matches.map(({ line, column, text }) => `${String(line)}:${String(column)}:${text}`);
}

describe('grepFile', () => {
  it('finds each line that matches once, at its first match', () => {
    expect(places(grep('a foo\n\nbar\nfoo foo', 'foo'))).toEqual(['1:3:a foo', '4:1:foo foo']);
  });

  it('takes ^ and $ for the ends of a line, with or without a carriage return', () => {
    expect(places(grep('foo\r\nfoo bar\nbar foo\nfoo', '^foo$'))).toEqual(['1:1:foo', '4:1:foo']);
  });

  it.each(['a\\sb', 'a[^x]b', 'a[\\s\\S]b', 'a(?s:.)b', 'a[x\\n]b'])(
    'finds no match over two lines for /%s/',
    (pattern) => {
      expect(grep('a\nb\n', pattern)).toEqual([]);
    },
  );

  it('looks no further than the line, ahead and behind', () => {
    expect(places(grep('foo\nbar\n', 'foo(?!\\s*bar)'))).toEqual(['1:1:foo']);
    expect(places(grep('foo\nbar\n', '(?<!\\s)bar'))).toEqual(['2:1:bar']);
    expect(places(grep('a\nb\n', '\\w(?!\\s*b)'))).toEqual(['1:1:a', '2:1:b']);
    expect(places(grep('a\nb\n', '(?<!\\s)\\w'))).toEqual(['1:1:a', '2:1:b']);
  });

  it.each([
    ['', []],
    ['\n', ['1:1:']],
    ['a\n', ['1:1:a']],
    ['a\n\nb', ['1:1:a', '2:1:', '3:1:b']],
  ])('sees the lines of %j as an editor does', (content, expected) => {
    expect(places(grep(content, ''))).toEqual(expected);
    expect(places(grep(content, 'x*$|\\b.'))).toEqual(expected);
  });

  it.each(['ab', 'ab\n', 'ab\r\n'])('finds the end of the only line of %j', (content) => {
    expect(places(grep(content, 'x|$'))).toEqual(['1:3:ab']);
  });

  it('counts columns in UTF-16 units', () => {
    expect(places(grep('é日😀foo', 'foo'))).toEqual(['1:5:é日😀foo']);
  });

  it('shows bytes that are no UTF-8 as replacement characters, and takes them for none', () => {
    const content = Buffer.concat([Buffer.of(0xff), Buffer.from('foo'), Buffer.of(0xc3)]);
    expect(places(grep(content, 'foo'))).toEqual(['1:2:\u{FFFD}foo\u{FFFD}']);
    for (const pattern of ['\u{FFFD}', '.foo', 'foo[^x]']) expect(grep(content, pattern)).toEqual([]);
  });

  it('searches UTF-16 with a byte order mark', () => {
    const text = '\u{FEFF}bar\nfoo 日本';
    for (const content of [Buffer.from(text, 'utf16le'), Buffer.from(text, 'utf16le').swap16()]) {
      expect(places(grep(content, '本'))).toEqual(['2:6:foo 日本']);
    }
  });

  it('passes over binary files', () => {
    expect(grep('foo\0', 'foo')).toEqual([]);
  });

  it('gives the lines around each match, as far as there are any', () => {
    expect(grep('1\n2\r\n3\n4\n5', '1|4', { contextLines: 2 })).toEqual([
      { line: 1, column: 1, text: '1', before: [], after: ['2', '3'] },
      { line: 4, column: 1, text: '4', before: ['2', '3'], after: ['5'] },
    ]);
  });

  it('cuts a long line around its match and counts its column from the start', () => {
    const line = `${'a'.repeat(30_000)}foo${'b'.repeat(30_000)}`;
    const [match] = grep(`${line}\n${line}`, 'foo', { contextLines: 1 });
    expect(match).toEqual({
      line: 1,
      column: 30_001,
      text: `…${'a'.repeat(2_000)}foo${'b'.repeat(7_997)}…`,
      lineChars: 60_003,
      before: [],
      after: [`${'a'.repeat(10_000)}…`],
    });
  });

  it.each([
    ['at its start', `foo${'x'.repeat(20_000)}`, 0],
    ['at its end', `${'x'.repeat(20_000)}foo`, 9_998],
  ])('keeps all of a match %s when it cuts a long line', (_, line, index) => {
    const [match] = grep(line, 'foo');
    expect([match?.text.length, match?.text.indexOf('foo')]).toEqual([10_001, index]);
  });

  it('shows the beginning of a match that is too long itself', () => {
    const [match] = grep(`${'x'.repeat(9_000)}${'y'.repeat(11_000)}`, 'xy+');
    expect(match?.text).toBe(`…${'x'.repeat(2_001)}${'y'.repeat(7_999)}…`);
  });

  it.each(['needle-[0-9]+-', 'needle-', '(?<=\\.)needle', 'n(e)\\1dle', '\\bneedle\\b'])(
    'shows each of twenty matches of %s in a line of 3 MB',
    (pattern) => {
      const places = Array.from({ length: 20 }, (_, index) => `.needle-${index}-`);
      const line = places.map((place) => `${'xé'.repeat(75_000)}${place}`).join('');
      const [match, ...more] = grep(`foo\n${line}\nbar`, pattern, { maxLineChars: 500 });
      const column = line.indexOf('needle') + 1;
      expect([match?.line, match?.column, match?.lineChars, more]).toEqual([2, column, line.length, []]);
      expect(places.filter((place) => match?.text.includes(place))).toEqual(places);
      expect(match?.text.length).toBeLessThan(2_100);
    },
  );

  it('cuts no character in half', () => {
    const [match] = grep(`${'😀'.repeat(10_000)}x foo x${'😀'.repeat(10_000)}`, ' foo');
    expect(match?.text.isWellFormed()).toBe(true);
    expect(match?.text.length).toBeGreaterThan(9_990);
  });

  // JavaScript finds nothing in the middle of a character that takes two units.
  const line = fc.string({ unit: fc.constantFrom(...Array.from('abcABC.x (é日')), maxLength: 10 });
  const lines = fc.array(fc.tuple(line, fc.constantFrom('\n', '\n', '\r\n')), { maxLength: 12 });
  const patterns = fc.record({
    pattern: fc.oneof(regexSource, line),
    isRegex: fc.boolean(),
    caseSensitive: fc.boolean(),
  });

  it('Property 8: every match contains the pattern, and every line that contains it is a match', () => {
    fc.assert(
      fc.property(lines, line, patterns, (ended, last, query) => {
        fc.pre(!query.isRegex || isRegex(query.pattern));
        const all = [...ended.map(([text]) => text), ...(last === '' ? [] : [last])];
        const expected = all.flatMap((text, index) => {
          const at = indexIn(text, query);
          return at < 0 ? [] : [`${String(index + 1)}:${String(at + 1)}:${text}`];
        });
        const content = ended.map(([text, end]) => text + end).join('') + last;
        const found = grep(content, query.pattern, query);
        for (const { text } of found) expect(indexIn(text, query)).toBeGreaterThanOrEqual(0);
        expect(places(found)).toEqual(expected);
      }),
      { numRuns: 300 },
    );
  });

  it('finds the same whatever the size of its blocks', () => {
    fc.assert(
      fc.property(
        lines,
        line,
        patterns,
        fc.nat(3),
        fc.integer({ min: 1, max: 40 }),
        (ended, last, query, contextLines, blockBytes) => {
          fc.pre(!query.isRegex || isRegex(query.pattern));
          const content = ended.map(([text, end]) => text + end).join('') + last;
          const sizes = { startBytes: Math.ceil(blockBytes / 3), blockBytes, maxBytes: 1 << 12 };
          const options = { ...query, contextLines };
          expect(grep(content, query.pattern, { ...options, sizes })).toEqual(
            grep(content, query.pattern, options),
          );
        },
      ),
      { numRuns: 300 },
    );
  });
});

/** Where a line matches: the plain way. */
function indexIn(line: string, { pattern, isRegex, caseSensitive }: GrepPattern): number {
  if (isRegex) return line.search(new RegExp(toJavaScript(pattern), caseSensitive ? 'u' : 'ui'));
  return caseSensitive ? line.indexOf(pattern) : line.toLowerCase().indexOf(pattern.toLowerCase());
}

function isRegex(source: string): boolean {
  try {
    return new RegExp(toJavaScript(source), 'u').source !== '';
  } catch {
    return false;
  }
}
