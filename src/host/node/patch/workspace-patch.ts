import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { devNull, tmpdir } from 'node:os';
import { join, resolve, sep } from 'node:path';
import { promisify } from 'node:util';
import { SettingsError } from '../../../actors/protocol/errors.js';
import { omitUndefined } from '../../../actors/protocol/json/omit-undefined.js';
import type { AbsPath } from '../../../actors/protocol/workspace.js';
import { wayInside } from '../../../actors/runtime/paths/is-inside.js';
import { findProgram } from '../../../workers/disk/find-program.js';
import { makeFolder } from '../../../workers/disk/make-folder.js';
import { type Environment, gitEnvironment } from '../../../workers/ignore/git/git-environment.js';
import { HARMLESS_GIT, tellGit } from '../sandbox/environment/quiet-git.js';

const run = promisify(execFile);

// A patch with whole videos is no patch any more. Units: bytes.
const MAX_PATCH_BYTES = 1 << 30;

// Enough for the names of a few thousand files that git complains about. Units: bytes.
const MAX_OUTPUT_BYTES = 1 << 24;

interface PatchOptions {
  /** The environment for git. */
  readonly env: Environment;
  /** Paths that are no work on the workspace. Default: none. */
  readonly without?: readonly string[];
  readonly signal?: AbortSignal;
}

/**
 * What becomes of a workspace from one moment on, as a patch. It is kept by git, in a repository of its own in a temporary
 * folder: the repository of the workspace is neither written nor asked, as its settings may name programs to run.
 */
export class WorkspacePatch implements AsyncDisposable {
  readonly #root: AbsPath;
  readonly #folder: string;
  readonly #git: string;
  readonly #env: NodeJS.ProcessEnv;
  #start = '';
  #problems: readonly string[] = [];

  private constructor(root: AbsPath, folder: string, git: string, env: Environment) {
    this.#root = root;
    this.#folder = folder;
    this.#git = git;
    const others = Object.entries(env).filter(([name]) => !name.startsWith('GIT_'));
    this.#env = {
      ...gitEnvironment(Object.fromEntries(others)),
      ...tellGit([...HARMLESS_GIT, ['core.safecrlf', 'false'], ['advice.addEmbeddedRepo', 'false']]),
      GIT_DIR: folder,
      GIT_WORK_TREE: root,
      GIT_CONFIG_GLOBAL: devNull,
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_ATTR_NOSYSTEM: '1',
    };
  }

  /**
   * Remembers the workspace as it is now: all files but those that `.gitignore` files exclude, and those in `without`.
   * Errors: `SettingsError` where there is no git; those of git; the signal's reason.
   */
  static async begin(root: AbsPath, { env, without = [], signal }: PatchOptions): Promise<WorkspacePatch> {
    const git = findProgram('git', env, [root]);
    if (git === undefined)
      throw new SettingsError(
        'git was not found, which makes the patch. Install it, or run without --output.',
        { setting: 'output' },
      );
    const folder = await mkdtemp(join(tmpdir(), 'troupe-patch-'));
    const patch = new WorkspacePatch(root, folder, git, env);
    try {
      await patch.#run(['init', '--quiet', '--template='], { signal });
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
    return this.#run(
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
      await this.#run(['add', '--all', '--ignore-errors'], { signal });
      this.#problems = [];
    } catch (error) {
      // With 1 it says that something was left out.
      const { code, stderr } = error as { readonly code?: unknown; readonly stderr?: Buffer };
      if (code !== 1 || stderr === undefined) throw error;
      this.#problems = stderr.toString().split('\n').filter(Boolean);
    }
    return (await this.#run(['write-tree'], { signal })).toString().trim();
  }

  async #run(
    args: readonly string[],
    {
      signal,
      maxBytes = MAX_OUTPUT_BYTES,
    }: { readonly signal: AbortSignal | undefined; readonly maxBytes?: number },
  ): Promise<Buffer> {
    const { stdout } = await run(this.#git, args, {
      cwd: this.#root,
      encoding: 'buffer',
      maxBuffer: maxBytes,
      env: this.#env,
      windowsHide: true,
      ...omitUndefined({ signal }),
    });
    return stdout;
  }
}

/** The line of an exclude file for one path, or none for a path that is elsewhere. */
function patternOf(root: AbsPath, path: string): string {
  const below = wayInside(root, resolve(path));
  if (below === undefined || below === '') return '';
  return `/${below.replaceAll(sep, '/').replaceAll(/[\\*?[\] ]/g, '\\$&')}\n`;
}
