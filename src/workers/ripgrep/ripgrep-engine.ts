import { type ChildProcess, spawn } from 'node:child_process';
import { lstatSync } from 'node:fs';
import type { GrepBatch, GrepSummary, RelPath } from '../../actors/protocol/workspace.js';
import { parsePattern } from '../regex/parse-pattern.js';
import { absolutePath } from '../disk/absolute-path.js';
import { addSummaries } from '../pool/add-summaries.js';
import type { GrepEngine } from '../pool/grep-engine.js';
import { compileIncludeGlobs } from '../grep/include-globs.js';
import type { GrepSearch } from '../pool/run-grep.js';
import { argumentBatches } from './argument-batches.js';
import { FileLines } from './file-lines.js';
import { isLikelyBinary } from './likely-binary.js';
import { bytesOf, type RipgrepMessage } from './messages.js';
import { splitLines } from './split-lines.js';

// ripgrep's error for a path that it cannot search, with the system's number of the error.
const COMPLAINT = /^rg: .*\(os error (?<errno>\d+)\)$/u;
// ENOENT, ENOTDIR and ELOOP; on Windows the errors for a missing file and a missing path.
const GONE = new Set(process.platform === 'win32' ? ['2', '3'] : ['2', '20', '40', '62']);

/** The files still to search, and the results so far. */
interface Progress {
  readonly search: GrepSearch;
  summary: GrepSummary;
}

interface FoundFile {
  readonly lines: FileLines;
  readonly isBinary: boolean;
}

/** Paths that ripgrep could not search. */
interface Complaints {
  gone: number;
  unreadable: number;
}

/**
 * Searches regular expressions with ripgrep. The fallback engine searches files that ripgrep treats differently:
 * binary ones; and all files when ripgrep cannot be run or does not know the pattern, or when unsaved contents
 * replace some files.
 */
export class RipgrepEngine implements GrepEngine {
  readonly #program: string;
  readonly #fallback: GrepEngine;

  constructor({ program, fallback }: { program: string; fallback: GrepEngine }) {
    this.#program = program;
    this.#fallback = fallback;
  }

  /** Searches files with the contract of `runGrep`. Errors: those of the fallback engine for its files. */
  grep(search: GrepSearch): AsyncIterable<GrepBatch> {
    compileIncludeGlobs(search.include);
    const isKnown = search.isRegex && parsePattern(search).isKnownToRipgrep;
    const isOnDisk = search.contents === undefined || search.contents.size === 0;
    return isKnown && isOnDisk ? this.#run(search) : this.#fallback.grep(search);
  }

  async *#run(search: GrepSearch): AsyncGenerator<GrepBatch, void, undefined> {
    const progress: Progress = {
      search,
      summary: { filesSearched: 0, matches: 0, isCapped: false, unreadable: 0 },
    };
    const isIncluded = compileIncludeGlobs(search.include);
    const likelyBinary: RelPath[] = [];
    for await (const paths of argumentBatches(search.paths)) {
      const likelyText: RelPath[] = [];
      for (const path of paths) {
        if (isIncluded(path)) (isLikelyBinary(search.root, path) ? likelyBinary : likelyText).push(path);
      }
      yield* this.#searchBatch(likelyText, progress);
      if (progress.summary.isCapped) break;
    }
    // ripgrep searches a binary file named on its command line to the end; the fallback engine stops at the first NUL.
    if (likelyBinary.length > 0 && !progress.summary.isCapped) yield* this.#fallBack(likelyBinary, progress);
    search.signal?.throwIfAborted();
    yield { matches: [], summary: progress.summary };
  }

  async *#searchBatch(
    paths: readonly RelPath[],
    progress: Progress,
  ): AsyncGenerator<GrepBatch, void, undefined> {
    if (paths.length === 0) return;
    const { signal } = progress.search;
    const silent = new Set(paths);
    const binary: RelPath[] = [];
    const complaints: Complaints = { gone: 0, unreadable: 0 };
    let isComplete = false;
    for await (const found of this.#runProgram(paths, progress, complaints)) {
      if (found === 'complete') {
        isComplete = true;
        continue;
      }
      const { path } = found.lines;
      // Skips files in a directory that has replaced a listed file.
      if (!silent.delete(path) || !isFile(progress.search, path)) continue;
      if (found.isBinary) binary.push(path);
      else yield* report(found.lines, progress);
      if (progress.summary.isCapped) return;
    }
    signal?.throwIfAborted();
    const redone = isComplete ? binary : [...binary, ...silent];
    const failed = isComplete ? complaints.gone + complaints.unreadable : 0;
    progress.summary = {
      ...progress.summary,
      filesSearched: progress.summary.filesSearched + paths.length - redone.length - failed,
      unreadable: progress.summary.unreadable + (isComplete ? complaints.unreadable : 0),
    };
    if (redone.length > 0) yield* this.#fallBack(redone, progress);
  }

  async *#fallBack(
    paths: readonly RelPath[],
    progress: Progress,
  ): AsyncGenerator<GrepBatch, void, undefined> {
    const { search, summary: before } = progress;
    const rest = { ...search, include: [], paths: [paths], maxMatches: search.maxMatches - before.matches };
    for await (const { matches, summary } of this.#fallback.grep(rest)) {
      if (matches.length > 0) yield { matches };
      if (summary === undefined) continue;
      progress.summary = addSummaries(before, summary);
    }
  }

  /** Yields each file with matches, and `complete` when ripgrep has finished. */
  async *#runProgram(
    paths: readonly RelPath[],
    { search, summary }: Progress,
    complaints: Complaints,
  ): AsyncGenerator<FoundFile | 'complete', void, undefined> {
    const child: ChildProcess = spawn(
      this.#program,
      [...options(search), '--', ...paths.map((path) => `./${path}`)],
      {
        cwd: search.root,
        stdio: ['ignore', 'pipe', 'pipe'],
        windowsHide: true,
      },
    );
    const kill = (): void => {
      child.kill('SIGKILL');
    };
    // A process that cannot be started ends its streams; without a listener the error would be thrown.
    child.on('error', kill);
    const { stdout, stderr } = child;
    // No file handles were left for its pipes.
    if (!stdout || !stderr) return;
    if (search.signal?.aborted === true) kill();
    search.signal?.addEventListener('abort', kill, { once: true });
    const complaining = countComplaints(stderr.setEncoding('utf8'), complaints);
    let lines: FileLines | undefined;
    try {
      for await (const line of splitLines(stdout.setEncoding('utf8'))) {
        const message = JSON.parse(line) as RipgrepMessage;
        if (message.type === 'begin') {
          lines = new FileLines(
            relativePath(bytesOf(message.data.path).toString('utf8')),
            search.maxMatches - summary.matches,
          );
        } else if (message.type === 'end') {
          if (lines !== undefined) yield { lines, isBinary: message.data.binary_offset !== null };
        } else if (message.type === 'summary') {
          await complaining;
          yield 'complete';
        } else lines?.add(message.data);
      }
    } catch {
      // The process was killed in the middle of a line, or never started.
    } finally {
      search.signal?.removeEventListener('abort', kill);
      kill();
    }
  }
}

/** The path of an argument `./path`. */
function relativePath(given: string): RelPath {
  const path = given.slice(2);
  return (process.platform === 'win32' ? path.replaceAll('\\', '/') : path) as RelPath;
}

function options({ pattern, caseSensitive, contextLines }: GrepSearch): readonly string[] {
  return [
    '--no-config',
    '--json',
    '--no-ignore',
    '--hidden',
    '--crlf',
    caseSensitive === 'smart' ? '--smart-case' : caseSensitive ? '--case-sensitive' : '--ignore-case',
    `--context=${String(contextLines)}`,
    `--regexp=${pattern}`,
  ];
}

function* report(lines: FileLines, progress: Progress): Generator<GrepBatch, void, undefined> {
  const { search, summary } = progress;
  const matches = lines.matches(search.contextLines);
  const reported = matches.slice(0, search.maxMatches - summary.matches);
  progress.summary = {
    ...summary,
    matches: summary.matches + reported.length,
    isCapped: reported.length < matches.length,
  };
  yield { matches: reported.map((match) => ({ root: search.root, path: lines.path, ...match })) };
}

async function countComplaints(stderr: AsyncIterable<string>, complaints: Complaints): Promise<void> {
  try {
    for await (const line of splitLines(stderr)) {
      const errno = COMPLAINT.exec(line)?.groups?.['errno'];
      if (errno === undefined) continue;
      if (GONE.has(errno)) complaints.gone++;
      else complaints.unreadable++;
    }
  } catch {
    // The process was killed, or never started.
  }
}

/** Does not follow links, so that nothing outside the root is shown. */
function isFile({ root }: GrepSearch, path: RelPath): boolean {
  try {
    return lstatSync(absolutePath(root, path)).isFile();
  } catch {
    return false;
  }
}
