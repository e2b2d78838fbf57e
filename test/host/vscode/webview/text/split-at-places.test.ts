import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findCodePlace, splitAtPlaces } from '../../../../../src/host/vscode/webview/text/split-at-places.js';

const places = (text: string): readonly unknown[] =>
  splitAtPlaces(text).flatMap(({ place }) => (place === undefined ? [] : [place]));

describe('in prose', () => {
  test.each<[text: string, ...places: object[]]>([
    ['See src/cart.js.', { path: 'src/cart.js' }],
    ['(src/cart.js:12)', { path: 'src/cart.js', line: 12 }],
    ['cart.js:12, and b.ts:10-20!', { path: 'cart.js', line: 12 }, { path: 'b.ts', line: 10, endLine: 20 }],
    ['at src/a.ts#L7-L9:', { path: 'src/a.ts', line: 7, endLine: 9 }],
    ['in ./src/a.ts:3:5', { path: './src/a.ts', line: 3, column: 5 }],
    ['C:\\w\\a.ts:3', { path: 'C:\\w\\a.ts', line: 3 }],
    ['/w/.github/workflows/ci.yml', { path: '/w/.github/workflows/ci.yml' }],
    ['Größe/Übersicht.md:2', { path: 'Größe/Übersicht.md', line: 2 }],
  ])('%j has its places', (text, ...expected) => {
    expect(places(text)).toEqual(expected);
    expect(
      splitAtPlaces(text)
        .map(({ text: part }) => part)
        .join(''),
    ).toBe(text);
  });

  test.each([
    'Node.js and Vue.js',
    'and/or, yes/no, TCP/IP',
    'example.com/a.html',
    'https://example.com/a/b.ts:12',
    'version 1.2/3.4',
    'at 12:30, a 4:3 ratio',
    'e.g. this',
    'cart.js',
    'a@b.com',
    '',
    '...',
  ])('%j has none', (text) => {
    expect(splitAtPlaces(text)).toEqual([{ text }]);
  });

  test('the parts add up to any text', () => {
    const piece = fc.constantFrom(
      'a.ts',
      '/',
      ':',
      '1',
      '-',
      '#L',
      ' ',
      '.',
      'b',
      '(',
      '\\',
      '@',
      '\n',
      '🙂',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(piece).map((all) => all.join('')),
        ),
        (text) => {
          expect(
            splitAtPlaces(text)
              .map((part) => part.text)
              .join(''),
          ).toBe(text);
        },
      ),
    );
  });
});

describe('a code span', () => {
  test.each<[code: string, place: object]>([
    ['cart.js', { path: 'cart.js' }],
    ['package.json', { path: 'package.json' }],
    ['Makefile', { path: 'Makefile' }],
    ['.gitignore', { path: '.gitignore' }],
    ['src/', { path: 'src/' }],
    ['src/my notes/a.md', { path: 'src/my notes/a.md' }],
    ['app/(group)/[id]/page.tsx:4', { path: 'app/(group)/[id]/page.tsx', line: 4 }],
    ['src/a.test.ts#L7', { path: 'src/a.test.ts', line: 7 }],
  ])('%j is a place', (code, place) => {
    expect(findCodePlace(code)).toEqual(place);
  });

  test.each([
    'Cart.total',
    'node src/a.ts',
    'a.b',
    'npm test',
    '/',
    '../',
    'x/y',
    '1.5',
    'a:b',
    '@scope/name',
    '',
  ])('%j is none', (code) => {
    expect(findCodePlace(code)).toBeUndefined();
  });
});
