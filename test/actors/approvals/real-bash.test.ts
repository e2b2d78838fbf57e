import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import type { Verdict } from '../../../src/actors/approvals/verdict.js';
import type { ApprovalRule } from '../../../src/actors/protocol/approvals.js';
import { findMarked } from '../../doubles/find-marked.js';
import { makeTempDir, removeTempDir } from '../../doubles/temp-dir.js';
import { untilEqual } from '../../doubles/until-equal.js';
import { judgeLine } from './judge-line.js';
import { runBriefly } from './run-briefly.js';

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

test.skipIf(!hasBash)('bash writes nothing when it runs a line that is judged safe', async () => {
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
  let run = 0;
  const check = async (line: string): Promise<void> => {
    const verdict = judgeLine(line, [], { roots: [root], cwd: root });
    if (verdict.kind !== 'safe' || line.trim() === '') return;
    run++;
    await runBriefly([...beginning(root), 'bash', '-c', line], { cwd: root });
    expect(contents(root), line).toEqual(before);
  };
  await fc.assert(fc.asyncProperty(wild, check), { numRuns: 2_000 });
  await fc.assert(fc.asyncProperty(tame, check), { numRuns: 1_000 });
  expect(run).toBeGreaterThan(100);
});

const ALLOWED = [
  ['npm', 'test'],
  ['npx', 'vitest'],
  ['make', 'test'],
  ['node', '--test'],
  ['go', 'test'],
] as const;
const PROGRAMS = 'ls cat grep head find sort wc npm npx make node go rm touch sh tsx'.split(' ');
// What each does with its own words before it starts the program in the others. What xargs reads is a file's name.
const WRAPPERS = {
  env: 'exec "$@"',
  timeout: 'shift; exec "$@"',
  xargs: 'while [[ ${1-} == -* ]]; do shift; done; exec "$@" a',
};
// Whatever the judge says of it by itself.
const NEVER = 'rm|touch|sh|tsx|npm install|npx tsx|node -e|node --test -e|go test -exec'.split('|');

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
  async () => {
    const root = makeTempDir();
    onTestFinished(() => {
      removeTempDir(root);
    });
    const log = join(root, 'log');
    const work = join(root, 'work');
    mkdirSync(join(work, 'd'), { recursive: true });
    writeFileSync(join(work, 'a'), 'x\n');
    mkdirSync(join(root, 'bin'));
    const write = (name: string, then: string): void => {
      const note = `printf '%s\\0' "$PWD" "$#" "\${0##*/}" "$@" >> ${log}/$$`;
      writeFileSync(join(root, 'bin', name), `#!/bin/bash\n${note}\n${then}\n`, { mode: 0o755 });
    };
    for (const name of PROGRAMS) write(name, '');
    for (const [name, then] of Object.entries(WRAPPERS)) write(name, then);
    const rules = ALLOWED.map((command): ApprovalRule => ({ effect: 'allow', when: { command } }));
    const judge = (line: string, cwd: string): Verdict => judgeLine(line, rules, { roots: [work], cwd });
    let run = 0;
    await fc.assert(
      fc.asyncProperty(allowedLines, async (line) => {
        const verdict = judge(line, work);
        if (line.trim() === '' || verdict.kind !== 'safe') return;
        rmSync(log, { recursive: true, force: true });
        mkdirSync(log);
        await runBriefly(['/bin/bash', '-c', line], { cwd: work, env: { PATH: join(root, 'bin') } });
        const calls = readCalls(log);
        run += calls.length;
        // What may run only where nothing writes may not run beside what was remembered.
        const beside = verdict.world === 'working' ? `${ALLOWED[0].join(' ')}; ` : '';
        const isStrange = ({ cwd, words }: Call): boolean =>
          NEVER.some((never) => `${words.join(' ')} `.startsWith(`${never} `)) ||
          // Of what xargs reads its words say nothing: what it starts is in the log as well.
          (words[0] !== 'xargs' && judge(beside + words.map(toQuoted).join(' '), cwd).kind !== 'safe');
        expect(calls.filter(isStrange), line).toEqual([]);
      }),
      {
        numRuns: 3_000,
        examples: [
          'go env',
          'npm ls a',
          'npm -v',
          'cd d; go test a',
          'timeout 5 go env',
          'npm test -v2>&1',
          "grep 'x\nrm a' a",
        ].map((line): [string] => [line]),
      },
    );
    expect(run).toBeGreaterThan(50);
  },
);

/** A program that bash started. */
interface Call {
  readonly cwd: string;
  /** Its name and its arguments. */
  readonly words: readonly string[];
}

/** Reads a folder in which each process has a file, with the number of the arguments of each call. */
function readCalls(folder: string): readonly Call[] {
  return readdirSync(folder).flatMap((name) => {
    const calls: Call[] = [];
    const parts = readFileSync(join(folder, name), 'utf8').split('\0');
    while (parts.length > 1) {
      const [cwd = '', count] = parts.splice(0, 2);
      calls.push({ cwd, words: parts.splice(0, Number(count) + 1) });
    }
    return calls;
  });
}

function toQuoted(word: string): string {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

// On a machine without Linux there is no `/proc` to look at.
test.skipIf(!hasBash || process.platform !== 'linux')(
  'a line leaves no process, at whatever moment its time is up',
  async () => {
    const root = makeTempDir();
    onTestFinished(() => {
      removeTempDir(root);
    });
    const env = { ...process.env, MARK: randomBytes(16).toString('hex') };
    const lines = fc.constantFrom(
      'while :; do :; done',
      'while :; do :; done & exit',
      'while :; do :; done > out 2>&1 &',
    );
    const run = async (line: string, timeoutMs: number): Promise<void> => {
      await runBriefly([...beginning(root), 'bash', '-c', line], { cwd: root, env, timeoutMs });
    };
    await fc.assert(fc.asyncProperty(lines, fc.integer({ min: 0, max: 30 }), run), { numRuns: 100 });
    await untilEqual(() => findMarked(env.MARK), [], 'all that was started has ended');
  },
);

/** What stands before a command so that it writes nowhere but in a folder; nothing without bubblewrap. */
function beginning(root: string): readonly string[] {
  if (!hasBubblewrap) return [];
  const options = ['--ro-bind', '/', '/', '--bind', root, root, '--dev', '/dev'];
  return ['bwrap', ...options, '--unshare-all', '--die-with-parent'];
}

function contents(root: string): Record<string, string> {
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    files
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((path) => [path, readFileSync(path, 'utf8')]),
  );
}
