import { type ChildProcess, spawn } from 'node:child_process';
import type { AbsPath, RelPath } from '../../actors/protocol/workspace.js';
import { FileLines } from './file-lines.js';
import { inLongerChunks } from './in-longer-chunks.js';
import { bytesOf, type RipgrepMessage, type RipgrepText } from './messages.js';
import { streamLines } from './stream-lines.js';

// ripgrep's error for a path that it cannot search, with the system's number of the error.
const COMPLAINT = /^rg: .*\(os error (?<errno>\d+)\)$/u;
// ENOENT, ENOTDIR and ELOOP; on Windows the errors for a missing file and a missing path.
const GONE = new Set(process.platform === 'win32' ? ['2', '3'] : ['2', '20', '40', '62']);

/** The lines that ripgrep printed for one file. */
interface FoundFile {
  readonly lines: FileLines;
  readonly isBinary: boolean;
}

interface RipgrepCommand {
  readonly program: string;
  /** With `--json`; paths start with `./`. */
  readonly args: readonly string[];
  readonly cwd: AbsPath;
  /** Aborting kills the process. */
  readonly signal: AbortSignal;
}

/** One run of ripgrep, which is started by the constructor and waits for its reader when its pipe is full. */
export class RipgrepProcess {
  readonly #stdout: AsyncIterable<string> | null;
  readonly #complaining: Promise<void>;
  readonly #kill: () => void;
  #isComplete = false;
  #gone = 0;
  #unreadable = 0;

  /** Never throws: a process that cannot be started prints nothing. */
  constructor({ program, args, cwd, signal }: RipgrepCommand) {
    const child: ChildProcess = spawn(program, args, {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
    });
    this.#kill = (): void => {
      signal.removeEventListener('abort', this.#kill);
      child.kill('SIGKILL');
    };
    // A process that cannot be started ends its streams; without a listener the error would be thrown.
    child.on('error', this.#kill);
    if (signal.aborted) this.#kill();
    else signal.addEventListener('abort', this.#kill, { once: true });
    const { stdout, stderr } = child;
    // Without a stream no file handles were left for its pipes.
    this.#stdout = stdout ? stdout.setEncoding('utf8') : null;
    this.#complaining = stderr ? this.#countComplaints(stderr.setEncoding('utf8')) : Promise.resolve();
  }

  /** Whether ripgrep has searched all that it was given. Final when `read` has ended, as the numbers below. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  /** How many paths were not there. */
  get gone(): number {
    return this.#gone;
  }

  /** How many paths could not be read. */
  get unreadable(): number {
    return this.#unreadable;
  }

  /**
   * Yields files with matches as they come, each with one line more than `maxMatches` at most. Leaving the loop kills the
   * process. Never rejects.
   */
  async *read(maxMatches: number): AsyncGenerator<readonly FoundFile[], void, undefined> {
    if (this.#stdout === null) return;
    let lines: FileLines | undefined;
    try {
      for await (const texts of streamLines(inLongerChunks(this.#stdout))) {
        const found: FoundFile[] = [];
        for (const text of texts) {
          const message = JSON.parse(text) as RipgrepMessage;
          if (message.type === 'begin') lines = new FileLines(relativePath(message.data.path), maxMatches);
          else if (message.type === 'end') {
            if (lines !== undefined) found.push({ lines, isBinary: message.data.binary_offset !== null });
          } else if (message.type === 'summary') this.#isComplete = true;
          else lines?.add(message.data);
        }
        if (found.length > 0) yield found;
      }
      await this.#complaining;
    } catch {
      // The process was killed in the middle of a line, or never started.
    } finally {
      this.#kill();
    }
  }

  async #countComplaints(stderr: AsyncIterable<string>): Promise<void> {
    try {
      for await (const lines of streamLines(stderr)) {
        for (const line of lines) {
          const errno = COMPLAINT.exec(line)?.groups?.['errno'];
          if (errno === undefined) continue;
          if (GONE.has(errno)) this.#gone++;
          else this.#unreadable++;
        }
      }
    } catch {
      // The process was killed, or never started.
    }
  }
}

/** The path that ripgrep prints, below an argument `./path`. */
function relativePath(given: RipgrepText): RelPath {
  const path = bytesOf(given).toString('utf8').slice(2);
  return (process.platform === 'win32' ? path.replaceAll('\\', '/') : path) as RelPath;
}
