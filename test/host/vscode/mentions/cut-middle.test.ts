import { expect, test } from 'vitest';
import { cutMiddle } from '../../../../src/host/vscode/mentions/cut-middle.js';

test('a text that is not long stays as it is', () => {
  expect(cutMiddle('diff')).toEqual({ text: 'diff' });
});

test('of a long text the beginning and the end stay, no character is halved, and the rest is counted', () => {
  const whole = `begin ${'\u{1F600}'.repeat(250_000)} end`;
  const { text, omittedChars = 0 } = cutMiddle(whole);
  expect(text).toMatch(/^begin .* characters are left out here .* end$/s);
  expect(text.isWellFormed()).toBe(true);
  const note = /\n… \d+ characters are left out here …\n/.exec(text)?.[0] ?? '';
  expect(text.length - note.length + omittedChars).toBe(whole.length);
});
