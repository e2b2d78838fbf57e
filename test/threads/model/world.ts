import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import type { AbsPath, RelPath, RootConfig, SearchHit } from '../../../src/actors/protocol/workspace.js';
import { systemClock } from '../../../src/actors/runtime/clock.js';
import { Recency } from '../../../src/workers/index/search/recency.js';
import { Searcher } from '../../../src/workers/index/search/search.js';
import { searchRoot } from '../../../src/workers/index/asks/search-root.js';
import { WorkspaceRoot } from '../../../src/workers/index/root/workspace-root.js';
import type { ScanPool } from '../../../src/workers/pool/pool.js';
import type { Hint, HintKind } from '../../../src/workers/watch/back-end/watcher.js';
import { look } from '../../doubles/look.js';
import { parentOf } from './parent-of.js';
import { until } from '../../doubles/until.js';

const LIMIT = 10_000;

// Nothing has to be there by that name.
const COMMIT = '0123456789abcdef0123456789abcdef01234567';

// More than a tick of a kernel's clock, by which a sweep tells changes apart.
const REST_MS = 12;

export interface WorldOptions {
  /** Most entries that the index keeps beside the core ones; without it all. */
  readonly capacity?: number;
  /** Whether what is known is kept on the disk from one start to the next. */
  readonly keepsSnapshots: boolean;
}

/** One workspace folder on the disk, its index, and what a watcher has seen of it but not told yet. */
export class World {
  readonly path: AbsPath;
  readonly #folder: string;
  readonly #snapshotDirectory: string | undefined;
  readonly #pool: ScanPool;
  readonly #config: RootConfig;
  #root: WorkspaceRoot;
  readonly #searcher = new Searcher();
  #hints: Hint[] = [];
  #told: Promise<unknown> = Promise.resolve();
  #rescans: RelPath[] = [];
  readonly #changedRepositories = new Set<RelPath>();
  readonly #globalConfigBefore = process.env['GIT_CONFIG_GLOBAL'];

  constructor(pool: ScanPool, { capacity, keepsSnapshots }: WorldOptions) {
    this.#folder = realpathSync(mkdtempSync(join(tmpdir(), 'troupe-model-')));
    this.path = join(this.#folder, 'root') as AbsPath;
    this.#snapshotDirectory = keepsSnapshots ? join(this.#folder, 'cache') : undefined;
    // The index asks git in this process, and the judge is to see the same.
    process.env['GIT_CONFIG_GLOBAL'] = join(this.#folder, 'gitconfig');
    initRepository(this.path);
    this.#pool = pool;
    this.#config = {
      path: this.path,
      corePatterns: [],
      ignorePatterns: [],
      useGitignore: true,
      ...(capacity === undefined ? {} : { dynamicCapacity: capacity }),
    };
    this.#root = this.#open();
  }

  get started(): Promise<void> {
    return this.#root.settled;
  }

  absolute(path: string): string {
    return join(this.path, path);
  }

  /** Something happened to a path, and a watcher saw it. */
  saw(path: string, kind: HintKind): void {
    this.#hints.push({ path: path as RelPath, kind });
  }

  /** A directory appeared with all that is in it: what is below it is told by a rescan. */
  sawDirectory(path: string): void {
    this.saw(path, 'created');
    this.#rescans.push(path as RelPath);
  }

  /** Has git track a path, with all below it, even where rules leave it out. It refuses what has other repositories. */
  track(path: string): void {
    this.#changeIndex(path, ['add', '-f']);
  }

  untrack(path: string): void {
    this.#changeIndex(path, ['rm', '-q', '-r', '--cached', '--ignore-unmatch']);
  }

  /** Writes the rules that only the repository around a path has. */
  exclude(path: string, rules: readonly string[]): void {
    const repository = this.#repositoryOf(this.#isFile(path) ? parentOf(path) : path);
    const info = this.absolute(join(repository, '.git/info'));
    mkdirSync(info, { recursive: true });
    writeFileSync(join(info, 'exclude'), rules.map((rule) => `${rule}\n`).join(''));
    this.#changedRepositories.add(repository.slice(1) as RelPath);
  }

  /** Makes a directory a repository of its own, unless the one around it tracks what is in there; or ends it. */
  toggleRepository(path: string): void {
    const directory = this.absolute(path);
    if (existsSync(join(directory, '.git'))) {
      rmSync(join(directory, '.git'), { recursive: true });
      this.saw(`${path}/.git`, 'deleted');
    } else if (!this.#isTracked(path)) {
      initRepository(directory);
      this.saw(`${path}/.git`, 'created');
    }
  }

  /** Makes half of a repository, or the other half of one; or takes that away again. */
  toggleHalf(path: string): void {
    const directory = this.absolute(path);
    const half = join(directory, '.git/objects');
    if (existsSync(half)) {
      rmSync(half, { recursive: true });
      this.#changedRepositories.add(path as RelPath);
    } else if (existsSync(join(directory, '.git'))) {
      mkdirSync(half);
      this.#changedRepositories.add(path as RelPath);
    } else if (!this.#isTracked(path)) {
      initRepository(directory);
      rmSync(half, { recursive: true });
      this.saw(`${path}/.git`, 'created');
    }
  }

  /** Names another excludes file for the person, or for the repository of the folder; without rules none. */
  nameExcludes(isOfPerson: boolean, rules: readonly string[]): void {
    const file = join(this.#folder, isOfPerson ? 'mine' : 'own');
    writeFileSync(file, rules.map((rule) => `${rule}\n`).join(''));
    const config = isOfPerson ? join(this.#folder, 'gitconfig') : this.absolute('.git/config');
    writeFileSync(config, rules.length === 0 ? '' : `[core]\n\texcludesFile = ${file}\n`);
    this.#changedRepositories.add('' as RelPath);
  }

  /** Has git track a rule file that is not on the disk. Whether it does. */
  skip(path: string): boolean {
    this.#changeIndex(path, ['add', '-f']);
    this.#changeIndex(path, ['update-index', '--skip-worktree']);
    const repository = this.#repositoryOf(parentOf(path));
    const inside = relative(repository, join('/', path));
    const [listed] = git(this.absolute(repository), ['ls-files', '-z', '-t', '--', `:(literal)${inside}`]);
    return listed?.startsWith('S ') === true;
  }

  /** Has a repository take a directory in it for the place of a submodule, or no longer. */
  toggleSubmodule(path: string): void {
    const repository = this.#repositoryOf(parentOf(path));
    const directory = this.absolute(repository);
    const inside = relative(repository, join('/', path));
    const isOne = submodulesIn(directory).includes(inside);
    const args = isOne
      ? ['--force-remove', '--', inside]
      : ['--add', '--cacheinfo', `160000,${COMMIT},${inside}`];
    git(directory, ['update-index', ...args]);
    this.#changedRepositories.add(repository.slice(1) as RelPath);
  }

  /** Tells the index what was seen, some of it twice and in another order where `isShuffled`. */
  tell(isShuffled: boolean): void {
    const hints = isShuffled ? [...this.#hints.slice(1), ...this.#hints.slice(0, 2)].reverse() : this.#hints;
    const taken = this.#root.takeBatch({ root: this.path, hints, rescans: outermost(this.#rescans) });
    this.#told = Promise.all([this.#told, taken]);
    for (const repository of this.#changedRepositories) this.#root.takeGitChange(repository);
    this.#forget();
  }

  /**
   * Too much happened at once: what was seen is forgotten, and all that is known is that something happened. What git
   * knows is watched by another: that is told all the same.
   */
  lose(): void {
    this.#hints = [];
    this.#rescans = ['' as RelPath];
  }

  /** Lets so much time pass that what changes next bears another time than what has changed. */
  async rest(): Promise<void> {
    const endMs = Date.now() + REST_MS;
    await until(() => Date.now() >= endMs, 'the clock of the system has gone on');
  }

  /** Ends the index and starts another on the same folder. What was seen is seen by nobody. */
  async restart(): Promise<void> {
    await this.#root.close();
    this.#told = Promise.resolve();
    this.#forget();
    this.#root = this.#open();
    await this.#root.settled;
  }

  /** Resolves when the index has dealt with all that was told. */
  async settle(): Promise<void> {
    this.tell(false);
    await this.#told;
    // What is told during a scan is looked at again after it, and may leave something to scan.
    for (let round = 0; round < 2; round++) await this.#root.scan('nothing/is/here' as RelPath);
  }

  async files(): Promise<string[]> {
    return [...(await this.#root.everythingIn('' as RelPath)).paths()];
  }

  /** The paths that a search finds. */
  async search(query: string, mode: 'prefix' | 'fuzzy', base = ''): Promise<SearchHit[]> {
    const { hits } = await searchRoot(
      this.#root,
      { query, base, mode, limit: LIMIT },
      {
        searcher: this.#searcher,
        units: Infinity,
        recency: new Recency(),
        catchUp: () => Promise.resolve(),
        clock: systemClock,
        signal: new AbortController().signal,
      },
    );
    return [...hits];
  }

  /**
   * What git lists in the folder, and in each repository that it names there: the judge of the files. What is tracked and
   * no file any more is listed by git, not by us. `undefined` where a repository tracks what is in another one.
   */
  filesOfGit(): string[] | undefined {
    const files = new Set<string>();
    const repositories = [''];
    for (const repository of repositories) {
      for (const listed of git(this.absolute(repository), ['ls-files', '-co', '--exclude-standard', '-z'])) {
        const path = join(repository, listed);
        if (listed.endsWith('/')) repositories.push(path.slice(0, -1));
        else if (!this.#isFile(path)) {
          // A submodule is named as a file is.
          if (isRepository(this.absolute(path))) repositories.push(path);
        } else if (this.#repositoryOf(parentOf(path)) !== join('/', repository)) return undefined;
        else files.add(path);
      }
    }
    return [...files].sort();
  }

  /** Which of these directories git leaves out, each in the repository around it. */
  ignoredByGit(directories: readonly string[]): Set<string> {
    const ignored = new Set<string>();
    const repositories = new Set(directories.map((path) => this.#repositoryOf(parentOf(path))));
    for (const repository of repositories) {
      const absolute = this.absolute(repository);
      const submodules = submodulesIn(absolute).map((path) => join(repository, path).slice(1));
      const isInside = (path: string): boolean =>
        submodules.some((submodule) => path.startsWith(`${submodule}/`));
      const own = directories.filter((path) => this.#repositoryOf(parentOf(path)) === repository);
      // git refuses to judge what is in the place of a submodule, and shows nothing of it.
      for (const path of own) if (isInside(path)) ignored.add(path);
      const inside = own.filter((path) => !isInside(path));
      // Without a slash at the end: with one, git takes `b/*` to match `b` itself.
      const input = inside.map((path) => `${relative(repository, join('/', path))}\0`).join('');
      for (const path of git(absolute, ['check-ignore', '-z', '--stdin'], input)) {
        ignored.add(join(repository, path).slice(1));
      }
    }
    return ignored;
  }

  async close(): Promise<void> {
    await this.#root.close();
    rmSync(this.#folder, { recursive: true, force: true });
    if (this.#globalConfigBefore === undefined) delete process.env['GIT_CONFIG_GLOBAL'];
    else process.env['GIT_CONFIG_GLOBAL'] = this.#globalConfigBefore;
  }

  /** Whether a repository around a directory tracks something in it. */
  #isTracked(path: string): boolean {
    const directory = this.absolute(parentOf(path));
    return git(directory, ['ls-files', '-z', '--', basename(path)]).length > 0;
  }

  #isFile(path: string): boolean {
    const found = look(this.absolute(path));
    return found !== undefined && !found.isDirectory();
  }

  #forget(): void {
    this.#hints = [];
    this.#rescans = [];
    this.#changedRepositories.clear();
  }

  #open(): WorkspaceRoot {
    const root = new WorkspaceRoot(this.#config, {
      pool: this.#pool,
      ...(this.#snapshotDirectory === undefined ? {} : { snapshotDirectory: this.#snapshotDirectory }),
      listener: { onStatus: () => undefined, onChange: () => undefined, onRules: () => undefined },
    });
    root.open();
    return root;
  }

  #changeIndex(path: string, args: readonly string[]): void {
    const repository = this.#repositoryOf(this.#isFile(path) ? parentOf(path) : path);
    const inside = relative(repository, join('/', path)) || '.';
    git(this.absolute(repository), [...args, '--', inside]);
    this.#changedRepositories.add(repository.slice(1) as RelPath);
  }

  /** The innermost repository that a directory is in, or is. Shape: from the folder on, with a slash in front. */
  #repositoryOf(directory: string): string {
    let path = join('/', directory);
    while (path !== '/' && !isRepository(this.absolute(path))) path = dirname(path);
    return path;
  }
}

function isRepository(directory: string): boolean {
  return existsSync(join(directory, '.git/objects'));
}

/** Where a repository has submodules. */
function submodulesIn(directory: string): string[] {
  return git(directory, ['ls-files', '-z', '--stage'])
    .filter((entry) => entry.startsWith('160000 '))
    .map((entry) => entry.slice(entry.indexOf('\t') + 1));
}

/** What `git init` makes, as far as git needs it, without a process. */
function initRepository(directory: string): void {
  for (const folder of ['objects', 'refs']) mkdirSync(join(directory, '.git', folder), { recursive: true });
  writeFileSync(join(directory, '.git/HEAD'), 'ref: refs/heads/main\n');
}

/** The paths that git prints; none where it refuses. */
function git(cwd: string, args: readonly string[], input = ''): string[] {
  const { stdout } = spawnSync('git', args, { cwd, encoding: 'utf8', input });
  return list(stdout);
}

function list(output: string): string[] {
  return output.split('\0').filter((path) => path !== '');
}

function outermost(paths: readonly RelPath[]): RelPath[] {
  if (paths.includes('' as RelPath)) return ['' as RelPath];
  return [...new Set(paths)].filter((path) => !paths.some((other) => path.startsWith(`${other}/`)));
}
