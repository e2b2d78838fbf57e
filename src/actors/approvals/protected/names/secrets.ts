import type { NameGroup } from './name-row.js';

/** Folders and files of a person. */
export const KEYS: NameGroup = {
  what: 'where keys and settings of a person are kept',
  rows: [
    { names: '.ssh', readBy: 'ssh, from the home folder: keys, and programs that it starts' },
    { names: '.aws', readBy: 'the tools of AWS, from the home folder: keys, and programs that they start' },
    { names: '.gnupg', readBy: 'gpg, from the home folder' },
    { names: '.netrc _netrc', readBy: 'curl, git and others, from the home folder' },
    { names: '.git-credentials', readBy: 'git, from the home folder' },
  ],
};

/** Files with the secrets of a project. */
export const PROJECT_SECRETS: NameGroup = {
  what: 'where a project keeps its secrets',
  rows: [
    {
      names: '.env .env.* .dev.vars',
      except: '.env*.example .env*.sample .env*.template .env*.dist .env*.defaults .env*.schema',
      readBy: 'the project, and many tools that start there',
      isWrittenByTools: true,
    },
  ],
};
