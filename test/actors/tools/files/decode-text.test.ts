import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeText, detectTextFormat } from '../../../../src/actors/tools/files/decode-text.js';

async function decode(bytes: Uint8Array): Promise<string | undefined> {
  const format = await detectTextFormat(bytes, new AbortController().signal);
  if (format === undefined) return undefined;
  let text = '';
  for await (const piece of decodeText(bytes, format, new AbortController().signal)) text += piece;
  return text;
}

test.each<[name: string, encode: (text: string) => Buffer]>([
  ['UTF-8', (text) => Buffer.from(text)],
  ['UTF-8 with a BOM', (text) => Buffer.from(`\uFEFF${text}`)],
  ['UTF-16LE', (text) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
  ['UTF-16BE', (text) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()],
])('decoding gives any text back from %s', async (_, encode) => {
  const text = fc.string({ unit: 'binary', maxLength: 20 }).filter((sample) => !/[\0\uFEFF]/.test(sample));
  await fc.assert(
    fc.asyncProperty(text, async (sample) => {
      expect(await decode(encode(sample))).toBe(sample);
    }),
    { numRuns: 300 },
  );
});

test('decoding keeps characters whole that stand across two slices', async () => {
  // Four bytes a character behind one byte: every slice but the first starts inside a character.
  const text = `x${'😀'.repeat(200_000)}`;
  expect((await decode(Buffer.from(text))) === text).toBe(true);
});

test.each<[what: string, bytes: Uint8Array, binary: boolean]>([
  ['a NUL near the start', Buffer.from('ab\0'), true],
  ['a NUL far from the start', Buffer.from(`${'x'.repeat(9_000)}\0`), false],
  ['UTF-32 with a BOM', Buffer.from([0xff, 0xfe, 0, 0, 0x61, 0, 0, 0]), true],
  ['UTF-16 without a BOM', Buffer.from('ab', 'utf16le'), true],
  ['nothing', Buffer.alloc(0), false],
])('a file with %s is text or not', async (_, bytes, isBinary) => {
  expect((await detectTextFormat(bytes, new AbortController().signal)) === undefined).toBe(isBinary);
});

test.each<[what: string, bytes: Uint8Array, isValid: boolean]>([
  ['UTF-8', Buffer.from('é'), true],
  ['Latin-1', Buffer.from('é', 'latin1'), false],
  ['a character cut off', Buffer.from('é').subarray(0, 1), false],
  ['UTF-16 with an odd byte', Buffer.from([0xff, 0xfe, 0x61]), false],
])('the format of %s says whether all of it can be decoded', async (_, bytes, isValid) => {
  expect((await detectTextFormat(bytes, new AbortController().signal))?.isValid).toBe(isValid);
});
