import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RelPath } from '../../../src/actors/protocol/workspace.js';
import { NO_GIT } from '../../../src/workers/ignore/git/git-facts.js';
import { compileRuleFile } from '../../../src/workers/ignore/files/rule-file.js';
import { compileBaseRules } from '../../../src/workers/ignore/base-rules.js';
import { RuleScope } from '../../../src/workers/ignore/rule-scope.js';
import { paths, patterns } from './random-world.js';
import { rulesOf } from './rules-of.js';

function rootScope(corePatterns: readonly string[], gitignore: string): RuleScope {
  const base = compileBaseRules({ corePatterns, ignorePatterns: [], useGitignore: true }, NO_GIT);
  return RuleScope.ofRoot(base, compileRuleFile(gitignore));
}

describe('a scope', () => {
  test('decides direct children by the rules of its directory and those above', () => {
    const scope = rootScope([], '/d/a\n*.log').enter('d', compileRuleFile('/b\n!x.log'));
    const indexed = ['a', 'b', 'c', 'x.log', 'y.log'].map((name) => scope.decide(name, false).indexed);
    expect(indexed).toEqual([false, false, true, true, false]);
  });

  test('is not changed by entering a child', () => {
    const scope = rootScope([], 'a');
    scope.enter('d', compileRuleFile('b'));
    expect([scope.decide('a', false), scope.decide('b', false)]).toEqual([
      { indexed: false, core: false },
      { indexed: true, core: false },
    ]);
  });

  test('counts a symbolic link as no directory', () => {
    const scope = rootScope([], 'x/');
    expect([scope.decide('x', true).indexed, scope.decide('x', false).indexed]).toEqual([false, true]);
  });

  test.each([
    ['vendor/acme/**', ['vendor'], ['node_modules', 'vendor2', 'acme', '.git']],
    ['/vendor/a*/lib', ['vendor'], ['lib', 'a']],
    ['*/lib/*.ts', ['vendor', 'lib', 'a'], ['.git']],
    ['**/lib/x', ['vendor', 'lib'], ['.git']],
    ['README.md', ['vendor', 'lib'], ['.git']],
    ['/README.md', [], ['vendor', 'README.md']],
    ['v**/x', ['vendor', 'v'], ['w']],
    ['/é/x', ['é'], ['e']],
  ])('may hold core by %j only in directories on the way', (pattern, on, off) => {
    const scope = rootScope([pattern], '*');
    expect([...on, ...off].filter((name) => scope.mayContainCore(name))).toEqual(on);
  });

  test('narrows what may hold core as it goes down', () => {
    const scope = rootScope(['vendor/acme/x'], 'vendor/').enter('vendor', null);
    expect(['acme', 'other'].filter((name) => scope.mayContainCore(name))).toEqual(['acme']);
    expect(scope.decide('acme', true).indexed).toBe(false);
    expect(scope.enter('acme', null).decide('x', false)).toEqual({ indexed: true, core: true });
  });

  test('holds nothing but core below a core directory', () => {
    const scope = rootScope(['lib/'], '*').enter('lib', compileRuleFile('*'));
    expect([scope.decide('a', false).core, scope.mayContainCore('d')]).toEqual([true, true]);
  });

  test('never overlooks a core entry below a directory that is left out', () => {
    let found = 0;
    const world = fc.record({
      lines: fc.array(patterns, { minLength: 1, maxLength: 3 }),
      candidates: fc.array(paths, { minLength: 20 }),
    });
    fc.assert(
      fc.property(world, ({ lines, candidates }) => {
        const rules = rulesOf({ corePatterns: lines.filter(isUnderstood), ignorePatterns: ['*'] });
        for (const path of candidates) {
          if (!rules.decide(path as RelPath, false).core) continue;
          const names = path.split('/');
          for (const [depth, name] of names.slice(0, -1).entries()) {
            const scope = rules.scopeOf(names.slice(0, depth).join('/') as RelPath);
            if (scope.decide(name, true).indexed) break;
            expect(scope.mayContainCore(name)).toBe(true);
            found++;
          }
        }
      }),
      { numRuns: 500 },
    );
    expect(found).toBeGreaterThan(100);
  });
});

function isUnderstood(line: string): boolean {
  return !/[\n\0]/.test(line) && compileRuleFile(line) !== null;
}
