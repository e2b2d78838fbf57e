import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AbsPath } from '../../../../src/actors/protocol/workspace.js';
import { findSandbox } from '../../../../src/host/node/sandbox/find-sandbox.js';
import { writeFiles } from '../../../doubles/temp-dir.js';
import { makeTriedWorld, type TriedWorld, type World } from './try-world.js';
import { describeUnless, whyUnsandboxed } from '../../../doubles/run-unless.js';

const { state } = await findSandbox({ roots: [] });
const GIT_ENVIRONMENT = {
  PATH: process.env['PATH'],
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_AUTHOR_NAME: 'a',
  GIT_AUTHOR_EMAIL: 'a@b',
  GIT_COMMITTER_NAME: 'a',
  GIT_COMMITTER_EMAIL: 'a@b',
};

let tried: TriedWorld;
let root: AbsPath;
/** A program that says that it ran. */
let evil: string;
let ran: string;

function git(cwd: string, ...args: string[]): string {
  return execFileSync('git', args, {
    cwd,
    env: GIT_ENVIRONMENT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}

/** Everything below a folder: paths, modes and contents, in one text. */
function digest(folder: string): string {
  return spawnSync(
    'bash',
    ['-c', 'find . -printf "%p %m %l\\n" | sort; find . -type f -print0 | sort -z | xargs -0 sha256sum'],
    { cwd: folder, encoding: 'utf8' },
  ).stdout;
}

beforeEach(() => {
  tried = makeTriedWorld({
    GIT_AUTHOR_NAME: 'a',
    GIT_AUTHOR_EMAIL: 'a@b',
    GIT_COMMITTER_NAME: 'a',
    GIT_COMMITTER_EMAIL: 'a@b',
  });
  root = tried.root;
  writeFiles(root, { 'a.txt': 'a\n', 'sub/b.txt': 'b\n' });
  git(root, 'init', '-q', '.');
  git(root, 'add', '.');
  git(root, 'commit', '-qm', '1');
  evil = join(tried.base, 'evil.sh');
  ran = join(tried.base, 'ran');
  writeFiles(tried.base, { 'evil.sh': `#!/bin/sh\necho "$0 $*" >> ${ran}\n` });
  chmodSync(evil, 0o755);
});
afterEach(async () => {
  await tried[Symbol.asyncDispose]();
});

const WRITE: World = { mayWriteRepository: true };

describeUnless(whyUnsandboxed(state))('git is no way out', () => {
  // Shape: EVIL stands for the program. Each would make a later git run it, if it were not kept out.
  test.each<[what: string, command: string]>([
    ['a setting', 'git config core.fsmonitor EVIL; printf "[core]\\nfsmonitor = EVIL\\n" >> .git/config'],
    [
      'a hook',
      'mkdir -p .git/hooks; cp EVIL .git/hooks/pre-commit; ln -sf EVIL .git/hooks/post-index-change',
    ],
    ['commondir', 'git clone -q --bare . x; git -C x config core.fsmonitor EVIL; echo ../x > .git/commondir'],
    [
      'a setting of the work tree',
      'git config extensions.worktreeConfig true; printf "[core]\\nfsmonitor = EVIL\\n" > .git/config.worktree',
    ],
    ['another .git in its place', 'mv .git away; rm -rf .git; git init -q; git config core.fsmonitor EVIL'],
    [
      'a .git file in its place',
      'git init -q --bare x; git -C x config core.fsmonitor EVIL; rm -rf .git; echo "gitdir: x" > .git',
    ],
    ['a folder around it that is renamed', 'cd ..; mv root elsewhere; mkdir root'],
    ['a repository in a folder', 'git init -q sub; git -C sub config core.fsmonitor EVIL'],
    [
      'a repository that leads elsewhere',
      'git init -q --bare /tmp/troupe-x; git -C /tmp/troupe-x config core.fsmonitor EVIL; echo "gitdir: /tmp/troupe-x" > sub/.git',
    ],
    [
      'a link to a repository',
      'git init -q x; git -C x config core.fsmonitor EVIL; ln -s ../x/.git sub/.git',
    ],
    [
      'a bare repository in a folder',
      'cd sub; git init -q --bare .; git config core.fsmonitor EVIL; git config core.worktree ..; git config core.bare false',
    ],
    [
      'a folder that looks bare, with commondir',
      'git init -q --bare x; git -C x config core.fsmonitor EVIL; cd sub; cp ../x/HEAD .; echo ../x > commondir',
    ],
    [
      'an included file',
      'git init -q sub; printf "[core]\\nfsmonitor = EVIL\\n" > evil.cfg; git -C sub config include.path ../../evil.cfg',
    ],
    [
      'a filter',
      'git init -q sub; git -C sub config filter.x.clean EVIL; echo "* filter=x" > sub/.gitattributes; touch sub/b.txt',
    ],
    [
      'an external diff',
      'git init -q sub; git -C sub config diff.external EVIL; git -C sub add .; echo x >> sub/b.txt',
    ],
    ['a hook of a new repository', 'git init -q sub; cp EVIL sub/.git/hooks/pre-commit'],
    ['an alias', 'git init -q sub; git -C sub config alias.st "!EVIL"'],
    ['a hard link to the settings', 'ln .git/config c; printf "[core]\\nfsmonitor = EVIL\\n" >> c'],
    [
      'the settings through /proc',
      'printf "[core]\\nfsmonitor = EVIL\\n" >> /proc/self/cwd/.git/config; echo >> /proc/1/root$PWD/.git/config',
    ],
  ])('neither with nor without leave to write to a repository: %s', async (_, command) => {
    for (const world of [{}, WRITE]) {
      const settings = readFileSync(join(root, '.git/config'), 'utf8');
      await tried.run(command.replaceAll('EVIL', evil), world);
      for (const folder of [root, join(root, 'sub')])
        for (const line of ['status', 'diff', 'st', 'commit -qam x --allow-empty'])
          spawnSync('git', line.split(' '), { cwd: folder, env: GIT_ENVIRONMENT });
      expect([
        existsSync(ran) ? readFileSync(ran, 'utf8') : '',
        readFileSync(join(root, '.git/config'), 'utf8'),
      ]).toEqual(['', settings]);
    }
    rmSync('/tmp/troupe-x', { recursive: true, force: true });
  });

  test.each<[world: string, world: World]>([
    ['looking', 'looking'],
    ['working', {}],
  ])('%s leaves .git as it is, byte by byte', async (_, world) => {
    const before = digest(join(root, '.git'));
    await tried.run(
      'git status; git add -A; git commit -qm x --allow-empty; git stash; git gc; git branch b; rm -rf .git; echo x > .git/HEAD; chmod -R 777 .git; touch .git/x; mv .git/HEAD .git/y; git config a.b c; git update-index --refresh',
      world,
    );
    expect(digest(join(root, '.git'))).toBe(before);
  });

  test('a command that may write to the repository commits, stashes and checks out, and no more', async () => {
    const { stderr, exitCode, repairs } = await tried.run(
      'echo x >> a.txt && git commit -qam 2 && git switch -qc b && echo y >> a.txt && git stash -q && git rebase -q master && git tag t && git worktree add -q ../root/tree && git gc -q',
      WRITE,
    );
    expect([stderr, exitCode, repairs]).toEqual(['', 0, undefined]);
    expect(git(root, 'log', '--format=%s', 'b')).toBe('2\n1\n');
  });

  test('a new repository without anything to run is left alone', async () => {
    const { repairs } = await tried.run(
      'git init -q sub && git -C sub remote add origin https://host.example/x',
      {},
    );
    expect([repairs, existsSync(join(root, 'sub/.git'))]).toEqual([undefined, true]);
  });

  test('what is undone is said, and nothing is lost', async () => {
    const { repairs } = await tried.run(`git init -q sub && git -C sub config core.fsmonitor ${evil}`, {});
    expect(repairs).toEqual([
      `The command made a git repository that may run a program because of its setting core.fsmonitor = ${evil}: ${root}/sub/.git was renamed to ${root}/sub/.git.disabled.`,
    ]);
    expect(readFileSync(join(root, 'sub/.git.disabled/config'), 'utf8')).toContain(evil);
  });

  test('a hook where there was no folder of hooks is renamed', async () => {
    rmSync(join(root, '.git/hooks'), { recursive: true, force: true });
    const { repairs } = await tried.run(`mkdir .git/hooks; cp ${evil} .git/hooks/pre-commit`, WRITE);
    expect(repairs).toEqual([
      `The command changed ${root}/.git/hooks/pre-commit, with which git runs the hook pre-commit: it was renamed to ${root}/.git/hooks/pre-commit.disabled.`,
    ]);
  });

  test('what core.hooksPath names is locked, and noticed where it was missing', async () => {
    git(root, 'config', 'core.hooksPath', '.husky/_');
    const made = await tried.run(`mkdir -p .husky/_ && cp ${evil} .husky/_/pre-commit`, {});
    expect(made.repairs).toHaveLength(1);
    const locked = await tried.run(`cp ${evil} .husky/_/pre-push`, WRITE);
    expect(locked.refusal).toBe('write');
  });

  test.each<[what: string, world: World, hooks: string]>([
    ['a hook in .git', {}, '.git/hooks'],
    ['a hook in .git, with leave to write to the repository', WRITE, '.git/hooks'],
    ['a hook in a folder that core.hooksPath names', WRITE, 'own-hooks'],
  ])('the file that %s is a link to is locked', async (_, world, hooks) => {
    writeFiles(root, { 'scripts/hook.sh': '#!/bin/sh\n' });
    chmodSync(join(root, 'scripts/hook.sh'), 0o755);
    git(root, 'config', 'core.hooksPath', hooks);
    mkdirSync(join(root, hooks), { recursive: true });
    symlinkSync(join(root, 'scripts/hook.sh'), join(root, hooks, 'pre-commit'));
    const { refusal } = await tried.run(`cp ${evil} scripts/hook.sh; rm scripts/hook.sh`, world);
    spawnSync('git', ['commit', '-qm', 'x', '--allow-empty'], { cwd: root, env: GIT_ENVIRONMENT });
    expect([refusal, existsSync(ran)]).toEqual(['write', false]);
  });

  test('when the folder around what a hook is a link to is replaced, it is said and nothing is lost', async () => {
    writeFiles(root, { 'scripts/hook.sh': '#!/bin/sh\n' });
    chmodSync(join(root, 'scripts/hook.sh'), 0o755);
    mkdirSync(join(root, '.git/hooks'), { recursive: true });
    symlinkSync('../../scripts/hook.sh', join(root, '.git/hooks/pre-commit'));
    const { repairs } = await tried.run(`mv scripts old; mkdir scripts; cp ${evil} scripts/hook.sh`, WRITE);
    expect(repairs).toEqual([
      `The command changed ${root}/scripts/hook.sh, with which git runs a hook that is a link to it: it was renamed to ${root}/scripts/hook.sh.disabled.`,
    ]);
    expect(readFileSync(join(root, 'scripts/hook.sh.disabled'), 'utf8')).toBe(readFileSync(evil, 'utf8'));
  });

  test('the programs that those of husky run are locked with them, wherever they are', async () => {
    writeFiles(root, { 'web/.husky/_/pre-commit': '. ../pre-commit', 'web/.husky/pre-commit': 'true' });
    git(root, 'config', 'core.hooksPath', 'web/.husky/_');
    const { refusal } = await tried.run(`cp ${evil} web/.husky/pre-commit`, {});
    expect([refusal, readFileSync(join(root, 'web/.husky/pre-commit'), 'utf8')]).toEqual(['write', 'true']);
  });

  test('submodules are locked like the repository around them', async () => {
    const other = join(tried.base, 'other');
    git(tried.base, 'clone', '-q', root, other);
    git(root, '-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', other, 'module');
    const settings = join(root, '.git/modules/module/config');
    const before = readFileSync(settings, 'utf8');
    for (const world of [{}, WRITE]) {
      await tried.run(
        `git -C module config core.fsmonitor ${evil}; echo x >> ${settings}; cp ${evil} .git/modules/module/hooks/pre-commit; mv .git/modules/module/config x; git config -f .gitmodules submodule.module.update '!${evil}'; mv .git/modules/module .git/modules/y; cp -r .git/modules/y .git/modules/module; git config -f ${settings} core.fsmonitor ${evil}`,
        world,
      );
      spawnSync('git', ['status'], { cwd: join(root, 'module'), env: GIT_ENVIRONMENT });
      spawnSync('git', ['status'], { cwd: root, env: GIT_ENVIRONMENT });
      expect(existsSync(ran)).toBe(false);
    }
    expect(before).toContain('[core]');
  });

  test('in a linked work tree one commits, and cannot point git elsewhere', async () => {
    const tree = join(tried.base, 'tree') as AbsPath;
    git(root, 'worktree', 'add', '-q', tree);
    const { stderr, exitCode } = await tried.run('echo x >> a.txt; git commit -qam 2', WRITE, tree);
    expect([stderr, exitCode]).toEqual(['', 0]);
    const pointer = readFileSync(join(tree, '.git'), 'utf8');
    for (const world of [{}, WRITE]) {
      await tried.run(
        `echo "gitdir: /x" > .git; rm -f .git; echo x > ${root}/.git/worktrees/tree/commondir; git config core.fsmonitor ${evil}; git -C ${root} config core.fsmonitor ${evil}`,
        world,
        tree,
      );
      git(tree, 'status');
      expect([readFileSync(join(tree, '.git'), 'utf8'), existsSync(ran)]).toEqual([pointer, false]);
    }
  });

  test('a .git file of a clone opens no folder that does not point back', async () => {
    const victim = join(tried.home, 'victim');
    mkdirSync(victim, { recursive: true });
    git(victim, 'init', '-q', '.');
    rmSync(join(root, '.git'), { recursive: true });
    writeFiles(root, { '.git': `gitdir: ${victim}/.git\n` });
    const before = digest(victim);
    const looked = await tried.run(`cat ${victim}/.git/HEAD; git status`, 'looking');
    await tried.run(`touch ${victim}/.git/x; git commit -qm x --allow-empty`, WRITE);
    expect([looked.stdout, digest(victim)]).toEqual(['', before]);
  });

  test('a folder of a repository sees the rest of its work tree, and writes nothing there', async () => {
    const sub = join(root, 'sub') as AbsPath;
    const { stdout } = await tried.run(
      'git status --short; cat ../a.txt; echo x > ../new; echo x > new; git status --short',
      {},
      sub,
    );
    expect(stdout).toBe('a\n?? new\n');
  });

  test('a repository around a workspace in the temporary folder is locked too', async () => {
    const around = realpathSync(mkdtempSync(join(tmpdir(), 'troupe-')));
    const inner = join(around, 'inner') as AbsPath;
    writeFiles(inner, { a: 'a' });
    await tried.run(`cd ..; git init -q .; git config core.fsmonitor ${evil}`, {}, inner);
    spawnSync('git', ['status'], { cwd: inner, env: GIT_ENVIRONMENT });
    expect(existsSync(ran)).toBe(false);
    rmSync(around, { recursive: true });
  });

  test('looking runs no program that the repository names', async () => {
    writeFiles(root, { '.gitattributes': '*.txt diff=evil filter=evil\n' });
    for (const setting of [
      'core.fsmonitor',
      'core.pager',
      'core.sshCommand',
      'core.editor',
      'diff.external',
      'diff.evil.textconv',
      'diff.evil.command',
      'filter.evil.clean',
      'filter.evil.process',
      'gpg.program',
      'pager.log',
    ])
      git(root, 'config', setting, 'echo RAN >&2;');
    git(root, 'config', 'log.showSignature', 'true');
    writeFiles(root, {
      'a.txt': 'changed\n',
      'bare/HEAD': 'ref: refs/heads/x\n',
      'bare/config': '[core]\nfsmonitor = "echo RAN >&2;"\n',
    });
    mkdirSync(join(root, 'bare/objects'));
    mkdirSync(join(root, 'bare/refs'));
    for (const line of [
      'status',
      'diff',
      'log -p',
      'show --stat',
      'blame a.txt',
      'diff HEAD',
      'grep a',
      'stash list',
      'log --show-signature',
      '-C bare status',
      '-p log -1',
    ]) {
      const { stdout, stderr } = await tried.run(`git ${line}`, 'looking');
      expect([line, stdout + stderr]).toEqual([line, expect.not.stringContaining('RAN')]);
    }
    expect((await tried.run('git diff -- a.txt', 'looking')).stdout).toMatch(/^-a\n\+changed$/m);
  });
});
