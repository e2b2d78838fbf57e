import { expect, test } from 'vitest';
import { parseUrl } from '../../../src/actors/protocol/web/parse-url.js';

test('an address with letters beyond ASCII stays one, however often it is parsed', () => {
  const hosts = new Set<string | undefined>();
  // `URL.canParse` of Node 20 answers false from some 5,000 calls on.
  for (let call = 0; call < 50_000; call += 1) hosts.add(parseUrl('https://münchen.example/é')?.host);
  expect([...hosts]).toEqual(['xn--mnchen-3ya.example']);
});

test('a text that is no address has none', () => {
  expect([parseUrl(''), parseUrl('münchen'), parseUrl('https://'), parseUrl('/a')]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  expect(parseUrl('/a', new URL('https://example.com/b'))?.href).toBe('https://example.com/a');
});
