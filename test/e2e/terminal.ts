import { type IPty, spawn } from '@lydell/node-pty';
import { join } from 'node:path';
import { Screen } from '../doubles/screen.js';
import { until } from '../doubles/until.js';

export const CLI = join(import.meta.dirname, '../../dist/cli.js');

const running = new Set<Terminal>();

/**
 * Ends each program that still runs on a terminal, and resolves once it is gone: from then on it writes nothing more to
 * the folders that the test removes.
 */
export async function endTerminals(): Promise<void> {
  const ended = [...running].map((terminal) => {
    terminal.kill('SIGKILL');
    return terminal.exitCode;
  });
  await Promise.all(ended);
}

/** The built program on a real terminal, and what a person sees there. `endTerminals` goes with it, after each test. */
export class Terminal {
  readonly exitCode: Promise<number>;
  readonly #pty: IPty;
  readonly #screen: Screen;
  readonly #watchers = new Set<() => void>();
  #sent = '';
  #drawn: Promise<void> = Promise.resolve();

  constructor(
    args: readonly string[],
    options: {
      readonly cwd: string;
      readonly env?: Readonly<Record<string, string>>;
      readonly columns?: number;
      readonly rows?: number;
      /** A program that is started in its place, such as a shell. Default: the built one with `args`. */
      readonly program?: string;
    },
  ) {
    const { columns = 80, rows = 24, program } = options;
    const ours = Object.entries(process.env).filter(
      ([name]) => !/^(?:TROUPE|OPENAI|NODE_OPTIONS|NO_COLOR|FORCE_COLOR|TMUX|STY)/.test(name),
    );
    this.#screen = new Screen({ columns, rows });
    this.#pty = spawn(program ?? process.execPath, program === undefined ? [CLI, ...args] : [...args], {
      cwd: options.cwd,
      cols: columns,
      rows,
      env: {
        ...Object.fromEntries(ours),
        TERM: 'xterm-256color',
        // The screen is that of xterm.js, which VS Code has.
        TERM_PROGRAM: 'vscode',
        TROUPE_CACHE_DIRECTORY: '',
        ...options.env,
      },
    });
    this.#pty.onData((data) => {
      this.#sent += data;
      this.#drawn = this.#screen.write(data).then(() => {
        for (const look of this.#watchers) look();
      });
    });
    running.add(this);
    this.exitCode = new Promise((resolve) => {
      this.#pty.onExit(({ exitCode }) => {
        running.delete(this);
        resolve(exitCode);
      });
    });
  }

  /** All that the program wrote, control sequences included. */
  get sent(): string {
    return this.#sent;
  }

  /** What stands on the screen and above it. */
  get lines(): readonly string[] {
    return this.#screen.lines;
  }

  /** The same, what the terminal has wrapped as one line. */
  get unwrapped(): readonly string[] {
    return this.#screen.unwrapped;
  }

  /** Types or sends keys. */
  press(...keys: readonly string[]): void {
    for (const key of keys) this.#pty.write(key);
  }

  /** Resolves once all lines together are as `isSo` wants them. Errors: after a minute, with what is there instead. */
  async until(
    isSo: (lines: readonly string[]) => boolean,
    what = 'the screen is as expected',
  ): Promise<readonly string[]> {
    await this.#drawn;
    let found: readonly string[] | undefined;
    const look = (): void => {
      const { lines } = this.#screen;
      if (found === undefined && isSo(lines)) found = lines;
    };
    this.#watchers.add(look);
    try {
      look();
      return await until(() => {
        if (found === undefined) throw new Error(`On the screen is\n${this.#screen.lines.join('\n')}`);
        return found;
      }, what);
    } finally {
      this.#watchers.delete(look);
    }
  }

  /** Resolves once a line is, or contains, the text. */
  shows(text: string): Promise<readonly string[]> {
    return this.until(
      (lines) => lines.some((line) => line.includes(text)),
      `${JSON.stringify(text)} is shown`,
    );
  }

  /** Resolves once the line at the bottom is the text: the prompt with what is typed, for instance. */
  endsWith(...expected: readonly string[]): Promise<readonly string[]> {
    return this.until(
      (lines) => {
        const last = lines.slice(-expected.length);
        return expected.every((line, index) => last[index] === line);
      },
      `the screen ends with ${JSON.stringify(expected)}`,
    );
  }

  resize(columns: number, rows: number): void {
    this.#screen.resize(columns, rows);
    this.#pty.resize(columns, rows);
  }

  kill(signal: string): void {
    this.#pty.kill(signal);
  }
}

/** What these keys send. */
export const KEY = {
  enter: '\r',
  altEnter: '\u001b\r',
  shiftEnter: '\u001b[13;2u',
  escape: '\u001b',
  tab: '\t',
  up: '\u001b[A',
  down: '\u001b[B',
  backspace: '\u007f',
  ctrlC: '\u0003',
  ctrlD: '\u0004',
  ctrlL: '\u000c',
  ctrlR: '\u0012',
  ctrlZ: '\u001a',
} as const;

/** What a terminal sends when a text is pasted. */
export function paste(text: string): string {
  return `\u001b[200~${text.replaceAll('\n', '\r')}\u001b[201~`;
}
