import type { Clock } from '../../../actors/runtime/clock.js';
import { formatElapsed } from '../draw/format-totals.js';
import type { Output } from '../terminal/output.js';
import { cutToWidth } from '../terminal/text-width.js';

const SPINNER = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];

// Fast enough for a visible rotation, slow enough to cost nothing.
const SPINNER_FRAME_MS = 100;

/** The changing part of a turn on the screen: the text that is streaming in, and a spinner. */
export class LiveStatus {
  readonly #clock: Clock;
  readonly #onChange: () => void;
  readonly #hint: string;
  #label: string | undefined;
  #startedAtMs = 0;
  #note: string | undefined;
  #tail: () => readonly string[] = () => [];
  #cancelTimer: (() => void) | undefined;

  /** `hint` tells how to stop the turn. Calls `onChange` when the rows have changed. */
  constructor(clock: Clock, hint: string, onChange: () => void) {
    this.#clock = clock;
    this.#hint = hint;
    this.#onChange = onChange;
  }

  /** Begins a turn. */
  start(): void {
    this.#startedAtMs = this.#clock.now();
    this.#label = 'Thinking';
    this.#turn();
  }

  /** Sets the label of the current activity, whose time is counted from now on. */
  say(label: string): void {
    if (this.#label === undefined || this.#label === label) return;
    this.#label = label;
    this.restartTime();
  }

  /** Counts the time of the current activity from now on. */
  restartTime(): void {
    this.#startedAtMs = this.#clock.now();
    this.#onChange();
  }

  /** Sets what else the person is waiting for; `undefined` for nothing. */
  readonly showProgress = (text: string | undefined): void => {
    this.#note = text;
    this.#onChange();
  };

  /** What else the person is waiting for. */
  get note(): string | undefined {
    return this.#note;
  }

  /** Whether a turn is running. */
  get isOn(): boolean {
    return this.#label !== undefined;
  }

  /** Sets the source of the lines that are streaming in; it is called whenever they are drawn. */
  grow(tail: () => readonly string[]): void {
    this.#tail = tail;
    this.#onChange();
  }

  /** Ends the turn, and shows nothing any more. */
  stop(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    this.#label = undefined;
    this.#tail = () => [];
    this.#onChange();
  }

  /** The rows to draw, including the last lines of the streaming text. */
  rows(out: Output, maxRows: number): readonly string[] {
    if (this.#label === undefined) return [];
    const columns = out.columns - 1;
    const elapsedMs = this.#clock.now() - this.#startedAtMs;
    const mark = SPINNER[Math.floor(elapsedMs / SPINNER_FRAME_MS) % SPINNER.length] ?? '';
    const text = cutToWidth(
      `${this.#label} · ${formatElapsed(elapsedMs)} · ${this.#note ?? this.#hint}`,
      columns - 2,
    );
    const tail = this.#tail().slice(-Math.max(1, maxRows - 2));
    return [
      ...tail,
      ...(tail.length === 0 ? [] : ['']),
      `${out.style('cyan', mark)} ${out.style('dim', text)}`,
    ];
  }

  #turn(): void {
    this.#onChange();
    this.#cancelTimer = this.#clock.after(SPINNER_FRAME_MS, () => {
      this.#turn();
    });
  }
}
