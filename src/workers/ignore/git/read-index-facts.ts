import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { AbsPath, RelPath } from '../../../actors/protocol/workspace.js';
import type { OuterRuleFile } from './git-facts.js';
import type { AskGitOptions } from './read-git-context.js';
import { directoriesAbove } from './directories-above.js';
import { compileRuleFile } from '../files/rule-file.js';
import { type GitRun, type GitRunOptions, runGit } from './run-git.js';

/** What a repository's index says about a directory, independently of rules. Plain data. */
export interface IndexFacts {
  /** Paths of submodules. Shape: relative to the given directory, as all paths here unless another base is named. */
  readonly submodules: readonly RelPath[];
  /** The `.gitignore` files with skip-worktree set, by their directory. */
  readonly absentRules: readonly (readonly [directory: RelPath, text: string])[];
  /** The `.gitignore` files with skip-worktree set in directories above. Shape: relative to the repository's top. */
  readonly outerAbsentRules: readonly OuterRuleFile[];
  /** What could not be read, as a sentence. */
  readonly problem?: string;
}

/** A directory in the repository whose index is in `gitDirectory`. */
export interface RepositoryDirectory {
  readonly directory: AbsPath;
  readonly gitDirectory: string;
  /** The path of the directory in its repository. Shape: `''` at the top, else ending in a slash. */
  readonly prefix: string;
}

export const NO_INDEX_FACTS: IndexFacts = { submodules: [], absentRules: [], outerAbsentRules: [] };

// git lists a million files in two seconds; a much longer run means a hanging disk, and the index goes without.
const TIMEOUT_MS = 30_000;

// The end of a submodule's mode, octal 160000, which is four bytes in every version of the index. Searching for its
// leading zeros as well is slower.
const MODE_END = Buffer.from([0xe0, 0x00]);

// The highest version of an index without the skip-worktree bit.
const PLAIN_VERSION = 2;

const SUBMODULE_MODE = '160000 ';

// `S 100644 <id> 0<tab>a/b/.gitignore`: a skip-worktree entry, its directory ending in a slash.
const SKIPPED = /(?<=^|\0)S \d+ ([0-9a-f]+) \d\t((?:[^\0]*\/)?)\.gitignore(?=\0)/g;

const CHUNK_BYTES = 1 << 20;

type AskGit = (
  args: readonly string[],
  options?: Pick<GitRunOptions, 'input' | 'encoding'>,
) => Promise<GitRun>;

/**
 * Reads submodules and rule files with skip-worktree set from a repository's index. Runs git only where the index may
 * hold any, which few do.
 * Errors: those of `runGit`.
 * Cost: reads the index, 10 MB in 5 ms for 100,000 files; where it holds submodules, a process of 0.1 s for as many.
 * Source: git's `treat_directory`, `add_patterns`; gitformat-index(5)
 */
export async function readIndexFacts(
  { directory, gitDirectory, prefix }: RepositoryDirectory,
  { signal, env = process.env }: AskGitOptions = {},
): Promise<IndexFacts> {
  const { maySubmodules, maySkip } = await scanIndexBytes(gitDirectory);
  const git: AskGit = (args, options) =>
    runGit(args, directory, { env, timeoutMs: TIMEOUT_MS, ...(signal && { signal }), ...options });
  const submodules = maySubmodules ? await readSubmodules(git) : { submodules: [] };
  const rules = maySkip ? await readAbsentRules(git, prefix) : NO_INDEX_FACTS;
  return { ...rules, ...submodules };
}

/** Which special entries a git index may have, by a search of its bytes. Never throws: an unreadable index has none. */
async function scanIndexBytes(
  gitDirectory: string,
): Promise<{ readonly maySubmodules: boolean; readonly maySkip: boolean }> {
  let maySubmodules = false;
  let maySkip = false;
  try {
    // A split index keeps most of its entries in a shared file.
    const shared = (await readdir(gitDirectory)).filter((name) => name.startsWith('sharedindex.'));
    for (const name of ['index', ...shared]) {
      let end = Buffer.alloc(0);
      for await (const chunk of createReadStream(join(gitDirectory, name), { highWaterMark: CHUNK_BYTES })) {
        const bytes = Buffer.concat([end, chunk as Buffer]);
        if (end.length === 0 && bytes.length >= 8) maySkip ||= bytes.readUInt32BE(4) > PLAIN_VERSION;
        maySubmodules ||= holdsMode(bytes);
        end = bytes.subarray(-3);
      }
    }
  } catch {
    // If git cannot read it either, `readTracked` reports that.
  }
  return { maySubmodules, maySkip };
}

function holdsMode(bytes: Buffer): boolean {
  for (let at = bytes.indexOf(MODE_END, 2); at !== -1; at = bytes.indexOf(MODE_END, at + 1)) {
    if (bytes[at - 1] === 0 && bytes[at - 2] === 0) return true;
  }
  return false;
}

async function readSubmodules(git: AskGit): Promise<Pick<IndexFacts, 'submodules' | 'problem'>> {
  const { exitCode, output, problem } = await git(['ls-files', '-z', '--stage']);
  if (exitCode !== 0) return { submodules: [], problem };
  const submodules = new Set<RelPath>();
  // The output is almost all about ordinary files: take out only the entries that matter.
  const start = '\0' + SUBMODULE_MODE;
  const all = '\0' + output;
  for (let at = all.indexOf(start); at !== -1; at = all.indexOf(start, at + 1)) {
    const pathStart = all.indexOf('\t', at) + 1;
    submodules.add(all.slice(pathStart, all.indexOf('\0', pathStart)) as RelPath);
  }
  return { submodules: [...submodules] };
}

/** Lists the rule files with skip-worktree set, and then reads their contents. */
async function readAbsentRules(git: AskGit, prefix: string): Promise<Omit<IndexFacts, 'submodules'>> {
  const above = directoriesAbove(prefix).map((directory) => `:(top,literal)${directory}.gitignore`);
  const args = ['ls-files', '-z', '--stage', '-t', '--full-name', '--', ...above, ':(glob)**/.gitignore'];
  const listed = await git(args);
  const files = [...listed.output.matchAll(SKIPPED)].map(([, id = '', directory = '']) => ({
    id,
    directory,
  }));
  const ids = [...new Set(files.map(({ id }) => id))];
  const input = ids.map((id) => `${id}\n`).join('');
  const contents =
    ids.length === 0 ? listed : await git(['cat-file', '--batch'], { input, encoding: 'latin1' });
  if (contents.exitCode !== 0) {
    return { absentRules: [], outerAbsentRules: [], problem: contents.problem };
  }
  const texts = textsOf(ids, contents.output);
  const absentRules: [RelPath, string][] = [];
  const outerAbsentRules: OuterRuleFile[] = [];
  for (const { id, directory } of files) {
    const text = texts.get(id);
    if (text === undefined) continue;
    if (directory.startsWith(prefix)) {
      absentRules.push([directory.slice(prefix.length, -1) as RelPath, text]);
    } else outerAbsentRules.push({ directory, text });
  }
  const missing = ids.length - texts.size;
  const problem = `rule files that are not checked out are missing from its objects (${missing})`;
  return { absentRules, outerAbsentRules, ...(missing === 0 ? {} : { problem }) };
}

/** The objects printed by `git cat-file --batch`, in order; missing ones and those without rules are left out. */
function textsOf(ids: readonly string[], output: string): Map<string, string> {
  const texts = new Map<string, string>();
  let at = 0;
  for (const id of ids) {
    const end = output.indexOf('\n', at);
    const [, kind, size = ''] = output.slice(at, end).split(' ');
    at = end + 1;
    if (size === '') continue;
    const text = Buffer.from(output.slice(at, at + Number(size)), 'latin1').toString('utf8');
    at += Number(size) + 1;
    if (kind === 'blob' && canCompile(text)) texts.set(id, text);
  }
  return texts;
}

function canCompile(text: string): boolean {
  try {
    compileRuleFile(text);
    return true;
  } catch {
    return false;
  }
}
