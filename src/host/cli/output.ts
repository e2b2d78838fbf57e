import type { Writable } from 'node:stream';
import { stripVTControlCharacters, styleText } from 'node:util';

type Style = Parameters<typeof styleText>[0];

/** A stream that is written to at the pace of its reader, plain or in colour, and quiet once nobody reads. */
export class Output {
  readonly isTerminal: boolean;
  readonly #stream: Writable;
  readonly #hasColor: boolean;
  #isGone = false;

  constructor(stream: Writable & { readonly isTTY?: boolean }, options: { readonly hasColor: boolean }) {
    this.#stream = stream;
    this.isTerminal = stream.isTTY === true;
    this.#hasColor = options.hasColor && this.isTerminal;
    // A closed pipe (`troupe files | head`) is no failure: the reader has had enough.
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
      this.#isGone = true;
    });
  }

  /** Whether the reader has gone, so that more work is in vain. */
  get isGone(): boolean {
    return this.#isGone;
  }

  /** Writes as it is. Resolves when the reader has kept up. */
  async write(text: string): Promise<void> {
    if (this.#isGone || text === '') return;
    if (!this.#stream.write(text)) await this.#writable();
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

// Everything a terminal acts on, except line feed and tab: C0, DEL, C1 and the bidirectional overrides.
// oxlint-disable-next-line eslint/no-control-regex
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

function withoutControls(text: string): string {
  return stripVTControlCharacters(text).replace(
    CONTROLS,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
