import { type Clock, within } from '../../../actors/runtime/clock.js';
import { deferred } from '../../../actors/runtime/deferred.js';
import type { Key } from './key.js';

// A question cannot be read in less time, and a person who was typing when it came has stopped by then.
const READING_MS = 500;

// They stop what is going on, so that they are safe before anybody has read what.
const LEAVING = new Set(['ctrl-c', 'ctrl-d', 'escape']);

interface AnswerKeysOptions {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Takes a key that answers nothing, such as the text of a message that somebody is typing. */
  readonly onEarlyKey: (key: Key) => void;
  /** Called once, when nobody reads any more. */
  readonly onClose: () => void;
}

/** The keys that answer a person's questions. Each loop reads on where the one before has stopped. */
export interface AnswerKeys extends AsyncIterable<Key> {
  /** Draws a question, and resolves once keys answer it. Errors: those of `draw`. */
  ask(draw: () => Promise<void>): Promise<void>;
  /** Gives the keyboard back. The caller of `Keyboard.keys` must call it. */
  close(): void;
}

/**
 * Ends when the signal aborts or the terminal closes. What is typed before a question is drawn whole, in the half second
 * after that, or without a pause since, is no answer to it.
 */
export class PatientKeys implements AnswerKeys {
  readonly #options: AnswerKeysOptions;
  #waiting: Key[] = [];
  #isOpen = false;
  #isOver = false;
  #isClosed = false;
  /** When the question was drawn, or a key came too early since. */
  #quietSince = 0;
  /** Resolves with the next key that counts, and with the end. */
  #news = deferred<void>();

  constructor(options: AnswerKeysOptions) {
    this.#options = options;
    const { signal } = options;
    if (signal.aborted) this.#isOver = true;
    else signal.addEventListener('abort', this.end, { once: true });
  }

  /** Takes a key that the terminal has sent. */
  press(key: Key): void {
    if (this.#isOpen || isLeaving(key)) {
      this.#waiting.push(key);
      this.#tell();
      return;
    }
    this.#quietSince = this.#options.clock.now();
    this.#options.onEarlyKey(key);
  }

  /** Takes that no key will come. */
  readonly end = (): void => {
    this.#isOver = true;
    this.#tell();
  };

  async ask(draw: () => Promise<void>): Promise<void> {
    const { clock } = this.#options;
    this.#isOpen = false;
    this.#waiting = this.#waiting.filter(isLeaving);
    await draw();
    this.#quietSince = clock.now();
    for (;;) {
      const leftMs = this.#quietSince + READING_MS - clock.now();
      // Only keys that leave are waiting.
      if (this.#isOver || this.#waiting.length > 0 || leftMs <= 0) break;
      await within(clock, leftMs, this.#news.promise);
    }
    this.#isOpen = true;
  }

  [Symbol.asyncIterator](): AsyncIterator<Key, void> {
    return { next: () => this.#next() };
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#options.signal.removeEventListener('abort', this.end);
    this.end();
    this.#options.onClose();
  }

  async #next(): Promise<IteratorResult<Key, void>> {
    while (!this.#isOver) {
      const key = this.#waiting.shift();
      if (key !== undefined) return { value: key, done: false };
      await this.#news.promise;
    }
    return { value: undefined, done: true };
  }

  #tell(): void {
    const { resolve } = this.#news;
    this.#news = deferred();
    resolve();
  }
}

function isLeaving(key: Key): boolean {
  return key.type === 'key' && LEAVING.has(key.id);
}
