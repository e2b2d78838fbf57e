import type { NameGroup } from './name-row.js';

/** What git reads from the work tree. Its own folder has rules of its own. */
export const REPOSITORIES: NameGroup = {
  what: "what git's other users get settings from",
  rows: [
    { names: '.gitmodules', readBy: 'git, with `git submodule`: where from and where to' },
    { names: '.gitconfig', readBy: 'git, from the home folder, or where other settings name it' },
    { names: '.gitattributes', readBy: 'git, with every checkout and diff: which of its programs it runs' },
    { names: '.lfsconfig', readBy: 'git-lfs, with every push and pull: which server it asks' },
  ],
};
