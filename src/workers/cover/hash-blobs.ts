import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import type { ContentHash } from '../../actors/protocol/file-changes.js';
import type { AbsPath } from '../../actors/protocol/workspace.js';
import { findProgram } from '../disk/find-program.js';

/**
 * The hashes of the contents of git's objects, by object. An object that the repository does not have is missing.
 * Cost: one process; each object is read once.
 */
export async function hashBlobs(
  repository: AbsPath,
  objects: readonly string[],
): Promise<ReadonlyMap<string, ContentHash>> {
  const found = new Map<string, ContentHash>();
  const git = findProgram('git', process.env, [repository]);
  if (git === undefined || objects.length === 0) return found;
  const env = { ...process.env, GIT_OPTIONAL_LOCKS: '0', GIT_NO_LAZY_FETCH: '1', GIT_ALLOW_PROTOCOL: '' };
  const running = spawn(git, ['-c', 'core.fsmonitor=false', 'cat-file', '--batch'], {
    cwd: repository,
    env,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  running.on('error', () => undefined);
  // The end of the output says more than an error of writing the input (EPIPE).
  running.stdin.on('error', () => undefined).end(`${objects.join('\n')}\n`);
  const reader = new BatchReader((object, hash) => found.set(object, hash));
  try {
    for await (const bytes of running.stdout) reader.take(bytes as Buffer);
  } finally {
    running.kill();
  }
  return found;
}

/** Reads `<object> blob <size>`, a line feed, the bytes and a line feed, again and again. */
class BatchReader {
  readonly #onBlob: (object: string, hash: ContentHash) => void;
  #header = '';
  #object = '';
  #left = -1;
  #hash = createHash('sha256');

  constructor(onBlob: (object: string, hash: ContentHash) => void) {
    this.#onBlob = onBlob;
  }

  take(bytes: Buffer): void {
    for (let at = 0; at < bytes.length;) {
      if (this.#left > 0) {
        const part = bytes.subarray(at, at + this.#left);
        this.#hash.update(part);
        this.#left -= part.length;
        at += part.length;
      } else if (this.#left === 0) {
        this.#onBlob(this.#object, this.#hash.digest('hex') as ContentHash);
        this.#left = -1;
        at++;
      } else {
        const end = bytes.indexOf(10, at);
        this.#header += bytes.toString('latin1', at, end === -1 ? bytes.length : end);
        at = end === -1 ? bytes.length : end + 1;
        if (end !== -1) this.#begin();
      }
    }
  }

  #begin(): void {
    const [object = '', , size] = this.#header.split(' ');
    this.#header = '';
    // A missing object has no size, and no content follows.
    if (size === undefined) return;
    this.#object = object;
    this.#left = Number(size);
    this.#hash = createHash('sha256');
  }
}
