import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AbsPath, RootStatus } from '../../src/actors/protocol/workspace.js';

const MAX_OUTPUT_BYTES = 256 * 1024 * 1024;

/** An index that follows one folder, wherever it runs. */
export interface FollowedIndex extends AsyncDisposable {
  files(): Promise<string[]>;
  status(): Promise<RootStatus>;
  /** Calls `listener` whenever the index says that something is other than before. Returns the way to stop. */
  onNews(listener: () => void): () => void;
}

/** A git repository in a temporary folder, and an index that follows it. */
export class FollowedFolder<Index extends FollowedIndex> implements AsyncDisposable {
  readonly path: AbsPath;
  readonly index: Index;

  /** `fill` puts into the folder what is there before the index is opened. */
  constructor(open: (path: AbsPath) => Index, fill: (path: AbsPath) => void = () => undefined) {
    this.path = realpathSync(mkdtempSync(join(tmpdir(), 'troupe-followed-'))) as AbsPath;
    this.git('init', '-q');
    fill(this.path);
    this.index = open(this.path);
  }

  absolute(path: string): string {
    return join(this.path, path);
  }

  git(...args: readonly string[]): string {
    return execFileSync('git', args, {
      cwd: this.path,
      encoding: 'utf8',
      maxBuffer: MAX_OUTPUT_BYTES,
      stdio: ['ignore', 'pipe', 'ignore'],
      env: {
        ...process.env,
        GIT_CONFIG_GLOBAL: '/dev/null',
        GIT_CONFIG_NOSYSTEM: '1',
        GIT_AUTHOR_NAME: 'T',
        GIT_AUTHOR_EMAIL: 't@example.org',
        GIT_COMMITTER_NAME: 'T',
        GIT_COMMITTER_EMAIL: 't@example.org',
      },
    });
  }

  /**
   * Resolves once the index equals the disk, as git lists it.
   * Errors: none; it waits for good, and the test's time-out says what is missing.
   */
  equalsDisk(): Promise<void> {
    const wanted = this.#onDisk();
    return this.until(async () => sameFiles(await this.index.files(), wanted));
  }

  /** Resolves once `holds` does; looks again whenever the index says something. */
  async until(holds: () => boolean | Promise<boolean>): Promise<void> {
    let wake: () => void = () => undefined;
    const forget = this.index.onNews(() => wake());
    try {
      for (;;) {
        const woken = new Promise<void>((resolve) => {
          wake = resolve;
        });
        if (await holds()) return;
        await woken;
      }
    } finally {
      forget();
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.index[Symbol.asyncDispose]();
    rmSync(this.path, { recursive: true, force: true });
  }

  /** Tracked files that are gone from the disk are listed by git, not by us. */
  #onDisk(): Set<string> {
    const list = (...args: string[]): string[] => this.git('ls-files', '-z', ...args).split('\0');
    const gone = new Set(list('-d'));
    return new Set(list('-co', '--exclude-standard').filter((path) => path !== '' && !gone.has(path)));
  }
}

function sameFiles(files: readonly string[], wanted: ReadonlySet<string>): boolean {
  return files.length === wanted.size && files.every((path) => wanted.has(path));
}
