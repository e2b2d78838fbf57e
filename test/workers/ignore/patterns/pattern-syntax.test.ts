import { describe, expect, test } from 'vitest';
import { PatternSyntaxError } from '../../../../src/actors/protocol/errors.js';
import { readUserPatterns } from '../../../../src/workers/ignore/patterns/pattern-syntax.js';
import { compileBaseRules } from '../../../../src/workers/ignore/base-rules.js';
import { NO_GIT } from '../../../../src/workers/ignore/git/git-facts.js';

function thrownBy(action: () => unknown): unknown {
  try {
    return action();
  } catch (error) {
    return error;
  }
}

describe('readUserPatterns', () => {
  test.each([
    ['src/[a', 'an unclosed ['],
    ['[[:nope:]]', 'an unknown character class'],
    ['foo\\', 'a trailing backslash'],
    ['foo\\/', 'a trailing backslash'],
    ['!', 'nothing to match'],
    ['!  ', 'nothing to match'],
    ['/', 'nothing to match'],
    ['a\nb', 'a line break or a NUL character'],
    ['a\0b', 'a line break or a NUL character'],
  ])('refuses %j and says why', (pattern, problem) => {
    const error = thrownBy(() => readUserPatterns(['fine', pattern, '['], 'ignorePatterns'));
    expect(error).toBeInstanceOf(PatternSyntaxError);
    expect(error).toMatchObject({
      message: `ignorePatterns holds the pattern ${JSON.stringify(pattern)}, which has ${problem}.`,
      details: { pattern, source: 'ignorePatterns' },
    });
  });

  test('skips blank lines and comments', () => {
    expect(readUserPatterns(['', '  ', '# [', 'a'], 'corePatterns').map(({ source }) => source)).toEqual([
      'a',
    ]);
  });
});

describe('compileBaseRules', () => {
  test.each(['corePatterns', 'ignorePatterns'] as const)('names %s when one of them is broken', (setting) => {
    const patterns = { corePatterns: [], ignorePatterns: [], useGitignore: false, [setting]: ['a[b'] };
    const error = thrownBy(() => compileBaseRules(patterns, NO_GIT));
    expect(error).toMatchObject({ code: 'PATTERN_SYNTAX', details: { pattern: 'a[b', source: setting } });
  });
});
