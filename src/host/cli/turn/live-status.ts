import type { Clock } from '../../../actors/runtime/clock.js';
import { formatSeconds } from '../draw/format-totals.js';
import type { Output } from '../terminal/output.js';
import { cutToWidth } from '../terminal/text-width.js';

const SPINNER = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];

// Fast enough to be seen turning, slow enough to cost nothing.
const TURN_MS = 100;

/** What of a turn changes on the screen: a text that still grows, and a sign that something is under way. */
export class LiveStatus {
  readonly #clock: Clock;
  readonly #onChange: () => void;
  readonly #hint: string;
  #label: string | undefined;
  #startedAtMs = 0;
  #note: string | undefined;
  #tail: () => readonly string[] = () => [];
  #callOff: (() => void) | undefined;

  /** `hint` says how to stop it. `onChange` is called when it looks other than before. */
  constructor(clock: Clock, hint: string, onChange: () => void) {
    this.#clock = clock;
    this.#hint = hint;
    this.#onChange = onChange;
  }

  /** A turn has begun. */
  start(): void {
    this.#startedAtMs = this.#clock.now();
    this.#label = 'Thinking';
    this.#turn();
  }

  /** What is being done now. */
  say(label: string): void {
    if (this.#label === undefined || this.#label === label) return;
    this.#label = label;
    this.#onChange();
  }

  /** What else the person waits for; `undefined`: nothing. */
  readonly showProgress = (text: string | undefined): void => {
    this.#note = text;
    this.#onChange();
  };

  /** What else is waited for. */
  get note(): string | undefined {
    return this.#note;
  }

  /** Whether a turn runs. */
  get isOn(): boolean {
    return this.#label !== undefined;
  }

  /** The lines of what still grows, asked for whenever they are drawn. */
  grow(tail: () => readonly string[]): void {
    this.#tail = tail;
    this.#onChange();
  }

  /** The turn is over, and leaves nothing behind. */
  stop(): void {
    this.#callOff?.();
    this.#callOff = undefined;
    this.#label = undefined;
    this.#tail = () => [];
    this.#onChange();
  }

  /** The rows, the last ones of what grows among them. */
  rows(out: Output, maxRows: number): readonly string[] {
    if (this.#label === undefined) return [];
    const columns = out.columns - 1;
    const elapsedMs = this.#clock.now() - this.#startedAtMs;
    const mark = SPINNER[Math.floor(elapsedMs / TURN_MS) % SPINNER.length] ?? '';
    const text = cutToWidth(
      `${this.#label} · ${formatSeconds(elapsedMs)} · ${this.#note ?? this.#hint}`,
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
    this.#callOff = this.#clock.after(TURN_MS, () => {
      this.#turn();
    });
  }
}
