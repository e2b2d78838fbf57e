/** A row of the screen. */
interface Row {
  cells: string[];
  /** Whether it continues the row above. */
  isWrapped: boolean;
}

/** A line as it was written, before the terminal wrapped it. */
interface Line {
  cells: string[];
  /** Where the cursor is in it. */
  cursorAt?: number;
}

// eslint-disable-next-line no-control-regex
const TOKEN = /\u001b\[([?\d;]*)([A-Za-z])|\r|\n|[^\u001b\r\n]/g;

/**
 * A terminal that wraps every line anew when its width changes, and leaves the cursor on its character, as kitty and VTE
 * do; xterm.js, which `Screen` is, leaves the line of the cursor. Knows what a program sends that draws rows, and only
 * characters of one column.
 */
export class ReflowingScreen {
  #columns: number;
  #height: number;
  #rows: Row[] = [{ cells: [], isWrapped: false }];
  /** The first row of the screen. */
  #top = 0;
  #row = 0;
  #column = 0;

  constructor({ columns = 80, rows = 24 }: { readonly columns?: number; readonly rows?: number } = {}) {
    this.#columns = columns;
    this.#height = rows;
  }

  write(text: string): Promise<void> {
    for (const [token, params = '', final = ''] of text.matchAll(TOKEN)) {
      if (final !== '') this.#control(params, final);
      else if (token === '\r') this.#column = 0;
      else if (token === '\n') {
        // As the line discipline of a terminal does.
        this.#column = 0;
        this.#feed(false);
      } else this.#put(token);
    }
    return Promise.resolve();
  }

  resize(columns: number, height = this.#height): void {
    const lines = this.#toLines();
    this.#columns = columns;
    this.#height = height;
    this.#rows = [];
    for (const { cells, cursorAt } of lines) {
      const start = this.#rows.length;
      const count = Math.max(1, Math.ceil(cells.length / columns), Math.floor((cursorAt ?? 0) / columns) + 1);
      for (let index = 0; index < count; index++)
        this.#rows.push({
          cells: cells.slice(index * columns, (index + 1) * columns),
          isWrapped: index > 0,
        });
      if (cursorAt === undefined) continue;
      this.#row = start + Math.floor(cursorAt / columns);
      this.#column = cursorAt % columns;
    }
    this.#top = Math.max(0, Math.min(this.#row, this.#rows.length - height));
  }

  /** All lines as they were written, without blanks at their ends and empty lines at the end. */
  get unwrapped(): readonly string[] {
    const lines = this.#toLines().map(({ cells }) => cells.join('').trimEnd());
    while (lines.at(-1) === '') lines.pop();
    return lines;
  }

  #toLines(): readonly Line[] {
    const lines: Line[] = [];
    for (const [index, { cells, isWrapped }] of this.#rows.entries()) {
      const last = lines.at(-1);
      const line = isWrapped && last !== undefined ? last : { cells: [] };
      if (line !== last) lines.push(line);
      if (index === this.#row) line.cursorAt = line.cells.length + this.#column;
      line.cells.push(...cells);
    }
    // Empty lines below the cursor are not content.
    while (lines.length > 1 && lines.at(-1)?.cells.length === 0 && lines.at(-1)?.cursorAt === undefined)
      lines.pop();
    return lines;
  }

  #put(character: string): void {
    if (this.#column === this.#columns) {
      this.#feed(true);
      this.#column = 0;
    }
    const { cells } = this.#current;
    while (cells.length < this.#column) cells.push(' ');
    cells[this.#column] = character;
    this.#column += 1;
  }

  get #current(): Row {
    while (this.#rows.length <= this.#row) this.#rows.push({ cells: [], isWrapped: false });
    return this.#rows[this.#row] as Row;
  }

  #feed(isWrapped: boolean): void {
    this.#row += 1;
    this.#current.isWrapped = isWrapped;
    this.#top = Math.max(this.#top, this.#row - this.#height + 1);
  }

  #control(params: string, final: string): void {
    const count = Number(params === '' ? 1 : params);
    const last = this.#columns - 1;
    switch (final) {
      case 'A':
        this.#row = Math.max(this.#top, this.#row - count);
        break;
      case 'B':
        this.#row = Math.min(this.#top + this.#height - 1, this.#row + count);
        break;
      case 'C':
        this.#column = Math.min(last, this.#column + count);
        break;
      case 'G':
        this.#column = Math.min(last, count - 1);
        break;
      case 'J':
        this.#current.cells.length = Math.min(this.#current.cells.length, this.#column);
        this.#rows.length = this.#row + 1;
        if (this.#column === 0) this.#current.isWrapped = false;
        break;
      case 'K':
        this.#current.cells.length = Math.min(this.#current.cells.length, this.#column);
        break;
      case 'h':
      case 'l':
        break;
      default:
        throw new Error(`This terminal does not know ${JSON.stringify(`${params}${final}`)}.`);
    }
  }
}
