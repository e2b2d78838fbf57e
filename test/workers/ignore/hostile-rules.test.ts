import * as fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { compileIgnoreGlob, type Glob } from '../../../src/workers/ignore/patterns/glob.js';
import { compileRuleFile } from '../../../src/workers/ignore/files/rule-file.js';
import { wildmatch } from '../../../src/workers/ignore/patterns/wildmatch.js';
import { GitRepository } from './git-repository.js';

const repository = new GitRepository();
afterAll(() => {
  repository[Symbol.dispose]();
});

function compile(pattern: string): Glob {
  const glob = compileIgnoreGlob(pattern, pattern.includes('/'), false);
  if (typeof glob === 'string') throw new Error(glob);
  return glob;
}

/** How many steps of a pattern a match looks at. */
function countSteps(pattern: string, subject: string): number {
  const glob = compile(pattern);
  let looked = 0;
  const steps = new Proxy(glob.steps, {
    get(target, key): unknown {
      if (typeof key === 'string' && /^\d+$/.test(key)) looked++;
      return Reflect.get(target, key);
    },
  });
  wildmatch({ ...glob, steps }, subject);
  return looked;
}

// What makes a matcher go back: stars, and text that almost fits.
const explosive = fc
  .array(fc.constantFrom('**/', '**/', '*', '*', '*a', 'a*', '?', '[ab]', 'a', 'b', '/', 'a/'), {
    minLength: 1,
    maxLength: 60,
  })
  .map((pieces) => pieces.join('').replace(/^\/+|\/+$/g, '') || 'a');
const almost = fc
  .array(fc.constantFrom('a', 'a', 'a', 'aaaa', 'aaaaaaaaaaaaaaaa', '/', 'a/a/', 'ab'), { maxLength: 60 })
  .map((pieces) => pieces.join(''));

describe('a pattern that explodes', () => {
  test('costs no more than a few times the product of both lengths, whatever it is', () => {
    fc.assert(
      fc.property(explosive, almost, (pattern, subject) => {
        const product = (compile(pattern).steps.length + 1) * (subject.length + 1);
        expect(countSteps(pattern, subject)).toBeLessThanOrEqual(4 * product);
      }),
      { numRuns: 5_000 },
    );
  });

  test.each([
    ['*a*a*a*a*a*a*a*a*a*a*b', 'a'.repeat(255)],
    ['**/**/**/a*b*c*', 'a/ab/abab/'.repeat(400)],
    [`${'**/'.repeat(500)}b`, 'a/'.repeat(2_000)],
    ['*?'.repeat(5_000), 'a'.repeat(255)],
    [`${'[!b]*'.repeat(2_000)}c`, 'a'.repeat(255)],
    ['a'.repeat(10_000), 'a'.repeat(255)],
  ])('is decided: %.40s', (pattern, subject) => {
    const product = (compile(pattern).steps.length + 1) * (subject.length + 1);
    expect(countSteps(pattern, subject)).toBeLessThanOrEqual(4 * product);
    expect(compileRuleFile(pattern)?.match(subject.replaceAll('/', ''), false, '')).toBeUndefined();
  });

  test.each(['?'.repeat(256), '*?'.repeat(5_000), `*${'[!b]*'.repeat(2_000)}`, `a*${'b'.repeat(10_000)}`])(
    'costs nothing when it asks for more bytes than a name has: %.20s',
    (pattern) => {
      expect(countSteps(pattern, 'a'.repeat(255))).toBe(0);
    },
  );

  test.each([
    ['a class that is never closed', `[${'[:'.repeat(1_000_000)}`],
    ['a million classes that are none', `[${'[:'.repeat(1_000_000)}]`],
    ['a million quoted spaces', '\\ '.repeat(1_000_000)],
    ['a million spaces', `a${' '.repeat(1_000_000)}b`],
    ['a million stars', `${'*'.repeat(1_000_000)}b`],
    ['a million directories', `${'**/'.repeat(1_000_000)}b/c`],
    ['a million directories before a name', `${'**/'.repeat(1_000_000)}b`],
  ])('is read in one go when it is %s', (_, pattern) => {
    expect(compileRuleFile(pattern)?.match('a', false, 'd/')).toBeUndefined();
  });

  test('is what it is to git', () => {
    const patterns = ['*a*a*a*a*a*a*b', '**/**/**/a*b*c*', '[a-a-a-b]*[!c]*?*d', '**/*a*/**/*b*/c'];
    const name = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'aaaa'), { minLength: 1, maxLength: 12 });
    const path = fc.array(
      name.map((parts) => parts.join('')),
      { minLength: 1, maxLength: 4 },
    );
    const paths = fc.sample(
      path.map((parts) => parts.join('/')),
      2_000,
    );
    for (const pattern of patterns) {
      repository.write('.gitignore', pattern);
      const byGit = repository.ignored(paths);
      const file = compileRuleFile(pattern);
      const byUs = paths.filter((path) =>
        path.split('/').some((name, depth, names) => {
          const below = names.slice(0, depth).map((parent) => `${parent}/`);
          return file?.match(name, depth < names.length - 1, below.join('')) === true;
        }),
      );
      expect([pattern, byUs]).toEqual([pattern, paths.filter((path) => byGit.has(path))]);
    }
  });
});

describe('a file of ten megabytes', () => {
  const lines = (count: number, lineOf: (id: number) => string): string =>
    Array.from({ length: count }, (_, id) => lineOf(id)).join('\n');

  test('decides by each of its half a million plain rules', () => {
    const text = lines(500_000, (id) => {
      if (id % 4 === 0) return `/dir-${id}/name-${id}/`;
      return [`name-${id}`, `prefix-${id}-*`, `*.extension-${id}`][id % 3] ?? '';
    });
    const file = compileRuleFile(`${text}\n!name-100001\n`);
    const said = [
      file?.match('name-8', true, 'dir-8/'),
      file?.match('name-8', false, 'dir-8/'),
      file?.match('name-8', true, 'dir-12/'),
      file?.match('name-300003', false, 'any/'),
      file?.match('prefix-300001-x', false, ''),
      file?.match('x.extension-300002', true, ''),
      file?.match('x.extension-300001', true, ''),
      file?.match('name-100001', false, ''),
    ];
    expect(said).toEqual([true, undefined, undefined, true, true, true, undefined, false]);
  });

  test('is refused when it has more wildcards than can be tried one by one', () => {
    const text = lines(2_000, (id) => [`*name[0-9]${id}?`, `a*/${id}-x/b`, `[ab]?c*${id}c/`][id % 3] ?? '');
    const file = compileRuleFile(text);
    const said = [
      file?.match('my name7900!', false, 'x/'),
      file?.match('my name7000!', false, 'x/'),
      file?.match('b', false, 'abc/31-x/'),
      file?.match('b', false, 'abc/32-x/'),
      file?.match('bxc-1982c', true, ''),
      file?.match('bxc-1982c', false, ''),
    ];
    expect(said).toEqual([true, undefined, true, undefined, true, undefined]);
    expect(() => compileRuleFile(`${text}\n*?x`)).toThrow('it has more than 2000 patterns with wildcards');
  });
});
