import type { McpLogLine } from '../protocol/mcp.js';

// Enough to see why a server fails, in memory that nobody notices.
const MAX_LINES = 500;

// A stack trace is shorter. Units: UTF-16 units.
const MAX_LINE_CHARS = 2_000;

// A secret at the end of a shown line must be whole to be recognised. Units: UTF-16 units.
const MAX_STORED_CHARS = 4_000;

/** The newest lines of one server's log. What is longer, or older, is dropped. */
export class ServerLog {
  readonly #now: () => number;
  readonly #clean: (text: string) => string;
  readonly #listeners = new Set<(line: McpLogLine) => void>();
  #lines: McpLogLine[] = [];

  /** `clean` takes secrets out of a text. */
  constructor(now: () => number, clean: (text: string) => string) {
    this.#now = now;
    this.#clean = clean;
  }

  get lines(): readonly McpLogLine[] {
    // A flood is not worth cleaning line by line: only what is read is.
    return this.#lines.slice(-MAX_LINES).map((line) => this.#toShown(line));
  }

  /** Calls `listener` with each new line. Returns the function that ends this. */
  onLine(listener: (line: McpLogLine) => void): () => void {
    // The same function may listen twice.
    const own = (line: McpLogLine): void => {
      listener(line);
    };
    this.#listeners.add(own);
    return () => {
      this.#listeners.delete(own);
    };
  }

  add(from: McpLogLine['from'], text: string): void {
    const line = { atMs: this.#now(), from, text: text.slice(0, MAX_STORED_CHARS) };
    this.#lines.push(line);
    // Dropping a hundred at once keeps a flood from copying the list for each line.
    if (this.#lines.length > MAX_LINES + 100) this.#lines = this.#lines.slice(-MAX_LINES);
    if (this.#listeners.size === 0) return;
    const shown = this.#toShown(line);
    for (const listener of this.#listeners) listener(shown);
  }

  #toShown({ text, ...line }: McpLogLine): McpLogLine {
    return { ...line, text: this.#clean(text).slice(0, MAX_LINE_CHARS).toWellFormed() };
  }
}
