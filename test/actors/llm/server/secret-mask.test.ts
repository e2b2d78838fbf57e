import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { SecretMask } from '../../../../src/actors/llm/server/secret-mask.js';
import { MASK } from '../../../../src/actors/llm/redact.js';
import type { ModelDelta } from '../../../../src/actors/protocol/llm.js';

const KEY = 'hunter2/"+0123456789-Ab';
const TOKEN = 'gateway-token-abcdef';
const mask = new SecretMask({
  apiKey: KEY,
  headers: { 'x-gateway': `Bearer ${TOKEN}`, 'x-title': 'My editor', referer: 'https://example.com/editor' },
});

const b64 = (text: string): string => Buffer.from(text).toString('base64');
const FORMS: readonly string[] = [
  KEY,
  TOKEN,
  JSON.stringify(KEY),
  encodeURIComponent(KEY),
  b64(KEY),
  Buffer.from(KEY).toString('base64url'),
  Buffer.from(KEY).toString('hex'),
  Buffer.from(KEY).toString('hex').toUpperCase(),
  b64(`Bearer ${KEY}`),
  b64(TOKEN),
];

/** What a reader of one channel gets of a text that comes in pieces. */
function read(pieces: readonly string[], toDelta: (piece: string) => ModelDelta): string {
  const masked = mask.open();
  const deltas = [
    ...pieces.flatMap((piece) => masked.read(toDelta(piece))),
    ...masked.read({ type: 'finish', reason: 'end' }),
  ];
  expect(deltas.at(-1)).toEqual({ type: 'finish', reason: 'end' });
  return deltas
    .map((delta) =>
      delta.type === 'text' || delta.type === 'reasoning'
        ? delta.text
        : delta.type === 'toolCall'
          ? (delta.arguments ?? '')
          : '',
    )
    .join('');
}

test.each<[string, (piece: string) => ModelDelta]>([
  ['text', (text) => ({ type: 'text', text })],
  ['reasoning', (text) => ({ type: 'reasoning', text })],
  ['toolCall', (piece) => ({ type: 'toolCall', index: 0, arguments: piece })],
])('a mask takes secrets out of %s however it is cut, and nothing else', (_channel, toDelta) => {
  const part = fc.oneof(
    fc.constantFrom(...FORMS),
    fc.string({ maxLength: 12 }),
    // Beginnings of secrets that do not go on.
    fc
      .constantFrom(...FORMS)
      .chain((form) => fc.nat({ max: form.length - 1 }).map((at) => form.slice(0, at))),
  );
  fc.assert(
    fc.property(
      fc.array(part, { maxLength: 6 }),
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }),
      (words, sizes) => {
        const text = words.join(' ');
        const pieces: string[] = [];
        for (let at = 0, turn = 0; at < text.length; turn++) {
          const size = sizes[turn % sizes.length] ?? 1;
          pieces.push(text.slice(at, at + size));
          at += size;
        }
        const shown = read(pieces, toDelta);
        // Up to three letters of a secret may have been shown before it was known for one.
        const parts = shown.split(MASK);
        const wanted = mask.apply(text).split(MASK);
        const more = parts.map((part, index) => part.slice(wanted[index]?.length));
        expect(parts.map((part, index) => part.slice(0, wanted[index]?.length))).toEqual(wanted);
        expect(more.at(-1)).toBe('');
        expect(more.filter((rest) => rest.length > 3 || !FORMS.some((form) => form.includes(rest)))).toEqual(
          [],
        );
        expect(shown).not.toContain(KEY);
        expect(shown).not.toContain(TOKEN);
      },
    ),
  );
});

test('a mask leaves titles, addresses and the keys of servers without keys alone', () => {
  const plain = new SecretMask({
    apiKey: 'lm-studio',
    headers: { 'x-title': 'My editor', referer: 'https://example.com/editor' },
  });
  const text = 'Start lm-studio in My editor, see https://example.com/editor.';
  expect(plain.apply(text)).toBe(text);
});

test('a mask passes on what holds no beginning of a secret at once', () => {
  expect(mask.open().read({ type: 'text', text: 'Look at it.' })).toEqual([
    { type: 'text', text: 'Look at it.' },
  ]);
});

test('a mask passes on at once what may be the first letters of a secret, and masks the rest', () => {
  const masked = mask.open();
  const read = (text: string): readonly ModelDelta[] => masked.read({ type: 'text', text });
  expect(['so ', 'hu', 'n', 'ter', `2/"+0123456789-Ab`, '.'].flatMap(read)).toEqual(
    ['so ', 'hu', 'n', '', MASK, '.'].map((text) => ({ type: 'text', text })),
  );
});
