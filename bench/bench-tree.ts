import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { makeTree } from './make-tree.js';

// Rules leave 100,000 of them: large enough that threads pay, small enough to make in a few seconds.
const FILES = 115_000;
const SEED = 100_000;

/**
 * The root of a git repository with 100,000 visible files and 60,000 ignored ones, gone when the process ends. With
 * `TROUPE_BENCH_TREE` it is made there once, or taken as it is, and stays.
 */
export function openBenchTree(): string {
  const kept = process.env['TROUPE_BENCH_TREE'];
  if (kept !== undefined && existsSync(kept)) return resolve(kept);
  const root = kept === undefined ? mkdtempSync(join(tmpdir(), 'troupe-bench-')) : resolve(kept);
  if (kept === undefined) {
    process.once('exit', () => {
      rmSync(root, { recursive: true, force: true });
    });
    process.once('SIGINT', () => process.exit(130));
  } else mkdirSync(root, { recursive: true });
  process.stderr.write(`Making ${FILES.toLocaleString('en')} files in ${root}\n`);
  makeTree(root, { seed: SEED, files: FILES });
  // rg minds .gitignore files in a repository only.
  execFileSync('git', ['init', '--quiet'], { cwd: root });
  return root;
}
