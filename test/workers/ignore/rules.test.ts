import { describe, expect, test } from 'vitest';
import type { RelPath } from '../../../src/actors/protocol/workspace.js';
import { mapOf, rulesOf, verdict, verdicts } from './rules-of.js';

/** Compares the decisions for some entries with those expected of them. */
function expectVerdicts(rules: ReturnType<typeof rulesOf>, expected: Record<string, string>): void {
  expect(verdicts(rules, Object.keys(expected))).toEqual(expected);
}

describe('priority', () => {
  test('core wins over ignore patterns, and these over git', () => {
    const rules = rulesOf({
      corePatterns: ['*.keep'],
      ignorePatterns: ['*.skip', '*.keep'],
      ruleTexts: [['', '*.log\n!*.skip\n*.keep']],
    });
    expectVerdicts(rules, { 'a.keep': 'core', 'a.skip': 'out', 'a.log': 'out', 'a.txt': 'indexed' });
  });

  test('a core directory is core with all it holds', () => {
    const rules = rulesOf({
      corePatterns: ['vendor/mine/', '!secret'],
      ruleTexts: [['', 'vendor/\nsecret']],
    });
    expectVerdicts(rules, {
      'vendor/': 'out',
      'vendor/other/': 'out',
      'vendor/other/a': 'out',
      'vendor/mine/': 'core',
      'vendor/mine/a': 'core',
      'vendor/mine/b/secret': 'core',
      secret: 'out',
    });
  });

  test('core reaches below ignored directories', () => {
    const rules = rulesOf({ corePatterns: ['*.md'], ignorePatterns: ['out/'], ruleTexts: [['', 'build/']] });
    expectVerdicts(rules, { 'out/a.md': 'core', 'build/x/a.md': 'core', 'out/a': 'out', 'build/x/': 'out' });
  });

  test('a negated core pattern takes back what an earlier one gave', () => {
    const rules = rulesOf({ corePatterns: ['*.md', '!draft.md'], ruleTexts: [['', '*.md']] });
    expectVerdicts(rules, { 'a.md': 'core', 'draft.md': 'out' });
  });

  test('a negated ignore pattern leaves the word to git', () => {
    const rules = rulesOf({ ignorePatterns: ['*.log', '!a.log', '!b.log'], ruleTexts: [['', 'b.log']] });
    expectVerdicts(rules, { 'a.log': 'indexed', 'b.log': 'out', 'c.log': 'out' });
  });

  test('nothing is re-included below an ignored directory', () => {
    const rules = rulesOf({
      ignorePatterns: ['out/', '!out/a'],
      ruleTexts: [
        ['', 'build/\n!build/a'],
        ['build', '!a'],
        ['out', '!a'],
      ],
    });
    expectVerdicts(rules, { 'out/a': 'out', 'build/a': 'out', 'build/b/a': 'out' });
  });

  test('the deepest file that says something decides', () => {
    const rules = rulesOf({
      globalExcludes: '*.o\n*.tmp',
      infoExclude: '!a.tmp\n*.x',
      ruleTexts: [
        ['', '!a.o\n!c.x'],
        ['d', 'a.o\n!b.o'],
      ],
    });
    expectVerdicts(rules, {
      'a.o': 'indexed',
      'b.o': 'out',
      'd/a.o': 'out',
      'd/b.o': 'indexed',
      'a.tmp': 'indexed',
      'd/e/b.tmp': 'out',
      'c.x': 'indexed',
      'd.x': 'out',
    });
  });
});

describe('.git', () => {
  test('is never indexed, nor anything in it', () => {
    const rules = rulesOf({ corePatterns: ['*', '.git/config'] });
    expectVerdicts(rules, {
      '.git': 'out',
      '.git/': 'out',
      '.git/config': 'out',
      'd/.git/hooks/a': 'out',
      '.github/': 'core',
    });
  });
});

describe('.gitignore', () => {
  const expected: readonly [what: string, setup: Parameters<typeof rulesOf>[0], verdict: string][] = [
    ['is core with git rules', {}, 'core'],
    ['is a file like others without', { useGitignore: false }, 'indexed'],
    ['stays left out when git rules ignore it', { ruleTexts: [['', '.*']] }, 'out'],
    ['is core when git rules re-include it', { ruleTexts: [['', '.*\n!.gitignore']] }, 'core'],
    ['stays left out below an ignored directory', { ruleTexts: [['', 'd/']] }, 'out'],
    ['stays left out below a directory of the ignore patterns', { ignorePatterns: ['d/'] }, 'out'],
    ['is core though ignore patterns match it', { ignorePatterns: ['.*'] }, 'core'],
    [
      'is core by core patterns though git ignores it',
      { corePatterns: ['.git*'], ruleTexts: [['', 'd/']] },
      'core',
    ],
    ['is core when it is tracked', { tracked: ['d/.gitignore'], ruleTexts: [['', '.*']] }, 'core'],
  ];
  test.each(expected)('%s', (_, setup, expected) => {
    expect(verdict(rulesOf(setup), 'd/.gitignore')).toBe(expected);
  });

  test('is a directory like others when it is one', () => {
    expect(verdict(rulesOf({ ignorePatterns: ['.*'] }), '.gitignore/')).toBe('out');
  });
});

describe('tracked files', () => {
  const ruleTexts = [['', 'build/\n*.log']] as const;

  test('stay visible with their directories, their siblings do not', () => {
    const rules = rulesOf({ ruleTexts, tracked: ['build/a/keep', 'x/y.log'] });
    expectVerdicts(rules, {
      'build/': 'indexed',
      'build/a/': 'indexed',
      'build/a/keep': 'indexed',
      'build/a/other': 'out',
      'build/b/': 'out',
      'build/b/keep': 'out',
      'x/y.log': 'indexed',
      'x/z.log': 'out',
    });
  });

  test('give way to ignore patterns', () => {
    const rules = rulesOf({ ruleTexts, tracked: ['build/a/keep', 'b.log'], ignorePatterns: ['a/', 'b.log'] });
    expectVerdicts(rules, { 'build/': 'indexed', 'build/a/': 'out', 'build/a/keep': 'out', 'b.log': 'out' });
  });
});

describe('a repository inside the root', () => {
  const setup = {
    globalExcludes: '*.swp\n/top',
    nestedExcludes: '*.swp\n/top',
    infoExclude: '*.info',
    ruleTexts: [
      ['', '*.log\nlib/x'],
      ['lib', '*.o'],
    ],
    repositories: ['lib'],
    corePatterns: ['lib/c.o'],
    ignorePatterns: ['*.skip'],
  } as const;

  test('has its own git rules and the global ones, while core and ignore patterns go on', () => {
    expectVerdicts(rulesOf(setup), {
      'lib/a.log': 'indexed',
      'lib/a.info': 'indexed',
      'lib/x': 'indexed',
      'lib/d/a.o': 'out',
      'lib/a.swp': 'out',
      'lib/top': 'out',
      'lib/a.skip': 'out',
      'lib/c.o': 'core',
      top: 'out',
    });
  });

  test('stays left out when the outer rules ignore it', () => {
    const rules = rulesOf({ ...setup, ruleTexts: [['', 'lib/']] });
    expectVerdicts(rules, { 'lib/': 'out', 'lib/a': 'out' });
  });

  test('is open when the outer one tracks it as a submodule though a rule ignores it', () => {
    const rules = rulesOf({ ...setup, ruleTexts: [['', 'lib/']], tracked: ['lib'] });
    expectVerdicts(rules, { 'lib/': 'indexed', 'lib/a': 'indexed' });
  });
});

describe('a root below the top of its repository', () => {
  const setup = {
    prefix: 'packages/app/',
    infoExclude: '/packages/app/info\n/own',
    outerRuleFiles: [
      { directory: '', text: '*.log\n/packages/app/top\n/top2' },
      { directory: 'packages/', text: '!b.log\napp/mid\n/mid2' },
    ],
    ruleTexts: [['', '!c.log']],
  } as const;

  test('obeys the rules above it', () => {
    expectVerdicts(rulesOf(setup), {
      'a.log': 'out',
      'd/a.log': 'out',
      'b.log': 'indexed',
      'c.log': 'indexed',
      top: 'out',
      top2: 'indexed',
      'd/top': 'indexed',
      mid: 'out',
      mid2: 'indexed',
      info: 'out',
      own: 'indexed',
    });
  });

  test.each(['/packages', 'app', 'packages/app/', '*', '**/packages/**', 'packages/*'])(
    'is not ignored by %j above it, nor is what it holds',
    (rule) => {
      const outerRuleFiles = [
        { directory: '', text: `${rule}\n*.log` },
        { directory: 'packages/', text: '*.tmp' },
      ];
      expectVerdicts(rulesOf({ ...setup, outerRuleFiles }), {
        a: 'indexed',
        'd/a': 'indexed',
        'a.tmp': 'out',
      });
    },
  );

  test('keeps rules that ignore it where a nearer file re-includes it', () => {
    const outerRuleFiles = [
      { directory: '', text: 'app\n*.log' },
      { directory: 'packages/', text: '!/app' },
    ];
    expectVerdicts(rulesOf({ ...setup, outerRuleFiles }), { 'a.log': 'out', app: 'out', a: 'indexed' });
  });
});

describe('without git rules', () => {
  test('only core and ignore patterns count', () => {
    const rules = rulesOf({
      useGitignore: false,
      ignorePatterns: ['*.skip'],
      ruleTexts: [['', '*.log']],
      globalExcludes: '*.log',
      infoExclude: '*.log',
      outerRuleFiles: [{ directory: '', text: '*.log' }],
    });
    expectVerdicts(rules, { 'a.log': 'indexed', 'a.skip': 'out' });
  });
});

describe('rules', () => {
  test('index the root whatever they say', () => {
    const rules = rulesOf({ ignorePatterns: ['*'], ruleTexts: [['', '*']] });
    expect(rules.decide('' as RelPath, true)).toEqual({ indexed: true, core: false });
  });

  test('take other rule files over without changing', () => {
    const before = rulesOf({ ignorePatterns: ['*.skip'], ruleTexts: [['d', '*.log']] });
    const after = before.withMap(mapOf([['d', '*.tmp']]));
    const entries = ['d/a.log', 'd/a.tmp', 'a.skip'];
    expect([before, after].map((rules) => entries.map((entry) => verdict(rules, entry)))).toEqual([
      ['out', 'indexed', 'out'],
      ['indexed', 'out', 'out'],
    ]);
  });

  test('decide the same when more directories were asked about than they remember', () => {
    const rules = rulesOf({ ruleTexts: [['', '*.log']] });
    for (let asked = 0; asked < 5000; asked++) rules.decide(`${asked}/a` as RelPath, false);
    expectVerdicts(rules, { '0/a.log': 'out', '0/a': 'indexed' });
  });

  test('decide on a path of the greatest depth', () => {
    expect(verdict(rulesOf({ ruleTexts: [['', 'b']] }), `${'a/'.repeat(2047)}b`)).toBe('out');
  });
});
