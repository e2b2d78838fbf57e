import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, realpathSync, statSync, symlinkSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ApprovalRule } from '../../../src/actors/protocol/approvals.js';
import { createGlobExpander } from '../../../src/workers/disk/expand-glob.js';
import { followLinks } from '../../../src/host/node/follow-links.js';
import { makeTempDir, removeTempDir, writeFiles } from '../../doubles/temp-dir.js';
import { judgeLine } from './judge-line.js';

// `TROUPE_DENIED_TREES=1000` is the long run.
const TREES = Number(process.env['TROUPE_DENIED_TREES'] ?? 30);
const LINES = 50;

/** A glob of a rule, and the same said by a regular expression. */
const anyRule = fc.constantFrom<[glob: string, regex: RegExp]>(
  ['**/.env', /(?:^|\/)\.env$/],
  ['**/*.key', /\.key$/],
  ['*.pem', /^[^/]*\.pem$/],
  ['secrets/**', /^secrets\//],
  ['sub/?.ts', /^sub\/[^/]\.ts$/],
  ['{sub,secrets}/[ab]*', /^(?:sub|secrets)\/[ab][^/]*$/],
  ['**/.hidden/*', /(?:^|\/)\.hidden\/[^/]+$/],
);

const FOLDERS = ['', 'sub/', 'secrets/', '.hidden/', 'sub/.hidden/'];
const NAMES = ['.env', 'a.key', 'b.key', 'é.key', 'a.pem', 'a.ts', 'b.ts', 'ab', '[a]', '*', 'x y.ts', '.a'];
const anyFile = fc
  .tuple(fc.constantFrom(...FOLDERS), fc.constantFrom(...NAMES))
  .map((parts) => parts.join(''));
interface Tree {
  readonly files: readonly string[];
  readonly links: readonly (readonly [name: string, target: string])[];
  readonly rule: readonly [glob: string, regex: RegExp];
}
const anyTree: fc.Arbitrary<Tree> = fc.record({
  files: fc.uniqueArray(anyFile, { minLength: 8, maxLength: 30 }),
  links: fc.uniqueArray(fc.tuple(fc.constantFrom('link', 'sub/link', 'link.ts', '.link'), anyFile), {
    maxLength: 2,
    selector: ([name]) => name,
  }),
  rule: anyRule,
});

// oxfmt-ignore
const anyPiece = fc.constantFrom(
  '*', '*', '*', '?', '[ab]', '[!x]', '[^.]', '[[:alpha:]]', '[a-z]', '{a,.env}', '{,.}', '"*"', "'.'", '\\*', '\\[', '[',
  ']', 'a', 'b', '.', '.', '.key', '.ts', '.pem', 'env', 'sub/', 'secrets/', '.hidden/', './', '/', 'link', 'é', 'x\\ y',
  '../', '**', '!', '-', 's*/', '$x', '~',
);
// Random pieces seldom name a file; words of this form often do.
const anyLikelyWord = fc.tuple(
  fc.constantFrom(
    '',
    '',
    './',
    'sub/',
    'secrets/',
    '*/',
    's*/',
    '.hidden/',
    '.h*/',
    '{sub,secrets}/',
    '"sub"/',
  ),
  fc.constantFrom('*', 'a', '?', '[ab]', '.', '.e', '{a,b}', 'l*', '"*"', '\\*', '[!.]'),
  fc.constantFrom('', '*', '.key', '.ts', '.pem', 'nv', 'env', '.*', '?ts', '.[jt]s'),
);
const anyWord = fc
  .oneof(fc.array(anyPiece, { minLength: 1, maxLength: 4 }), anyLikelyWord, anyLikelyWord)
  .map((pieces) => pieces.join(''));
const anyCommand = fc
  .tuple(
    fc.constantFrom(
      'cat',
      'head -n 1',
      'wc -l',
      'sort',
      'ls -d',
      'grep x',
      'grep -r x',
      'rg x',
      'cat <',
      'echo',
    ),
    fc.array(anyWord, { minLength: 1, maxLength: 2 }),
  )
  .map(([program, words]) => [program, ...words].join(' '));
const anyLine = fc.oneof(
  { weight: 3, arbitrary: anyCommand },
  anyCommand.map((command) => `cd sub && ${command}`),
  anyCommand.map((command) => `echo "$(${command})"`),
);

// Each program that reads tells where it was run, with which words, and what its input is.
const PROGRAMS = `show() {
  for word in "$@"; do printf '%s\\0%s\\0' "$PWD" "$word" >&9; done
  [[ /dev/stdin -ef /dev/null ]] || { printf '/\\0' >&9; readlink -z /proc/self/fd/0 >&9; }
}
for name in cat head wc sort ls grep rg; do eval "$name() { show \\"\\$@\\"; }"; done
export LC_ALL=C.UTF-8
`;

/** The files that are touched when bash runs each line, by the judgement of bash and of the system. */
function whatIsTouched(root: string, lines: readonly string[]): readonly (readonly string[])[] {
  const script = lines
    .map((line) => `( eval '${line.replaceAll("'", String.raw`'\''`)}' ); printf '\\n\\0' >&9`)
    .join('\n');
  const { output, error } = spawnSync('bash', ['-c', PROGRAMS + script], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'ignore', ...Array<'ignore'>(6).fill('ignore'), 'pipe'],
  });
  if (error !== undefined) throw error;
  const told = String(output[9]).split('\n\0').slice(0, -1);
  expect(told.length).toBe(lines.length);
  return told.map((text) => {
    const parts = text.split('\0');
    const paths = parts.flatMap((cwd, index) =>
      index % 2 === 0 && (parts[index + 1] ?? '') !== '' ? [resolve(cwd, parts[index + 1] ?? '')] : [],
    );
    return paths
      .flatMap((path) => (existsSync(path) ? [path, realpathSync(path)] : []))
      .filter((path) => path === root || path.startsWith(`${root}/`));
  });
}

/** The files in a folder, however deep; the path itself where it is none. */
function filesBelow(path: string): readonly string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true, encoding: 'utf8' }).map((name) => join(path, name));
}

const hasBash = spawnSync('bash', ['-c', 'true']).status === 0;

test.skipIf(!hasBash)(
  'a line is not safe when bash makes it touch a file that a rule forbids to read',
  () => {
    const seen = { safe: 0, forbidden: 0, denied: 0 };
    const check = (root: string, tree: Tree, lines: readonly string[]): void => {
      writeFiles(root, Object.fromEntries(tree.files.map((path) => [path, 'x\n'])));
      writeFiles(root, { 'sub/here': '' });
      for (const [name, target] of tree.links) symlinkSync(join(root, target), join(root, name));
      const [glob, regex] = tree.rule;
      const rule: ApprovalRule = { effect: 'deny', when: { path: glob, access: 'read' } };
      const touched = whatIsTouched(root, lines);
      for (const [index, line] of lines.entries()) {
        const isRecursive = /grep -r|rg/.test(line);
        const forbidden = (touched[index] ?? [])
          .flatMap((path) => (isRecursive ? filesBelow(path) : [path]))
          .filter((path) => regex.test(relative(root, path)));
        const context = { roots: [root], cwd: root, followLinks, expandGlob: createGlobExpander() };
        const { kind } = judgeLine(line, [rule], context);
        if (kind === 'safe') seen.safe += 1;
        if (kind === 'deny') seen.denied += 1;
        if (forbidden.length === 0) continue;
        seen.forbidden += 1;
        expect({ line, glob, forbidden, kind }).not.toMatchObject({ kind: 'safe' });
      }
    };
    fc.assert(
      fc.property(anyTree, fc.array(anyLine, { minLength: LINES, maxLength: LINES }), (tree, lines) => {
        const root = makeTempDir();
        try {
          check(root, tree, lines);
        } finally {
          removeTempDir(root);
        }
      }),
      { numRuns: TREES },
    );
    console.log(
      `${TREES * LINES} lines: ${JSON.stringify(seen)}; none that is safe touches a forbidden file.`,
    );
    expect(Math.min(seen.safe, seen.forbidden, seen.denied)).toBeGreaterThan(50);
  },
);
