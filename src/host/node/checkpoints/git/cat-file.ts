import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { findProgram } from '../../../../workers/disk/find-program.js';
import { gitEnvironment } from '../../../../workers/ignore/git/git-environment.js';
import { HARMLESS_GIT, tellGit } from '../../sandbox/environment/quiet-git.js';

/** A blob as git names it. */
export interface GitBlob {
  /** Hexadecimal: 40 characters of SHA-1, or 64 of SHA-256, whichever the repository uses. */
  readonly object: string;
  /** Units: bytes. */
  readonly size: number;
}

/** Thrown when git is not installed, refuses the repository, or ends in the middle of an answer. */
class GitUnavailableError extends Error {
  override readonly name = 'GitUnavailableError';
}

const FOUND = /^(?<object>[0-9a-f]{40}|[0-9a-f]{64}) blob (?<size>\d+)$/;
const LINE_FEED = 0x0a;

/**
 * One `git cat-file` process, which reads a repository and runs nothing that the repository names. It starts with the
 * first question, and answers one after the other.
 */
export class CatFile {
  readonly #directory: string;
  readonly #mode: '--batch' | '--batch-check';
  readonly #env: NodeJS.ProcessEnv;
  #running:
    | { child: ChildProcessByStdio<Writable, Readable, null>; output: AsyncIterator<Buffer> }
    | undefined;
  #rest: Buffer = Buffer.alloc(0);
  /** Settles when the answer before has been read. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(directory: string, mode: '--batch' | '--batch-check', env: NodeJS.ProcessEnv) {
    this.#directory = directory;
    this.#mode = mode;
    this.#env = env;
  }

  /**
   * The blob of each name such as `HEAD:path`; `undefined` where there is none. Needs `--batch-check`.
   * Errors: `GitUnavailableError`.
   */
  check(names: readonly string[]): Promise<(GitBlob | undefined)[]> {
    return this.#whenFree(async () => {
      this.#ask(names);
      const blobs: (GitBlob | undefined)[] = [];
      for (const _ of names) blobs.push(readHeader(await this.#readLine()));
      return blobs;
    });
  }

  /**
   * Passes the content of a blob to `onChunk`, part by part. Returns whether the repository has the blob. Needs
   * `--batch`. Errors: `GitUnavailableError`; those of `onChunk`.
   */
  read(object: string, onChunk: (chunk: Buffer) => Promise<void> | void): Promise<boolean> {
    return this.#whenFree(async () => {
      this.#ask([object]);
      const blob = readHeader(await this.#readLine());
      if (blob === undefined) return false;
      for (let left = blob.size; left > 0;) {
        if (this.#rest.length === 0) this.#rest = await this.#readChunk();
        const part = this.#rest.subarray(0, left);
        this.#rest = this.#rest.subarray(part.length);
        left -= part.length;
        await onChunk(part);
      }
      await this.#readLine();
      return true;
    });
  }

  /** Ends the process. A later question starts another one. */
  async end(): Promise<void> {
    const running = this.#running;
    this.#running = undefined;
    this.#rest = Buffer.alloc(0);
    if (running === undefined) return;
    const { child } = running;
    if (child.exitCode !== null || child.signalCode !== null) return;
    const closed = once(child, 'close').catch(() => undefined);
    child.kill('SIGKILL');
    await closed;
  }

  #whenFree<T>(answer: () => Promise<T>): Promise<T> {
    const result = this.#last.then(async () => {
      try {
        return await answer();
      } catch (error) {
        // What is left of this answer must not be taken for the next one.
        await this.end();
        throw error;
      }
    });
    this.#last = result.catch(() => undefined);
    return result;
  }

  #ask(names: readonly string[]): void {
    this.#running ??= this.#start();
    this.#running.child.stdin.write(names.map((name) => `${name}\n`).join(''));
  }

  #start(): { child: ChildProcessByStdio<Writable, Readable, null>; output: AsyncIterator<Buffer> } {
    const git = findProgram('git', this.#env, [this.#directory]);
    if (git === undefined) throw new GitUnavailableError('git is not installed.');
    const child = spawn(git, ['-c', 'core.fsmonitor=false', 'cat-file', this.#mode], {
      cwd: this.#directory,
      // A replaced object has the name of another content.
      env: { ...gitEnvironment(this.#env), ...tellGit(HARMLESS_GIT), GIT_NO_REPLACE_OBJECTS: '1' },
      stdio: ['pipe', 'pipe', 'ignore'],
      windowsHide: true,
    });
    // The end of its output says the same.
    child.on('error', () => undefined);
    child.stdin.on('error', () => undefined);
    return { child, output: (child.stdout as AsyncIterable<Buffer>)[Symbol.asyncIterator]() };
  }

  async #readLine(): Promise<string> {
    const parts: Buffer[] = [];
    for (;;) {
      const end = this.#rest.indexOf(LINE_FEED);
      if (end !== -1) {
        parts.push(this.#rest.subarray(0, end));
        this.#rest = this.#rest.subarray(end + 1);
        return Buffer.concat(parts).toString('utf8');
      }
      parts.push(this.#rest);
      this.#rest = await this.#readChunk();
    }
  }

  async #readChunk(): Promise<Buffer> {
    const next = await this.#running?.output.next().catch(() => undefined);
    if (next === undefined || next.done === true)
      throw new GitUnavailableError(`git cannot read the repository ${this.#directory}.`);
    return next.value;
  }
}

function readHeader(line: string): GitBlob | undefined {
  const { object, size } = FOUND.exec(line)?.groups ?? {};
  return object === undefined ? undefined : { object, size: Number(size) };
}
