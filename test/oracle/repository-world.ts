import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as fc from 'fast-check';
import { GitRepository } from '../workers/ignore/git-repository.js';

/** A repository with others in it, files everywhere, and rules of every kind. */
export interface RepositoryWorld {
  readonly files: readonly string[];
  /** Places of `files` that are tracked, ignored or not, by the repository that they are in. */
  readonly tracked: readonly number[];
  /** `.gitignore` texts by directory. */
  readonly rules: readonly (readonly [directory: string, text: string])[];
  readonly infoExclude: string;
  readonly globalExcludes: string;
  /** Places of `rules` that are tracked and not checked out. */
  readonly skipped: readonly number[];
  readonly ignoreCase: boolean;
  readonly nested: readonly NestedRepository[];
}

/**
 * `hollow` and `dangling` have something named `.git` that is no repository; an `unpopulated` one is the place of a
 * submodule that is not checked out.
 */
type NestedKind = 'clone' | 'gitfile' | 'submodule' | 'worktree' | 'hollow' | 'dangling' | 'unpopulated';

interface NestedRepository {
  readonly path: string;
  readonly kind: NestedKind;
  readonly infoExclude: string;
}

// No two differ in case alone: git takes such files for one another where it ignores case.
const NAMES = ['a', 'b', 'c', 'ab', 'Aa', 'a.o', 'B.log', 'c.log', '.hid', 'é', 'x y', 'build', '#x', '[z]'];
const name = fc.constantFrom(...NAMES);
const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join('/'));

// Their names are in no other path: a repository whose files the one around it tracks is none to git.
const NESTED = ['one', 'a/one', 'a/b/two', 'build/two', 'one/a/three', 'c/one/three', 'ab/Two/b/three'];
const nestedPath = fc.constantFrom(...NESTED);
const within = <T extends string>(rest: fc.Arbitrary<T>): fc.Arbitrary<string> =>
  fc.tuple(nestedPath, rest).map((parts) => parts.join('/'));

const piece = fc.oneof(
  { weight: 4, arbitrary: name.map((text) => text.replace(/[#[]/g, '\\$&')) },
  { weight: 1, arbitrary: fc.constantFrom('one', 'two', 'Two', 'three', 'ONE') },
  { weight: 3, arbitrary: fc.constantFrom('*', '**', '?', 'a*', '*.log', '*.O', '[a-c]', '*b*', '.*', 'B*') },
);
const pattern = fc
  .tuple(
    fc.constantFrom('', '', '', '!', '!', '/', '!/', '**/'),
    fc.array(piece, { minLength: 1, maxLength: 3 }),
    fc.constantFrom('', '', '', '/', '/*', '/**'),
  )
  .map(([start, parts, end]) => start + parts.join('/') + end);
const ruleText = fc.array(pattern, { maxLength: 4 }).map((lines) => lines.join('\n'));

// As many as one directory listing takes no longer than the processes that judge it.
const FILES_A_WORLD = 250;

/** Where two files of a world need one place only one is made: this many are left at least, over many worlds. */
export const MIN_FILES_A_WORLD = 140;

export const repositoryWorlds: fc.Arbitrary<RepositoryWorld> = fc.record({
  files: fc.array(fc.oneof(path, within(path)), { minLength: FILES_A_WORLD, maxLength: FILES_A_WORLD }),
  tracked: fc.array(fc.nat(FILES_A_WORLD - 1), { maxLength: 20 }),
  rules: fc.array(fc.tuple(fc.oneof(fc.constant(''), path, nestedPath, within(path)), ruleText), {
    maxLength: 6,
  }),
  infoExclude: ruleText,
  globalExcludes: ruleText,
  skipped: fc.array(fc.nat(5), { maxLength: 2 }),
  ignoreCase: fc.boolean(),
  nested: fc.uniqueArray(
    fc.record({
      path: nestedPath,
      kind: fc.constantFrom<NestedKind>(
        'clone',
        'gitfile',
        'submodule',
        'worktree',
        'hollow',
        'dangling',
        'unpopulated',
      ),
      infoExclude: ruleText,
    }),
    { maxLength: 4, selector: (nested) => nested.path },
  ),
});

const COMMIT = '0123456789abcdef0123456789abcdef01234567';

/** Makes one world after the other in the same place. */
export class RepositoryWorldBuilder {
  readonly repository = new GitRepository();
  readonly #template = new GitRepository();

  constructor() {
    // Samples, of which every copy would have a dozen.
    rmSync(join(this.#template.root, '.git/hooks'), { recursive: true });
    this.clear();
  }

  /** Returns the files that are there in the end: where two need one place, the first has it. */
  build(world: RepositoryWorld): readonly string[] {
    this.clear();
    const { repository } = this;
    repository.write('.git/info/exclude', world.infoExclude);
    repository.write('../home/.config/git/ignore', world.globalExcludes);
    const places = world.nested.filter(({ kind }) => kind === 'unpopulated').map(({ path }) => path);
    // git takes nothing in the place of a submodule.
    const isFree = (file: string): boolean => !places.some((place) => file.startsWith(`${place}/`));
    const repositories = [''];
    const outermostFirst = world.nested.toSorted((a, b) => a.path.length - b.path.length);
    for (const [id, nested] of outermostFirst.entries()) {
      const owner = ownerOf(nested.path, repositories);
      if (this.#makeNested(nested, { id, owner, isFree })) repositories.push(nested.path);
    }
    const ruleFiles = world.rules.map(([directory, text]) => [join(directory, '.gitignore'), text] as const);
    const wanted = [...ruleFiles, ...world.files.map((file) => [file, ''] as const)];
    const files = new Set(wanted.flatMap(([file, text]) => (this.#attempt(file, text) ? file : [])));
    const toTrack = world.tracked.map((place) => world.files[place] ?? '').filter((file) => files.has(file));
    const toSkip = world.skipped
      .flatMap((place) => ruleFiles[place]?.[0] ?? [])
      .filter((file) => files.has(file));
    for (const owner of repositories) {
      const ownOf = (paths: readonly string[]): string[] =>
        paths
          .filter((file) => isFree(file) && ownerOf(file, repositories) === owner)
          .map((file) => (owner === '' ? file : file.slice(owner.length + 1)));
      const own = ownOf([...toTrack, ...toSkip]);
      if (own.length > 0) repository.gitIn(owner, '--literal-pathspecs', 'add', '-f', '--', ...own);
      for (const file of new Set(ownOf(toSkip))) {
        repository.gitIn(owner, 'update-index', '--skip-worktree', '--', file);
        rmSync(join(repository.root, owner, file));
        files.delete(join(owner, file));
      }
      repository.gitIn(owner, 'config', 'core.ignorecase', String(world.ignoreCase));
    }
    return [...files];
  }

  [Symbol.dispose](): void {
    this.repository[Symbol.dispose]();
    this.#template[Symbol.dispose]();
  }

  /** Leaves an empty repository, and no excludes of anybody. */
  clear(): void {
    this.repository.clear();
    this.repository.write('../home/.config/git/ignore', '');
    for (const path of ['.git', '../elsewhere']) {
      rmSync(join(this.repository.root, path), { recursive: true, force: true });
    }
    this.#copyTo('.git');
  }

  /** Whether git will take it for a repository. */
  #makeNested(
    { path, kind, infoExclude }: NestedRepository,
    {
      id,
      owner,
      isFree,
    }: { readonly id: number; readonly owner: string; readonly isFree: (path: string) => boolean },
  ): boolean {
    const { repository } = this;
    mkdirSync(join(repository.root, path), { recursive: true });
    const dotGit = join(path, '.git');
    if (kind === 'hollow') mkdirSync(join(repository.root, dotGit));
    if (kind === 'dangling') repository.write(dotGit, 'gitdir: ../nowhere\n');
    if (kind === 'hollow' || kind === 'dangling') return false;
    if (kind === 'clone') {
      this.#copyTo(dotGit);
      repository.write(join(dotGit, 'info/exclude'), infoExclude);
      return true;
    }
    const own = owner === '' ? path : path.slice(owner.length + 1);
    const addSubmodule = (): void => {
      if (!isFree(path)) return;
      repository.gitIn(owner, 'update-index', '--add', '--cacheinfo', `160000,${COMMIT},${own}`);
    };
    if (kind === 'unpopulated') {
      addSubmodule();
      return false;
    }
    const gitDirectory =
      kind === 'gitfile'
        ? `../elsewhere/${id}`
        : `.git/${kind === 'submodule' ? 'modules' : 'worktrees'}/${id}`;
    repository.write(dotGit, `gitdir: ${join(repository.root, gitDirectory)}\n`);
    if (kind === 'worktree') {
      repository.write(join(gitDirectory, 'HEAD'), 'ref: refs/heads/other\n');
      repository.write(join(gitDirectory, 'commondir'), '../..\n');
      repository.write(join(gitDirectory, 'gitdir'), join(repository.root, dotGit));
      return true;
    }
    this.#copyTo(gitDirectory);
    repository.write(join(gitDirectory, 'info/exclude'), infoExclude);
    if (kind === 'submodule') addSubmodule();
    return true;
  }

  #copyTo(gitDirectory: string): void {
    cpSync(join(this.#template.root, '.git'), join(this.repository.root, gitDirectory), { recursive: true });
  }

  #attempt(path: string, text: string): boolean {
    const file = join(this.repository.root, path);
    try {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text, { flag: 'wx' });
      return true;
    } catch {
      return false;
    }
  }
}

/** The innermost repository that a path is in. */
function ownerOf(path: string, repositories: readonly string[]): string {
  return repositories
    .filter((repository) => repository === '' || path.startsWith(`${repository}/`))
    .reduce((inner, repository) => (repository.length > inner.length ? repository : inner));
}
