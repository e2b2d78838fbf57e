import { appendFile, chmod, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { redactSecrets } from '../../../actors/llm/redact.js';
import { makeFolder } from '../../../workers/disk/make-folder.js';

// As many as shells keep. Units: lines.
const MAX_LINES = 1_000;
// A longer line was pasted, and will not be needed again. Units: characters.
const MAX_LINE_CHARS = 10_000;

/**
 * The input history of a chat, in a file that only its owner can read: one JSON string a line, the oldest first.
 * Several processes may append to it. Lines that look like keys or begin with a space are not stored.
 */
export class InputHistoryFile {
  readonly #path: string;
  readonly #secrets: readonly string[];
  #writing: Promise<void> = Promise.resolve();

  constructor(path: string, secrets: readonly string[]) {
    this.#path = path;
    this.#secrets = secrets;
  }

  /** The newest lines. Errors: none; an unreadable file counts as empty. */
  async load(): Promise<readonly string[]> {
    const text = await readFile(this.#path, 'utf8').catch(() => '');
    const lines = text.split('\n').flatMap(parseLine);
    const newest = lines.slice(-MAX_LINES);
    // Truncated now and then, and not with each line.
    if (lines.length > 2 * MAX_LINES) await this.#rewrite(newest);
    return newest;
  }

  /** Whether a line may be stored. */
  isKept(line: string): boolean {
    return line.length <= MAX_LINE_CHARS && !/^\s/.test(line) && redactSecrets(line, this.#secrets) === line;
  }

  /** Appends a line, after those before it. Errors: none; a line that cannot be written is dropped. */
  add(line: string): Promise<void> {
    this.#writing = this.#writing.then(async () => {
      try {
        await makeFolder(dirname(this.#path));
        await appendFile(this.#path, `${JSON.stringify(line)}\n`, { mode: 0o600 });
        await chmod(this.#path, 0o600);
      } catch {
        // Without a writable folder the chat works, but has no stored history.
      }
    });
    return this.#writing;
  }

  async #rewrite(lines: readonly string[]): Promise<void> {
    const draft = `${this.#path}.${process.pid}`;
    try {
      await writeFile(draft, lines.map((line) => `${JSON.stringify(line)}\n`).join(''), { mode: 0o600 });
      await rename(draft, this.#path);
    } catch {
      // The next start tries again.
    }
  }
}

function parseLine(text: string): string[] {
  try {
    const line: unknown = JSON.parse(text);
    return typeof line === 'string' ? [line] : [];
  } catch {
    return [];
  }
}
