import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../../../bench/make-tree.js';
import { Automaton, isGivenUp } from '../../../src/workers/regex/automaton.js';
import { parsePattern } from '../../../src/workers/regex/parse-pattern.js';
import { compileBackward, type Program } from '../../../src/workers/regex/program.js';
import { anyText, rustRegex } from './rust-regex.js';

function programOf(pattern: string): Program {
  return compileBackward(parsePattern({ pattern, isRegex: true, caseSensitive: true }).root, pattern);
}

function find(automaton: Automaton, text: Buffer): number[] {
  const found: number[] = [];
  automaton.find(text, 0, text.length, found);
  return found;
}

describe('Automaton', () => {
  it('finds the same when it may keep hardly any states', () => {
    fc.assert(
      fc.property(rustRegex, anyText, (pattern, text) => {
        const program = programOf(pattern);
        const forgetful = new Automaton(program, { maxEntries: 64 });
        expect(find(forgetful, text)).toEqual(find(new Automaton(program), text));
      }),
      { numRuns: 300 },
    );
  });

  it('takes steps in proportion to the text where a backtracker would take for ever', () => {
    const line = `${'return await '.repeat(100_000)}\n`;
    const text = Buffer.from(`${line}return await fetch\n${line}`);
    for (const pattern of ['return.*await.*fetch', '(a+)+b$', '(.*)*x', String.raw`(\w+\s*)+:`]) {
      // Less than one step for ten characters: states are made once.
      const automaton = new Automaton(programOf(pattern), { maxLineSteps: line.length / 10 });
      expect(find(automaton, text).filter(isGivenUp)).toEqual([]);
    }
  });

  it('gives up a line on which it makes too many states, and only that', () => {
    // One state for each set of places where the last hundred `a` were.
    const draw = createRandom(1);
    const random = Array.from({ length: 5000 }, () => draw.pick(['a', 'b'])).join('');
    const text = Buffer.from(`xaxb\n${random}\nxaxb\n`);
    const automaton = new Automaton(programOf('c[ab]{100}a|xa'), { maxLineSteps: 1000 });
    const found = find(automaton, text);
    expect(found.map((place) => (isGivenUp(place) ? 'given up' : place))).toEqual([
      text.length - 5,
      'given up',
      0,
    ]);
    const place = ~(found[1] ?? 0);
    expect([place >= 5, place <= 5 + random.length]).toEqual([true, true]);
  });

  it('gives up the first line as well', () => {
    const automaton = new Automaton(programOf('c[ab]{100}a|xa'), { maxLineSteps: 0 });
    expect(find(automaton, Buffer.from('ab\nab\n')).map(isGivenUp)).toEqual([true, true]);
  });

  it('says of a line that it has seen a match in that it matches, even if it takes too long to get to its start', () => {
    const text = Buffer.from(`${'ab'.repeat(3000)}xa\n`);
    const automaton = new Automaton(programOf('c[ab]{100}a|xa'), { maxLineSteps: 100 });
    expect(find(automaton, text)).toEqual([6000]);
  });
});
