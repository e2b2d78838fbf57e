import { lstat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { AbsPath } from '../../../../actors/protocol/workspace.js';
import { type Clock, systemClock } from '../../../../actors/runtime/clock.js';
import { isInside } from '../../../../actors/runtime/paths/is-inside.js';
import { CatFile, type GitBlob } from './cat-file.js';

/** The blob of a path in the newest commit of its repository. */
export interface CommittedBlob extends GitBlob {
  readonly repository: AbsPath;
}

interface GitSourceOptions {
  /**
   * The workspace folders. A repository below one of them does not count, unless its objects lie elsewhere as those of a
   * submodule do: what is deleted with its files cannot restore them. Default: every repository counts.
   */
  readonly roots?: readonly AbsPath[];
  /** Default: that of this process. */
  readonly env?: NodeJS.ProcessEnv;
  readonly clock?: Clock;
}

interface Repository {
  readonly check: CatFile;
  readonly batch: CatFile;
  /** How many questions are under way. */
  users: number;
  cancelIdle: () => void;
}

// A turn asks again within this time; a process that waits costs 5 MB. Units: milliseconds.
const IDLE_MS = 10_000;
// A repository that git refuses may be accepted after the person has run a command. Units: milliseconds.
const RETRY_MS = 60_000;

/**
 * The contents that the person's repositories have. They are only read, and nothing that they name is run. Whatever git
 * does not answer counts as not in git.
 * Source: SPEC K4.
 */
export class GitSource implements AsyncDisposable {
  readonly #roots: readonly AbsPath[];
  readonly #env: NodeJS.ProcessEnv;
  readonly #clock: Clock;
  readonly #repositories = new Map<AbsPath, Repository>();
  readonly #refusedAt = new Map<AbsPath, number>();
  #isDisposed = false;

  constructor({ roots = [], env = process.env, clock = systemClock }: GitSourceOptions = {}) {
    this.#roots = roots;
    this.#env = env;
    this.#clock = clock;
  }

  /**
   * The blobs of `HEAD` at these paths, as far as there are any. Whether a file has this content, only its bytes say.
   * Never rejects. Cost: a process for each repository, once, and 10 us a path.
   */
  async findBlobs(paths: readonly AbsPath[]): Promise<ReadonlyMap<AbsPath, CommittedBlob>> {
    const byRepository = new Map<AbsPath, AbsPath[]>();
    const known = new Map<string, AbsPath | undefined>();
    for (const path of paths) {
      // A question is one line.
      if (path.includes('\n')) continue;
      const repository = await this.#findRepository(dirname(path), known);
      if (repository === undefined) continue;
      const list = byRepository.get(repository);
      if (list === undefined) byRepository.set(repository, [path]);
      else list.push(path);
    }
    const found = new Map<AbsPath, CommittedBlob>();
    for (const [repository, list] of byRepository) {
      const names = list.map((path) => `HEAD:${relative(repository, path).replaceAll('\\', '/')}`);
      const blobs = await this.#use(repository, ({ check }) => check.check(names));
      for (const [index, path] of list.entries()) {
        const blob = blobs?.[index];
        if (blob !== undefined) found.set(path, { ...blob, repository });
      }
    }
    return found;
  }

  /**
   * Passes the content of a blob to `onChunk`. Returns whether git has it: the repository may be gone, or have forgotten
   * it. The caller verifies it. Errors: those of `onChunk`.
   */
  async read(
    repository: AbsPath,
    object: string,
    onChunk: (chunk: Buffer) => Promise<void> | void,
  ): Promise<boolean> {
    let failure: { readonly error: unknown } | undefined;
    const isFound = await this.#use(repository, ({ batch }) =>
      batch.read(object, async (chunk) => {
        try {
          await onChunk(chunk);
        } catch (error) {
          failure = { error };
          throw error;
        }
      }),
    );
    if (failure !== undefined) throw failure.error;
    return isFound ?? false;
  }

  /** Ends all processes. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#isDisposed = true;
    await Promise.all([...this.#repositories.keys()].map((path) => this.#end(path)));
  }

  /** The answer; `undefined` when git fails. */
  async #use<T>(path: AbsPath, ask: (repository: Repository) => Promise<T>): Promise<T | undefined> {
    if (this.#isDisposed) return undefined;
    const refusedAt = this.#refusedAt.get(path);
    if (refusedAt !== undefined && Math.abs(this.#clock.now() - refusedAt) < RETRY_MS) return undefined;
    let repository = this.#repositories.get(path);
    if (repository === undefined) {
      repository = {
        check: new CatFile(path, '--batch-check', this.#env),
        batch: new CatFile(path, '--batch', this.#env),
        users: 0,
        cancelIdle: () => undefined,
      };
      this.#repositories.set(path, repository);
    }
    repository.cancelIdle();
    repository.users += 1;
    try {
      const answer = await ask(repository);
      this.#refusedAt.delete(path);
      return answer;
    } catch {
      this.#refusedAt.set(path, this.#clock.now());
      return undefined;
    } finally {
      repository.users -= 1;
      if (repository.users === 0)
        repository.cancelIdle = this.#clock.after(IDLE_MS, () => void this.#end(path));
    }
  }

  async #end(path: AbsPath): Promise<void> {
    const repository = this.#repositories.get(path);
    if (repository === undefined) return;
    this.#repositories.delete(path);
    repository.cancelIdle();
    await Promise.all([repository.check.end(), repository.batch.end()]);
  }

  /** The nearest folder above with a `.git`. If git sees none there, its answer is about another one, or an error. */
  async #findRepository(
    folder: string,
    known: Map<string, AbsPath | undefined>,
  ): Promise<AbsPath | undefined> {
    const walked: string[] = [];
    let found: AbsPath | undefined;
    for (let at = folder; ; at = dirname(at)) {
      if (known.has(at)) {
        found = known.get(at);
        break;
      }
      walked.push(at);
      const entry = await lstat(join(at, '.git')).catch(() => undefined);
      if (entry !== undefined && !(entry.isDirectory() && this.#isBelowRoot(at))) found = at as AbsPath;
      if (entry !== undefined || dirname(at) === at) break;
    }
    for (const at of walked) known.set(at, found);
    return found;
  }

  #isBelowRoot(folder: string): boolean {
    return this.#roots.some((root) => folder !== root && isInside(root, folder));
  }
}
