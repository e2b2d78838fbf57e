/** One way to have git run a program later: what a repository brings, and what a command in it adds. */
export interface Plant {
  readonly name: string;
  /** A script that prepares the repository before any command runs. `$CANARY` is the program that must not run. */
  readonly brings?: string;
  /** A script that a command of the workspace may run. */
  readonly script: string;
  /** Worlds in which git may run the program: it lies outside of the workspace and was in the settings before, as git-lfs. */
  readonly mayRunIn?: readonly string[];
}

const CONFIG = String.raw`printf '[core]\n\tfsmonitor = %s\n\thooksPath = %s\n[diff]\n\texternal = %s\n' "$CANARY" "$HOOKS" "$CANARY"`;
const BARE_CONFIG = String.raw`{ printf '[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = %s\n' "$PWD"; ${CONFIG}; }`;
const EVIL_GIT = String.raw`mkdir -p evilgit/objects evilgit/refs/heads; echo 'ref: refs/heads/main' > evilgit/HEAD; ${BARE_CONFIG} > evilgit/config`;

/** To try another way, add a plant. */
export const PLANTS: readonly Plant[] = [
  {
    name: 'a bare repository in a folder',
    script: `mkdir -p sub/objects sub/refs/heads; echo 'ref: refs/heads/main' > sub/HEAD; ${BARE_CONFIG} > sub/config`,
  },
  {
    name: 'a bare repository in a tracked folder',
    brings: `mkdir -p sub/objects sub/refs/heads; touch sub/objects/x sub/refs/heads/x; printf '[core]\\n' > sub/config; git add -A; git commit -qm bare`,
    script: `echo 'ref: refs/heads/main' > sub/HEAD; ${BARE_CONFIG} > sub/config`,
  },
  {
    name: 'the root as a bare repository, HEAD removed',
    script: `rm -f .git/HEAD; mkdir -p objects refs/heads; echo 'ref: refs/heads/main' > HEAD; ${BARE_CONFIG} > config`,
  },
  { name: 'commondir', script: `${EVIL_GIT}; echo ../evilgit > .git/commondir` },
  {
    name: 'commondir in place of the settings',
    script: `${EVIL_GIT}; rm -rf .git/config .git/objects; echo ../evilgit > .git/commondir`,
  },
  {
    name: 'a nested git init',
    script: `git init -q sub; mkdir -p sub/.git; ${CONFIG} >> sub/.git/config; touch sub/a`,
  },
  {
    name: 'a nested repository by hand',
    script: `mkdir -p sub/.git/objects sub/.git/refs/heads; echo 'ref: refs/heads/main' > sub/.git/HEAD; ${CONFIG} > sub/.git/config`,
  },
  { name: 'a nested .git file', script: `${EVIL_GIT}; mkdir -p sub; echo 'gitdir: ../evilgit' > sub/.git` },
  { name: 'a link named .git', script: `${EVIL_GIT}; mkdir -p sub; ln -s ../evilgit sub/.git` },
  {
    name: '.git moved away',
    script: `mv .git old; mkdir -p .git; cp -r old/. .git; ${CONFIG} >> .git/config`,
  },
  { name: '.git as a file', script: `${EVIL_GIT}; mv .git old; echo 'gitdir: evilgit' > .git` },
  { name: '.git as a link', script: `${EVIL_GIT}; mv .git old && ln -s evilgit .git` },
  { name: 'the settings themselves', script: `${CONFIG} >> .git/config` },
  {
    name: 'the settings replaced',
    script: `cp .git/config new; ${CONFIG} >> new; mv new .git/config; cp new .git/config; ln -sf ../new .git/config`,
  },
  { name: 'core.hooksPath', script: `git config core.hooksPath "$HOOKS"` },
  {
    name: 'core.hooksPath that names a folder of the workspace',
    brings: `mkdir .husky; echo x > .husky/readme; git config core.hooksPath .husky; git add .husky; git commit -qm husky`,
    script: `cp "$CANARY" .husky/pre-commit; cp "$CANARY" .husky/post-index-change; chmod +x .husky/*`,
  },
  {
    name: 'core.hooksPath that names a missing folder',
    brings: `git config core.hooksPath .githooks`,
    script: `mkdir -p .githooks; cp "$CANARY" .githooks/pre-commit; chmod +x .githooks/pre-commit`,
  },
  {
    name: 'hooks',
    script: `mkdir -p .git/hooks; for h in pre-commit post-index-change commit-msg fsmonitor-watchman; do cp "$CANARY" .git/hooks/$h; chmod +x .git/hooks/$h; done`,
  },
  { name: 'a hooks folder that is a link', script: `rm -rf .git/hooks; ln -s "$HOOKS" .git/hooks` },
  {
    name: 'a hook that was not executable',
    brings: `mkdir -p .git/hooks; cp "$CANARY" .git/hooks/pre-commit; chmod -x .git/hooks/pre-commit`,
    script: `chmod +x .git/hooks/pre-commit`,
  },
  {
    name: 'filters: clean, smudge, process',
    script: `echo '* filter=evil' > .gitattributes; touch a.txt; git config filter.evil.clean "$CANARY"; git config filter.evil.smudge "$CANARY"; git config filter.evil.process "$CANARY"`,
  },
  {
    name: 'a filter that the settings know',
    brings: `git config filter.evil.clean "$CANARY"`,
    script: `echo '* filter=evil' > .gitattributes; echo more >> a.txt`,
    mayRunIn: ['working', 'working, with git'],
  },
  {
    name: 'attributes in .git/info',
    brings: `git config filter.evil.clean "$CANARY"; git config diff.evil.textconv "$CANARY"`,
    script: `mkdir -p .git/info; echo '* filter=evil diff=evil' > .git/info/attributes; echo more >> a.txt`,
  },
  {
    name: 'textconv',
    script: `echo '* diff=evil' > .gitattributes; echo more >> a.txt; git config diff.evil.textconv "$CANARY"; git config diff.evil.command "$CANARY"`,
  },
  { name: 'core.fsmonitor', script: `git config core.fsmonitor "$CANARY"` },
  { name: 'diff.external', script: `echo more >> a.txt; git config diff.external "$CANARY"` },
  {
    name: 'core.sshCommand',
    script: `git config core.sshCommand "$CANARY"; git config core.editor "$CANARY"`,
  },
  {
    name: 'gpg.program',
    script: `git config gpg.program "$CANARY"; git config commit.gpgSign true; git config user.signingKey x`,
  },
  { name: 'an alias', script: `git config alias.status "!$CANARY"; git config alias.st "!$CANARY"` },
  { name: 'a pager', script: `git config core.pager "$CANARY"; git config pager.status true` },
  { name: 'include.path', script: `${CONFIG} > evil.cfg; git config include.path ../evil.cfg` },
  {
    name: 'an included file of the workspace',
    brings: `touch shared.cfg; git config include.path ../shared.cfg`,
    script: `${CONFIG} > shared.cfg`,
  },
  {
    name: 'config.worktree',
    script: `${CONFIG} > .git/config.worktree; git config extensions.worktreeConfig true`,
  },
  {
    name: 'config.worktree, where it is in use',
    brings: `git config extensions.worktreeConfig true`,
    script: `${CONFIG} > .git/config.worktree; git config --worktree core.fsmonitor "$CANARY"`,
  },
  {
    name: 'a submodule with update = !command',
    brings: `git init -q inner; git -C inner commit -q --allow-empty -m x; git -c protocol.file.allow=always submodule --quiet add ./inner sub; git commit -qm sub`,
    script: `printf '[submodule "sub"]\\n\\tpath = sub\\n\\turl = ./inner\\n\\tupdate = !%s\\n' "$CANARY" > .gitmodules; git config submodule.sub.update "!$CANARY"; git config submodule.recurse true`,
  },
  {
    name: 'the settings of a submodule',
    brings: `git init -q inner; git -C inner commit -q --allow-empty -m x; git -c protocol.file.allow=always submodule --quiet add ./inner sub; git commit -qm sub`,
    script: `${CONFIG} >> .git/modules/sub/config; ${CONFIG} >> inner/.git/config`,
  },
  {
    name: 'the .git file of a submodule',
    brings: `git init -q inner; git -C inner commit -q --allow-empty -m x; git -c protocol.file.allow=always submodule --quiet add ./inner sub; git commit -qm sub`,
    script: `${EVIL_GIT}; echo 'gitdir: ../evilgit' > sub/.git`,
  },
  {
    name: 'alternates',
    script: `mkdir -p evilgit/objects; mkdir -p .git/objects/info; echo "$PWD/evilgit/objects" > .git/objects/info/alternates; git config core.alternateRefsCommand "$CANARY"`,
  },
  {
    name: 'a linked work tree',
    script: `git worktree add -q sub; mkdir -p .git/worktrees/sub; echo "$PWD/evilgit" > .git/worktrees/sub/commondir; ${EVIL_GIT}`,
  },
  {
    name: 'an existing linked work tree',
    brings: `git worktree add -q sub 2>/dev/null`,
    script: `${EVIL_GIT}; echo ../../../evilgit > .git/worktrees/sub/commondir; echo 'gitdir: ../evilgit' > sub/.git`,
  },
  {
    name: 'the settings of the person',
    script: `${CONFIG} >> "$HOME/.gitconfig"; git config --global core.fsmonitor "$CANARY"; mkdir -p "$HOME/.config/git"; ${CONFIG} > "$HOME/.config/git/config"`,
  },
  {
    name: 'a repository where there was none',
    brings: `rm -rf .git`,
    script: `git init -q .; mkdir -p .git; ${CONFIG} >> .git/config`,
  },
  {
    name: 'a process that goes on',
    script: `(sleep 0.3; ${CONFIG} >> .git/config; mkdir -p sub/.git) > /dev/null 2>&1 & git config core.fsmonitor "$CANARY"`,
  },
];
