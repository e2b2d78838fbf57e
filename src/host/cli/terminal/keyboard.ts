import { StringDecoder } from 'node:string_decoder';
import type { Readable } from 'node:stream';
import type { Clock } from '../../../actors/runtime/clock.js';
import type { Key } from './key.js';
import { KeyDecoder } from './key-decoder.js';

/** Standard input, when it is a terminal. */
export interface KeyInput extends Readable {
  readonly isRaw: boolean;
  setRawMode(isRaw: boolean): unknown;
}

export type KeyListener = (key: Key) => void;

export interface KeyboardOptions {
  readonly input: KeyInput;
  /** Writes to the same terminal. */
  readonly write: (text: string) => void;
  readonly clock: Clock;
  /** Whether the terminal knows no control sequences: it hands over whole lines then, and shows what is typed itself. */
  readonly isPlain: boolean;
}

// A key that sends an Escape first sends the rest at once; over a slow network it takes some ms. As in readline and vim.
const ESCAPE_WAIT_MS = 50;

// Whoever typed a moment ago means to go on typing: what comes then answers no question that has just come up.
const TYPING_PAUSE_MS = 600;

const ESCAPE = '\u001b';
// Bracketed paste; kitty's protocol, so far that keys can be told apart; xterm's modifyOtherKeys for those that are not
// typed without. A terminal passes over what it does not know.
const ENABLE = `${ESCAPE}[?2004h${ESCAPE}[>1u${ESCAPE}[>4;1m`;
const DISABLE = `${ESCAPE}[>4;0m${ESCAPE}[<u${ESCAPE}[?2004l`;

/**
 * The one reader of a terminal's keys. Who listens last gets them: a question before the line that is being typed.
 * Nothing is read while nobody listens.
 */
export class Keyboard {
  readonly #input: KeyInput;
  readonly #write: (text: string) => void;
  readonly #clock: Clock;
  readonly #isPlain: boolean;
  readonly #decoder = new KeyDecoder();
  readonly #text = new StringDecoder('utf8');
  readonly #listeners: KeyListener[] = [];
  readonly #endListeners = new Set<() => void>();
  #isOn = false;
  /** Nothing was read since the terminal was taken: what comes first may be lines that were typed before. */
  #isFresh = false;
  /** Whether texts are typed, and not only answers of a key. */
  #isTyped = false;
  #hasEnded = false;
  #callOffEscape: (() => void) | undefined;
  #typedAtMs = -Infinity;

  constructor({ input, write, clock, isPlain }: KeyboardOptions) {
    this.#input = input;
    this.#write = write;
    this.#clock = clock;
    this.#isPlain = isPlain;
  }

  /** Whether the terminal hands over whole lines, which it has shown already. */
  get isPlain(): boolean {
    return this.#isPlain;
  }

  /** Calls `listener` with each key of what is typed, before those that listen already. Returns the way to stop. */
  listen(listener: KeyListener): () => void {
    this.#isTyped = true;
    return this.#add(listener);
  }

  #add(listener: KeyListener): () => void {
    this.#listeners.push(listener);
    this.#on();
    return () => {
      const at = this.#listeners.lastIndexOf(listener);
      if (at >= 0) this.#listeners.splice(at, 1);
      if (this.#listeners.length === 0) this.#off();
    };
  }

  /** Calls `listener` when the terminal has gone, or its last line was typed. Returns the way to stop. */
  onEnd(listener: () => void): () => void {
    if (this.#hasEnded) listener();
    else this.#endListeners.add(listener);
    return () => {
      this.#endListeners.delete(listener);
    };
  }

  /**
   * The keys of an answer to a question, from now on until the signal aborts or the terminal goes. What a person types
   * on, who was typing when the question came, still goes to who listened before. To be read to its end or left.
   */
  keys(signal: AbortSignal): AsyncGenerator<Key, void> {
    const waiting: Key[] = [];
    let wake = (): void => undefined;
    let isOver = signal.aborted;
    const end = (): void => {
      isOver = true;
      wake();
    };
    const listener = (key: Key): void => {
      const below = this.#listeners[this.#listeners.lastIndexOf(listener) - 1];
      const isTyping = this.#clock.now() - this.#typedAtMs < TYPING_PAUSE_MS;
      if (isTyping && below !== undefined && key.type !== 'key') {
        this.#typedAtMs = this.#clock.now();
        below(key);
        return;
      }
      waiting.push(key);
      wake();
    };
    const stop = [this.#add(listener), this.onEnd(end)];
    signal.addEventListener('abort', end, { once: true });
    async function* read(): AsyncGenerator<Key, void> {
      try {
        while (!isOver) {
          const key = waiting.shift();
          if (key !== undefined) yield key;
          else
            await new Promise<void>((resolve) => {
              wake = resolve;
            });
        }
      } finally {
        signal.removeEventListener('abort', end);
        for (const call of stop) call();
      }
    }
    return read();
  }

  /** Gives the terminal away as it was, until `resume`: to another program, or to the shell. */
  pause(): void {
    if (this.#isOn) this.#off();
  }

  resume(): void {
    if (this.#listeners.length > 0) this.#on();
  }

  #on(): void {
    if (this.#isOn || this.#hasEnded) return;
    this.#isOn = true;
    this.#isFresh = true;
    if (!this.#isPlain) {
      this.#input.setRawMode(true);
      // For a key that answers a question a terminal does as it is.
      if (this.#isTyped) this.#write(ENABLE);
    }
    this.#input.on('data', this.#onData).on('end', this.#onEnd).on('error', this.#onEnd).resume();
    process.on('exit', this.#onExit);
  }

  #off(): void {
    if (!this.#isOn) return;
    this.#isOn = false;
    this.#callOffEscape?.();
    this.#input.off('data', this.#onData).off('end', this.#onEnd).off('error', this.#onEnd).pause();
    process.off('exit', this.#onExit);
    if (this.#isPlain || this.#hasEnded) return;
    if (this.#isTyped) this.#write(DISABLE);
    this.#input.setRawMode(false);
  }

  readonly #onData = (chunk: Buffer): void => {
    this.#callOffEscape?.();
    this.#callOffEscape = undefined;
    const text = this.#text.write(chunk);
    const keys = this.#isFresh ? asKeys(text) : text;
    this.#isFresh = false;
    this.#hand(this.#decoder.feed(keys));
    if (!this.#decoder.isOpen) return;
    this.#callOffEscape = this.#clock.after(ESCAPE_WAIT_MS, () => {
      this.#hand(this.#decoder.flush());
    });
  };

  #hand(keys: readonly Key[]): void {
    for (const key of keys) {
      const index = this.#listeners.length - 1;
      if (index === 0 && key.type === 'text') this.#typedAtMs = this.#clock.now();
      this.#listeners[index]?.(this.#isPlain && isLineFeed(key) ? { type: 'key', id: 'enter' } : key);
    }
  }

  readonly #onEnd = (): void => {
    this.#off();
    this.#hasEnded = true;
    for (const listener of this.#endListeners) listener();
    this.#endListeners.clear();
  };

  // A process that ends in a hurry leaves a terminal on which one can type.
  readonly #onExit = (): void => {
    this.#off();
  };
}

/** What was typed before the terminal was taken: it has made line feeds of Enter, and a zero of Ctrl-D. */
function asKeys(text: string): string {
  const keys = text.replaceAll('\0', '\u0004');
  return keys.length > 1 ? keys.replaceAll('\n', '\r') : keys;
}

function isLineFeed(key: Key): boolean {
  return key.type === 'key' && key.id === 'linefeed';
}
