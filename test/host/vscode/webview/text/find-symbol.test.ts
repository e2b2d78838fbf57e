import { expect, test } from 'vitest';
import { findSymbol } from '../../../../../src/host/vscode/webview/text/find-symbol.js';

test.each([
  ['createHost', 'createHost'],
  ['createHost()', 'createHost'],
  ['Cart.total', 'Cart.total'],
  ['Cart#total()', 'Cart.total'],
  ['std::vector', 'std.vector'],
  ['#queue', 'queue'],
  ['$scope', '$scope'],
  ['größe', 'größe'],
  ['MAX_CHARS', 'MAX_CHARS'],
])('%j names the symbol %j', (code, name) => {
  expect(findSymbol(code)).toBe(name);
});

test.each([
  'const',
  'true',
  'npm',
  'a',
  'i1',
  'a b',
  'a.',
  '.a',
  '--flag',
  'f(x)',
  '',
  'x'.repeat(200),
  'a+b',
  '7up',
])('%j names none', (code) => {
  expect(findSymbol(code)).toBeUndefined();
});
