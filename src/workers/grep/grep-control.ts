import type { GrepSummary } from '../../actors/protocol/workspace.js';

const Word = { state: 0, nextChunk: 1, found: 2, unread: 3, searched: 4, unreadable: 5 } as const;
const WORDS = Object.keys(Word).length;
const State = { running: 0, cancelled: 1, capped: 2 } as const;

// Enough that a thread rarely waits for a reader who keeps up; with 256 matches each, under 10 MB.
const MAX_UNREAD_BATCHES = 16;

/**
 * The state that the threads of one content search share with its reader: which chunks are taken, how many matches
 * and unread batches there are, and whether to stop.
 */
export class GrepControl {
  readonly #words: Int32Array;

  constructor(shared: SharedArrayBuffer) {
    this.#words = new Int32Array(shared);
  }

  static create(): SharedArrayBuffer {
    return new SharedArrayBuffer(WORDS * Int32Array.BYTES_PER_ELEMENT);
  }

  /** Whether every thread must stop: the search was cancelled or has reached its maximum of matches. */
  get isStopped(): boolean {
    return Atomics.load(this.#words, Word.state) !== State.running;
  }

  cancel(): void {
    Atomics.compareExchange(this.#words, Word.state, State.running, State.cancelled);
    // `Atomics.wait` returns at once when the value differs from the expected one, so a thread about to wait does not.
    Atomics.store(this.#words, Word.unread, 0);
    Atomics.notify(this.#words, Word.unread);
  }

  /** Claims the next chunk for the calling thread, and returns its number. */
  takeChunk(): number {
    return Atomics.add(this.#words, Word.nextChunk, 1);
  }

  /** Whether one more match may be reported. The first match above the maximum stops the search. */
  claimMatch(maxMatches: number): boolean {
    if (this.isStopped) return false;
    if (Atomics.add(this.#words, Word.found, 1) < maxMatches) return true;
    Atomics.compareExchange(this.#words, Word.state, State.running, State.capped);
    return false;
  }

  addSearched(): void {
    Atomics.add(this.#words, Word.searched, 1);
  }

  addUnreadable(): void {
    Atomics.add(this.#words, Word.unreadable, 1);
  }

  /** Counts a batch that was sent. */
  addUnread(): void {
    Atomics.add(this.#words, Word.unread, 1);
  }

  /** Counts a batch that was read. */
  removeUnread(): void {
    Atomics.sub(this.#words, Word.unread, 1);
    Atomics.notify(this.#words, Word.unread);
  }

  /** Whether the reader has as many unread batches as are allowed. */
  get isReaderBehind(): boolean {
    return Atomics.load(this.#words, Word.unread) >= MAX_UNREAD_BATCHES;
  }

  /** Blocks while the reader is behind, at most `timeoutMs`, and returns whether it has caught up. */
  waitForReader(timeoutMs: number): boolean {
    const giveUpAt = performance.now() + timeoutMs;
    for (;;) {
      const unread = Atomics.load(this.#words, Word.unread);
      if (unread < MAX_UNREAD_BATCHES) return true;
      const remainingMs = giveUpAt - performance.now();
      if (remainingMs <= 0) return false;
      Atomics.wait(this.#words, Word.unread, unread, remainingMs);
    }
  }

  summary(maxMatches: number): GrepSummary {
    return {
      filesSearched: Atomics.load(this.#words, Word.searched),
      matches: Math.min(Atomics.load(this.#words, Word.found), maxMatches),
      isCapped: Atomics.load(this.#words, Word.state) === State.capped,
      unreadable: Atomics.load(this.#words, Word.unreadable),
    };
  }
}
