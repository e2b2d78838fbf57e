import type { MessagePort } from 'node:worker_threads';
import { errorCode } from '../../actors/protocol/errors/error-code.js';
import type { AbsPath, RelPath } from '../../actors/protocol/workspace.js';
import type { GrepPattern } from '../regex/parse-pattern.js';
import { absolutePath } from '../disk/absolute-path.js';
import { ByteFinder } from './byte-finder.js';
import { grepContent, grepFile, type LineMatch, type LineSearch } from './grep.js';
import { GrepControl } from './grep-control.js';
import type { GrepMessage, GrepPosition } from './grep-message.js';
import { compileMatcher, type LineMatcher } from './line-matcher.js';
import { MatchOutbox } from './match-outbox.js';
import { type PackedPaths, PathList } from './path-list.js';
import { TEXT_BLOCK_SIZES, TextBlocks } from './text-blocks.js';

/** One thread's share of a content search. */
export interface GrepJob {
  readonly root: AbsPath;
  readonly paths: PackedPaths;
  /** Unsaved contents, as in `GrepSearch`; in shared memory. */
  readonly contents: ReadonlyMap<RelPath, Uint8Array>;
  /** Identifies the search that this job belongs to. */
  readonly search: number;
  readonly pattern: GrepPattern;
  readonly contextLines: number;
  readonly maxLineChars: number;
  readonly maxMatches: number;
  /** The memory of a `GrepControl`, shared by all jobs of the search. */
  readonly control: SharedArrayBuffer;
  /** Where the job posts its `GrepMessage`s. */
  readonly port: MessagePort;
  readonly resume: GrepPosition;
}

// After this time the job ends and the thread returns to the pool, so a scan waits no longer than this for a search.
const SLICE_MS = 100;
// A reader that is behind for longer may not catch up soon, and other jobs can use the thread.
const READER_PATIENCE_MS = 100;
// The listed file is gone or is no regular file any more, so there is no text to search.
const GONE = new Set(['ENOENT', 'ENOTDIR', 'EISDIR', 'ELOOP']);

// One for each thread: its buffer is reused from file to file and from job to job.
const finder = new ByteFinder(TEXT_BLOCK_SIZES.startBytes);
const blocks = new TextBlocks(TEXT_BLOCK_SIZES, finder.buffer);
// The automaton that a matcher has built is reused by the next job of the same search.
let last: { readonly search: number; readonly matcher: LineMatcher } | undefined;

/**
 * Searches files that no other job has taken, until there are no more paths, the time is up or the reader is behind.
 * Its last message says where to continue. A file that cannot be read is counted and skipped.
 */
export function grepJob(job: GrepJob): void {
  const share = new GrepShare(job);
  const end = share.search(job.resume);
  blocks.shrink();
  share.send();
  job.port.postMessage({ end } satisfies GrepMessage);
}

class GrepShare {
  readonly #job: GrepJob;
  readonly #control: GrepControl;
  readonly #matcher: LineMatcher;
  readonly #outbox = new MatchOutbox();

  constructor(job: GrepJob) {
    this.#job = job;
    this.#control = new GrepControl(job.control);
    const { search, pattern } = job;
    last = last?.search === search ? last : { search, matcher: compileMatcher(pattern, finder) };
    this.#matcher = last.matcher;
  }

  search(resume: GrepPosition): GrepPosition | null {
    const paths = new PathList(this.#job.paths);
    const sliceEnd = performance.now() + SLICE_MS;
    let { chunk, file, sent } = resume;
    for (let names = paths.chunk(chunk); names !== null; names = paths.chunk(chunk)) {
      for (const path of names.slice(file)) {
        if (this.#control.isStopped) return null;
        const sentThen = this.#searchFile(path, sent);
        if (sentThen !== null) return { chunk, file, sent: sentThen };
        sent = 0;
        file++;
        const now = performance.now();
        if (now > sliceEnd) return { chunk, file, sent };
        if (this.#outbox.isDue(now)) this.send();
      }
      chunk = this.#control.takeChunk();
      file = 0;
    }
    return { chunk, file, sent };
  }

  send(): void {
    if (this.#outbox.isEmpty) return;
    this.#control.addUnread();
    this.#job.port.postMessage({ files: this.#outbox.take(performance.now()) } satisfies GrepMessage);
  }

  /** The matches in a file, or in its unsaved content. Errors: those of reading the file. */
  #grep(path: RelPath): Iterable<LineMatch> {
    const { root, contents, contextLines, maxLineChars, port } = this.#job;
    let isTold = false;
    const onGivenUp = (line: number): void => {
      if (!isTold) port.postMessage({ unfinished: { path, line } } satisfies GrepMessage);
      isTold = true;
    };
    const search: LineSearch = { matcher: this.#matcher, contextLines, maxLineChars, onGivenUp };
    const content = contents.get(path);
    return content === undefined
      ? grepFile(absolutePath(root, path), search, blocks)
      : grepContent(content, search);
  }

  /** The number of matches of the file sent so far when the reader fell behind; `null` when the file is done. */
  #searchFile(path: RelPath, alreadySent: number): number | null {
    const { maxMatches } = this.#job;
    let sent = 0;
    try {
      for (const match of this.#grep(path)) {
        if (++sent <= alreadySent) continue;
        if (!this.#control.claimMatch(maxMatches)) return null;
        this.#outbox.add(path, match);
        if (this.#outbox.isFull) {
          this.send();
          if (!this.#control.waitForReader(READER_PATIENCE_MS)) return sent;
        }
      }
      this.#control.addSearched();
    } catch (error) {
      if (!GONE.has(codeOf(error))) this.#control.addUnreadable();
    }
    return null;
  }
}

/** The code of a file system error. Errors: rethrows any other error. */
function codeOf(error: unknown): string {
  if (error instanceof RangeError) return 'line too long';
  const code = errorCode(error);
  if (code === undefined) throw error;
  return code;
}
