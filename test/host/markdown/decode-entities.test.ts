import { expect, test } from 'vitest';
import { decodeEntities } from '../../../src/host/markdown/decode-entities.js';

test.each<[text: string, decoded: string]>([
  ['a &amp; b', 'a & b'],
  ['&lt;&gt;&quot;&#39;&#x27;&nbsp;', "<>\"''\u00a0"],
  ['&#128512; &#X1F600;', '😀 😀'],
  // Once: what was written as an entity stays one.
  ['&amp;lt;', '&lt;'],
  ['&unknown; &Amp; &amp &#; &#x;', '&unknown; &Amp; &amp &#; &#x;'],
  ['&#0; &#xd800; &#x110000;', '\ufffd \ufffd \ufffd'],
  ['&constructor;', '&constructor;'],
])('decodeEntities reads %j', (text, decoded) => {
  expect(decodeEntities(text)).toBe(decoded);
});
