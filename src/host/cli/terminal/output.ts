import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { styleText } from 'node:util';
import { CONTROL_SEQUENCE } from '../../markdown/visible-text.js';

// The classic size of terminals, for one that does not report its size.
const DEFAULT_COLUMNS = 80;
const DEFAULT_ROWS = 24;

type Style = Parameters<typeof styleText>[0];

// xterm.js, which VS Code and others use.
const XTERM_JS: ReadonlySet<string | undefined> = new Set(['vscode', 'Hyper', 'Tabby']);

/**
 * Whether the terminal, when it gets narrower, does not wrap the line of the cursor anew, but cuts it: xterm.js, which
 * leaves that line to the program, and xterm and the console of Linux, which wrap no line anew.
 * Source: `reflowCursorLine` of https://xtermjs.org/docs/api/terminal/interfaces/iterminaloptions/.
 */
export function leavesCursorLine(env: Readonly<Record<string, string | undefined>>): boolean {
  // tmux and screen draw by themselves, whatever they run in.
  if (env['TMUX'] !== undefined || env['STY'] !== undefined) return false;
  return XTERM_JS.has(env['TERM_PROGRAM']) || env['XTERM_VERSION'] !== undefined || env['TERM'] === 'linux';
}

/** Makes the output that puts a text above rows that are redrawn. */
interface LiveRows {
  print(text: string): string;
}

/** A stream, which on a terminal is a `WriteStream` of `node:tty`. */
interface MaybeTerminal extends Writable {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
  /** Asks the terminal for its size. Node itself does so when it handles SIGWINCH. */
  _refreshSize?(): void;
}

/** An output stream with back-pressure and optional colours. Drops everything once it has failed. */
export class Output {
  readonly isTerminal: boolean;
  /** Whether written text can be redrawn: the terminal supports cursor movement. */
  readonly canDraw: boolean;
  /** Whether `style` has an effect. */
  readonly hasColor: boolean;
  /** Whether the terminal, when it gets narrower, leaves the line of the cursor as it is: `leavesCursorLine`. */
  readonly leavesCursorLine: boolean;
  readonly #stream: MaybeTerminal;
  #failure: NodeJS.ErrnoException | undefined;
  #above: LiveRows | undefined;

  constructor(
    stream: MaybeTerminal,
    options: {
      readonly hasColor: boolean;
      /** Whether the terminal supports no control sequences. Default: false. */
      readonly isDumb?: boolean;
      /** Default: false. */
      readonly leavesCursorLine?: boolean;
    },
  ) {
    this.#stream = stream;
    this.isTerminal = stream.isTTY === true;
    this.canDraw = this.isTerminal && options.isDumb !== true;
    this.hasColor = options.hasColor && this.canDraw;
    this.leavesCursorLine = options.leavesCursorLine === true;
    // Whoever writes next notices; at the end of the program the failure decides its exit code.
    stream.on('error', (error: NodeJS.ErrnoException) => {
      this.#failure ??= error;
    });
  }

  /** The width of a line. Units: characters. Default, also where the terminal reports 0: 80. */
  get columns(): number {
    return this.#stream.columns || DEFAULT_COLUMNS;
  }

  /** The height of the screen. Units: lines. Default, also where the terminal reports 0: 24. */
  get rows(): number {
    return this.#stream.rows || DEFAULT_ROWS;
  }

  /** Makes `columns` and `rows` those of this moment: what was received before a signal is handled before it. */
  refreshSize(): void {
    // oxlint-disable-next-line eslint/no-underscore-dangle -- there is no other way to ask before the signal
    if (this.canDraw && !this.isGone && !this.#stream.destroyed) this.#stream._refreshSize?.();
  }

  /** From now on all text appears above the rows of `above`; `undefined` ends this. */
  writeAbove(above: LiveRows | undefined): void {
    this.#above = above;
  }

  /** Whether nothing can be written any more, so that more work would be wasted. */
  get isGone(): boolean {
    return this.#failure !== undefined;
  }

  /** Why nothing can be written any more, such as `EPIPE` for a closed pipe, `EIO` for a closed terminal, or `ENOSPC`. */
  get failure(): NodeJS.ErrnoException | undefined {
    return this.#failure;
  }

  /** Resolves when all that was written has arrived, or cannot arrive. */
  async flush(): Promise<void> {
    if (this.isGone) return;
    await new Promise<void>((resolve) => {
      this.#stream.write('', () => {
        resolve();
      });
    });
    // A failure is told after the write has ended.
    await new Promise(setImmediate);
  }

  /** Writes the text unchanged. Resolves when the reader has caught up. */
  async write(text: string): Promise<void> {
    if (this.isGone || text === '') return;
    if (!this.#stream.write(this.#above?.print(text) ?? text))
      await once(this.#stream, 'drain').catch(() => undefined);
  }

  /** Writes a control sequence at once. */
  control(sequence: string): void {
    if (!this.isGone && sequence !== '') this.#stream.write(sequence);
  }

  line(text = ''): Promise<void> {
    return this.write(`${text}\n`);
  }

  /**
   * Makes text from a file, a tool or a model safe for a terminal: it contains nothing that a terminal acts on. A pipe gets
   * the same, because what is behind it is shown on a terminal often enough.
   */
  sanitize(text: string): string {
    return withoutControls(text);
  }

  style(style: Style, text: string): string {
    return this.hasColor ? styleText(style, text, { validateStream: false }) : text;
  }
}

// Characters that a terminal acts on, except line feeds and tabs: C0, DEL, C1 and the bidirectional overrides.
// oxlint-disable-next-line eslint/no-control-regex
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

// Removes control sequences, which contain no readable text. Makes all other control characters visible, because the
// text between them may be what somebody wants to hide.
function withoutControls(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replaceAll(CONTROL_SEQUENCE, '')
    .replaceAll(CONTROLS, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
