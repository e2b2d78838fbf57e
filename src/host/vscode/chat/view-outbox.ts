import type { ThreadEntry } from '../../../actors/protocol/thread.js';
import type { ToView } from '../../../actors/protocol/ui.js';
import type { Clock } from '../../../actors/runtime/clock.js';
import { pageThread } from './page-thread.js';
import { PART_CHARS, splitMessage } from './split-message.js';

// Between two large messages the extension host does what else is due.
const PAUSE_MS = 4;

/** A part of a conversation. `end`: the index after its last entry. */
interface Page {
  readonly entries: readonly ThreadEntry[];
  readonly start: number;
  readonly end: number;
}

/**
 * Sends messages to a page of the view, in their order, none of which takes the extension host more than some
 * milliseconds: a long conversation goes as its newest part, and then page by page while nothing else is to be sent; a
 * long text of a model goes in parts.
 */
export class ViewOutbox {
  readonly #clock: Clock;
  readonly #send: (message: ToView) => void;
  #waiting: ToView[] = [];
  #pages: Page[] = [];
  #cancelPause: (() => void) | undefined;

  constructor(clock: Clock, send: (message: ToView) => void) {
    this.#clock = clock;
    this.#send = send;
  }

  /** Sends a message. A whole state replaces everything that has not been sent. */
  post(message: ToView): void {
    if (message.type === 'state') this.drop();
    const isBehind = this.#waiting.length > 0;
    this.#waiting.push(...splitMessage(message.type === 'state' ? this.#newestOf(message) : message));
    if (!isBehind) this.#sendWaiting();
  }

  /** Forgets what has not been sent, since the page is gone. */
  drop(): void {
    this.#cancelPause?.();
    this.#cancelPause = undefined;
    this.#waiting = [];
    this.#pages = [];
  }

  #newestOf(message: Extract<ToView, { type: 'state' }>): ToView {
    const { thread } = message.state;
    const { entries } = thread;
    const starts = pageThread(entries);
    this.#pages = starts.map((start, index) => ({
      entries,
      start,
      end: starts[index - 1] ?? entries.length,
    }));
    const newest = this.#pages.shift();
    if (newest === undefined || newest.start === 0) return message;
    const shown = { ...thread, entries: entries.slice(newest.start, newest.end), hasEarlier: true };
    return { type: 'state', state: { ...message.state, thread: shown } };
  }

  /** Sends up to the first large message, and goes on after a pause. */
  #sendWaiting(): void {
    for (let isPause = false; !isPause;) {
      const message = this.#waiting.shift();
      if (message === undefined) break;
      isPause = isLarge(message);
      this.#send(message);
    }
    if (this.#waiting.length === 0 && this.#pages.length === 0) return;
    this.#cancelPause ??= this.#clock.after(PAUSE_MS, () => {
      this.#cancelPause = undefined;
      if (this.#waiting.length === 0) this.#takePage();
      this.#sendWaiting();
    });
  }

  #takePage(): void {
    const page = this.#pages.shift();
    if (page === undefined) return;
    const { entries, start, end } = page;
    const hasEarlier = this.#pages.length > 0;
    this.#waiting = [...splitMessage({ type: 'earlier', entries: entries.slice(start, end), hasEarlier })];
  }
}

function isLarge(message: ToView): boolean {
  if (message.type !== 'events') return message.type === 'longText' || message.type === 'earlier';
  return message.events.some((event) => event.type === 'live' && event.event.text.length > PART_CHARS / 2);
}
