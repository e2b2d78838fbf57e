import { StringDecoder } from 'node:string_decoder';
import type { Readable } from 'node:stream';
import { type Clock, sleep } from '../../../actors/runtime/clock.js';
import { type AnswerKeys, PatientKeys } from './answer-keys.js';
import { followStops, stopJob } from './job-control.js';
import type { Key } from './key.js';
import { KeyDecoder } from './key-decoder.js';

/** Standard input, when it is a terminal. */
export interface KeyInput extends Readable {
  readonly isRaw: boolean;
  setRawMode(isRaw: boolean): unknown;
}

type KeyListener = (key: Key) => void;

interface KeyboardOptions {
  readonly input: KeyInput;
  /** Writes to the same terminal. */
  readonly write: (text: string) => void;
  readonly clock: Clock;
  /** Whether the terminal supports no control sequences: it then sends whole lines, and echoes them itself. */
  readonly isPlain: boolean;
  /** Called when Ctrl-Z is pressed. Default: stops the process until the shell continues it. */
  readonly onStop?: () => void;
}

// The rest of a sequence follows its Escape at once, or over a slow network within some milliseconds. As in readline
// and vim.
const ESCAPE_WAIT_MS = 50;

const ESCAPE = '\u001b';
// Bracketed paste; kitty's protocol, at the level that disambiguates keys; xterm's modifyOtherKeys for keys without a
// sequence of their own. Terminals ignore what they do not support.
const ENABLE = `${ESCAPE}[?2004h${ESCAPE}[>1u${ESCAPE}[>4;1m`;
const DISABLE = `${ESCAPE}[>4;0m${ESCAPE}[<u${ESCAPE}[?2004l`;

/**
 * The only reader of a terminal's keys. The latest listener receives them: a question before the input line. Reads
 * nothing while there is no listener.
 */
export class Keyboard {
  readonly #input: KeyInput;
  readonly #write: (text: string) => void;
  readonly #clock: Clock;
  /** Whether the terminal sends whole lines, which it has echoed already. */
  readonly isPlain: boolean;
  readonly #onStop: () => void;
  readonly #decoder = new KeyDecoder();
  readonly #text = new StringDecoder('utf8');
  readonly #listeners: KeyListener[] = [];
  readonly #endListeners = new Set<() => void>();
  #isOn = false;
  /** Whether another program has the terminal. */
  #isLent = false;
  #stopFollowing: (() => void) | undefined;
  /** Whether the terminal has the modes of `ENABLE`, which are popped as often as they were pushed. */
  #hasModes = false;
  /** Whether keys are thrown away. */
  #isLeaving = false;
  /** Whether nothing was read since the terminal was taken over: the first input may be lines typed before that. */
  #isFresh = false;
  /** Whether any listener expects text, and not only single keys. */
  #isTyped = false;
  #hasEnded = false;
  #cancelEscape: (() => void) | undefined;

  constructor({ input, write, clock, isPlain, onStop = stopJob }: KeyboardOptions) {
    this.#input = input;
    this.#write = write;
    this.#clock = clock;
    this.isPlain = isPlain;
    this.#onStop = onStop;
  }

  /** Calls `listener` with each key, in place of earlier listeners. Returns the function that ends this. */
  listen(listener: KeyListener): () => void {
    this.#isTyped = true;
    if (this.#isOn) this.#enableModes();
    return this.#add(listener);
  }

  #add(listener: KeyListener): () => void {
    this.#listeners.push(listener);
    this.#stopFollowing ??= followStops(this);
    this.#on();
    return () => {
      const at = this.#listeners.lastIndexOf(listener);
      if (at >= 0) this.#listeners.splice(at, 1);
      if (this.#listeners.length > 0) return;
      this.#off();
      this.#stopFollowing?.();
      this.#stopFollowing = undefined;
    };
  }

  /** Calls `listener` when the terminal closes or its input ends. Returns the function that ends this. */
  onEnd(listener: () => void): () => void {
    if (this.#hasEnded) listener();
    else this.#endListeners.add(listener);
    return () => {
      this.#endListeners.delete(listener);
    };
  }

  /** The keys that answer questions, from now on. Those that come too early go to the listener before, if there is one. */
  keys(signal: AbortSignal): AnswerKeys {
    const stop: (() => void)[] = [];
    const listener = (key: Key): void => {
      keys.press(key);
    };
    const keys = new PatientKeys({
      clock: this.#clock,
      signal,
      onEarlyKey: (key) => {
        this.#listeners[this.#listeners.lastIndexOf(listener) - 1]?.(key);
      },
      onClose: () => {
        for (const call of stop) call();
      },
    });
    stop.push(this.#add(listener), this.onEnd(keys.end));
    return keys;
  }

  /** Restores the terminal until `resume`, for another program. */
  pause(): void {
    this.#isLent = true;
    this.#off();
  }

  resume(): void {
    this.#isLent = false;
    if (this.#listeners.length > 0) this.#on();
  }

  /** Restores the terminal before the process stops. */
  readonly release = (): void => {
    this.#off();
  };

  /** Takes the terminal over again once the process goes on. */
  readonly retake = (): void => {
    if (this.#isLent) return;
    // Node would not set a mode that it believes to be set, and the shell has set its own.
    this.#off();
    this.resume();
  };

  /**
   * Ends the modes of the terminal, and throws away the keys that were pressed before it knew: the shell would show
   * their sequences as text. Must be called before the last listener ends.
   */
  async leave(): Promise<void> {
    if (!this.#hasModes) return;
    this.#isLeaving = true;
    this.#disableModes();
    await sleep(this.#clock, ESCAPE_WAIT_MS);
  }

  #on(): void {
    if (this.#isOn || this.#hasEnded) return;
    this.#isOn = true;
    this.#isFresh = true;
    if (!this.isPlain) {
      this.#input.setRawMode(true);
      this.#enableModes();
    }
    this.#input.on('data', this.#onData).on('end', this.#onEnd).on('error', this.#onEnd).resume();
    process.on('exit', this.#onExit);
  }

  #off(): void {
    if (!this.#isOn) return;
    this.#isOn = false;
    this.#cancelEscape?.();
    this.#input.off('data', this.#onData).off('end', this.#onEnd).off('error', this.#onEnd).pause();
    process.off('exit', this.#onExit);
    if (this.isPlain || this.#hasEnded) return;
    this.#disableModes();
    this.#input.setRawMode(false);
  }

  #enableModes(): void {
    // Keys that answer a question need no special modes.
    if (this.#hasModes || !this.#isTyped || this.isPlain || this.#isLeaving) return;
    this.#hasModes = true;
    this.#write(ENABLE);
  }

  #disableModes(): void {
    if (!this.#hasModes) return;
    this.#hasModes = false;
    this.#write(DISABLE);
  }

  readonly #onData = (chunk: Buffer): void => {
    this.#cancelEscape?.();
    this.#cancelEscape = undefined;
    const text = this.#text.write(chunk);
    const keys = this.#isFresh ? asKeys(text) : text;
    this.#isFresh = false;
    this.#deliver(this.#decoder.feed(keys));
    if (!this.#decoder.isOpen) return;
    this.#cancelEscape = this.#clock.after(ESCAPE_WAIT_MS, () => {
      this.#deliver(this.#decoder.flush());
    });
  };

  #deliver(keys: readonly Key[]): void {
    if (this.#isLeaving) return;
    for (const key of keys) {
      if (!this.isPlain && isKey(key, 'ctrl-z')) this.#onStop();
      else
        this.#listeners.at(-1)?.(this.isPlain && isKey(key, 'linefeed') ? { type: 'key', id: 'enter' } : key);
    }
  }

  readonly #onEnd = (): void => {
    this.#off();
    this.#hasEnded = true;
    for (const listener of this.#endListeners) listener();
    this.#endListeners.clear();
  };

  // Restores the terminal when the process exits without disposing of the keyboard.
  readonly #onExit = (): void => {
    this.#off();
  };
}

/**
 * Lines typed before the terminal was taken over, in which it has turned Enter into a line feed and Ctrl-D into a NUL.
 * Text with a carriage return was typed, or pasted, later.
 */
function asKeys(text: string): string {
  if (text.includes('\r')) return text;
  const keys = text.replaceAll('\0', '\u0004');
  return keys.length > 1 ? keys.replaceAll('\n', '\r') : keys;
}

function isKey(key: Key, id: string): boolean {
  return key.type === 'key' && key.id === id;
}
