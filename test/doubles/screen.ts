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

  /** Units: columns and rows. Default for the rows: as many as there are. */
  resize(columns: number, rows = this.#terminal.rows): void {
    this.#terminal.resize(columns, rows);
  }

  /** All lines as they were written: what the terminal has wrapped is one line. */
  get unwrapped(): readonly string[] {
    const { active } = this.#terminal.buffer;
    const lines: string[] = [];
    for (let index = 0; index < active.length; index++) {
      const line = active.getLine(index);
      // A character of two columns that had no room at the end of a row leaves a blank there.
      const text = line?.translateToString(true) ?? '';
      if (line?.isWrapped === true) lines[lines.length - 1] += text;
      else lines.push(text);
    }
    while (lines.at(-1)?.trim() === '') lines.pop();
    return lines.map((line) => line.trimEnd());
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
