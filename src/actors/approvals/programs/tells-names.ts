import type { Word } from '../syntax/word.js';
import { readGitCall } from './safe-git.js';

// They tell that a file exists, how it is called and how large it is, but nothing of its content.
const TELLS_NAMES = new Set(
  'wc ls stat du basename dirname realpath readlink test [ file which type command id seq sleep expr date exit pgrep ps'.split(
    ' ',
  ),
);

// `grep -l`, `-c` and `-q` print names, numbers and nothing.
const TELLS_MATCHES = /^-[nirswvxEFhHz]*[lcq][a-zA-Z]*$|^--(?:files-with-matches|count|quiet)$/;
const TAKES_VALUE = /^-[a-zA-Z]*[efmABCgtd]$|^--[a-z-]+$/;

// They take revisions, and no files outside of the repository.
const REVISION_COMMANDS = new Set(
  'show log rev-parse rev-list merge-base branch tag describe cat-file name-rev ls-tree shortlog'.split(' '),
);
const REVISION = /^"?\$\(git (?:merge-base|rev-list|describe)(?: (?!-)[\w./~^@-]+)*\)(?:\.{2,3}\w*)?"?$/;

/**
 * Whether a command may get arguments that are known only at run time: whatever files they name, it shows nothing of what
 * is in them.
 */
export function maySeeAnyFile([program, ...args]: readonly Word[]): boolean {
  const name = program?.value ?? '';
  if (name === 'git') {
    const command = readGitCall(args).words[0];
    const isRevision = args.every(({ isGuessed, source }) => isGuessed !== true || REVISION.test(source));
    const isKnown = command?.isGuessed !== true && args[0]?.value === command?.value;
    return isKnown && (isRevision || REVISION_COMMANDS.has(command?.value ?? ''));
  }
  if (/^(?:[ef]?grep|rg)$/.test(name))
    return args.some(
      ({ value = '', isGuessed }, index) =>
        isGuessed !== true && TELLS_MATCHES.test(value) && !TAKES_VALUE.test(args[index - 1]?.value ?? ''),
    );
  return TELLS_NAMES.has(name);
}
