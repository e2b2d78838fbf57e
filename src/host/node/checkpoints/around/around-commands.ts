import type { CallRecording, Checkpoints } from '../../../../actors/protocol/checkpoints.js';
import { messageOf } from '../../../../actors/protocol/errors/message-of.js';
import type { ContentHash } from '../../../../actors/protocol/file-changes.js';
import type { UncoveredPath, VersionChange } from '../../../../actors/protocol/file-version.js';
import type { ThreadId } from '../../../../actors/protocol/thread.js';
import { orAbort } from '../../../../actors/runtime/abort.js';
import type { Ref } from '../../../../actors/runtime/ref.js';
import type { CallName, CoverProtocol, WantedContent } from '../../../../workers/cover/cover-protocol.js';
import { isSameVersion } from '../../../../actors/checkpoints/same-version.js';
import type { AroundOptions } from './cover-ports.js';
import type { KnownWrite } from '../known-writes.js';
import { toVersionChange } from './to-version-change.js';

// Reading, compressing and writing overlap; more files at once make no disk faster.
const KEEP_LANES = 8;

/**
 * Makes sure that what a command does to the roots can be undone, and finds out what it did. What changes while a command
 * runs is its doing, but for what tools of this process are known to have written; of two commands that run at once, the
 * one that began first gets what is found before either has ended, and the first to end the rest.
 * Source: SPEC K1, K4.
 */
export class AroundCommands implements Pick<Checkpoints, 'beforeCommand' | 'findUncovered'>, AsyncDisposable {
  readonly #options: AroundOptions;
  #cover: Promise<Ref<CoverProtocol>> | undefined;
  /** The end of the last look: they come one after the other. */
  #last: Promise<unknown> = Promise.resolve();
  #hasLooked = false;
  /** When the last look began. Units: milliseconds since 1970. */
  #lookedAt = 0;
  readonly #running = new Set<CallRecording>();
  /** What has changed since commands began that an earlier process did not see the end of. */
  readonly #interrupted = new Map<string, readonly VersionChange[]>();
  /** Contents that did not fit into the store, as of the last look. */
  #overQuota: readonly UncoveredPath[] = [];

  constructor(options: AroundOptions) {
    this.#options = options;
  }

  async beforeCommand(call: CallRecording, signal: AbortSignal): Promise<() => Promise<void>> {
    signal.throwIfAborted();
    const begin = this.#queue(async () => {
      if (signal.aborted) return;
      await this.#look(() => [...this.#running].at(0), call);
      this.#running.add(call);
    });
    try {
      await orAbort(begin, signal);
      await call.onCheckpoint([], await this.#listUncovered());
    } catch (error) {
      // The look goes on when the caller stops waiting for it.
      void begin.then(() => this.#running.delete(call)).catch(() => undefined);
      signal.throwIfAborted();
      call.onProblem(`What this command changes cannot be undone: ${messageOf(error)}`);
      return () => Promise.resolve();
    }
    return async () => {
      await this.#queue(async () => {
        this.#running.delete(call);
        await this.#look(() => call);
      }).catch((error: unknown) => {
        call.onProblem(`It is not known what this command changed: ${messageOf(error)}`);
      });
    };
  }

  /** Errors: the signal's reason; when nothing is known yet, those of a look at the disk. */
  async findUncovered(signal: AbortSignal): Promise<readonly UncoveredPath[]> {
    signal.throwIfAborted();
    await orAbort(this.prepare(), signal);
    return orAbort(this.#listUncovered(), signal);
  }

  /**
   * Looks at the roots if that has not happened yet, so that the first command need not wait for it.
   * Errors: those of a look at the disk.
   */
  async prepare(): Promise<void> {
    if (!this.#hasLooked)
      await this.#queue(async () => {
        if (!this.#hasLooked) await this.#look(() => undefined);
      });
  }

  /**
   * What has changed since a command began during which an earlier process died; changes by others since then are among
   * it. None for a command that ended, or of which nothing is known any more.
   * Errors: those of a look at the disk.
   */
  async findInterrupted(thread: ThreadId, callId: string): Promise<readonly VersionChange[]> {
    await this.prepare();
    return this.#interrupted.get(keyOf({ thread, callId })) ?? [];
  }

  /** The contents that are needed to undo what the next command does: the version store must not collect them. */
  async listReferenced(): Promise<readonly ContentHash[]> {
    const cover = await this.#start();
    return cover.ask('referenced', undefined);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#last;
    const cover = await this.#cover?.catch(() => undefined);
    await cover?.[Symbol.asyncDispose]();
  }

  async #queue<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work);
    this.#last = result.catch(() => undefined);
    return result;
  }

  /** Finds out what changed, keeps it, and reports it to a call. `starting` counts as running from here on. */
  async #look(findAuthor: () => CallRecording | undefined, starting?: CallRecording): Promise<void> {
    const cover = await this.#start();
    const since = this.#lookedAt;
    this.#lookedAt = Date.now();
    const { changes, wanted, interrupted } = await cover.ask('look', undefined);
    // The look may have seen an edit that is noted only now. Those that follow it are not among the changes.
    const { knownWrites } = this.#options;
    await knownWrites?.running;
    const edits = new Map(changes.map(({ path }) => [path, knownWrites?.get(path)]));
    const stored = await this.#keep(wanted);
    const running = [...this.#running, ...(starting === undefined ? [] : [starting])];
    await cover.ask('keep', {
      stored: [...stored],
      running: running.map(({ thread, callId }) => ({ thread, callId })),
    });
    this.#hasLooked = true;
    const found = changes.flatMap((change) =>
      withoutEdit(toVersionChange(change, stored), edits.get(change.path), since),
    );
    for (const call of interrupted) this.#interrupted.set(keyOf(call), found);
    if (found.length > 0) findAuthor()?.onChanged(found);
  }

  /** Keeps contents in the version store. Resolves to those that are there. */
  async #keep(wanted: readonly WantedContent[]): Promise<ReadonlySet<ContentHash>> {
    const { store } = this.#options;
    const stored = new Set<ContentHash>();
    const overQuota: UncoveredPath[] = [];
    const failures: unknown[] = [];
    let next = 0;
    const runLane = async (): Promise<void> => {
      for (let content = wanted[next++]; content !== undefined; content = wanted[next++]) {
        const { path, hash, size } = content;
        try {
          const outcome = await store.keepFile(path, hash);
          if (outcome === 'kept') stored.add(hash);
          // A file that has changed meanwhile is found by the next look.
          if (outcome === 'full') overQuota.push({ path, reason: 'quota', bytes: size, files: 1 });
        } catch (error) {
          failures.push(error);
          overQuota.push({ path, reason: 'unreadable', bytes: size, files: 1 });
        }
      }
    };
    await Promise.all(Array.from({ length: Math.min(KEEP_LANES, wanted.length) }, runLane));
    if (failures.length > 0 && stored.size === 0 && failures.length === wanted.length) throw failures[0];
    if (stored.size > 0) await store.sync();
    this.#overQuota = overQuota;
    return stored;
  }

  async #listUncovered(): Promise<readonly UncoveredPath[]> {
    const cover = await this.#start();
    return [...(await cover.ask('uncovered', undefined)), ...this.#overQuota];
  }

  #start(): Promise<Ref<CoverProtocol>> {
    if (this.#cover !== undefined) return this.#cover;
    const starting = this.#options.startCover();
    this.#cover = starting;
    const forget = (): void => {
      if (this.#cover === starting) this.#cover = undefined;
    };
    starting.then(({ lost }) => lost.then(forget), forget);
    return starting;
  }
}

/** A change without what an edit of this host has made of the path since the last look. */
function withoutEdit(
  change: VersionChange,
  edit: KnownWrite | undefined,
  since: number,
): readonly VersionChange[] {
  if (edit === undefined || edit.at < since) return [change];
  return isSameVersion(edit.after, change.after) ? [] : [{ ...change, before: edit.after }];
}

function keyOf({ thread, callId }: CallName): string {
  return JSON.stringify([thread, callId]);
}
