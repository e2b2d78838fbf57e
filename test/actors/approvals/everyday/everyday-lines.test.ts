import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { judgeLine } from '../judge-line.js';

const LINES = readFileSync(join(import.meta.dirname, 'lines.txt'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => {
    const [, mark = '', text = ''] = /^([?=] )?(.*)$/.exec(line) ?? [];
    return { text, isAsked: mark === '? ', isUnaskedWithoutSandbox: mark === '= ' };
  });
// As if there were a file of this name for each glob.
const expandGlob = (folder: string, glob: string): readonly string[] =>
  /^(?:[.\w]+|--.*)$/.test(glob) ? [] : [`${folder}/a.ts`];

/** Whether a person is asked about a line. */
function asks(line: string, isSandboxed: boolean): boolean {
  return judgeLine(line, [], { expandGlob, isSandboxed }).kind !== 'safe';
}

test('of 276 lines of a day at work, 20 at most are asked about in a sandbox', () => {
  const asked = LINES.filter(({ text }) => asks(text, true));
  const without = LINES.filter(({ text }) => asks(text, false));
  console.log(
    `${LINES.length} lines of a day: ${asked.length} are asked about in a sandbox, ${without.length} without one.`,
  );
  expect(asked.map(({ text }) => text)).toEqual(
    LINES.filter(({ isAsked }) => isAsked).map(({ text }) => text),
  );
  expect(LINES).toHaveLength(276);
  expect(asked.length).toBeLessThanOrEqual(20);
  // What `tell-missing-sandbox.ts` says: seven in ten, and one in twenty.
  expect(Math.round((without.length / LINES.length) * 10)).toBe(7);
  expect(Math.round((asked.length / LINES.length) * 20)).toBe(1);
});

test('what runs unasked without a sandbox is what is marked so', () => {
  expect(LINES.filter(({ text }) => !asks(text, false)).map(({ text }) => text)).toEqual(
    LINES.filter(({ isUnaskedWithoutSandbox }) => isUnaskedWithoutSandbox).map(({ text }) => text),
  );
});
