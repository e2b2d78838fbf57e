import { expect, test } from 'vitest';
import { OutputTail } from '../../../../src/host/vscode/mentions/output-tail.js';

test('an output is kept without control sequences', () => {
  const tail = new OutputTail();
  for (const data of ['\u001b[31mred\u001b[0m\r\n', 'more']) tail.add(data);
  expect(tail.read()).toEqual({ text: 'red\nmore', omittedChars: 0 });
});

test('of a long output whole lines at the end are kept, and the rest is counted', () => {
  const tail = new OutputTail();
  const line = `${'x'.repeat(99)}\n`;
  for (let lines = 0; lines < 10_000; lines += 1) tail.add(line);
  const { text, omittedChars } = tail.read();
  expect(text.length).toBeLessThanOrEqual(200_000);
  expect(text.length).toBeGreaterThan(199_000);
  expect(text.startsWith('x'.repeat(99))).toBe(true);
  expect(text.length + omittedChars).toBe(1_000_000);
});
