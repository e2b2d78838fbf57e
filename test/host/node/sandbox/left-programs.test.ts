/*
 * What a command of the working world leaves behind for git to run later, outside of the sandbox: by the files that git reads,
 * the programs that settings name, and the ways to hide either from whoever looks.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findSandbox } from '../../../../src/host/node/sandbox/find-sandbox.js';
import { LocalTerminals } from '../../../../src/host/node/terminals/local-terminals.js';
import { describeUnless, whyUnsandboxed } from '../../../doubles/run-unless.js';
import { until } from '../../../doubles/until.js';
import { writeFiles } from '../../../doubles/temp-dir.js';
import { listMountsInside } from '../../../../src/host/node/sandbox/protected/list-mounts-inside.js';
import { makeTriedWorld, type TriedWorld, type World } from './try-world.js';

const { state } = await findSandbox({ roots: [] });
const PERSON = {
  GIT_AUTHOR_NAME: 'a',
  GIT_AUTHOR_EMAIL: 'a@b',
  GIT_COMMITTER_NAME: 'a',
  GIT_COMMITTER_EMAIL: 'a@b',
};
const WRITE: World = { mayWriteRepository: true };

let tried: TriedWorld;
let root: string;
/** What is done later, by a person. */
let environment: NodeJS.ProcessEnv;
let ran: string;
let program: string;

beforeEach(() => {
  tried = makeTriedWorld(PERSON);
  root = tried.root;
  ran = join(tried.base, 'ran');
  program = `#!/bin/sh\necho "$0" >> ${ran}\n`;
  environment = { PATH: process.env['PATH'], HOME: tried.home, GIT_CONFIG_NOSYSTEM: '1', ...PERSON };
  mkdirSync(tried.home, { recursive: true });
  writeFiles(root, { 'a.txt': 'a\n', 'sub/b.txt': 'b\n', evil: program });
  chmodSync(join(root, 'evil'), 0o755);
  git('init', '-q', '.');
  git('add', '.');
  git('commit', '-qm', '1');
  git('commit', '-qm', '2', '--allow-empty');
});
afterEach(async () => {
  await tried[Symbol.asyncDispose]();
});

function git(...args: readonly string[]): void {
  execFileSync('git', args, { cwd: root, env: environment, stdio: 'ignore' });
}

/** What a person, or an editor, does later in a folder. Shape: in bash; `$ROOT` is the workspace. */
function later(lines: string): void {
  spawnSync('bash', ['-c', lines], { cwd: root, env: { ...environment, ROOT: root } });
}

const PLANT =
  'REPO() { mkdir -p "$1"/objects "$1"/refs; echo ref: refs/heads/m > "$1"/HEAD; printf "[core]\\n\\tfsmonitor = $PWD/evil\\n" > "$1"/config; };';
const IN_SUB = 'cd sub && git status; git diff; git log -1';
const IN_ROOT =
  'git status; git diff; GIT_EDITOR= git commit --allow-empty --edit -m x; git rebase --continue';

interface Way {
  readonly what: string;
  /** What a person has done before. */
  readonly before?: () => void;
  readonly command: string;
  readonly worlds?: readonly World[];
  /** Default: in `sub`. */
  readonly later?: string;
}

const WAYS: readonly Way[] = [
  // Files that git reads in its own way.
  ...[
    [
      '9,000 line ends behind its path',
      'printf "gitdir: ../node_modules/g\\n%.0s" 1; printf "\\n%.0s" {1..9000}',
    ],
    [
      'carriage returns behind its path',
      'printf "gitdir: ../node_modules/g"; printf "\\r\\n%.0s" {1..20000}',
    ],
    ['a NUL behind its path', 'printf "gitdir: ../node_modules/g\\0/and/more\\n"'],
    ['bytes that are no UTF-8 behind a NUL', 'printf "gitdir: ../node_modules/g\\0\\377\\n"'],
    [
      'a path with no UTF-8',
      'mv node_modules/g "node_modules/$(printf "g\\377")"; printf "gitdir: ../node_modules/g\\377\\n"',
    ],
    ['a path through a link', 'ln -s node_modules/g l; printf "gitdir: ../l\\n"'],
  ].map(([what = '', text = '']) => ({
    what: `a .git file with ${what}`,
    command: `${PLANT} REPO node_modules/g; { ${text}; } > sub/.git`,
  })),
  {
    what: 'a .git file that led nowhere before',
    before: () => {
      writeFiles(root, { 'sub/.git': 'gitdir: ../node_modules/g\n' });
    },
    command: `${PLANT} REPO node_modules/g`,
  },
  {
    what: 'a .git link that led nowhere before',
    before: () => {
      symlinkSync('../node_modules/g', join(root, 'sub/.git'));
    },
    command: `${PLANT} REPO node_modules/g`,
  },
  {
    what: 'a .git link to a file that leads to it',
    command: `${PLANT} REPO node_modules/g; printf "gitdir: $PWD/node_modules/g\\n" > p; ln -s ../p sub/.git`,
  },
  { what: 'a bare repository', command: `${PLANT} REPO sub` },
  {
    what: 'a bare repository by commondir alone',
    command: `${PLANT} REPO node_modules/g; echo ref: refs/heads/m > sub/HEAD; echo ../node_modules/g > sub/commondir`,
  },
  // Folders that hide it.
  ...['$(printf "x\\\\377")', '$(printf "\\\\200/deeper")', '$(printf "d\\\\351j\\\\340")'].map((name) => ({
    what: `a folder with the name ${name}`,
    command: `${PLANT} d="${name.replaceAll('\\\\', '\\')}"; mkdir -p "$d"; REPO "$d/.git"`,
    later: `cd "${name.replaceAll('\\\\', '\\')}" && git status`,
  })),
  {
    what: 'new settings in a folder whose name is no UTF-8',
    before: () => {
      later('d="$(printf "x\\377")"; mkdir "$d"; git init -q "$d"');
    },
    command: 'printf "[core]\\n\\tfsmonitor = $PWD/evil\\n" >> "$(printf "x\\377")/.git/config"',
    later: 'cd "$(printf "x\\377")" && git status',
  },
  // Root may list everything: these tell more when an ordinary user runs them.
  ...[
    ['that cannot be listed', 'REPO sub/.git; chmod 311 sub'],
    ['that cannot be listed or written', 'REPO sub/.git; chmod 111 sub'],
    ['in another, neither of which can be listed', 'mkdir sub/d; REPO sub/d/.git; chmod 311 sub/d sub'],
    ['whose repository cannot be listed', 'REPO sub/.git; chmod 311 sub/.git'],
    [
      'whose hooks cannot be listed',
      'git init -q sub; mkdir -p sub/.git/hooks; cp evil sub/.git/hooks/pre-commit; chmod 311 sub/.git/hooks',
    ],
  ].map(([what = '', command = '']) => ({
    what: `a folder ${what}`,
    command: `${PLANT} ${command}`,
    later:
      'cd sub && { git status; git commit --allow-empty -m x; cd d && git status; }; chmod -R u+rwx "$ROOT"',
  })),
  // Programs that settings of the person name.
  ...['core.fsmonitor', 'core.editor', 'sequence.editor'].map((name) => ({
    what: `the folder of ${name} is replaced`,
    before: () => {
      writeFiles(root, { 'tools/own': '#!/bin/sh\n' });
      chmodSync(join(root, 'tools/own'), 0o755);
      git('config', '--global', name, 'tools/own');
    },
    command: 'mv tools t2; mkdir tools; cp evil tools/own',
    later: `${IN_ROOT}; git rebase -i HEAD~1`,
  })),
  {
    what: 'a program that is missing is made',
    before: () => {
      git('config', '--global', 'core.fsmonitor', 'tools/own');
    },
    command: 'mkdir tools; cp evil tools/own',
    later: IN_ROOT,
  },
  {
    what: 'a program in the words of another command is replaced',
    before: () => {
      writeFiles(root, { 'tools/own': '' });
      git('config', '--global', 'core.editor', 'sh tools/own --wait');
    },
    command: 'mv tools t2; mkdir tools; cp evil tools/own',
    later: IN_ROOT,
  },
  {
    what: 'a link on the way to a program is replaced',
    before: () => {
      writeFiles(root, { 'v1/own': '#!/bin/sh\n', 'v2/own': program });
      for (const version of ['v1', 'v2']) chmodSync(join(root, version, 'own'), 0o755);
      symlinkSync('v1', join(root, 'current'));
      git('config', '--global', 'core.fsmonitor', 'current/own');
    },
    command: 'rm current; ln -s v2 current',
    later: IN_ROOT,
  },
  {
    what: 'a clean filter of the person is replaced',
    before: () => {
      writeFiles(root, { 'tools/own': 'cat', '.gitattributes': '* filter=own' });
      git('config', '--global', 'filter.own.clean', 'sh tools/own');
    },
    command: 'mv tools t2; mkdir tools; cp evil tools/own',
    later: 'touch a.txt; git status; git add -A',
  },
  {
    what: 'a program in the temporary folder is replaced',
    before: () => {
      writeFiles('/tmp', { [`troupe-own-${process.pid}/own`]: '#!/bin/sh\n' });
      chmodSync(`/tmp/troupe-own-${process.pid}/own`, 0o755);
      git('config', '--global', 'core.fsmonitor', `/tmp/troupe-own-${process.pid}/own`);
    },
    command: `mv /tmp/troupe-own-${process.pid} /tmp/troupe-own-${process.pid}-2; mkdir /tmp/troupe-own-${process.pid}; cp evil /tmp/troupe-own-${process.pid}/own`,
    later: `${IN_ROOT}; rm -r /tmp/troupe-own-${process.pid} /tmp/troupe-own-${process.pid}-2`,
  },
  // What settings of the person lead to.
  ...['include.path', 'includeIf.gitdir:/.path'].map((name) => ({
    what: `${name} of the person names a file in the workspace`,
    before: () => {
      git('config', '--global', name, join(root, 'shared.cfg'));
    },
    command: String.raw`printf '[core]\n\tfsmonitor = %s/evil\n' "$PWD" > shared.cfg`,
    later: IN_ROOT,
  })),
  {
    what: 'the template of new repositories gets a hook',
    before: () => {
      git('config', '--global', 'init.templateDir', join(root, 'template'));
    },
    command: 'mkdir -p template/hooks; cp evil template/hooks/post-commit',
    later: 'git init -q ../fresh; cd ../fresh && git commit --allow-empty -m x; rm -rf ../fresh',
  },
  {
    what: 'the template of new repositories gets settings',
    before: () => {
      git('config', '--global', 'init.templateDir', join(root, 'template'));
    },
    command: String.raw`mkdir template; printf '[core]\n\tfsmonitor = %s/evil\n' "$PWD" > template/config`,
    later: 'git init -q ../fresh; cd ../fresh && git status; rm -rf ../fresh',
  },
  ...['--global', 'sub'].map((where) => ({
    what: `core.hooksPath of ${where} names a folder in a repository in a folder`,
    before: () => {
      later('git init -q sub');
      if (where === 'sub') later('git -C sub config core.hooksPath own/hooks');
      else git('config', '--global', 'core.hooksPath', 'own/hooks');
    },
    command: 'mkdir -p sub/own/hooks; cp evil sub/own/hooks/pre-commit',
    later: 'cd sub; git commit --allow-empty -m x',
  })),
  {
    what: 'the folder around that of core.hooksPath is replaced',
    before: () => {
      writeFiles(root, { 'tools/git/hooks/post-commit': '' });
      git('config', '--global', 'core.hooksPath', 'tools/git/hooks');
    },
    command: 'mv tools t2; mkdir -p tools/git/hooks; cp evil tools/git/hooks/pre-commit',
    later: IN_ROOT,
  },
  {
    what: 'the folder around a repository in a folder is replaced',
    before: () => {
      later('mkdir d; git init -q d/sub');
    },
    command: `${PLANT} mv d d2; REPO d/sub/.git`,
    later: 'cd d/sub; git status',
  },
  {
    what: 'a program that is named by the home folder',
    before: () => {
      writeFiles(tried.home, { '.gitconfig': '[core]\n\teditor = sh $HOME/../root/tools/own\n' });
    },
    command: 'mkdir tools; cp evil tools/own',
    later: IN_ROOT,
  },
  // Parts of the repository that git makes for itself.
  {
    what: 'a linked work tree with another commondir',
    command: `${PLANT} REPO node_modules/g; mkdir -p .git/worktrees/x; cp .git/HEAD .git/worktrees/x; echo ../../../node_modules/g > .git/worktrees/x/commondir; echo "$PWD/sub/.git" > .git/worktrees/x/gitdir; echo "gitdir: ../.git/worktrees/x" > sub/.git`,
    worlds: [WRITE],
  },
  {
    what: 'a module that no submodule has',
    command: `${PLANT} REPO .git/modules/x; echo "gitdir: ../.git/modules/x" > sub/.git`,
    worlds: [WRITE],
  },
  {
    what: 'settings that are a link',
    command: String.raw`git init -q sub; printf '[core]\n\tfsmonitor = %s/evil\n' "$PWD" > c; ln -sf ../../c sub/.git/config`,
  },
  {
    what: 'settings that are too long to be kept',
    command: String.raw`git init -q sub; { printf '[core]\n\tfsmonitor = %s/evil\n' "$PWD"; yes '# more' | head -c 2000000; } >> sub/.git/config`,
  },
  {
    what: 'a folder under the name of what was set aside',
    command: `${PLANT} REPO sub/.git.disabled`,
    later: 'cd sub/.git.disabled; git status',
  },
  // Other names of locked files.
  {
    what: 'the settings by a hard link',
    before: () => {
      linkSync(join(root, '.git/config'), join(root, 'c'));
    },
    command: 'printf "[core]\\n\\tfsmonitor = $PWD/evil\\n" >> c',
    later: IN_ROOT,
  },
  ...['hook', 'target', 'program'].map((kind) => ({
    what: `a ${kind} by a hard link`,
    before: () => {
      writeFiles(root, { '.git/hooks/pre-commit': '#!/bin/sh\n', own: '#!/bin/sh\n' });
      const file = kind === 'hook' ? '.git/hooks/pre-commit' : 'own';
      chmodSync(join(root, file), 0o755);
      if (kind === 'target') symlinkSync('../../own', join(root, '.git/hooks/post-commit'));
      if (kind === 'program') git('config', '--global', 'core.fsmonitor', './own');
      linkSync(join(root, file), join(root, 'other'));
    },
    command: 'cat evil > other',
    later: IN_ROOT,
  })),
  // Links that lead nowhere.
  {
    what: 'core.hooksPath names a link that leads nowhere',
    before: () => {
      symlinkSync('made/hooks', join(root, 'own-hooks'));
      git('config', '--global', 'core.hooksPath', 'own-hooks');
    },
    command: 'mkdir -p made/hooks; cp evil made/hooks/pre-commit',
    later: IN_ROOT,
  },
  {
    what: 'a folder of hooks is a link that leads nowhere',
    before: () => {
      later('rm -rf .git/hooks');
      symlinkSync('../made', join(root, '.git/hooks'));
    },
    command: 'mkdir made; cp evil made/pre-commit',
    later: IN_ROOT,
  },
  {
    what: 'a hook is a link that leads nowhere',
    before: () => {
      mkdirSync(join(root, '.git/hooks'), { recursive: true });
      symlinkSync('../../made/check', join(root, '.git/hooks/pre-commit'));
    },
    command: 'mkdir made; cp evil made/check',
    later: IN_ROOT,
  },
  {
    what: 'the folder of what a hook is a link to is replaced',
    before: () => {
      writeFiles(root, { 'made/check': '#!/bin/sh\n' });
      chmodSync(join(root, 'made/check'), 0o755);
      mkdirSync(join(root, '.git/hooks'), { recursive: true });
      symlinkSync('../../made/check', join(root, '.git/hooks/pre-commit'));
    },
    command: 'mv made m2; mkdir made; cp evil made/check',
    later: IN_ROOT,
  },
  // Steps of a rebase.
  ...['exec', 'x', '  exec', 'exec true; exec'].map((word) => ({
    what: `a rebase with "${word}"`,
    command: `GIT_SEQUENCE_EDITOR="sed -i 1s/pick/edit/" git rebase -q -i HEAD~1; printf '%s\\n' "${word} $PWD/evil" >> .git/rebase-merge/git-rebase-todo`,
    worlds: [WRITE],
    later: IN_ROOT,
  })),
  {
    what: 'settings of a linked work tree elsewhere',
    before: () => {
      git('config', 'extensions.worktreeConfig', 'true');
      git('worktree', 'add', '-q', '../linked');
    },
    command: 'printf "[core]\\n\\tfsmonitor = $PWD/evil\\n" > .git/worktrees/linked/config.worktree',
    worlds: [WRITE],
    later: 'cd ../linked && git status',
  },
];

describeUnless(whyUnsandboxed(state))('what a command leaves behind for git', () => {
  test.each(WAYS.map((way) => [way.what, way] as const))('%s: runs nothing, and is told', async (_, way) => {
    for (const world of way.worlds ?? [{}, WRITE]) {
      if (world === WRITE && way.worlds === undefined) continue;
      way.before?.();
      const { repairs, stderr } = await tried.run(way.command, world);
      later(way.later ?? IN_SUB);
      expect({
        ran: existsSync(ran) ? readFileSync(ran, 'utf8') : '',
        isTold: repairs !== undefined,
        stderr,
      }).toEqual({
        ran: '',
        isTold: true,
        stderr: expect.any(String) as string,
      });
    }
  });

  test('what a job of a terminal plants between two calls is undone before the next', async () => {
    const sandbox = await findSandbox({ roots: [tried.root], home: tried.home });
    await using terminals = new LocalTerminals({
      sandbox: () => Promise.resolve(sandbox),
      environment: tried.environment,
    });
    const access = { kind: 'working', hasNetwork: false, mayWriteRepository: false, reveals: [] } as const;
    const id = await terminals.open(tried.root, access);
    const wait = { signal: new AbortController().signal, timeoutMs: 60_000 };
    // It goes on once the call has ended.
    await terminals.run(
      id,
      `${PLANT} (until [ -e go ]; do sleep 0.1; done; REPO sub/.git; touch planted) &`,
      wait,
    );
    writeFiles(root, { go: '' });
    await until(() => existsSync(join(root, 'sub/.git.disabled')), 'the repository is set aside');
    const { repairs = [] } = await terminals.run(id, 'true', wait);
    expect(repairs).toEqual([expect.stringContaining('made a git repository')]);
  });

  test('a repository whose work tree is elsewhere is set aside', async () => {
    writeFiles(tried.home, { '.bashrc': 'mine' });
    const { repairs } = await tried.run('git init -q sub && git -C sub config core.worktree "$HOME"', {});
    expect(repairs?.join()).toContain('core.worktree');
    expect(existsSync(join(root, 'sub/.git'))).toBe(false);
  });
});

test('what is mounted in a folder is listed, with its blanks', () => {
  const line = (place: string): string => `36 35 98:0 / ${place} rw,noatime - ext4 /dev/x rw`;
  const mounts = ['/', '/work', '/work/a\\040b', '/work/a\\040b', '/workshop/x', '/home/me']
    .map(line)
    .join('\n');
  expect(listMountsInside(['/work'], () => mounts)).toEqual(['/work/a b']);
  expect(listMountsInside(['/work'], () => '')).toEqual([]);
});
