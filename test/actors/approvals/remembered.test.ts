import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ApprovalRule } from '../../../src/actors/protocol/approvals.js';
import type { SandboxState } from '../../../src/actors/protocol/shell.js';
import { describeRules } from '../../../src/actors/approvals/describe-rules.js';
import { type CallDecision, judgeCall } from '../../../src/actors/approvals/judge-call.js';
import { loadBashParser } from '../../../src/host/node/bash-parser.js';

const RUNS = Number(process.env['TROUPE_PROPERTY_RUNS'] ?? 1000);
const UNGUARDED: SandboxState = { missing: 'bubblewrap is not installed' };

const parse = await loadBashParser();

/** What becomes of a line in `/work/app`, where a person decided nothing but these rules. */
function decide(
  line: string,
  {
    rules = [],
    sandbox = 'sandboxed',
    cwd = '/work/app',
    tool = 'run_command',
  }: { rules?: readonly ApprovalRule[]; sandbox?: SandboxState; cwd?: string; tool?: string } = {},
): CallDecision {
  return judgeCall(
    { tool, category: 'Dangerous tools', params: { command: line } },
    { kind: 'command', command: line, cwd, notes: [] },
    {
      policy: {
        'Read file': 'auto',
        'File edits': 'ask',
        'Dangerous tools': 'ask',
        'Web tools': 'ask',
        'MCP tools': 'ask',
      },
      roots: ['/work'],
      network: 'allow',
      expandGlob: () => [],
      parse,
      rules,
      sandbox,
    },
  );
}

/** What an answer for more than this call would remember. */
function offered(line: string, sandbox?: SandboxState): readonly ApprovalRule[] {
  const decision = decide(line, sandbox === undefined ? {} : { sandbox });
  return decision.kind === 'ask' ? decision.remember : [];
}

const line = (text: string): readonly ApprovalRule[] => [
  { effect: 'allow', when: { line: text, cwd: '/work/app' } },
];

describe('a line that no use of a program covers', () => {
  test.each([
    'node build.mjs',
    'python3 tools/a.py --x',
    './gradlew -p sub publish',
    'make',
    'make test install',
    'npx tsx a.ts',
    'npx -p a b',
    'some-tool | tail -20',
    'npm test > out.log',
    'FOO=1 npm test',
    "bash -c 'npm test && npm publish'",
    "python3 <<'EOF'\nprint(1)\nEOF",
    'npm test && rm -rf build',
  ])('can be allowed as it stands: %s', (text) => {
    expect(offered(text)).toEqual(line(text));
    expect(decide(text, { rules: line(text) })).toMatchObject({ kind: 'run' });
    for (const other of [`${text} `, `${text} x`, `${text}; rm a`, `ls && ${text}`])
      expect(decide(other, { rules: line(text) }).kind).toBe('ask');
    expect(decide(text, { rules: line(text), cwd: '/work/app/sub' }).kind).toBe('ask');
    expect(decide(text, { rules: line(text), tool: 'run_persistent_command' }).kind).toBe('ask');
  });

  test.each([
    ['a value that only the run will tell', 'rm $x'],
    ['what another command prints', 'rm $(cat a)'],
    ['a file outside of the workspace', 'rm /etc/passwd'],
    ['a file outside that it writes', 'ls > /etc/x'],
    ['a place that is not known', 'ls > $x'],
    ['something unknown in a line within the line', "bash -c 'rm $x'"],
    ['a function', 'f() { rm a; }; f'],
    ['the background', 'npm start &'],
    ['a folder outside', 'cd / && npm test'],
    ['characters that nobody sees', 'rm a\u200b'],
    ['a line that cannot be read', 'rm a)'],
  ])('cannot be allowed with %s', (_, text) => {
    expect(offered(text)).toEqual([]);
    expect(decide(text, { rules: line(text) }).kind).toBe('ask');
  });

  test('is forbidden or asked about by a rule about the line', () => {
    const when = { line: 'ls', cwd: '/work/app' };
    expect(decide('ls', { rules: [{ effect: 'deny', when }] }).kind).toBe('deny');
    expect(decide('ls', { rules: [{ effect: 'ask', when }, ...line('ls')] })).toMatchObject({
      kind: 'ask',
      remember: [],
    });
  });

  test('is shown with what would be remembered of it', () => {
    expect(describeRules(offered('node a.js'))).toBe('exactly `node a.js` in /work/app');
    expect(describeRules(offered(`node a.js ${'x'.repeat(100)}`))).toBe('exactly this command in /work/app');
    expect(describeRules(offered('npx vitest run | tail'))).toBe('commands that start with `npx vitest`');
  });
});

/** Uses of programs that can be remembered, each with what must not be covered by it. */
const ESCAPES = [
  ['npm test', '--script-shell=x', '--script-shell x', '--node-options=--require=a', '--prefix x', '-- -e x'],
  ['npm run build', '--script-shell=x', '-c x', '-- --import=data:x'],
  ['npx vitest', '--execArgv=--import=data:x', '--config x', '-c x', '--reporter=./x', '--globalSetup x'],
  ['npx eslint', '--rulesdir x', '-c x', '--resolve-plugins-relative-to x', '-f ./x'],
  ['jest', '--globalSetup x', '--testRunner=x', '-c x'],
  ['mocha', '--require x', '-r x', '--import=data:x', '--config x'],
  ['node --test', '-e x', '--eval=x', '--import data:x', '--require x', '-r x', '--test-reporter=./x'],
  ['python -m pytest', '-p x', '-c x', '-o x=y', '--pdbcls=x:y', '--rootdir=x'],
  ['pytest', '-p x', '-c x', '-W error::x.y', '--confcutdir=x'],
  ['make test', 'install', 'SHELL=x', '-f x', '-C x', '--eval=x', '-I x', '--file=x', 'CC=x'],
  ['cargo test', '--config x', '-Z x', '--target x', '--manifest-path x'],
  ['go test', '-exec x', '-exec=x', '-toolexec x', '-vettool=x', '-o x', '-ldflags x', '-C x', '-modfile x'],
  ['go build', '-toolexec x', '-ldflags=-extld=x', '-overlay x'],
  ['mvn test', 'exec:java', '-Dexec.executable=x', '-f x', '-s x'],
  ['git push', '--receive-pack=x', '--exec=x', 'ext::x', '--force', '+main', '-o x'],
  ['git fetch', '--upload-pack x', 'ext::x'],
  ['git commit', '--template x', '-c x', '--trailer x'],
  ['git diff', '--ext-diff', '--textconv', '--output=x', '-Ox', '--no-index a b'],
  ['git log', '--output=x', '--show-signature', '--ext-diff'],
  ['git status', '--x'],
].flatMap(([use = '', ...escapes]) => escapes.map((escape) => [use, escape] as const));

test.each(ESCAPES)('an allowed `%s` does not cover %s', (use, escape) => {
  const rules: readonly ApprovalRule[] = [{ effect: 'allow', when: { command: use.split(' ') } }];
  expect(decide(use, { rules })).toMatchObject({ kind: 'run' });
  expect(decide(`${use} ${escape}`, { rules }).kind).toBe('ask');
  expect(offered(`${use} ${escape}`)).not.toEqual(rules);
});

test('a prefix that a person wrote for a program that nobody knows covers what comes behind it', () => {
  const rules: readonly ApprovalRule[] = [{ effect: 'allow', when: { command: ['some-tool'] } }];
  expect(decide('some-tool --exec x', { rules })).toMatchObject({ kind: 'run' });
});

const commands = fc.constantFrom(
  ...ESCAPES.map(([use]) => use),
  'ls',
  'cat a',
  'npm',
  'npx',
  'node',
  'node a.js',
  'make',
  'python',
  'go',
  'cargo',
  'git',
  'rm a',
  'curl x',
  'sh',
  'some-tool',
);
const more = fc.constantFrom(
  ...ESCAPES.map(([, escape]) => escape),
  '',
  '',
  'a',
  '--',
  '-v',
  '*',
  '$x',
  '../../x',
  '> a',
  '2>&1',
  '-x',
);
const joints = fc.constantFrom(' ', ' ', ' && ', '; ', ' | ', '\n');
const lines = fc.array(fc.tuple(commands, more, joints), { minLength: 1, maxLength: 3 }).map((parts) =>
  parts
    .map((part) => part.join(' '))
    .join('')
    .trim()
    .replace(/(?:&&|;|\|)$/, ''),
);

test('what was remembered lets nothing run that is broader than what was shown', () => {
  fc.assert(
    fc.property(
      lines,
      lines,
      fc.constantFrom<SandboxState>('sandboxed', UNGUARDED),
      (first, second, sandbox) => {
        const rules = offered(first, sandbox);
        fc.pre(rules.length > 0);
        // It holds: the same line is not asked about again.
        expect(decide(first, { rules, sandbox })).toMatchObject({ kind: 'run' });
        if (decide(second, { rules, sandbox }).kind !== 'run') return;
        const shown = describeRules(rules);
        for (const command of second.split(/&&|[;|\n]/).map((text) => text.trim())) {
          const isShown =
            shown.includes(`exactly \`${second}\``) ||
            rules.some(
              ({ when }) => 'command' in when && `${command} `.startsWith(`${when.command.join(' ')} `),
            );
          if (!isShown) expect(decide(command, { sandbox })).toMatchObject({ kind: 'run' });
        }
      },
    ),
    { numRuns: RUNS },
  );
});

describe('without a sandbox', () => {
  const bare = (text: string, rules: readonly ApprovalRule[] = []) =>
    decide(text, { rules, sandbox: UNGUARDED });

  test.each([
    'ls -la',
    'cat a | grep -n x | head -5',
    'cd sub && ls; pwd',
    'grep -rn x src 2>/dev/null',
    'sed -n 1,5p a',
  ])('a plain line of programs that only read runs unasked: %s', (text) => {
    expect(bare(text)).toMatchObject({ kind: 'run' });
  });

  test.each([
    'for f in a b; do echo $f; done',
    'echo $(pwd)',
    '[ -f a ] && cat a',
    'diff <(ls a) <(ls b)',
    'echo $HOME',
  ])('what is not plain is asked about once, and then holds: %s', (text) => {
    const asked = bare(text);
    expect(asked).toMatchObject({
      kind: 'ask',
      reasons: [
        'It is more than a plain list of commands, and there is no sandbox to contain it.',
        'It runs with the network.',
      ],
      remember: line(text),
    });
    expect(bare(text, line(text))).toMatchObject({ kind: 'run' });
    expect(decide(text)).toMatchObject({ kind: 'run' });
  });

  test.each([
    'npm test',
    'npx vitest run 2>&1 | tail -20',
    'git status && git diff',
    'node a.js',
    'rm -rf build',
  ])('what was allowed of it holds: %s', (text) => {
    const rules = offered(text, UNGUARDED);
    expect(rules).not.toEqual([]);
    expect(bare(text, rules)).toMatchObject({ kind: 'run' });
  });

  test('only the line is offered where allowing its commands would not be enough', () => {
    const text = 'for i in 1 2; do npm test; done';
    expect(offered(text)).toEqual([{ effect: 'allow', when: { command: ['npm', 'test'] } }]);
    expect(offered(text, UNGUARDED)).toEqual(line(text));
    expect(bare(text, line(text))).toMatchObject({ kind: 'run' });
  });
});
