/*
 * Repositories that a command of the working world leaves behind, each with one way in which git, run there by a person
 * later, starts a program. Each way is first tried without a sandbox: what starts nothing there would show nothing here.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findSandbox } from '../../../../src/host/node/sandbox/find-sandbox.js';
import { writeFiles } from '../../../doubles/temp-dir.js';
import { describeUnless, whyUnsandboxed } from '../../../doubles/run-unless.js';
import { makeTriedWorld, type TriedWorld } from './try-world.js';

const { state } = await findSandbox({ roots: [] });
const PERSON = {
  GIT_AUTHOR_NAME: 'a',
  GIT_AUTHOR_EMAIL: 'a@b',
  GIT_COMMITTER_NAME: 'a',
  GIT_COMMITTER_EMAIL: 'a@b',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
  TERM: 'xterm',
};

let tried: TriedWorld;
beforeEach(() => {
  tried = makeTriedWorld(PERSON);
  mkdirSync(tried.home, { recursive: true });
});
afterEach(async () => {
  await tried[Symbol.asyncDispose]();
});

interface Way {
  readonly what: string;
  /** Shape: in bash, in a folder of its own; `$E` is the program. */
  readonly plant: string;
  /** Shape: in bash, in that folder. */
  readonly later: string;
}

const CREDENTIAL = String.raw`printf 'protocol=https\nhost=x.test\n\n' | git credential fill`;
const CHANGE = 'echo more >> f';
// A pager is started on a terminal only.
const onTerminal = (command: string): string => `script -qec '${command}' /dev/null`;

/** By what settings of a repository. Shape: settings as `name=value`, and what is done later. */
const SETTINGS: readonly (readonly [settings: readonly string[], later: string])[] = [
  [['core.fsmonitor=$E'], 'git status'],
  [['core.sshCommand=$E'], 'git ls-remote ssh://x.test/r'],
  [['core.gitProxy=$E'], 'git ls-remote git://x.test/r'],
  [['core.pager=$E'], onTerminal('git log')],
  [['pager.branch=$E'], onTerminal('git branch')],
  [['core.editor=$E'], 'git commit --allow-empty'],
  [['sequence.editor=$E'], 'git commit -q --allow-empty -m 3; git rebase -i HEAD~1'],
  [['core.askPass=$E'], CREDENTIAL],
  [['credential.helper=$E'], CREDENTIAL],
  [['credential.https://x.test.helper=!$E'], CREDENTIAL],
  [['diff.external=$E'], `${CHANGE}; git diff`],
  [['diff.own.textconv=$E'], `${CHANGE}; git diff`],
  [['diff.own.command=$E'], `${CHANGE}; git diff`],
  [['diff.tool=own', 'difftool.own.cmd=$E'], `${CHANGE}; git difftool -y`],
  [['diff.tool=vimdiff', 'difftool.vimdiff.path=$E'], `${CHANGE}; git difftool -y`],
  [['diff.guitool=own', 'difftool.own.cmd=$E'], `${CHANGE}; git difftool -y --gui`],
  [['interactive.diffFilter=$E'], `${CHANGE}; ${onTerminal('echo q | git add -p')}`],
  [['filter.own.clean=$E'], `${CHANGE}; git add f`],
  [['filter.own.smudge=$E'], 'rm f; git checkout f'],
  [['filter.own.process=$E'], 'rm f; git checkout f'],
  [['merge.own.driver=$E'], 'git merge other'],
  [['merge.tool=own', 'mergetool.own.cmd=$E'], 'git merge other; git mergetool --no-prompt'],
  [['commit.gpgSign=true', 'gpg.program=$E'], 'git commit --allow-empty -m x'],
  [['commit.gpgSign=true', 'gpg.format=x509', 'gpg.x509.program=$E'], 'git commit --allow-empty -m x'],
  [
    ['commit.gpgSign=true', 'gpg.format=ssh', 'gpg.ssh.program=$E', 'user.signingKey=/k'],
    'git commit --allow-empty -m x',
  ],
  [
    ['commit.gpgSign=true', 'gpg.format=ssh', 'gpg.ssh.defaultKeyCommand=$E'],
    'git commit --allow-empty -m x',
  ],
  [['alias.st=!$E'], 'git st'],
  [['trailer.own.key=Own', 'trailer.own.command=$E'], 'echo x | git interpret-trailers --trailer own=1'],
  [['trailer.own.key=Own', 'trailer.own.cmd=$E'], 'echo x | git interpret-trailers --trailer own=1'],
  [['tar.own.command=$E'], 'git archive --format=own HEAD'],
  [['remote.o.url=.', 'remote.o.uploadpack=$E'], 'git fetch o'],
  [['remote.o.url=.', 'remote.o.receivepack=$E'], 'git push o HEAD:refs/heads/new'],
  [['protocol.ext.allow=always', 'remote.o.url=ext::$E'], 'git fetch o'],
  [['protocol.ext.allow=always', 'url.ext::$E .insteadOf=own:', 'remote.o.url=own:x'], 'git fetch o'],
  [['man.viewer=own', 'man.own.cmd=$E'], 'git help -m log'],
  [['web.browser=own', 'browser.own.cmd=$E'], 'git web--browse http://x.test'],
  [['core.hooksPath=h'], 'git commit --allow-empty -m x'],
  [['include.path=../more'], 'git status'],
  [['includeIf.gitdir:**.path=../more'], 'git status'],
  [['includeIf.onbranch:**.path=../more'], 'git status'],
];

const BASE = `git init -q -b main . && echo '* diff=own filter=own merge=own' > .gitattributes && echo 1 > f && git add . &&
  git commit -qm 1 && git switch -qc other && echo 2 > f && git commit -qam 2 && git switch -q main && echo 3 > f && git commit -qam 3;
  mkdir h; cp "$E" h/pre-commit; printf '[core]\\n\\tfsmonitor = %s\\n' "$E" > more`;

const HOOKS: readonly (readonly [name: string, later: string])[] = [
  ['pre-commit', 'git commit --allow-empty -m x'],
  ['prepare-commit-msg', 'git commit --allow-empty -m x'],
  ['commit-msg', 'git commit --allow-empty -m x'],
  ['post-commit', 'git commit --allow-empty -m x'],
  ['pre-merge-commit', 'git merge -s ours other'],
  ['post-merge', 'git merge -s ours other'],
  ['post-checkout', 'git switch other'],
  ['pre-rebase', 'git rebase other'],
  ['post-rewrite', 'git commit --amend --allow-empty -m x'],
  ['post-index-change', 'git add f; touch f; git update-index --really-refresh'],
  ['reference-transaction', 'git branch new'],
  ['applypatch-msg', 'git format-patch -1 --stdout other > p; git am p'],
  ['pre-applypatch', 'git format-patch -1 --stdout > p; git reset -q --hard HEAD~1; git am p'],
  ['pre-push', 'git push . HEAD:refs/heads/new'],
  ['update', 'git push . HEAD:refs/heads/new'],
  [
    'pre-auto-gc',
    'mkdir n; for i in {1..600}; do echo $i > n/$i; done; git add n; git -c gc.auto=1 gc --auto',
  ],
];

const FSMONITOR = 'git config core.fsmonitor "$E"';
const STATUS = 'git status';

/** How it got there, and where it lies. */
const PLACES: readonly Way[] = [
  {
    what: 'moved into place under its name',
    plant: `${BASE}; ${FSMONITOR}; mv .git g; mv g .git`,
    later: STATUS,
  },
  {
    what: 'copied from elsewhere',
    plant: `mkdir a; cd a; ${BASE}; ${FSMONITOR}; cd ..; cp -a a b; rm -rf a`,
    later: 'cd b; git status',
  },
  {
    what: 'out of an archive',
    plant: `mkdir a; cd a; ${BASE}; ${FSMONITOR}; cd ..; tar cf a.tar a; rm -rf a; tar xf a.tar`,
    later: 'cd a; git status',
  },
  {
    what: 'cloned with a template',
    plant: `mkdir a; cd a; ${BASE}; cd ..; mkdir -p t/hooks; cp "$E" t/hooks/post-commit; git clone -q --template=t a b`,
    later: 'cd b; git commit --allow-empty -m x',
  },
  {
    what: 'a mirror',
    plant: `mkdir a; cd a; ${BASE}; cd ..; git clone -q --mirror a m; cd m; ${FSMONITOR}; git config core.bare false`,
    later: 'cd m; git --work-tree=. status; git -c core.bare=false status',
  },
  {
    what: 'a linked work tree',
    plant: `mkdir a; cd a; ${BASE}; git worktree add -q ../l; ${FSMONITOR}`,
    later: 'cd l; git status',
  },
  {
    what: 'settings of one work tree',
    plant: `${BASE}; git config extensions.worktreeConfig true; git config --worktree core.fsmonitor "$E"`,
    later: STATUS,
  },
  {
    what: 'a separate folder',
    plant: 'git init -q --separate-git-dir=s w; git -C w config core.fsmonitor "$E"',
    later: 'cd w; git status',
  },
  {
    what: 'a submodule',
    plant: `mkdir a; cd a; ${BASE}; cd ..; mkdir b; cd b; git init -q; git -c protocol.file.allow=always submodule --quiet add "$PWD/../a" s; cd s; ${FSMONITOR}`,
    later: 'cd b/s; git status',
  },
  {
    what: 'fifty folders deep',
    plant: `d=$(printf 'd/%.0s' {1..50}); mkdir -p $d; cd $d; ${BASE}; ${FSMONITOR}`,
    later: `cd $(printf 'd/%.0s' {1..50}); git status`,
  },
  {
    what: 'among six hundred others',
    plant: `for i in {1..600}; do mkdir -p r$i/.git/refs r$i/.git/objects; echo ref: refs/heads/m > r$i/.git/HEAD; done; printf '[core]\\n\\tfsmonitor = %s\\n' "$E" > r577/.git/config`,
    later: 'cd r577; git status',
  },
  {
    what: 'in a folder of packages that git ignores',
    plant: `echo '*' > .gitignore; mkdir -p node_modules/.cache/x; cd node_modules/.cache/x; ${BASE}; ${FSMONITOR}`,
    later: 'cd node_modules/.cache/x; git status',
  },
  ...['.git', 'HEAD'].map((marker) => ({
    what: `in a package, by ${marker}`,
    plant: `mkdir -p node_modules/a; cd node_modules/a; ${BASE}; ${FSMONITOR}${marker === 'HEAD' ? '; git config core.bare true; mv .git ../b; cd ../b; mkdir ../../x; git config core.bare false' : ''}`,
    later: 'cd node_modules/b 2> /dev/null || cd node_modules/a; git --work-tree=. status',
  })),
  {
    what: 'in a folder with a line end in its name',
    plant: `mkdir $'a\\nb'; cd $'a\\nb'; ${BASE}; ${FSMONITOR}`,
    later: "cd $'a\\nb'; git status",
  },
  {
    what: 'in a folder with a name like an option',
    plant: `mkdir -- --git-dir=x; cd ./--git-dir=x; ${BASE}; ${FSMONITOR}`,
    later: 'cd ./--git-dir=x; git status',
  },
  {
    what: 'with an old time',
    plant: `${BASE}; ${FSMONITOR}; touch -d 2001-01-01 .git/config .git .`,
    later: STATUS,
  },
  {
    what: 'by settings in another case',
    plant: `${BASE}; printf '[CoRe]FsMonitor="%s"\\n' "$E" >> .git/config`,
    later: STATUS,
  },
  {
    what: 'by settings over several lines',
    plant: `${BASE}; printf '[core]\\n\\tfsmonitor = \\\\\\n%s\\n' "$E" >> .git/config`,
    later: STATUS,
  },
  {
    what: 'by settings with a byte order mark',
    plant: `mkdir -p .git/refs .git/objects; echo ref: refs/heads/m > .git/HEAD; printf '\\xef\\xbb\\xbf[core]\\n\\tfsmonitor = %s\\n' "$E" > .git/config`,
    later: STATUS,
  },
  {
    what: 'with a HEAD that is a link',
    plant: `mkdir -p .git/refs .git/objects; ln -s refs/heads/m .git/HEAD; printf '[core]\\n\\tfsmonitor = %s\\n' "$E" > .git/config`,
    later: STATUS,
  },
  {
    what: 'with a HEAD that is a commit',
    plant: `${BASE}; ${FSMONITOR}; git checkout -q --detach`,
    later: STATUS,
  },
  {
    what: 'with objects that are a link',
    plant: `mkdir -p o .git/refs; ln -s ../o .git/objects; echo ref: refs/heads/m > .git/HEAD; printf '[core]\\n\\tfsmonitor = %s\\n' "$E" > .git/config`,
    later: STATUS,
  },
];

const WAYS: readonly Way[] = [
  ...SETTINGS.map(([settings, later]) => ({
    what: `by ${settings.join(', ')}`,
    plant: [BASE, ...settings.map(asConfig)].join('\n'),
    later,
  })),
  ...HOOKS.map(([name, later]) => ({
    what: `by the hook ${name}`,
    plant: `${BASE}; mkdir -p .git/hooks; cp "$E" .git/hooks/${name}`,
    later,
  })),
  ...PLACES,
];

function asConfig(setting: string): string {
  const at = setting.indexOf('=');
  return `git config "${setting.slice(0, at)}" "${setting.slice(at + 1)}"`;
}

/** The ways whose program has run, when all are planted by `plant` and git is used in each later. */
async function whatRuns(plant: (lines: string) => Promise<void>): Promise<readonly string[]> {
  const ran = join(tried.base, 'ran');
  // It says in which of the folders it runs.
  writeFiles(tried.root, { program: `#!/bin/sh\npwd -P | grep -o '/root/w[0-9]*' >> ${ran}\n` });
  await plant(
    WAYS.map(({ plant: lines }, index) => `(mkdir w${index}; E=$PWD/program; cd w${index}; ${lines}\n)`).join(
      '\n',
    ),
  );
  for (const [index, { later }] of WAYS.entries())
    spawnSync('bash', ['-c', `cd w${index} && ${later}`], {
      cwd: tried.root,
      env: { PATH: process.env['PATH'], HOME: tried.home, ...PERSON },
      timeout: 60_000,
    });
  const folders = existsSync(ran)
    ? readFileSync(ran, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
    : [];
  return WAYS.flatMap(({ what }, index) => (folders.includes(`/root/w${index}`) ? what : []));
}

describeUnless(whyUnsandboxed(state))('repositories that a command leaves behind', () => {
  test('run a program in each of these ways without a sandbox', async () => {
    const ran = await whatRuns(async (lines) => {
      spawnSync('bash', ['-c', `chmod +x program\n${lines}`], {
        cwd: tried.root,
        env: { PATH: process.env['PATH'], HOME: tried.home, ...PERSON },
      });
    });
    expect(WAYS.map(({ what }) => what).filter((what) => !ran.includes(what))).toEqual([]);
  });

  test('run nothing behind one, and each is told', async () => {
    let told = '';
    const ran = await whatRuns(async (lines) => {
      const { repairs = [] } = await tried.run(`chmod +x program\n${lines}`, {});
      told = repairs.join('\n');
    });
    expect(ran).toEqual([]);
    expect(WAYS.filter((_, index) => !new RegExp(`w${index}\\b`).test(told)).map(({ what }) => what)).toEqual(
      [],
    );
  });
});
