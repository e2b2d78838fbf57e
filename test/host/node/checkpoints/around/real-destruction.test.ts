import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AbsPath } from '../../../../../src/actors/protocol/workspace.js';
import { MemoryVersions } from '../../../../doubles/memory-versions.js';
import { makeTempDir, removeTempDir, writeFiles } from '../../../../doubles/temp-dir.js';
import { createAround, git, readTree, RecordedCall, undo } from './try-around.js';

// `TROUPE_BIG_FOLDER_MB=1024` is the size of the specification.
const BIG_FOLDER_MB = Number(process.env['TROUPE_BIG_FOLDER_MB'] ?? 16);
const MB = 1024 * 1024;

let root: AbsPath;
let outside: AbsPath;
beforeEach(() => {
  root = makeTempDir();
  outside = makeTempDir();
  git(root, 'init', '-q');
});
afterEach(() => {
  removeTempDir(root);
  removeTempDir(outside);
});

function npm(...args: readonly string[]): void {
  const quiet = ['--offline', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'];
  execFileSync('npm', [...args, ...quiet, `--cache=${join(outside, 'cache')}`], {
    cwd: root,
    stdio: 'pipe',
    env: { ...process.env, HOME: outside },
  });
}

test(
  'what npm ci takes away of changed packages comes back byte for byte',
  { timeout: 120_000 },
  async () => {
    writeFiles(root, {
      '.gitignore': 'node_modules/\n',
      'package.json': '{"name":"app","version":"1.0.0","dependencies":{"left":"file:left-1.0.0.tgz"}}\n',
      'left/package.json': '{"name":"left","version":"1.0.0"}\n',
      'left/index.js': 'module.exports = 1;\n',
    });
    npm('pack', './left');
    npm('install');
    git(root, 'add', '-A');
    git(root, 'commit', '-qm', 'first');
    writeFiles(root, {
      'node_modules/left/index.js': 'module.exports = 2; // a mend of mine\n',
      'node_modules/mine/index.js': 'module.exports = 3;\n',
    });
    const versions = new MemoryVersions();
    await using around = createAround({ roots: [root], versions });
    const before = readTree(root);
    const call = new RecordedCall();
    const end = await around.beforeCommand(call, new AbortController().signal);
    npm('ci');
    expect(readdirSync(join(root, 'node_modules'))).not.toContain('mine');
    await end();
    expect([call.problems, call.uncovered]).toEqual([[], []]);
    undo(call.changes, versions);
    expect(readTree(root)).toEqual(before);
  },
);

test.each([
  ['within the budget comes back byte for byte', 2],
  ['over the budget is named with its size before the command runs', 0.25],
])('a big ignored folder %s', { timeout: 600_000 }, async (_, share) => {
  writeFiles(root, { '.gitignore': 'data/\n', 'kept.txt': 'kept\n' });
  git(root, 'add', '-A');
  git(root, 'commit', '-qm', 'first');
  // Half of it in one file, half in small ones.
  mkdirSync(join(root, 'data/small'), { recursive: true });
  const half = (BIG_FOLDER_MB * MB) / 2;
  writeFileSync(join(root, 'data/big.bin'), Buffer.alloc(half, 'big'));
  const small = Buffer.alloc(half / 256, 'small');
  for (let file = 0; file < 256; file += 1) {
    small.writeUInt32LE(file);
    writeFileSync(join(root, `data/small/${file}.bin`), small);
  }
  const versions = new MemoryVersions();
  const ignored = { maxBytes: share * BIG_FOLDER_MB * MB, maxFiles: 20_000 };
  await using around = createAround({ roots: [root], versions, ignored });
  const call = new RecordedCall();
  const end = await around.beforeCommand(call, new AbortController().signal);
  const before = readTree(root);
  const isCovered = share > 1;
  if (isCovered) expect(call.uncovered).toEqual([]);
  else {
    expect(call.uncovered.every(({ reason }) => reason === 'budget')).toBe(true);
    expect(call.uncovered.reduce((sum, { bytes = 0 }) => sum + bytes, 0)).toBeGreaterThan(half - 1);
    expect(call.uncovered.every(({ path }) => path.startsWith(join(root, 'data')))).toBe(true);
  }
  rmSync(join(root, 'data'), { recursive: true });
  await end();
  if (!isCovered) return;
  expect(call.problems).toEqual([]);
  undo(call.changes, versions);
  expect(readTree(root)).toEqual(before);
});
