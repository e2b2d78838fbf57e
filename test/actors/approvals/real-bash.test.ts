import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import type { ApprovalRule } from '../../../src/actors/protocol/approvals.js';
import { makeTempDir, removeTempDir } from '../../doubles/temp-dir.js';
import { judgeLine } from './judge-line.js';

// What a line that is judged safe may take: `while true` is harmless and has no end.
const TIMEOUT_MS = 300;

const hasBash = spawnSync('bash', ['-c', 'true']).status === 0;
const hasBubblewrap = spawnSync('bwrap', ['--ro-bind', '/', '/', 'true']).status === 0;

// oxfmt-ignore
const pieces = fc.constantFrom(
  'ls', 'cat a', 'echo', 'echo x', 'pwd', 'grep x a', 'true', 'head -1', 'find .', 'printf', 'sort a', 'test', 'cd d',
  'touch new', 'rm a', 'touch', 'rm', 'new', ' > new', '>new', '>>a', '-o new', '-delete', '-exec',
  ';', ' | ', ' && ', ' || ', '\n', ' ', ' ', ' ', '\\\n', '\\', '&', '!',
  '(', ')', '$(', '`', '{ ', '; }', '{', '}', ',', '"', "'", "$'", '$"', '#', ' #', '$', '${', '$((', '))',
  '[[ ', ' ]]', '[ ', ' ]', 'if ', '; then ', '; fi', 'for f in a b', '; do ', '; done', 'case a in ', 'a) ', ';;',
  ' esac', 'while ', 'false', '<<EOF\n', '\nEOF\n', 'EOF', "<<'EOF'\n", '<<-EOF\n', '<<<', '<', '<(', '2>&1', '>&2',
  '2>/dev/null', '&>', '=', 'x=', '*', '?', '~', 'a', '-n', '-v', '--',
);
const wild = fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join(''));
// Random pieces are seldom safe; safe commands with a few pieces in them are more often.
const tame = fc
  .array(
    fc.tuple(
      fc.constantFrom('ls -a', 'cat a', "echo 'x y'", 'grep -n x a', 'echo "a $(ls)"', 'find d -name "*"'),
      fc.array(pieces, { maxLength: 2 }),
      fc.constantFrom(' | ', '; ', ' && ', '\n', ' '),
    ),
    {
      minLength: 1,
      maxLength: 3,
    },
  )
  .map((parts) => parts.map(([command, extra, end]) => command + extra.join('') + end).join(''));

test.skipIf(!hasBash)('bash writes nothing when it runs a line that is judged safe', () => {
  if (!hasBubblewrap)
    console.warn('Without bubblewrap the lines that are judged safe run in a plain folder.');
  const root = makeTempDir();
  onTestFinished(() => {
    removeTempDir(root);
  });
  mkdirSync(join(root, 'd'));
  writeFileSync(join(root, 'a'), 'x\ny\n');
  writeFileSync(join(root, 'd/b'), 'touch new\n');
  const before = contents(root);
  const bubblewrap = [
    '--ro-bind',
    '/',
    '/',
    '--bind',
    root,
    root,
    '--dev',
    '/dev',
    '--unshare-all',
    '--die-with-parent',
  ];
  let run = 0;
  const check = (line: string): void => {
    const verdict = judgeLine(line, [], { roots: [root], cwd: root });
    if (verdict.kind !== 'safe' || line.trim() === '') return;
    run++;
    const [program, args] = hasBubblewrap
      ? ['bwrap', [...bubblewrap, 'bash', '-c', line]]
      : ['bash', ['-c', line]];
    spawnSync(program, args, {
      cwd: root,
      timeout: TIMEOUT_MS,
      killSignal: 'SIGKILL',
      maxBuffer: 1_000_000,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    expect(contents(root), line).toEqual(before);
  };
  fc.assert(fc.property(wild, check), { numRuns: 2_000 });
  fc.assert(fc.property(tame, check), { numRuns: 1_000 });
  expect(run).toBeGreaterThan(100);
});

const ALLOWED = [
  ['npm', 'test'],
  ['npx', 'vitest'],
  ['make', 'test'],
  ['node', '--test'],
  ['go', 'test'],
] as const;
const READERS = ['ls', 'cat', 'grep', 'head', 'find', 'sort', 'wc'];
const OTHERS = ['npm', 'npx', 'make', 'node', 'go', 'rm', 'touch', 'sh', 'env', 'xargs', 'timeout', 'tsx'];

// oxfmt-ignore
const allowedPieces = fc.constantFrom(
  'npm test', 'npx vitest', 'make test', 'node --test', 'go test', 'npm', 'npx', 'make', 'node', 'go', 'rm a', 'tsx a',
  'sh', 'env ', 'xargs ', 'timeout 5 ', ' install', ' -exec rm', ' --run', ' -v', ' -- ', ' a', ' d/b', ' -e x', '*',
);
const allowedLines = fc
  .array(fc.oneof(allowedPieces, allowedPieces, pieces), { maxLength: 6 })
  .map((parts) => parts.join(''));

test.skipIf(!hasBash)(
  'bash runs nothing but what is allowed when a line is judged by what was remembered',
  () => {
    const root = makeTempDir();
    onTestFinished(() => {
      removeTempDir(root);
    });
    const log = join(root, 'log');
    const work = join(root, 'work');
    mkdirSync(join(work, 'd'), { recursive: true });
    writeFileSync(join(work, 'a'), 'x\n');
    mkdirSync(join(root, 'bin'));
    for (const name of [...READERS, ...OTHERS])
      writeFileSync(join(root, 'bin', name), `#!/bin/bash\necho "\${0##*/} $*" >> ${log}\n`, { mode: 0o755 });
    const rules = ALLOWED.map((command): ApprovalRule => ({ effect: 'allow', when: { command } }));
    let run = 0;
    fc.assert(
      fc.property(allowedLines, (line) => {
        if (line.trim() === '' || judgeLine(line, rules, { roots: [work], cwd: work }).kind !== 'safe')
          return;
        writeFileSync(log, '');
        spawnSync('/bin/bash', ['-c', line], {
          cwd: work,
          env: { PATH: join(root, 'bin') },
          timeout: TIMEOUT_MS,
          killSignal: 'SIGKILL',
          stdio: 'ignore',
        });
        const calls = readFileSync(log, 'utf8')
          .split('\n')
          .filter((call) => call !== '');
        run += calls.length;
        const strangers = calls.filter(
          (call) =>
            !READERS.includes(call.split(' ', 1)[0] ?? '') &&
            !ALLOWED.some((words) => `${call} `.startsWith(`${words.join(' ')} `)) &&
            // Harmless by themselves: wrappers start what is judged, and is in the list as well; others tell a version.
            !/^(?:timeout|xargs|env) | (?:-v|--version)$/.test(call),
        );
        expect(strangers, line).toEqual([]);
      }),
      { numRuns: 3_000 },
    );
    expect(run).toBeGreaterThan(50);
  },
);

function contents(root: string): Record<string, string> {
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    files
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((path) => [path, readFileSync(path, 'utf8')]),
  );
}
