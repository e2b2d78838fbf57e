import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { readOptions, type BenchOptions } from './bench-options.js';
import { makeContentTree } from './content-tree.js';
import { makeTree } from './make-tree.js';

const SEED = 100_000;
// Counts up when the generators change, so that no run takes a tree of another kind for its own.
const VERSION = 2;
// The Linux source with two JavaScript repositories: 313 in 20,237 folders.
const FOLDERS_PER_IGNORE_FILE = 65;
// Files of the Linux source are most often four to six folders deep.
const USUAL_DEPTH = 4;
// A quarter of the names of those repositories are there more than once.
const COMMON_NAME_SHARE = 0.25;
// What is left out beside 163,000 files of that tree: 109,000.
const JUNK_SHARE = 0.6;
// More of them slow the making down and say nothing new: whoever minds the rules never sees them.
const MOST_JUNK = 200_000;
// A file takes a block and an inode however short it is.
const BYTES_A_FILE = 4096;
// Nobody wants a disk filled to the last block.
const SPARE = 1.5;
const BYTES_PER_MB = 1024 * 1024;

/**
 * The root of a git repository to measure on: `--tree`, `TROUPE_BENCH_TREE`, or one that is made in the temporary
 * folder. What was made stays there for the next run, named by its kind, seed and size, unless `--no-keep`.
 * Errors: there is not enough room for it.
 */
export function openBenchTree({ tree, files, keep }: BenchOptions = readOptions([])): string {
  const given = tree ?? process.env['TROUPE_BENCH_TREE'];
  if (given !== undefined) return resolve(given);
  const junkFiles = Math.min(MOST_JUNK, Math.floor(files * JUNK_SHARE));
  return open(`tree-${files}`, (files + junkFiles) * BYTES_A_FILE, keep, (root) => {
    makeTree(root, {
      seed: SEED,
      files,
      junkFiles,
      foldersPerIgnoreFile: FOLDERS_PER_IGNORE_FILE,
      usualDepth: USUAL_DEPTH,
      commonNameShare: COMMON_NAME_SHARE,
    });
    // rg minds .gitignore files in a repository only.
    git(root, 'init', '--quiet');
  });
}

/** The root of a git repository of text that is worth searching, all of it in git's index; see `openBenchTree`. */
export function openContentTree({ tree, contentMb, keep }: BenchOptions): string {
  if (tree !== undefined) return resolve(tree);
  // git keeps a copy of every file, compressed.
  return open(`content-${contentMb}`, 2 * contentMb * BYTES_PER_MB, keep, (root) => {
    makeContentTree(root, { seed: SEED, bytes: contentMb * BYTES_PER_MB });
    git(root, 'init', '--quiet');
    // git grep searches what it knows of: it is at its best on added files.
    git(root, 'add', '--all');
  });
}

function open(name: string, bytes: number, keep: boolean, make: (root: string) => void): string {
  const folder = join(tmpdir(), 'troupe-bench');
  const root = join(folder, `${name}-seed-${SEED}-v${VERSION}`);
  if (!keep) {
    process.once('exit', () => {
      rmSync(root, { recursive: true, force: true });
    });
    process.once('SIGINT', () => process.exit(130));
  }
  if (existsSync(root)) return root;

  mkdirSync(folder, { recursive: true });
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize < bytes * SPARE)
    throw new Error(`${folder} has not enough room for a tree of ${Math.ceil(bytes / BYTES_PER_MB)} MB`);
  const unfinished = `${root}.${process.pid}`;
  process.stderr.write(`Making ${root}, about ${Math.ceil(bytes / BYTES_PER_MB)} MB on the disk\n`);
  const start = performance.now();
  try {
    mkdirSync(unfinished);
    make(unfinished);
    renameSync(unfinished, root);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    throw error;
  }
  process.stderr.write(`Made in ${((performance.now() - start) / 1000).toFixed(1)} s\n`);
  return root;
}

function git(root: string, ...args: string[]): void {
  execFileSync('git', ['-c', 'core.safecrlf=false', '-c', 'gc.auto=0', ...args], {
    cwd: root,
    stdio: 'inherit',
  });
}
