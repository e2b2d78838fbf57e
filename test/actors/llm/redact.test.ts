import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { redactCause, redactSecrets } from '../../../src/actors/llm/redact.js';

describe('redactSecrets', () => {
  test.each([
    ['Incorrect API key provided: sk-abcd****wxyz.', 'Incorrect API key provided: [key removed]'],
    ['sk-or-v1-0123456789abcdef', '[key removed]'],
    ['authorization: Bearer abcdefghijklmnop', 'authorization: Bearer [key removed]'],
    ['http://ann:secret@host/v1 failed', 'http://host/v1 failed'],
    ['Bearer token required', 'Bearer token required'],
    ['the task-list and the risk-averse', 'the task-list and the risk-averse'],
    ['mail ann@example.org', 'mail ann@example.org'],
  ])('turns %j into %j', (text, clean) => {
    expect(redactSecrets(text, [])).toBe(clean);
  });

  test('removes a secret in every form it may be printed in', () => {
    const secret = 'a"b c/d';
    const text = `plain ${secret}, json ${JSON.stringify({ secret })}, url ${encodeURIComponent(secret)}`;
    expect(redactSecrets(text, [secret])).toBe(
      'plain [key removed], json {"secret":"[key removed]"}, url [key removed]',
    );
  });

  test.each([
    ['percent signs', '%61%22%62%20%63%2f%64', '%61%22%62%20%63%2F%64'],
    ['JSON in JSON', JSON.stringify(JSON.stringify({ key: 'a"b c/d' }))],
  ])('removes a secret in %s', (_form, ...texts) => {
    for (const text of texts) {
      const clean = redactSecrets(text, ['a"b c/d']);
      expect(clean).toContain('[key removed]');
      expect(clean).not.toContain(text.slice(-10, -4));
    }
  });

  test('leaves a placeholder of three characters alone', () => {
    expect(redactSecrets('the cat sat', ['cat'])).toBe('the cat sat');
  });

  test('leaves no trace of any secret in any text', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 4, unit: 'binary' }).filter((secret) => !'[key removed]'.includes(secret)),
        fc.array(fc.string()),
        (secret, parts) => {
          const kept = redactSecrets(parts.join(secret), [secret]).split('[key removed]');
          expect(kept.filter((part) => part.includes(secret))).toEqual([]);
        },
      ),
    );
  });
});

test('redactCause keeps the causes of an error, redacted, and ends where one causes itself', () => {
  const circle = new Error('inner sk-0123456789');
  circle.cause = circle;
  let depth = 0;
  for (
    let copy: unknown = redactCause(new Error('outer', { cause: circle }), []);
    copy instanceof Error;
    copy = copy.cause
  ) {
    expect(copy.message).toBe(depth === 0 ? 'outer' : 'inner [key removed]');
    depth += 1;
  }
  expect(depth).toBe(9);
});

test('redactCause keeps name, message and stack of an error and nothing else', () => {
  const original = Object.assign(new TypeError('bad sk-0123456789'), {
    headers: { authorization: 'sk-0123456789' },
  });
  const copy = redactCause(original, []);
  expect([copy.name, copy.message, Object.keys(copy)]).toEqual(['TypeError', 'bad [key removed]', ['name']]);
  expect(copy.stack).toBe(original.stack?.replaceAll('sk-0123456789', '[key removed]'));
});

test.each(['hunter22', 'gAAAA+/very?secret~key>9'])(
  '%s is found in base64, wherever it begins, and in hex',
  (secret) => {
    for (const encoding of ['base64', 'base64url', 'hex'] as const) {
      for (const before of ['', 'a', 'ab', 'user:']) {
        const text = Buffer.from(`${before}${secret}!after`).toString(encoding);
        const clean = redactSecrets(`got ${text} from you`, [secret]);
        expect(clean).toContain('[key removed]');
        const left = /^got (.*) from you$/.exec(clean)?.[1]?.split('[key removed]') ?? [];
        for (const part of left)
          expect(Buffer.from(part, encoding).toString()).not.toContain(secret.slice(0, 5));
      }
    }
    expect(redactSecrets(Buffer.from(secret).toString('hex').toUpperCase(), [secret])).toBe('[key removed]');
  },
);

test('a short secret leaves ordinary text alone in its encoded forms', () => {
  expect(redactSecrets('YWJjZA is a word, as is 61626364', ['abcd'])).toBe(
    'YWJjZA is a word, as is [key removed]',
  );
});
