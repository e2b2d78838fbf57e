import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type PageRequest, type TextPage, TextPager } from '../../../../src/actors/tools/text/text-pager.js';

function page(request: PageRequest, pieces: readonly string[]): TextPage {
  const pager = new TextPager(request);
  for (const piece of pieces) pager.add(piece);
  return pager.end();
}

/** The same by simple means: the whole text at once, cut where a character would be halved. */
function pageOfWhole({ startLine, endLine, page, pageChars }: PageRequest, raw: string): TextPage {
  const text = raw.replaceAll('\r\n', '\n');
  const lines = text.split(/(?<=\n)/).filter((line) => line !== '');
  const wanted = lines.slice(startLine - 1, endLine).join('');
  const cut = (at: number): number =>
    /^[\udc00-\udfff]/.test(wanted.slice(at)) && /[\ud800-\udbff]$/.test(wanted.slice(0, at)) ? at - 1 : at;
  const [from, to] = [cut((page - 1) * pageChars), cut(page * pageChars)];
  const shown = wanted.slice(from, to);
  const firstLine = startLine + wanted.slice(0, from).split('\n').length - 1;
  const crlfs = raw.split('\r\n').length - 1;
  const lineFeeds = raw.split('\n').length - 1;
  return {
    text: shown,
    firstLine,
    lastLine: firstLine + shown.split('\n').length - 1 - (shown === '' || shown.endsWith('\n') ? 1 : 0),
    pages: Math.max(1, Math.ceil(wanted.length / pageChars)),
    totalLines: lines.length,
    totalChars: text.length,
    lineEnds: crlfs === 0 ? 'LF' : crlfs === lineFeeds ? 'CRLF' : 'mixed',
    endsWithLineEnd: text.endsWith('\n'),
  };
}

const textPieces = fc.array(
  fc
    .array(fc.constantFrom('a', 'b', '\n', '\r\n', '\r', '😀', '\ud83d', '\ude00'), { maxLength: 8 })
    .map((chars) => chars.join('')),
  { maxLength: 6 },
);

test('a text pager finds the same page whatever pieces the text comes in', () => {
  fc.assert(
    fc.property(
      textPieces,
      fc.record({
        startLine: fc.integer({ min: 1, max: 8 }),
        endLine: fc.oneof(fc.integer({ min: 1, max: 12 }), fc.constant(Infinity)),
        page: fc.integer({ min: 1, max: 6 }),
        pageChars: fc.integer({ min: 2, max: 9 }),
      }),
      (pieces, request) => {
        expect(page(request, pieces)).toEqual(pageOfWhole(request, pieces.join('')));
      },
    ),
    { numRuns: 5_000 },
  );
});

test('the pages of a text together are the text', () => {
  fc.assert(
    fc.property(textPieces, fc.integer({ min: 2, max: 9 }), (pieces, pageChars) => {
      const request = { startLine: 1, endLine: Infinity, pageChars };
      const { pages } = page({ ...request, page: 1 }, pieces);
      const texts = Array.from(
        { length: pages },
        (_, index) => page({ ...request, page: index + 1 }, pieces).text,
      );
      expect(texts.join('')).toBe(pieces.join('').replaceAll('\r\n', '\n'));
    }),
    { numRuns: 1_000 },
  );
});
