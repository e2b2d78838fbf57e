import type { MarkdownWriter } from './markdown-writer.js';

/** A table that is open. One that holds more than text is there for the layout, and its cells are blocks. */
interface Table {
  cells: string[];
  rows: number;
  isInCell: boolean;
  isLayout: boolean;
}

/** Writes tables as rows of Markdown, and the cells of those that make the layout of a page one after the other. */
export class TableWriter {
  readonly #writer: MarkdownWriter;
  readonly #tables: Table[] = [];

  constructor(writer: MarkdownWriter) {
    this.#writer = writer;
  }

  /** Whether what comes is the text of one cell, in which a block is only a space. */
  get isInCell(): boolean {
    const table = this.#tables.at(-1);
    return table?.isInCell === true && !table.isLayout;
  }

  open(): void {
    this.becomeLayout();
    this.#writer.endBlock();
    this.#tables.push({ cells: [], rows: 0, isInCell: false, isLayout: false });
  }

  close(): void {
    this.endRow();
    this.#tables.pop();
  }

  /** Something stands in a cell that no row of Markdown can hold. */
  becomeLayout(): void {
    const table = this.#tables.at(-1);
    if (table === undefined || table.isLayout || !table.isInCell) return;
    table.isLayout = true;
    // The cells before come first, and then the text of the one that has not ended.
    const begun = this.#writer.takeBlock();
    for (const cell of table.cells.splice(0)) if (cell !== '') this.#writer.writeLines([cell]);
    this.#writer.add(begun);
  }

  beginCell(): void {
    const table = this.#tables.at(-1);
    if (table === undefined) return;
    this.endCell();
    this.#writer.endBlock();
    table.isInCell = true;
  }

  endCell(): void {
    const table = this.#tables.at(-1);
    if (table?.isInCell !== true) return;
    table.isInCell = false;
    if (table.isLayout) this.#writer.endBlock();
    else
      table.cells.push(
        this.#writer
          .takeBlock()
          .replaceAll(/\s+/g, ' ')
          .replaceAll('|', String.raw`\|`),
      );
  }

  endRow(): void {
    const table = this.#tables.at(-1);
    if (table === undefined) return;
    this.endCell();
    const cells = table.cells.splice(0);
    if (cells.every((cell) => cell === '')) return;
    const [only = ''] = cells;
    if (cells.length === 1) {
      this.#writer.writeLines([only]);
      return;
    }
    const row = `| ${cells.join(' | ')} |`;
    const isFirst = table.rows === 0;
    table.rows += 1;
    this.#writer.writeLines(isFirst ? [row, `|${' --- |'.repeat(cells.length)}`] : [row], {
      isNext: !isFirst,
    });
  }
}
