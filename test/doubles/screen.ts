import xterm from '@xterm/headless';

/** A terminal without a window: what a person would see after all that was written. */
export class Screen {
  readonly #terminal: xterm.Terminal;

  constructor(options: { readonly columns?: number; readonly rows?: number } = {}) {
    this.#terminal = new xterm.Terminal({
      cols: options.columns ?? 80,
      rows: options.rows ?? 24,
      scrollback: 10_000,
      allowProposedApi: true,
      // As the line discipline of a terminal does.
      convertEol: true,
    });
  }

  write(text: string): Promise<void> {
    return new Promise((resolve) => {
      this.#terminal.write(text, resolve);
    });
  }

  resize(columns: number): void {
    this.#terminal.resize(columns, this.#terminal.rows);
  }

  /** All lines, those that went up out of sight first, without blanks at their ends and empty lines at the end. */
  get lines(): readonly string[] {
    const { active } = this.#terminal.buffer;
    const lines = Array.from({ length: active.length }, (_, index) => {
      return active.getLine(index)?.translateToString(true).trimEnd() ?? '';
    });
    while (lines.at(-1) === '') lines.pop();
    return lines;
  }

  /** Where the cursor is, from the first line of all. */
  get cursor(): { readonly row: number; readonly column: number } {
    const { active } = this.#terminal.buffer;
    return { row: active.baseY + active.cursorY, column: active.cursorX };
  }
}
