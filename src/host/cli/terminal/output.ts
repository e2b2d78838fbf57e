import type { Writable } from 'node:stream';
import { styleText } from 'node:util';

// A terminal that does not say is as large as terminals once were.
const DEFAULT_COLUMNS = 80;
const DEFAULT_ROWS = 24;

type Style = Parameters<typeof styleText>[0];

/** Says what is to be written so that a text comes to stand above rows which change. */
export interface Above {
  print(text: string): string;
}

/** A stream that is written to at the pace of its reader, plain or in colour, and quiet once nobody reads. */
export class Output {
  readonly isTerminal: boolean;
  /** Whether what was written can be drawn over: on a terminal that knows how to move its cursor. */
  readonly canDraw: boolean;
  readonly #stream: Writable & { readonly columns?: number; readonly rows?: number };
  readonly #hasColor: boolean;
  #isGone = false;
  #above: Above | undefined;

  constructor(
    stream: Writable & { readonly isTTY?: boolean; readonly columns?: number; readonly rows?: number },
    options: {
      readonly hasColor: boolean;
      /** Whether the terminal knows no control sequences. Default: it knows them. */
      readonly isDumb?: boolean;
    },
  ) {
    this.#stream = stream;
    this.isTerminal = stream.isTTY === true;
    this.canDraw = this.isTerminal && options.isDumb !== true;
    this.#hasColor = options.hasColor && this.canDraw;
    // A closed pipe (`troupe files | head`) is no failure: the reader has had enough. So is a terminal that was closed.
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE' && error.code !== 'EIO') throw error;
      this.#isGone = true;
    });
  }

  /** Units: characters on a line. Where nobody says, 80. */
  get columns(): number {
    return this.#stream.columns ?? DEFAULT_COLUMNS;
  }

  /** Units: lines on the screen. Where nobody says, 24. */
  get rows(): number {
    return this.#stream.rows ?? DEFAULT_ROWS;
  }

  /** From now on all that is written stands above the rows of `above`; `undefined`: there are none any more. */
  writeAbove(above: Above | undefined): void {
    this.#above = above;
  }

  /** Whether the reader has gone, so that more work is in vain. */
  get isGone(): boolean {
    return this.#isGone;
  }

  /** Writes as it is. Resolves when the reader has kept up. */
  async write(text: string): Promise<void> {
    if (this.#isGone || text === '') return;
    if (!this.#stream.write(this.#above?.print(text) ?? text)) await this.#writable();
  }

  /** Writes what moves the cursor, at once. */
  control(sequence: string): void {
    if (!this.#isGone && sequence !== '') this.#stream.write(sequence);
  }

  #writable(): Promise<void> {
    return new Promise((resolve) => {
      const events = ['drain', 'close', 'error'];
      const done = (): void => {
        for (const event of events) this.#stream.off(event, done);
        resolve();
      };
      for (const event of events) this.#stream.on(event, done);
    });
  }

  line(text = ''): Promise<void> {
    return this.write(`${text}\n`);
  }

  /** Text that came from a file, a tool or a model: on a terminal, with nothing in it that a terminal would obey. */
  foreign(text: string): string {
    return this.isTerminal ? withoutControls(text) : text;
  }

  style(style: Style, text: string): string {
    return this.#hasColor ? styleText(style, text, { validateStream: false }) : text;
  }
}

// Colours, moves of the cursor, erasing. Source: ECMA-48, 5.4.
// oxlint-disable-next-line eslint/no-control-regex
const CONTROL_SEQUENCE = /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]/g;

// Everything a terminal acts on, except line feed and tab: C0, DEL, C1 and the bidirectional overrides.
// oxlint-disable-next-line eslint/no-control-regex
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

// A control sequence holds no words, and goes. Everything else that a terminal would act on is shown as what it is:
// what stands in it may be what somebody wants to hide.
function withoutControls(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replaceAll(CONTROL_SEQUENCE, '')
    .replaceAll(CONTROLS, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
