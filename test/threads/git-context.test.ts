import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { AbsPath } from '../../src/actors/protocol/workspace.js';
import { visibleByGit } from '../oracle/visible-files.js';
import type { BuiltEntries } from './build-entries.js';
import { FollowedFolder } from './followed-folder.js';
import { buildFrailWorkspace, type FrailWorkspace, openFrailWorkspace } from './frail-workspace.js';

// Less than the time after which everything is compared by itself.
const PATIENCE_MS = 25_000;

type Folder = FollowedFolder<FrailWorkspace>;

let entries: BuiltEntries;
let home: string;
beforeAll(async () => {
  entries = await buildFrailWorkspace();
});
afterAll(() => {
  entries.remove();
});
beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'troupe-home-')));
  vi.stubEnv('HOME', home);
  for (const name of ['XDG_CONFIG_HOME', 'GIT_CONFIG_GLOBAL']) vi.stubEnv(name, undefined);
  vi.stubEnv('GIT_CONFIG_NOSYSTEM', '1');
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(home, { recursive: true, force: true });
});

function write(path: string, text = ''): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** As editors, and git, write: a new file takes the old one's place. */
function replace(path: string, text: string): void {
  write(`${path}.new`, text);
  renameSync(`${path}.new`, path);
}

function git(directory: string, ...args: string[]): void {
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
    cwd: directory,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

/** Follows a repository, or a directory in it. */
function follow(fill: (path: AbsPath) => void = () => undefined, under = ''): Folder {
  const open = (path: AbsPath): FrailWorkspace =>
    openFrailWorkspace(entries, join(path, under), { watcher: 'per-directory' });
  return new FollowedFolder(open, (path) => {
    for (const name of ['a.log', 'a.tmp', 'a.ts']) write(join(path, 'src', name));
    fill(path);
  });
}

/** Resolves once the index has the files that git shows, which are returned. */
async function equalsGit(folder: Folder, under = ''): Promise<string[]> {
  const wanted = visibleByGit(folder.absolute(under));
  await folder.until(async () => isDeepStrictEqual((await folder.index.files()).sort(), wanted));
  return wanted;
}

/** What happens one after the other, each of which changes what git shows. */
type Step = (folder: Folder) => void;

const LOGS = '*.log\n';
const TMPS = '*.tmp\n';

const CHANGES: readonly (readonly [what: string, ...steps: Step[]])[] = [
  [
    'the excludes file that a repository names, by another name and by what is written in it',
    (folder) => {
      write(join(home, 'mine'), LOGS);
      git(folder.path, 'config', 'core.excludesFile', '~/mine');
    },
    () => {
      write(join(home, 'mine'), TMPS);
    },
    () => {
      replace(join(home, 'mine'), LOGS);
    },
    (folder) => {
      git(folder.path, 'config', '--unset', 'core.excludesFile');
    },
  ],
  [
    'the excludes file that a person names, in a file that was not there',
    () => {
      write(join(home, 'deep/mine'), LOGS);
      write(join(home, '.gitconfig'), '[core]\n\texcludesFile = ~/deep/mine\n');
    },
    () => {
      write(join(home, 'other'), TMPS);
      git(home, 'config', '--global', 'core.excludesFile', '~/other');
    },
    () => {
      rmSync(join(home, 'other'));
    },
  ],
  [
    'the default excludes file, whose directories were not there',
    () => {
      write(join(home, '.config/git/ignore'), LOGS);
    },
    () => {
      write(join(home, '.config/git/config'), '[core]\n\texcludesFile =\n');
    },
  ],
  [
    'files that configurations include, which are there later',
    () => {
      write(join(home, 'mine'), LOGS);
      write(join(home, '.gitconfig'), '[include]\n\tpath = conf/extra\n');
      write(join(home, 'conf/extra'), '[core]\n\texcludesFile = ~/mine\n');
    },
    () => {
      replace(join(home, 'conf/extra'), '[core]\n\texcludesFile = ~/other\n');
    },
    () => {
      write(join(home, 'other'), TMPS);
    },
  ],
  [
    'a configuration that is reached through links',
    () => {
      write(join(home, 'mine'), LOGS);
      write(join(home, 'dotfiles/gitconfig'), '[core]\n\texcludesFile = ~/mine\n');
      symlinkSync('dotfiles/gitconfig', join(home, '.gitconfig'));
    },
    () => {
      write(join(home, 'dotfiles/gitconfig'), '[core]\n\texcludesFile = ~/nowhere\n');
    },
  ],
  [
    'the configuration of a worktree',
    (folder) => {
      write(join(home, 'mine'), LOGS);
      git(folder.path, 'config', 'extensions.worktreeConfig', 'true');
      git(folder.path, 'config', '--worktree', 'core.excludesFile', '~/mine');
    },
    (folder) => {
      git(folder.path, 'config', '--worktree', 'core.excludesFile', '~/nowhere');
    },
  ],
];

test.each(CHANGES.map(([what, ...steps]) => [what, steps] as const))(
  'the index follows %s, while nothing else happens',
  async (_, steps) => {
    await using folder = follow();
    let before = await equalsGit(folder);
    for (const step of steps) {
      step(folder);
      const now = await equalsGit(folder);
      expect(now).not.toEqual(before);
      before = now;
    }
  },
  PATIENCE_MS,
);

test(
  'the index follows rule files above its root',
  async () => {
    await using folder = follow(undefined, 'src');
    expect(await equalsGit(folder, 'src')).toEqual(['a.log', 'a.tmp', 'a.ts']);
    write(folder.absolute('.gitignore'), LOGS);
    expect(await equalsGit(folder, 'src')).toEqual(['a.tmp', 'a.ts']);
    replace(folder.absolute('.gitignore'), TMPS);
    expect(await equalsGit(folder, 'src')).toEqual(['a.log', 'a.ts']);
  },
  PATIENCE_MS,
);

/** What `git init` makes, in steps between which the index looks. */
const HALVES: readonly Step[] = [
  ({ path }) => {
    mkdirSync(join(path, 'half/.git'), { recursive: true });
    for (const name of ['a.log', 'a.out', 'a.tmp']) write(join(path, 'half', name));
  },
  ({ path }) => {
    write(join(path, 'half/.git/HEAD'), 'ref: refs/heads/main\n');
  },
  ({ path }) => {
    for (const name of ['refs', 'objects']) mkdirSync(join(path, 'half/.git', name));
  },
  ({ path }) => {
    write(join(path, 'half/.git/info/exclude'), LOGS);
  },
  ({ path }) => {
    git(join(path, 'half'), 'add', '-f', 'a.log');
  },
];

describe('a repository that is made while the index looks on', () => {
  test(
    'is found when it is whole, with its excludes and what it tracks',
    async () => {
      await using folder = follow((path) => {
        write(join(path, '.gitignore'), '*.out\n');
      });
      const seen: string[][] = [];
      for (const step of HALVES) {
        step(folder);
        const files = await equalsGit(folder);
        seen.push(files.flatMap((path) => (path.startsWith('half/') ? path.slice('half/a.'.length) : [])));
      }
      expect(seen).toEqual([
        ['log', 'tmp'],
        ['log', 'tmp'],
        ['log', 'out', 'tmp'],
        ['out', 'tmp'],
        ['log', 'out', 'tmp'],
      ]);
    },
    PATIENCE_MS,
  );

  test(
    'is found when it is that of the root',
    async () => {
      await using folder = follow((path) => {
        rmSync(join(path, '.git'), { recursive: true });
        mkdirSync(join(path, 'half/.git'), { recursive: true });
        for (const name of ['a.log', 'a.tmp']) write(join(path, 'half', name));
      }, 'half');
      await folder.until(async () => (await folder.index.files()).length === 2);
      for (const step of HALVES.slice(1)) step(folder);
      expect(await equalsGit(folder, 'half')).toEqual(['a.log', 'a.tmp']);
      git(folder.absolute('half'), 'rm', '-q', '--cached', 'a.log');
      expect(await equalsGit(folder, 'half')).toEqual(['a.tmp']);
    },
    PATIENCE_MS,
  );

  test(
    'is found when it is made around the root',
    async () => {
      await using folder = follow((path) => {
        rmSync(join(path, '.git'), { recursive: true });
      }, 'src');
      await folder.until(async () => (await folder.index.files()).length === 3);
      git(folder.path, 'init', '-q');
      write(folder.absolute('.git/info/exclude'), LOGS);
      expect(await equalsGit(folder, 'src')).toEqual(['a.tmp', 'a.ts']);
    },
    PATIENCE_MS,
  );
});

test(
  'the index goes by rule files that git does not check out',
  async () => {
    await using folder = follow((path) => {
      write(join(path, 'src/.gitignore'), LOGS);
      write(join(path, '.gitignore'), TMPS);
      git(path, 'add', '.');
    });
    expect(await equalsGit(folder)).toEqual(['.gitignore', 'src/.gitignore', 'src/a.ts']);
    git(folder.path, 'update-index', '--skip-worktree', 'src/.gitignore', '.gitignore');
    for (const path of ['src/.gitignore', '.gitignore']) rmSync(folder.absolute(path));
    write(folder.absolute('src/b.log'));
    write(folder.absolute('src/b.ts'));
    expect(await equalsGit(folder)).toEqual(['src/a.ts', 'src/b.ts']);
    write(folder.absolute('src/.gitignore'), '');
    expect(await equalsGit(folder)).toEqual([
      'src/.gitignore',
      'src/a.log',
      'src/a.ts',
      'src/b.log',
      'src/b.ts',
    ]);
    git(folder.path, 'update-index', '--no-skip-worktree', '.gitignore');
    expect(await equalsGit(folder)).toContain('src/a.tmp');
  },
  PATIENCE_MS,
);

test(
  'what is in the place of a submodule is shown only when that is checked out',
  async () => {
    const commit = '0123456789abcdef0123456789abcdef01234567';
    await using folder = follow((path) => {
      write(join(path, 'sub/x'));
      git(path, 'update-index', '--add', '--cacheinfo', `160000,${commit},sub`);
    });
    const others = ['src/a.log', 'src/a.tmp', 'src/a.ts'];
    expect(await equalsGit(folder)).toEqual(others);
    write(folder.absolute('sub/y'));
    write(folder.absolute('src/b'));
    expect(await equalsGit(folder)).toEqual([...others, 'src/b']);
    git(folder.absolute('sub'), 'init', '-q');
    expect(await equalsGit(folder)).toEqual([...others, 'src/b', 'sub/x', 'sub/y']);
    rmSync(folder.absolute('sub/.git'), { recursive: true });
    expect(await equalsGit(folder)).toEqual([...others, 'src/b']);
    git(folder.path, 'update-index', '--force-remove', 'sub');
    expect(await equalsGit(folder)).toEqual([...others, 'src/b', 'sub/x', 'sub/y']);
  },
  PATIENCE_MS,
);
