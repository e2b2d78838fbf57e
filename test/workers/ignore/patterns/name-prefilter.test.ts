import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NamePrefilter } from '../../../../src/workers/ignore/patterns/name-prefilter.js';
import { compileRuleFile } from '../../../../src/workers/ignore/files/rule-file.js';

const text = fc.string({
  unit: fc.constantFrom('a', 'b', '.', '*', '?', '!', '/', '[ab]', 'é', '\\'),
  maxLength: 6,
});
const name = fc.string({ unit: fc.constantFrom('a', 'b', '.', '*', 'é', 'A'), minLength: 1, maxLength: 6 });

describe('NamePrefilter', () => {
  it('lets through what rules name, and little else', () => {
    const prefilter = NamePrefilter.of([
      { kind: 'equals', text: 'build' },
      { kind: 'startsWith', text: 'tmp' },
      { kind: 'endsWith', text: '.log' },
    ]);
    const names = ['build', 'a.log', 'tmpfile', 'builder', 'src', 'é'];
    expect(names.filter((each) => prefilter.mayMatch(each))).toEqual(['build', 'a.log', 'tmpfile']);
  });

  it('lets through what one of two sieves does when they are joined', () => {
    const prefilter = NamePrefilter.of([{ kind: 'equals', text: 'one' }]).or(
      NamePrefilter.of([{ kind: 'endsWith', text: 'o' }]),
    );
    expect(['one', 'two', 'three'].filter((each) => prefilter.mayMatch(each))).toEqual(['one', 'two']);
  });

  it('lets everything through when a rule fits every name', () => {
    expect(NamePrefilter.of([{ kind: 'endsWith', text: '' }]).mayMatch('x')).toBe(true);
    expect(NamePrefilter.of([{ kind: 'startsWith', text: '' }]).mayMatch('x')).toBe(true);
  });

  it.each([
    ['a/?', 'a/', 'x'],
    ['?b*', '', 'xbx'],
    ['a*b?', '', 'a.bx'],
    ['/**/a?', 'b/', 'ax'],
  ])('of a file with %s lets through what that matches', (pattern, below, name) => {
    const file = compileRuleFile(pattern);
    expect([file?.match(name, false, below), file?.prefilter.mayMatch(name)]).toEqual([true, true]);
  });

  it('of a rule file lets every name through that the file matches', () => {
    const worlds = fc.record({
      lines: fc.array(text, { minLength: 1, maxLength: 5 }),
      name,
      below: fc.constantFrom('', 'a/', 'b/a/'),
      isDir: fc.boolean(),
      ignoreCase: fc.boolean(),
    });
    fc.assert(
      fc.property(worlds, ({ lines, name, below, isDir, ignoreCase }) => {
        const file = compileRuleFile(lines.join('\n'), ignoreCase);
        if (file?.match(name, isDir, below) !== undefined) expect(file?.prefilter.mayMatch(name)).toBe(true);
      }),
      { numRuns: 3000 },
    );
  });
});
