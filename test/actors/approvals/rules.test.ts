import { describe, expect, test } from 'vitest';
import type { ApprovalRule, RuleEffect } from '../../../src/actors/protocol/approvals.js';
import type { CallPreview } from '../../../src/actors/protocol/tool.js';
import { type CallContext, type JudgedCall, judgeCall } from '../../../src/actors/approvals/judge-call.js';
import { judgeLine } from './judge-line.js';

const on = (effect: RuleEffect, ...command: readonly string[]): ApprovalRule => ({
  effect,
  when: { command },
});
const kindOf = (line: string, ...rules: readonly ApprovalRule[]): string => judgeLine(line, rules).kind;

describe('a rule about a command', () => {
  test.each([
    ['npm test', 'safe'],
    ['npm test -- --watch=false', 'safe'],
    ['npm test | head', 'safe'],
    ['npm test && ls', 'safe'],
    ['timeout 60 npm test', 'safe'],
    ['npm', 'ask'],
    ['npm testing', 'ask'],
    ['npm run test', 'ask'],
    ['npm test && npm publish', 'ask'],
    ['npm test | sh', 'ask'],
    ['npm test > a', 'ask'],
    ['npm test $(rm a)', 'ask'],
    ['npm test "$x"', 'ask'],
    ['npm test /etc/passwd', 'ask'],
    ['npm test ../../x', 'ask'],
    ['PATH=. npm test', 'ask'],
    ['./npm test', 'ask'],
    ['env npm test', 'ask'],
    ['sudo npm test', 'ask'],
    ['bash -c "npm test"', 'ask'],
  ])('that allows `npm test` makes of %s: %s', (line, kind) => {
    expect(kindOf(line, on('allow', 'npm', 'test'))).toBe(kind);
  });

  test.each([
    'rm a',
    'rm -rf b',
    '/bin/rm a',
    "'rm' a",
    'r\\m a',
    'ls; rm a',
    'ls | rm a',
    'echo $(rm a)',
    'sudo rm a',
    'sudo -u me rm a',
    'env X=1 rm a',
    'xargs -0 rm',
    'find . -exec rm {} +',
    'timeout 5 rm a',
    'command rm a',
    "bash -c 'ls; rm a'",
    "eval 'rm a'",
    'if ls; then rm a; fi',
    'f() { rm a; }',
    'case x in x) rm a;; esac',
    'rm a & ls',
  ])('that forbids `rm` finds it in %s', (line) => {
    expect(kindOf(line, on('deny', 'rm'), on('allow', 'rm'))).toBe('deny');
  });

  test('forbids before it asks, and asks before it allows', () => {
    expect(kindOf('git push', on('allow', 'git', 'push'))).toBe('safe');
    expect(kindOf('git push', on('allow', 'git', 'push'), on('ask', 'git'))).toBe('ask');
    expect(kindOf('git push', on('allow', 'git', 'push'), on('ask', 'git'), on('deny', 'git', 'push'))).toBe(
      'deny',
    );
    expect(kindOf('ls', on('ask', 'ls'))).toBe('ask');
  });
});

describe('a rule about files', () => {
  const secret: ApprovalRule = { effect: 'deny', when: { path: '**/.env', access: 'read' } };

  test.each([
    ['cat .env', 'deny'],
    ['cat < .env', 'deny'],
    ['head -n 1 sub/.env', 'deny'],
    ['grep -f .env a', 'deny'],
    ['cat .env.example', 'safe'],
  ])('that forbids to read it makes of %s: %s', (line, kind) => {
    expect(kindOf(line, secret)).toBe(kind);
  });

  const expandGlob = (): readonly string[] => ['/work/app/a.ts', '/work/app/.env'];

  test.each([
    ['cat .e*', 'deny'],
    ['cat < .e*', 'deny'],
    ['echo .e*', 'deny'],
    ['cp .env x', 'deny'],
    ['dd if=.env of=x', 'deny'],
    ['cp .env .npmrc', 'deny'],
    ['touch .envrc .env', 'deny'],
    ['sudo cat .env', 'deny'],
    ["bash -c 'cat .env'", 'deny'],
    ['cat {.env,a}', 'deny'],
    ['cat {.env,$x}', 'ask'],
    ['cat $x', 'ask'],
    ['$x .env', 'deny'],
    ["cd sub && bash -c 'cat .env'", 'deny'],
    ['grep -r x .', 'ask'],
    ['grep x a', 'safe'],
    ['rg x', 'ask'],
    ['ls', 'safe'],
  ])(
    'finds what globs and arguments stand for in %s: %s, also where commands run by themselves',
    (line, kind) => {
      const verdict = judgeLine(line, [secret], { expandGlob });
      expect(verdict.kind).toBe(kind);
      if (verdict.kind === 'ask') expect(verdict.isByRule).toBe(true);
    },
  );

  test('that stand for more than can be looked at is asked about', () => {
    const tooMany = { expandGlob: () => undefined };
    expect(judgeLine('cat *', [], tooMany)).toMatchObject({ kind: 'ask', isByRule: false });
    expect(judgeLine('cat *', [secret], tooMany)).toMatchObject({ kind: 'ask', isByRule: true });
  });

  test('that forbids to write asks before a program that may write', () => {
    const rule: ApprovalRule = { effect: 'deny', when: { path: 'app/made/**', access: 'write' } };
    expect(judgeLine('rm made/a', [rule])).toMatchObject({ kind: 'ask', isByRule: true });
    expect(judgeLine('cat made/a', [rule]).kind).toBe('safe');
    expect(judgeLine('echo x > made/a', [rule]).kind).toBe('deny');
  });

  test('is about a folder of a root whose name begins with two dots', () => {
    expect(kindOf('cat ../..keys/a', { effect: 'deny', when: { path: '..keys/*', access: 'read' } })).toBe(
      'deny',
    );
  });

  test('asks about a file that may be read otherwise', () => {
    expect(kindOf('cat a.key', { effect: 'ask', when: { path: '**/*.key', access: 'read' } })).toBe('ask');
  });
});

describe('what would have to be allowed', () => {
  test.each([
    ['npm test', [['npm', 'test']]],
    ['npm run build -- --watch', [['npm', 'run', 'build']]],
    ['npm run build -- --x', []],
    [
      'git push && npm test',
      [
        ['git', 'push'],
        ['npm', 'test'],
      ],
    ],
    ['ls | some-tool', []],
    ['npx vitest run', [['npx', 'vitest']]],
    ['npx --no-install tsc --noEmit', [['npx', '--no-install', 'tsc']]],
    ['node --test', [['node', '--test']]],
    ["node --test --test-name-pattern 'a b' test", [['node', '--test']]],
    ['make test', [['make', 'test']]],
    ['make -j4 test', []],
    ['make', []],
    ['pytest -x tests/a.py', [['pytest']]],
    ['python -m pytest -q', [['python', '-m', 'pytest']]],
    ['python3 -m unittest', [['python3', '-m', 'unittest']]],
    ['cargo test --release -- --nocapture', [['cargo', 'test']]],
    ['go test ./... -run TestX', [['go', 'test']]],
    ['timeout 60 npx vitest run 2>&1 | tail -20', [['npx', 'vitest']]],
    ['git commit -am x', [['git', 'commit']]],
    ['git branch -D x', []],
    ['find . -delete', []],
    ['sed -i s/a/b/ a', []],
    ['sort -o a b', []],
    ['node a.js', []],
    ['rm a', []],
    ['bash x.sh', []],
    ['python3 x.py', []],
    ['sudo ls', []],
    ['xargs rm', []],
    ['env ls', []],
    ['npx x', []],
    ['npm exec x', []],
    ['./x', []],
    ['npm test > a', []],
    ['npm test; rm a', []],
    ['npm test $x', []],
    ['cat /etc/passwd', []],
    ['git -c a=b push', []],
  ])('for %s is %j', (line, prefixes) => {
    const verdict = judgeLine(line);
    expect(verdict.kind === 'ask' ? verdict.prefixes : 'none').toEqual(prefixes);
  });
});

test('a link that leads out of the roots is not read without asking', () => {
  const followLinks = (path: string): string => (path === '/work/app/out' ? '/etc/passwd' : path);
  expect(judgeLine('cat out', [], { followLinks }).kind).toBe('ask');
  expect(judgeLine('cat in', [], { followLinks }).kind).toBe('safe');
});

test.each(['cat up/../x', 'cat up/../../x', 'cd up && cat ../x', 'cd up/.. && ls', 'ls up/..'])(
  'a link is followed before the way goes up from it: %s',
  (line) => {
    const followLinks = (path: string): string => (path === '/work/app/sub/up' ? '/work' : path);
    const context = { cwd: '/work/app/sub', followLinks };
    expect(judgeLine(line, [], context).kind).toBe('ask');
    expect(judgeLine(line.replaceAll('up', 'down'), [], context).kind).toBe('safe');
  },
);

test('a command that starts outside of the roots is asked about', () => {
  expect(judgeLine('ls', [], { cwd: '/etc' }).kind).toBe('ask');
});

describe('a call of a tool', () => {
  const edit: JudgedCall = { tool: 'edit_file', category: 'File edits', params: { uri: 'src/a.ts' } };
  const judge = (
    call: JudgedCall,
    rules: readonly ApprovalRule[],
    fields: Partial<CallContext> = {},
    preview?: CallPreview,
  ) =>
    judgeCall(call, preview, {
      policy: {
        'Read file': 'auto',
        'File edits': 'ask',
        'Dangerous tools': 'ask',
        'Web tools': 'ask',
        'MCP tools': 'ask',
      },
      rules,
      roots: ['/work'],
      ...fields,
    });

  test('is asked about as its category says, and can be allowed as a whole', () => {
    expect(judge(edit, [])).toEqual({
      kind: 'ask',
      reasons: ['It changes files.'],
      remember: [{ effect: 'allow', when: { tool: 'edit_file' } }],
    });
  });

  test.each<[ApprovalRule, string]>([
    [{ effect: 'allow', when: { tool: 'edit_file' } }, 'run'],
    [{ effect: 'deny', when: { tool: 'edit_file' } }, 'deny'],
    [{ effect: 'allow', when: { tool: 'other' } }, 'ask'],
    [{ effect: 'allow', when: { path: 'src/**', access: 'write' } }, 'run'],
    [{ effect: 'allow', when: { path: '/work/src/*', access: 'write' } }, 'run'],
    [{ effect: 'allow', when: { path: 'src/**', access: 'read' } }, 'ask'],
    [{ effect: 'deny', when: { path: 'src/**', access: 'read' } }, 'deny'],
    [{ effect: 'deny', when: { path: 'src/**', access: 'write' } }, 'deny'],
    [{ effect: 'allow', when: { path: 'test/**', access: 'write' } }, 'ask'],
  ])('with the rule %j: %s', (rule, kind) => {
    expect(judge(edit, [rule]).kind).toBe(kind);
  });

  test('of a server goes by the rules about the server', () => {
    const call: JudgedCall = { tool: 'docs_find', category: 'MCP tools', server: 'docs', params: {} };
    expect(judge(call, []).kind).toBe('ask');
    expect(judge(call, [{ effect: 'allow', when: { server: 'docs' } }]).kind).toBe('run');
    expect(judge(call, [{ effect: 'allow', when: { server: 'other' } }]).kind).toBe('ask');
  });

  test('of a server with many tools goes by the rules about the tool that it calls', () => {
    const call: JudgedCall = {
      tool: 'docs__call_tool',
      category: 'MCP tools',
      server: 'docs',
      params: { tool: 'docs__find', arguments: {} },
    };
    const asked = judge(call, []);
    expect(asked).toMatchObject({
      kind: 'ask',
      remember: [{ effect: 'allow', when: { tool: 'docs__find' } }],
    });
    expect(judge(call, [{ effect: 'allow', when: { tool: 'docs__find' } }]).kind).toBe('run');
    expect(judge(call, [{ effect: 'deny', when: { tool: 'docs__find' } }]).kind).toBe('deny');
    expect(judge(call, [{ effect: 'allow', when: { tool: 'docs__other' } }]).kind).toBe('ask');
    // Another server's tool cannot borrow the name.
    const other = { ...call, server: 'other' };
    expect(judge(other, [{ effect: 'allow', when: { tool: 'docs__find' } }]).kind).toBe('ask');
  });

  test('is asked about by a rule even where its category runs by itself', () => {
    const policy = {
      'Read file': 'auto',
      'File edits': 'auto',
      'Dangerous tools': 'auto',
      'Web tools': 'auto',
      'MCP tools': 'auto',
    } as const;
    expect(judge(edit, [], { policy }).kind).toBe('run');
    expect(judge(edit, [{ effect: 'ask', when: { tool: 'edit_file' } }], { policy }).kind).toBe('ask');
  });
});

describe('a rule that allows a program', () => {
  test.each([
    ['find', 'find . -delete'],
    ['find', 'find . -exec rm {} +'],
    ['sed', 'sed -i s/a/b/ a'],
    ['sort', 'sort -o a b'],
    ['awk', "awk 'BEGIN{system(1)}'"],
    ['rg', 'rg --pre ./x a'],
    ['node', 'node a.js'],
    ['python3', 'python3 a.py'],
    ['bash', 'bash a.sh'],
    ['bash -c', "bash -c 'rm a'"],
    ['python3 -c', "python3 -c 'x'"],
    ['env', 'env rm a'],
    ['xargs', 'xargs rm'],
    ['sudo', 'sudo ls'],
    ['npx', 'npx tsx a.ts'],
    ['npm exec', 'npm exec tsx a.ts'],
    ['make', 'make install'],
    ['docker run', 'docker run x'],
  ])(
    'that may run others, or with dangerous options, keeps its promise: %s does not cover %s',
    (prefix, line) => {
      expect(kindOf(line, on('allow', ...prefix.split(' ')))).toBe('ask');
    },
  );

  test.each([
    ['find . -delete', 'find . -delete'],
    ['sed -i', 'sed -i s/a/b/ a'],
    ['node build.mjs', 'node build.mjs --x'],
    ['python3 tools/a.py', 'python3 tools/a.py'],
    ['some-tool', 'some-tool --x'],
    ['make test', 'make test'],
  ])('by what it runs covers that: %s covers %s', (prefix, line) => {
    expect(judgeLine(line, [on('allow', ...prefix.split(' '))])).toMatchObject({
      kind: 'safe',
      world: 'working',
    });
  });

  test('keeps the check of links', () => {
    const followLinks = (path: string): string => path.replace('/work/app/link', '/etc');
    const rules = [on('allow', 'some-tool')];
    for (const line of ['some-tool link/x', 'some-tool --file=link/x', 'some-tool -flink/x'])
      expect(judgeLine(line, rules, { followLinks }).kind).toBe('ask');
    expect(judgeLine('some-tool sub/x -m "a link/x"', rules, { followLinks }).kind).toBe('safe');
  });

  test('takes the whole line to the working world, where an expansion is no longer harmless', () => {
    const rules = [on('allow', 'npm', 'test')];
    expect(judgeLine('npm test; ls a', rules)).toMatchObject({ kind: 'safe', world: 'working' });
    expect(judgeLine('for f in a; do sort "$f"; done')).toMatchObject({ kind: 'safe', world: 'looking' });
    expect(judgeLine('npm test; for f in a; do sort "$f"; done', rules).kind).toBe('ask');
  });
});

describe('where a rule protects files, a word that is not known is asked about', () => {
  const secret: ApprovalRule = { effect: 'deny', when: { path: '**/.env', access: 'read' } };

  test.each([
    'for f in a; do cat "$f"; done',
    'wc $(ls)',
    'ls | xargs wc',
    'find . -exec wc {} +',
    'find . -type f -exec cat {} +',
    'f=.e; wc "$f"nv',
    'while read -r f; do wc "$f"; done',
    'diff a b',
  ])('%s', (line) => {
    const { kind } = judgeLine(line, [secret], { expandGlob: (folder) => [`${folder}/.env`] });
    expect(['ask', 'deny']).toContain(kind);
    expect(judgeLine(line).kind).toBe('safe');
  });
});
