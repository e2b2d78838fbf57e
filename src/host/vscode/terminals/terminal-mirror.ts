import type { Clock } from '../../../actors/runtime/clock.js';
import { Debounce } from '../../../actors/runtime/debounce.js';
import { toVisibleText } from '../../markdown/visible-text.js';
import { HeadTailBuffer } from '../../node/shell/head-tail-buffer.js';

// Text that comes faster than this cannot be read, and each write is a message to the window. Units: milliseconds.
const WRITE_MS = 50;

/**
 * The text of one terminal of the agent, for a terminal of the editor. Of text that comes too fast to be read, the
 * beginning and the end are kept; what comes before the terminal is shown waits for that.
 */
export class TerminalMirror {
  readonly #soon: Debounce;
  readonly #write: (text: string) => void;
  #waiting = new HeadTailBuffer();
  #isOpen = false;

  constructor(clock: Clock, write: (text: string) => void) {
    this.#write = write;
    this.#soon = new Debounce(clock, { maxMs: WRITE_MS }, () => {
      this.#flush();
    });
  }

  /** Adds text. Control characters but line ends and tabs are shown, and control nothing. */
  add(text: string): void {
    this.#waiting.add(text);
    if (this.#isOpen) this.#soon.trigger();
  }

  /** Adds a command as a line of its own. */
  addCommand(command: string): void {
    this.add(`\n$ ${command}\n`);
  }

  /** Writes what has waited: the editor's terminal is there. */
  open(): void {
    this.#isOpen = true;
    this.#flush();
  }

  /** Drops what has not been written. */
  close(): void {
    this.#isOpen = false;
    this.#soon.cancel();
  }

  #flush(): void {
    const text = this.#waiting.toString();
    this.#waiting = new HeadTailBuffer();
    if (text === '') return;
    const visible = toVisibleText(text.replaceAll('\r\n', '\n'));
    // A terminal moves to the beginning of a line at a carriage return only.
    this.#write(visible.replaceAll('\n', '\r\n'));
  }
}
