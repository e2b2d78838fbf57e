import { lstatSync } from 'node:fs';
import type { GrepBatch, GrepMatch, GrepSummary, RelPath } from '../../actors/protocol/workspace.js';
import { type Clock, systemClock } from '../../actors/runtime/clock.js';
import { parsePattern } from '../regex/parse-pattern.js';
import { absolutePath } from '../disk/absolute-path.js';
import { addSummaries } from '../pool/add-summaries.js';
import type { GrepEngine } from '../pool/grep-engine.js';
import { compileIncludeGlobs } from '../grep/include-globs.js';
import type { GrepSearch } from '../pool/run-grep.js';
import type { RipgrepTarget } from './choose-targets.js';
import { MAX_LINE_CHARS } from '../grep/grep.js';
import type { FileLines } from './file-lines.js';
import { KeptRuns } from './kept-runs.js';
import type { PreparedRun } from './prepare-runs.js';
import { RipgrepProcess } from './ripgrep-process.js';
import { WantedFiles } from './wanted-files.js';

/** The files still to search, and the results so far. */
interface Progress {
  readonly search: GrepSearch;
  summary: GrepSummary;
}

interface StartedRun extends PreparedRun {
  /** `null` when all files are left to the fallback engine. */
  readonly process: RipgrepProcess | null;
}

/**
 * Searches regular expressions with ripgrep. The fallback engine searches files that ripgrep treats differently:
 * binary ones; and all files when ripgrep cannot be run or does not know the pattern, or when unsaved contents
 * replace some files.
 */
export class RipgrepEngine implements GrepEngine {
  readonly #program: string;
  readonly #fallback: GrepEngine;
  readonly #runs: KeptRuns;

  constructor({
    program,
    fallback,
    clock = systemClock,
  }: {
    program: string;
    fallback: GrepEngine;
    clock?: Clock;
  }) {
    this.#program = program;
    this.#fallback = fallback;
    this.#runs = new KeptRuns(clock);
  }

  /** Frees what it keeps for the next search. */
  close(): void {
    this.#runs.forget();
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
    const leaving = new AbortController();
    try {
      for await (const run of ahead(this.#startRuns(search, leaving.signal))) {
        for (const item of run.likelyBinary) likelyBinary.push(item);
        if (run.process !== null) yield* this.#readRun(run.targets, run.process, progress);
        if (progress.summary.isCapped) break;
      }
    } finally {
      // The next process may have been started already.
      leaving.abort();
    }
    // ripgrep searches a binary file named on its command line to the end; the fallback engine stops at the first NUL.
    if (likelyBinary.length > 0 && !progress.summary.isCapped) yield* this.#fallBack(likelyBinary, progress);
    search.signal?.throwIfAborted();
    yield { matches: [], summary: progress.summary };
  }

  /** Starts a process as soon as its files are known, while the one before may still run. Aborting `leaving` ends them. */
  async *#startRuns(search: GrepSearch, leaving: AbortSignal): AsyncGenerator<StartedRun, void, undefined> {
    const signal = search.signal === undefined ? leaving : AbortSignal.any([search.signal, leaving]);
    const program = this.#program;
    for await (const run of ahead(this.#runs.prepare(search))) {
      const paths = run.targets.map(({ path }) => `./${path}`);
      const args = [...options(search), '--', ...paths];
      const process =
        paths.length === 0 ? null : new RipgrepProcess({ program, args, cwd: search.root, signal });
      yield { ...run, process };
    }
  }

  async *#readRun(
    targets: readonly RipgrepTarget[],
    process: RipgrepProcess,
    progress: Progress,
  ): AsyncGenerator<GrepBatch, void, undefined> {
    const { signal, maxMatches } = progress.search;
    const wanted = new WantedFiles(targets);
    const binary: RelPath[] = [];
    for await (const found of process.read(maxMatches - progress.summary.matches)) {
      const matches: GrepMatch[] = [];
      for (const { lines, isBinary } of found) {
        // Skips the other files of a directory.
        if (!wanted.report(lines.path) || !isFile(progress.search, lines.path)) continue;
        if (isBinary) binary.push(lines.path);
        else for (const item of report(lines, progress)) matches.push(item);
        if (progress.summary.isCapped) break;
      }
      if (matches.length > 0) yield { matches };
      if (progress.summary.isCapped) return;
    }
    signal?.throwIfAborted();
    const { isComplete, gone, unreadable } = process;
    const redone = isComplete ? binary : [...binary, ...wanted.unreported()];
    const failed = isComplete ? gone + unreadable : 0;
    progress.summary = {
      ...progress.summary,
      filesSearched: progress.summary.filesSearched + wanted.count - redone.length - failed,
      unreadable: progress.summary.unreadable + (isComplete ? unreadable : 0),
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
  const matches = lines.matches(search.contextLines, search.maxLineChars ?? MAX_LINE_CHARS);
  const reported = matches.slice(0, search.maxMatches - summary.matches);
  progress.summary = {
    ...summary,
    matches: summary.matches + reported.length,
    isCapped: reported.length < matches.length,
  };
  return reported.map((match) => ({ root: search.root, path: lines.path, ...match }));
}

/** Does not follow links, so that nothing outside the root is shown. */
function isFile({ root }: GrepSearch, path: RelPath): boolean {
  try {
    return lstatSync(absolutePath(root, path)).isFile();
  } catch {
    return false;
  }
}
