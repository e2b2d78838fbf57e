import { MessageChannel } from 'node:worker_threads';
import type {
  AbsPath,
  GrepBatch,
  GrepMatch,
  GrepSummary,
  RelPath,
  UnfinishedFile,
} from '../../actors/protocol/workspace.js';
import { yieldToEventLoop } from '../../actors/runtime/abort.js';
import { type Deferred, deferred } from '../../actors/runtime/deferred.js';
import type { GrepPattern } from '../regex/parse-pattern.js';
import { BatchInbox } from '../grep/batch-inbox.js';
import type { JobRunner } from './dispatch-job.js';
import { GrepControl } from '../grep/grep-control.js';
import type { GrepJob } from '../grep/grep-job.js';
import type { FileMatches, GrepMessage, GrepPosition } from '../grep/grep-message.js';
import { compileIncludeGlobs } from '../grep/include-globs.js';
import { MAX_LINE_CHARS } from '../grep/grep.js';
import { JobGroup } from './job-group.js';
import { compileMatcher } from '../grep/line-matcher.js';
import { PathFeed } from '../grep/path-feed.js';

/** A content search over given files of one root. */
export interface GrepSearch extends GrepPattern {
  readonly root: AbsPath;
  /** The files, in any order; symbolic links among them are skipped. */
  readonly paths: AsyncIterable<readonly RelPath[]> | Iterable<readonly RelPath[]>;
  /**
   * Identifies the files of `paths`: two searches of one root with equal keys have the same. Default: nothing is known
   * about other searches.
   */
  readonly filesKey?: string;
  /** Contents to search instead of those on the disk. Shape: UTF-8. */
  readonly contents?: ReadonlyMap<RelPath, Uint8Array>;
  /** Globs a path must match one of; all paths when empty. */
  readonly include: readonly string[];
  readonly contextLines: number;
  /** A longer line is cut around its matches. Default 10,000. Units: UTF-16 units. */
  readonly maxLineChars?: number;
  /** The maximum of matches to return. Minimum 0, which only finds out whether there is any. */
  readonly maxMatches: number;
  readonly signal?: AbortSignal;
}

/**
 * The matches as they are found, ordered within a file; the last batch has the summary. The search starts when the
 * iteration does, and leaving the loop stops it.
 * Errors: throws `PatternSyntaxError` at once; the iteration rejects with the signal's reason, or with
 * `ActorLostError` when a thread ends.
 */
export function runGrep(search: GrepSearch, runner: JobRunner): AsyncIterable<GrepBatch> {
  compileMatcher(search);
  const isIncluded = compileIncludeGlobs(search.include);
  return { [Symbol.asyncIterator]: () => new GrepRun(search, isIncluded, runner).start() };
}

// Counts searches, to give each a number.
let searches = 0;

class GrepRun {
  readonly #search: GrepSearch;
  readonly #number = ++searches;
  readonly #isIncluded: (path: RelPath) => boolean;
  readonly #runner: JobRunner;
  readonly #shared: SharedArrayBuffer;
  readonly #control: GrepControl;
  readonly #contents: GrepJob['contents'];
  readonly #jobs: JobGroup;
  readonly #inbox: BatchInbox<GrepBatch>;
  readonly #feed = new PathFeed();
  /** By file: the first line on which the pattern takes too long. */
  readonly #unfinished = new Map<RelPath, number>();
  /** Settles when the reader has read a batch. */
  #progress: Deferred<void> = deferred();

  constructor(search: GrepSearch, isIncluded: (path: RelPath) => boolean, runner: JobRunner) {
    this.#search = search;
    this.#isIncluded = isIncluded;
    this.#runner = runner;
    this.#shared = GrepControl.create();
    this.#control = new GrepControl(this.#shared);
    this.#contents = shared(search.contents);
    this.#jobs = new JobGroup(() => {
      this.#control.cancel();
    }, runner.clock);
    this.#inbox = new BatchInbox({
      onRead: () => {
        this.#control.removeUnread();
        this.#announceProgress();
      },
      onLeave: () => {
        this.#stop();
      },
    });
  }

  start(): AsyncIterator<GrepBatch, undefined> {
    void this.#run();
    return this.#inbox;
  }

  async #run(): Promise<void> {
    const { signal } = this.#search;
    const onAbort = (): void => {
      this.#inbox.fail(signal?.reason);
      this.#stop();
    };
    if (signal?.aborted === true) onAbort();
    signal?.addEventListener('abort', onAbort, { once: true });
    try {
      await Promise.all([
        this.#packPaths(),
        ...Array.from({ length: this.#runner.threads }, () => this.#runLane()),
      ]);
      this.#inbox.put({ matches: [], summary: this.#summary() });
      this.#inbox.end();
    } catch (error) {
      this.#inbox.fail(error);
      this.#stop();
    } finally {
      signal?.removeEventListener('abort', onAbort);
    }
  }

  async #packPaths(): Promise<void> {
    try {
      for await (const paths of this.#search.paths) {
        if (this.#control.isStopped) break;
        this.#feed.add(paths.filter(this.#isIncluded));
        // The source may yield without ever waiting.
        await yieldToEventLoop();
      }
    } finally {
      this.#feed.finish();
    }
  }

  /** Runs one job after the other, each from where the last one returned its thread or ran out of paths. */
  async #runLane(): Promise<void> {
    let position: GrepPosition = { chunk: this.#control.takeChunk(), file: 0, sent: 0 };
    while (!this.#control.isStopped) {
      const paths = await this.#feed.partWith(position.chunk);
      if (paths === null || this.#control.isStopped) return;
      const resume: GrepPosition = position;
      const end = await this.#jobs.run((kill) => this.#runJob({ paths, resume }, kill));
      if (end === null) return;
      position = end;
      while (this.#control.isReaderBehind && !this.#control.isStopped) await this.#progress.promise;
    }
  }

  async #runJob(share: Pick<GrepJob, 'paths' | 'resume'>, kill: AbortSignal): Promise<GrepPosition | null> {
    const {
      root,
      contextLines,
      maxLineChars = MAX_LINE_CHARS,
      maxMatches,
      pattern,
      isRegex,
      caseSensitive,
    } = this.#search;
    const { port1: inside, port2: outside } = new MessageChannel();
    const end = deferred<GrepPosition | null>();
    inside.on('message', (message: GrepMessage) => {
      if ('end' in message) end.resolve(message.end);
      else if ('unfinished' in message) this.#addUnfinished(message.unfinished);
      else this.#inbox.put({ matches: message.files.flatMap((file) => toMatches(root, file)) });
    });
    try {
      await this.#runner.dispatch(
        'grep',
        {
          ...share,
          root,
          contents: this.#contents,
          search: this.#number,
          pattern: { pattern, isRegex, caseSensitive },
          contextLines,
          maxLineChars,
          maxMatches,
          control: this.#shared,
          port: outside,
        },
        { kill, transfer: [outside] },
      );
      // The job posted its last message before it ended, but another channel carries it.
      return await end.promise;
    } finally {
      inside.close();
    }
  }

  #addUnfinished({ path, line }: Omit<UnfinishedFile, 'root'>): void {
    // A file that is searched in several jobs starts from its first line each time.
    this.#unfinished.set(path, Math.min(line, this.#unfinished.get(path) ?? line));
  }

  #summary(): GrepSummary {
    const { root, maxMatches } = this.#search;
    const summary = this.#control.summary(maxMatches);
    if (this.#unfinished.size === 0) return summary;
    return { ...summary, unfinished: Array.from(this.#unfinished, ([path, line]) => ({ root, path, line })) };
  }

  #stop(): void {
    this.#jobs.stop();
    this.#announceProgress();
  }

  #announceProgress(): void {
    this.#progress.resolve();
    this.#progress = deferred();
  }
}

/** Copies contents to shared memory, because several jobs read them. */
function shared(contents: GrepSearch['contents'] = new Map()): GrepJob['contents'] {
  return new Map(
    Array.from(contents, ([path, content]) => {
      const copy = new Uint8Array(new SharedArrayBuffer(content.length));
      copy.set(content);
      return [path, copy];
    }),
  );
}

function toMatches(root: AbsPath, { path, matches }: FileMatches): GrepMatch[] {
  return matches.map((match) => ({ root, path, ...match }));
}
