import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AbsPath, RootStatus, WorkspaceConfig } from '../../src/actors/protocol/workspace.js';
import type { BuiltEntries } from './build-entries.js';
import { type FrailWorkspace, openFrailWorkspace } from './frail-workspace.js';

const MAX_OUTPUT_BYTES = 256 * 1024 * 1024;

/** A git repository in a temporary folder, and an index with a watcher that follows it. */
export class FollowedFolder implements AsyncDisposable {
  readonly path: AbsPath;
  readonly #open: FrailWorkspace;

  constructor(entries: BuiltEntries, watcher: WorkspaceConfig['watcher'], fill: (path: AbsPath) => void) {
    this.path = realpathSync(mkdtempSync(join(tmpdir(), 'troupe-burst-'))) as AbsPath;
    this.git('init', '-q');
    fill(this.path);
    this.#open = openFrailWorkspace(entries, this.path, { watcher, limits: { maxRestarts: 100 } });
  }

  get ref(): FrailWorkspace['ref'] {
    return this.#open.ref;
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

  async status(): Promise<RootStatus> {
    const [status] = await this.#open.workspace.status();
    if (status === undefined) throw new Error('The workspace has no root.');
    return status;
  }

  /**
   * Resolves once the index equals the disk, as git lists it.
   * Errors: none; it waits for good, and the test's time-out says what is missing.
   */
  async equalsDisk(): Promise<void> {
    const wanted = this.#onDisk();
    await this.#until(async () => sameFiles(await this.files(), wanted));
  }

  async files(): Promise<string[]> {
    const all: string[] = [];
    for await (const { paths } of await this.#open.workspace.files()) all.push(...paths);
    return all;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#open[Symbol.asyncDispose]();
    rmSync(this.path, { recursive: true, force: true });
  }

  /** Tracked files that are gone from the disk are listed by git, not by us. */
  #onDisk(): Set<string> {
    const list = (...args: string[]): string[] => this.git('ls-files', '-z', ...args).split('\0');
    const gone = new Set(list('-d'));
    return new Set(list('-co', '--exclude-standard').filter((path) => path !== '' && !gone.has(path)));
  }

  /** Looks again whenever the index says something. */
  async #until(holds: () => Promise<boolean>): Promise<void> {
    let wake: () => void = () => undefined;
    const forgets = [this.ref.on('changed', () => wake()), this.ref.on('status', () => wake())];
    try {
      for (;;) {
        const woken = new Promise<void>((resolve) => {
          wake = resolve;
        });
        if (await holds()) return;
        await woken;
      }
    } finally {
      for (const forget of forgets) forget();
    }
  }
}

function sameFiles(files: readonly string[], wanted: ReadonlySet<string>): boolean {
  return files.length === wanted.size && files.every((path) => wanted.has(path));
}
