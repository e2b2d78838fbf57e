import type { NameGroup } from './name-row.js';

const HOME = 'in the home folder, where collections of such files are linked to';

/** What shells, hooks of git, debuggers and interpreters run when they start, or when a folder is entered. */
export const START_FILES: NameGroup = {
  what: 'run when a shell or a tool is started there',
  rows: [
    // Shells, and what runs when one enters a folder.
    { names: '.envrc .envrc.local .direnvrc', readBy: 'direnv, when a shell enters the folder' },
    {
      names: '.direnv',
      readBy: 'direnv, when a shell enters the folder: variables and programs that it kept',
      isWrittenByTools: true,
    },
    {
      names:
        '.mise.toml mise.toml .mise.*.toml mise.*.toml .mise mise/config.toml mise/config.*.toml mise/conf.d .config/mise .config/mise.toml .rtx.toml .rtx.*.toml',
      readBy: 'mise, when a shell enters the folder: variables, hooks, tools',
    },
    { names: '.profile', readBy: `every login shell, ${HOME}` },
    { names: '.bashrc .bash_profile .bash_login .bash_logout .bash_aliases', readBy: `bash, ${HOME}` },
    { names: '.zshrc .zshenv .zprofile .zlogin .zlogout', readBy: `zsh, ${HOME}` },
    { names: '.kshrc .mkshrc .cshrc .tcshrc .login .logout', readBy: `other shells, ${HOME}` },
    { names: '.config/fish', readBy: `fish, ${HOME}` },
    { names: '.inputrc', readBy: `readline in every shell, ${HOME}: keys that type commands` },
    { names: '.screenrc', readBy: `screen, ${HOME}` },
    { names: '.tmux.conf .tmux', readBy: `tmux, ${HOME}` },
    // Hooks of git.
    { names: '.husky .huskyrc .huskyrc.*', readBy: 'husky, with the next commit' },
    {
      names:
        'lefthook.yml lefthook.yaml lefthook.toml lefthook.json .lefthook.yml .lefthook.yaml .lefthook.toml .lefthook.json lefthook-local.* .lefthook-local.* .lefthook .lefthook-local .config/lefthook.* .config/lefthook-local.*',
      readBy: 'lefthook, with the next commit',
    },
    { names: '.pre-commit-config.yaml .pre-commit-config.yml', readBy: 'pre-commit, with the next commit' },
    {
      names: '.git-hooks .githooks',
      readBy: 'git, with the next commit, where `core.hooksPath` names it',
    },
    {
      names: '.simple-git-hooks.* simple-git-hooks.*',
      readBy: 'simple-git-hooks, with the next installation of packages',
    },
    { names: '.overcommit.yml .overcommit', readBy: 'overcommit, with the next commit' },
    // Debuggers, interpreters and clients.
    { names: '.gdbinit .gdbearlyinit', readBy: 'gdb, when it starts there' },
    { names: '.lldbinit .lldbinit-*', readBy: 'lldb, when it starts there' },
    { names: '.irbrc _irbrc', readBy: 'irb, when it starts there' },
    { names: '.pryrc', readBy: 'pry, when it starts there' },
    { names: '.rprofile .renviron', readBy: 'R, when it starts there' },
    { names: '.octaverc', readBy: 'Octave, when it starts there' },
    { names: '.ghci', readBy: 'ghci, when it starts there' },
    { names: '.ocamlinit', readBy: 'the shell of OCaml, when it starts there' },
    { names: '.pdbrc', readBy: "Python's debugger, when it starts there" },
    { names: '.pythonrc .pythonrc.py', readBy: 'python, where PYTHONSTARTUP names it' },
    { names: 'sitecustomize.py usercustomize.py', readBy: 'every python that has the folder in its path' },
    { names: '.curlrc _curlrc', readBy: `curl, ${HOME}` },
    { names: '.wgetrc', readBy: `wget, ${HOME}` },
    { names: '.psqlrc .psqlrc-*', readBy: `psql, ${HOME}: commands that it runs` },
    { names: '.sqliterc', readBy: `sqlite3, ${HOME}: commands that it runs` },
    { names: '.my.cnf', readBy: `the clients of MySQL, ${HOME}` },
    { names: '.mongorc.js .mongoshrc.js', readBy: `the shells of MongoDB, ${HOME}` },
    { names: '.ripgreprc', readBy: 'rg, where RIPGREP_CONFIG_PATH names it: programs that it starts' },
    { names: '.idx .replit replit.nix', readBy: 'editors in a browser, when the project is opened' },
  ],
};
