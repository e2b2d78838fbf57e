import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { AbsPath } from '../../../src/actors/protocol/workspace.js';

/** A real repository in a temporary folder, and the real git as the judge of its rules. */
export class GitRepository {
  readonly root: AbsPath;
  /** Keeps a person's own git configuration out of the tests. Its `HOME` is an empty folder beside the repository. */
  readonly env: Readonly<Record<string, string>>;
  readonly #folder: string;

  constructor() {
    this.#folder = realpathSync(mkdtempSync(join(tmpdir(), 'troupe-ignore-')));
    this.root = join(this.#folder, 'root') as AbsPath;
    mkdirSync(this.root);
    const home = join(this.#folder, 'home');
    mkdirSync(home);
    const { PATH = '' } = process.env;
    const isolated = { GIT_CONFIG_GLOBAL: join(home, 'gitconfig'), GIT_CONFIG_NOSYSTEM: '1' };
    this.env = { PATH, HOME: home, XDG_CONFIG_HOME: join(home, '.config'), LC_ALL: 'C', ...isolated };
    this.git('init', '-q');
  }

  /** The standard output of a git command, run in a directory below the root. */
  git(...args: string[]): string {
    return this.gitIn('', ...args);
  }

  gitIn(directory: string, ...args: string[]): string {
    const cwd = join(this.root, directory);
    return execFileSync('git', args, {
      cwd,
      env: this.env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }

  /** Writes a file and the directories it needs. */
  write(path: string, content: string | Uint8Array = ''): void {
    const file = join(this.root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }

  /** Removes everything but the repository itself. */
  clear(): void {
    for (const name of readdirSync(this.root)) {
      if (name !== '.git') rmSync(join(this.root, name), { recursive: true, force: true });
    }
  }

  /** The paths that git ignores because of their names; an index is not consulted. */
  ignored(paths: readonly string[], directory = ''): Set<string> {
    const args = ['check-ignore', '--no-index', '--stdin', '-z', '-v', '-n'];
    const cwd = join(this.root, directory);
    // Exit code 1 says that nothing is ignored.
    const command = `git ${args.join(' ')} || [ $? = 1 ]`;
    const input = paths.map((path) => `${path}\0`).join('');
    const output = execFileSync('sh', ['-c', command], {
      cwd,
      env: this.env,
      input,
      encoding: 'utf8',
      maxBuffer: 1e9,
    });
    const fields = output.split('\0');
    const ignored = new Set<string>();
    for (let at = 0; at + 3 < fields.length; at += 4) {
      const [source, , pattern = '', path = ''] = fields.slice(at, at + 4);
      if (source !== '' && !pattern.startsWith('!')) ignored.add(path);
    }
    return ignored;
  }

  /** What git shows of a directory: tracked files and those that are not ignored. */
  visibleFiles(directory = ''): string[] {
    const output = this.gitIn(directory, 'ls-files', '-co', '--exclude-standard', '-z');
    return [...new Set(output.split('\0'))].filter((path) => path !== '').sort();
  }

  [Symbol.dispose](): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
