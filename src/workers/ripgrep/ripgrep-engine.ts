import { type ChildProcess, spawn } from 'node:child_process';
import { lstatSync } from 'node:fs';
import type { GrepBatch, GrepMatch, GrepSummary, RelPath } from '../../actors/protocol/workspace.js';
import { yieldToEventLoop } from '../../actors/runtime/abort.js';
import { parsePattern } from '../regex/parse-pattern.js';
import { absolutePath } from '../disk/absolute-path.js';
import { addSummaries } from '../pool/add-summaries.js';
import type { GrepEngine } from '../pool/grep-engine.js';
import { compileIncludeGlobs } from '../grep/include-globs.js';
import type { GrepSearch } from '../pool/run-grep.js';
import { argumentBatches } from './argument-batches.js';
import { groupByDirectory, type RipgrepTarget } from './group-by-directory.js';
import { FileLines } from './file-lines.js';
import { isLikelyBinary } from './likely-binary.js';
import { bytesOf, type RipgrepMessage } from './messages.js';
import { splitLines } from './split-lines.js';

// ripgrep's error for a path that it cannot search, with the system's number of the error.
const COMPLAINT = /^rg: .*\(os error (?<errno>\d+)\)$/u;
// ENOENT, ENOTDIR and ELOOP; on Windows the errors for a missing file and a missing path.
const GONE = new Set(process.platform === 'win32' ? ['2', '3'] : ['2', '20', '40', '62']);

// The first process waits until its files are grouped, and starting one blocks this thread for 20 ms: each gets more
// files than the one before, which are grouped while that one runs.
const FIRST_FILES = 1 << 13;
const GROWTH = 4;

/** The files still to search, and the results so far. */
interface Progress {
  readonly search: GrepSearch;
  summary: GrepSummary;
}

/** What one process searches. */
interface PreparedRun {
  readonly targets: readonly RipgrepTarget[];
  /** Files that are left to the fallback engine. */
  readonly likelyBinary: readonly RelPath[];
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
    const likelyBinary: RelPath[] = [];
    for await (const run of ahead(prepareRuns(search))) {
      likelyBinary.push(...run.likelyBinary);
      yield* this.#searchBatch(run.targets, progress);
      if (progress.summary.isCapped) break;
    }
    // ripgrep searches a binary file named on its command line to the end; the fallback engine stops at the first NUL.
    if (likelyBinary.length > 0 && !progress.summary.isCapped) yield* this.#fallBack(likelyBinary, progress);
    search.signal?.throwIfAborted();
    yield { matches: [], summary: progress.summary };
  }

  async *#searchBatch(
    targets: readonly RipgrepTarget[],
    progress: Progress,
  ): AsyncGenerator<GrepBatch, void, undefined> {
    if (targets.length === 0) return;
    const { signal } = progress.search;
    const silent = new Set<RelPath>();
    for (const { files } of targets) for (const file of files) silent.add(file);
    const wanted = silent.size;
    const binary: RelPath[] = [];
    const complaints: Complaints = { gone: 0, unreadable: 0 };
    let isComplete = false;
    for await (const found of this.#runProgram(targets, progress, complaints)) {
      if (found === 'complete') {
        isComplete = true;
        continue;
      }
      const matches: GrepMatch[] = [];
      for (const { lines, isBinary } of found) {
        // Skips the other files of a directory.
        if (!silent.delete(lines.path) || !isFile(progress.search, lines.path)) continue;
        if (isBinary) binary.push(lines.path);
        else matches.push(...report(lines, progress));
        if (progress.summary.isCapped) break;
      }
      if (matches.length > 0) yield { matches };
      if (progress.summary.isCapped) return;
    }
    signal?.throwIfAborted();
    const redone = isComplete ? binary : [...binary, ...silent];
    const failed = isComplete ? complaints.gone + complaints.unreadable : 0;
    progress.summary = {
      ...progress.summary,
      filesSearched: progress.summary.filesSearched + wanted - redone.length - failed,
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

  /** Yields files with matches as they come, and `complete` when ripgrep has finished. */
  async *#runProgram(
    targets: readonly RipgrepTarget[],
    { search, summary }: Progress,
    complaints: Complaints,
  ): AsyncGenerator<readonly FoundFile[] | 'complete', void, undefined> {
    const child: ChildProcess = spawn(
      this.#program,
      [...options(search), '--', ...targets.map(({ path }) => `./${path}`)],
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
      for await (const texts of splitLines(stdout.setEncoding('utf8'))) {
        const found: FoundFile[] = [];
        let isComplete = false;
        for (const text of texts) {
          const message = JSON.parse(text) as RipgrepMessage;
          if (message.type === 'begin') {
            lines = new FileLines(
              relativePath(bytesOf(message.data.path).toString('utf8')),
              search.maxMatches - summary.matches,
            );
          } else if (message.type === 'end') {
            if (lines !== undefined) found.push({ lines, isBinary: message.data.binary_offset !== null });
          } else if (message.type === 'summary') isComplete = true;
          else lines?.add(message.data);
        }
        if (found.length > 0) yield found;
        if (!isComplete) continue;
        await complaining;
        yield 'complete';
      }
    } catch {
      // The process was killed in the middle of a line, or never started.
    } finally {
      search.signal?.removeEventListener('abort', kill);
      kill();
    }
  }
}

/** Joins small batches. */
async function* gather(batches: GrepSearch['paths']): AsyncGenerator<readonly RelPath[], void, undefined> {
  let next: RelPath[] = [];
  let wanted = FIRST_FILES;
  for await (const paths of batches) {
    for (const path of paths) next.push(path);
    if (next.length >= wanted) {
      yield next;
      next = [];
      wanted *= GROWTH;
    }
    // The source may yield without ever waiting.
    await yieldToEventLoop();
  }
  if (next.length > 0) yield next;
}

async function* prepareRuns(search: GrepSearch): AsyncGenerator<PreparedRun, void, undefined> {
  const { root } = search;
  const isIncluded = compileIncludeGlobs(search.include);
  for await (const paths of gather(search.paths)) {
    const likelyText: RelPath[] = [];
    const likelyBinary: RelPath[] = [];
    for (const path of paths) {
      if (isIncluded(path)) (isLikelyBinary(root, path) ? likelyBinary : likelyText).push(path);
    }
    const targets = await groupByDirectory(root, likelyText);
    if (targets.length === 0) yield { targets, likelyBinary };
    let binary: readonly RelPath[] = likelyBinary;
    for (const some of argumentBatches(targets)) {
      yield { targets: some, likelyBinary: binary };
      binary = [];
    }
  }
}

/** The items of a generator that makes the next one while the reader uses the last one. */
async function* ahead<Item>(
  items: AsyncGenerator<Item, void, undefined>,
): AsyncGenerator<Item, void, undefined> {
  let next = items.next();
  try {
    for (let item = await next; item.done !== true; item = await next) {
      next = items.next();
      // The reader may leave before it is awaited.
      next.catch(() => undefined);
      yield item.value;
    }
  } finally {
    await items.return();
  }
}

/** The path that ripgrep prints, below an argument `./path`. */
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
    '--max-depth=1',
    // As if every file had been named.
    '--binary',
    '--crlf',
    caseSensitive === 'smart' ? '--smart-case' : caseSensitive ? '--case-sensitive' : '--ignore-case',
    `--context=${String(contextLines)}`,
    `--regexp=${pattern}`,
  ];
}

/** The matches of a file that are wanted, added to the summary. */
function report(lines: FileLines, progress: Progress): GrepMatch[] {
  const { search, summary } = progress;
  const matches = lines.matches(search.contextLines);
  const reported = matches.slice(0, search.maxMatches - summary.matches);
  progress.summary = {
    ...summary,
    matches: summary.matches + reported.length,
    isCapped: reported.length < matches.length,
  };
  return reported.map((match) => ({ root: search.root, path: lines.path, ...match }));
}

async function countComplaints(stderr: AsyncIterable<string>, complaints: Complaints): Promise<void> {
  try {
    for await (const lines of splitLines(stderr)) {
      for (const line of lines) {
        const errno = COMPLAINT.exec(line)?.groups?.['errno'];
        if (errno === undefined) continue;
        if (GONE.has(errno)) complaints.gone++;
        else complaints.unreadable++;
      }
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
