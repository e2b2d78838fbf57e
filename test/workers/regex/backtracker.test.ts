import { describe, expect, it } from 'vitest';
import { Backtracker } from '../../../src/workers/regex/backtracker.js';
import { parsePattern } from '../../../src/workers/regex/parse-pattern.js';
import { compileForward } from '../../../src/workers/regex/program.js';

function find(pattern: string, text: string, maxSteps?: number): number | 'too long' | null {
  const { root, groupNumbers } = parsePattern({ pattern, isRegex: true, caseSensitive: true });
  const program = compileForward(root, pattern, groupNumbers);
  const bytes = Buffer.from(text);
  const limits = maxSteps === undefined ? {} : { maxSteps };
  return new Backtracker(program, limits).find({ bytes, start: 0, end: bytes.length }, 0);
}

describe('Backtracker', () => {
  it.each([
    ['a(?=b)', 'acab', 2],
    ['(?<=(a|bc)+)x', 'xbcx', 3],
    ['(?<!a.*)x', 'ax', null],
    ['(?=(a+))\\1b', 'aab', 0],
    ['(a)|b\\1', 'bb', null],
    ['(?i)(a)\\1', 'xaA', 1],
    ['(?i)(ſ)\\1', 'xſS', 1],
    ['(?<=\\1(a))b', 'aab', 2],
    ['(?:(?=x)|a)*b', 'aab', 0],
    ['((?:a?)*)*c', 'aac', 0],
  ])('finds /%s/ in %j at %j', (pattern, text, at) => {
    expect(find(pattern, text)).toBe(at);
  });

  it('never tries the same twice without backreferences', () => {
    const line = 'a'.repeat(2000);
    // A tenth of what the first of them takes when nothing is remembered.
    for (const pattern of ['(?=x)?(a+)+$!', '(a|a)*(?!a)b', '(?:(?=a)(?<=a|b)a)*c']) {
      expect(find(pattern, line, 200_000)).toBeNull();
    }
  });

  it('gives up where backreferences make it try too much', () => {
    const line = `${'a'.repeat(60)}b`;
    expect(find('(a*)(a*)*\\1\\1x', line, 100_000)).toBe('too long');
    expect(find('(?!(a*)(a*)*\\1\\1x)a', line, 100_000)).toBe('too long');
    expect(find('(a)\\1', line, 100_000)).toBe(0);
    // Each character of the first repeat is a place to come back to.
    expect(find('.*\\z(?=x)', 'a'.repeat(5_000_000))).toBe('too long');
  });

  it('gives up later lines sooner', () => {
    const pattern = '(a*)(a*)*\\1\\1x';
    const { root, groupNumbers } = parsePattern({ pattern, isRegex: true, caseSensitive: true });
    const program = compileForward(root, pattern, groupNumbers);
    const backtracker = new Backtracker(program, { maxSteps: 800_000 });
    // It takes more than 100,000 steps, and fewer than 200,000.
    const bytes = Buffer.from(`${'a'.repeat(11)}bx`);
    const easy = { bytes, start: 0, end: bytes.length };
    const hard = { bytes: Buffer.from(`${'a'.repeat(60)}bx`), start: 0, end: 62 };
    const results = [easy, hard, easy, hard, easy, hard, easy, hard, easy].map(
      (line) => typeof backtracker.find(line, 0),
    );
    expect(results.slice(0, 2)).toEqual(['number', 'string']);
    expect(results.at(-1)).toBe('string');
  });
});
