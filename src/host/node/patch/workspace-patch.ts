import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { devNull, tmpdir } from 'node:os';
import { join, relative, resolve, sep } from 'node:path';
import { promisify } from 'node:util';
import { SettingsError } from '../../../actors/protocol/errors.js';
import type { AbsPath } from '../../../actors/protocol/workspace.js';
import { makeFolder } from '../../../workers/disk/make-folder.js';

const run = promisify(execFile);

// A patch with whole videos is no patch any more. Units: bytes.
const MAX_PATCH_BYTES = 1 << 30;

// Enough for the names of a few thousand files that git complains about. Units: bytes.
const MAX_OUTPUT_BYTES = 1 << 24;

/**
 * What becomes of a workspace from one moment on, as a patch. It is kept by git, in a repository of its own in a temporary
 * folder: the repository of the workspace is neither written nor asked, as its settings may name programs to run.
 */
export class WorkspacePatch implements AsyncDisposable {
  readonly #root: AbsPath;
  readonly #folder: string;
  #start = '';
  #problems: readonly string[] = [];

  private constructor(root: AbsPath, folder: string) {
    this.#root = root;
    this.#folder = folder;
  }

  /**
   * Remembers the workspace as it is now: all files but those that `.gitignore` files exclude, and those in `without`.
   * Errors: `SettingsError` where there is no git; those of git; the signal's reason.
   */
  static async begin(
    root: AbsPath,
    { without = [], signal }: { readonly without?: readonly string[]; readonly signal?: AbortSignal } = {},
  ): Promise<WorkspacePatch> {
    const folder = await mkdtemp(join(tmpdir(), 'troupe-patch-'));
    const patch = new WorkspacePatch(root, folder);
    try {
      await patch.#git(['init', '--quiet', '--template='], { signal });
      await makeFolder(join(folder, 'info'));
      await writeFile(join(folder, 'info/exclude'), without.map((path) => patternOf(root, path)).join(''));
      patch.#start = await patch.#writeTree(signal);
      return patch;
    } catch (error) {
      await patch[Symbol.asyncDispose]();
      throw error;
    }
  }

  /** What has changed since, new files included. Shape: a patch for `git apply` at the root. Errors: those of git. */
  async read(signal?: AbortSignal): Promise<Buffer> {
    const end = await this.#writeTree(signal);
    return this.#git(
      ['diff', '--binary', '--no-color', '--no-ext-diff', '--no-textconv', '--no-renames', this.#start, end],
      { signal, maxBytes: MAX_PATCH_BYTES },
    );
  }

  /** What git could not take up at last, such as a file that may not be read, in its words. */
  get problems(): readonly string[] {
    return this.#problems;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #writeTree(signal: AbortSignal | undefined): Promise<string> {
    try {
      await this.#git(['add', '--all', '--ignore-errors'], { signal });
      this.#problems = [];
    } catch (error) {
      // With 1 it says that something was left out.
      const { code, stderr } = error as { readonly code?: unknown; readonly stderr?: Buffer };
      if (code !== 1 || stderr === undefined) throw error;
      this.#problems = stderr.toString().split('\n').filter(Boolean);
    }
    return (await this.#git(['write-tree'], { signal })).toString().trim();
  }

  async #git(
    args: readonly string[],
    {
      signal,
      maxBytes = MAX_OUTPUT_BYTES,
    }: { readonly signal: AbortSignal | undefined; readonly maxBytes?: number },
  ): Promise<Buffer> {
    const ours = Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'));
    try {
      const { stdout } = await run(
        'git',
        ['-c', 'core.safecrlf=false', '-c', 'advice.addEmbeddedRepo=false', ...args],
        {
          cwd: this.#root,
          encoding: 'buffer',
          maxBuffer: maxBytes,
          env: {
            ...Object.fromEntries(ours),
            GIT_DIR: this.#folder,
            GIT_WORK_TREE: this.#root,
            GIT_CONFIG_GLOBAL: devNull,
            GIT_CONFIG_NOSYSTEM: '1',
            GIT_ATTR_NOSYSTEM: '1',
          },
          ...(signal === undefined ? {} : { signal }),
        },
      );
      return stdout;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      throw new SettingsError(
        'git was not found, which makes the patch. Install it, or run without --output.',
        { setting: 'output' },
        { cause: error },
      );
    }
  }
}

/** The line of an exclude file for one path, or none for a path that is elsewhere. */
function patternOf(root: AbsPath, path: string): string {
  const below = relative(root, resolve(path));
  if (below === '' || below.startsWith('..')) return '';
  return `/${below.replaceAll(sep, '/').replaceAll(/[\\*?[\] ]/g, '\\$&')}\n`;
}
