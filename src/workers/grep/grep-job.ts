import type { MessagePort } from 'node:worker_threads';
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
  /** See `GrepSearch`; in shared memory. */
  readonly contents: ReadonlyMap<RelPath, Uint8Array>;
  /** The number of the search that it is a part of. */
  readonly search: number;
  readonly pattern: GrepPattern;
  readonly contextLines: number;
  readonly maxMatches: number;
  /** Shared by all jobs of the search. Shape: `GrepControl`. */
  readonly control: SharedArrayBuffer;
  /** Takes a `GrepMessage` at a time. */
  readonly port: MessagePort;
  /** Where to begin. */
  readonly resume: GrepPosition;
}

// Then the thread goes back to the pool: a scan waits no longer than this behind a search.
const SLICE_MS = 100;
// A reader who is further behind may not come back soon, and others can use the thread.
const READER_PATIENCE_MS = 100;
// What was listed is gone, or is no file any more: there is no text to search.
const GONE = new Set(['ENOENT', 'ENOTDIR', 'EISDIR', 'ELOOP']);

// One for each thread: its buffer is reused from file to file and from job to job.
const finder = new ByteFinder(TEXT_BLOCK_SIZES.startBytes);
const blocks = new TextBlocks(TEXT_BLOCK_SIZES, finder.buffer);
// What it has learned of a pattern serves the next job of the search as well.
let last: { readonly search: number; readonly matcher: LineMatcher } | undefined;

/**
 * Searches files that no other job has taken, until its paths have none, its time is up or the reader is behind; its
 * last message says where to go on. A file that cannot be read is counted and passed over.
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

  /** Errors: those of `grepFile` and `grepContent`. */
  #grep(path: RelPath): Iterable<LineMatch> {
    const { root, contents, contextLines, port } = this.#job;
    let isTold = false;
    const onGivenUp = (line: number): void => {
      if (!isTold) port.postMessage({ unfinished: { path, line } } satisfies GrepMessage);
      isTold = true;
    };
    const search: LineSearch = { matcher: this.#matcher, contextLines, onGivenUp };
    const content = contents.get(path);
    return content === undefined
      ? grepFile(absolutePath(root, path), search, blocks)
      : grepContent(content, search);
  }

  /** How many matches of the file were sent when the reader turned out to be behind; `null` when it is done. */
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

/** The code of a file system error. Errors: throws whatever is no failure to read. */
function codeOf(error: unknown): string {
  if (error instanceof RangeError) return 'line too long';
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code;
  throw error;
}
