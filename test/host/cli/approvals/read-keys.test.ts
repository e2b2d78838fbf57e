import { expect, test } from 'vitest';
import type { Key } from '../../../../src/host/cli/terminal/key.js';
import { readKeys } from '../../../../src/host/cli/approvals/read-keys.js';

async function answers(keys: readonly Key[]): Promise<string[]> {
  const keyboard = {
    async *keys() {
      yield* keys;
    },
  };
  const all: string[] = [];
  for await (const key of readKeys(keyboard, new AbortController().signal)) all.push(key);
  return all;
}

test('keys come as what they send, without a single character that was pasted', async () => {
  expect(
    await answers([
      { type: 'text', text: 'a' },
      { type: 'text', text: 'yy' },
      { type: 'paste', text: 'y' },
      { type: 'key', id: 'up' },
      { type: 'text', text: 'é' },
      { type: 'key', id: 'ctrl-c' },
      { type: 'key', id: 'enter' },
    ]),
  ).toEqual(['a', 'yy', 'é', '\u0003', '\r']);
});
