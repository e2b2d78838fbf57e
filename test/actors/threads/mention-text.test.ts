import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type MentionedPath,
  escapeMentions,
  parseMentions,
  printMention,
} from '../../../src/actors/threads/mention-text.js';

/** The mentions of a message, as `path` or `path:first-last`. */
function mentionsOf(message: string): readonly string[] {
  return parseMentions(message).flatMap((part) => {
    if (part.kind === 'text') return [];
    const { path, range } = part;
    return [range === undefined ? path : `${path}:${range.startLine}-${range.endLine}`];
  });
}

function textOf(message: string): string {
  return parseMentions(message)
    .map((part) => (part.kind === 'text' ? part.text : part.source))
    .join('');
}

describe('parseMentions', () => {
  test.each<[message: string, ...mentions: string[]]>([
    ['@src/a.ts', 'src/a.ts'],
    ['look at @src/a.ts, and (@src/b.ts)', 'src/a.ts', 'src/b.ts'],
    ['@a.ts:10', 'a.ts:10-10'],
    ['@a.ts:10-20: why?', 'a.ts:10-20'],
    ['@a.ts:10:3', 'a.ts:10-10'],
    ['@src/ and @./ and @. and @../b', 'src/', './', '.', '../b'],
    ['@"my notes/a b.md":2-3.', 'my notes/a b.md:2-3'],
    ['@"a\\"b\\\\c\\d"', 'a"b\\c\\d'],
    ['is it @src/a.ts? No: @src/b.ts!', 'src/a.ts', 'src/b.ts'],
    ['@app/[id]/page.tsx and @app/(group)/[id]', 'app/[id]/page.tsx', 'app/(group)/[id]'],
    ['[@docs/x.md]', 'docs/x.md'],
    ['the end.\n@a.ts\n@b.ts', 'a.ts', 'b.ts'],
    ['@a.ts,@b.ts;@c.ts', 'a.ts', 'b.ts', 'c.ts'],
    ['看一下@src/a.ts，还有 @b.ts。', 'src/a.ts', 'b.ts'],
    ['@C:\\work\\a.ts:7', 'C:\\work\\a.ts:7-7'],
    ['and @src/... too, @src/.', 'src/', 'src/'],
    ['@a/.. and @..', 'a/..', '..'],
    // Lines that do not exist are part of the name.
    ['@a.ts:0', 'a.ts:0'],
    ['@a.ts:20-10', 'a.ts:20-10'],
    ['@"a.ts":0', 'a.ts'],
    // Whether such a file exists is for the caller to find out.
    ['@types/node', 'types/node'],
    ['@@ -1,3 +1,4 @@', '@', '@'],
    // Not mentions.
    ['mail me@example.com'],
    ['a@b @ c @"" @" @...'],
    ['@"not closed\n"'],
    ['\\@src/a.ts'],
    [''],
  ])('finds in %j', (message, ...mentions) => {
    expect(mentionsOf(message)).toEqual(mentions);
  });

  test('takes one backslash from an escaped mention, and none from anything else', () => {
    expect(textOf('\\@src/a.ts \\\\@b.ts c\\d \\@ e\\@f \\n')).toBe('@src/a.ts \\@b.ts c\\d \\@ e\\@f \\n');
  });

  test('gives a mention as it was typed, between the texts around it', () => {
    expect(parseMentions('In \\@x, see @"a b":4!')).toEqual([
      { kind: 'text', source: 'In \\@x, see ', text: 'In @x, see ' },
      { kind: 'mention', source: '@"a b":4', path: 'a b', range: { startLine: 4, endLine: 4 } },
      { kind: 'text', source: '!', text: '!' },
    ]);
  });
});

const FRAGMENTS = [
  '@',
  '"',
  '\\',
  ':',
  '1',
  '20',
  '-',
  '.',
  '..',
  '/',
  ' ',
  '\n',
  '(',
  ')',
  '[',
  ']',
  ',',
  'a',
  'é',
  '中',
];
const fragment = fc.constantFrom(...FRAGMENTS);
const message = fc.oneof(
  fc.array(fragment, { maxLength: 40 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary', maxLength: 60 }),
);
const path = fc
  .oneof(
    fc.array(fragment, { minLength: 1, maxLength: 12 }).map((parts) => parts.join('')),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }),
  )
  .map((text) => text.replaceAll(/[\r\n]/g, ''))
  .filter((text) => text !== '');
const mentioned: fc.Arbitrary<MentionedPath> = fc
  .tuple(
    path,
    fc.option(fc.tuple(fc.integer({ min: 1, max: 1e9 }), fc.nat(1e6)), { nil: undefined, freq: 2 }),
  )
  .map(([name, lines]) =>
    lines === undefined
      ? { path: name }
      : { path: name, range: { startLine: lines[0], endLine: lines[0] + lines[1] } },
  );

const RUNS = { numRuns: 10_000 };

describe('mentions', () => {
  test('are found again as they were printed, whatever their path', () => {
    fc.assert(
      fc.property(mentioned, mentioned, (one, other) => {
        const [first, second] = [printMention(one), printMention(other)];
        const rest = ' 1 a';
        expect(parseMentions(`see ${first} (${second})${rest}`)).toEqual([
          { kind: 'text', source: 'see ', text: 'see ' },
          { kind: 'mention', source: first, ...one },
          { kind: 'text', source: ' (', text: ' (' },
          { kind: 'mention', source: second, ...other },
          { kind: 'text', source: `)${rest}`, text: `)${rest}` },
        ]);
      }),
      RUNS,
    );
  });

  test('and the texts around them are the whole message, in order and without a gap', () => {
    fc.assert(
      fc.property(message, (typed) => {
        const parts = parseMentions(typed);
        expect(parts.map(({ source }) => source).join('')).toBe(typed);
        const kinds = parts.map(({ kind }) => kind).join(' ');
        expect(kinds).not.toContain('text text');
        for (const part of parts) {
          expect(part.source).not.toBe('');
          if (part.kind === 'text' && !part.source.includes('\\@')) expect(part.text).toBe(part.source);
        }
      }),
      RUNS,
    );
  });

  test('are none in a text that is escaped, which is otherwise as it was', () => {
    fc.assert(
      fc.property(message, (text) => {
        const parts = parseMentions(escapeMentions(text));
        expect(parts.map((part) => (part.kind === 'text' ? part.text : part))).toEqual(
          text === '' ? [] : [text],
        );
      }),
    );
  });

  test('become text by one backslash before each', () => {
    fc.assert(
      fc.property(mentioned, (one) => {
        const printed = printMention(one);
        expect(parseMentions(`see \\${printed}`)).toEqual([
          { kind: 'text', source: `see \\${printed}`, text: `see ${printed}` },
        ]);
      }),
      RUNS,
    );
  });

  // Quadratic work would take minutes.
  test.each(['@', '@"', '@.', '@)', '@a:1', '\\@', '@a(', ' @[', '@"\\'])(
    'are looked for in a long message of %j',
    (piece) => {
      const typed = piece.repeat(200_000);
      const sources = parseMentions(typed).map(({ source }) => source);
      expect(sources.join('')).toBe(typed);
    },
  );
});
