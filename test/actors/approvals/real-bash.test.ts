import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { makeTempDir, removeTempDir } from '../../doubles/temp-dir.js';
import { judgeLine } from './judge-line.js';

// What a line that is judged safe may take: `while true` is harmless and has no end.
const TIMEOUT_MS = 300;

const hasBash = spawnSync('bash', ['-c', 'true']).status === 0;
const hasBubblewrap = spawnSync('bwrap', ['--ro-bind', '/', '/', 'true']).status === 0;

// prettier-ignore
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

function contents(root: string): Record<string, string> {
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    files
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((path) => [path, readFileSync(path, 'utf8')]),
  );
}
