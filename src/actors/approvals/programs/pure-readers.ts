import type { Word } from '../syntax/word.js';

/**
 * Programs that only read what their arguments name and print it. They run unasked without a sandbox too: none starts
 * another program, follows links below a folder, or reads settings. Not listed are git, `diff`, `rg` and `awk`, for
 * instance.
 */
const PURE = new Set(
  'echo printf : true false pwd cd ls cat tac rev nl fold head tail wc grep egrep fgrep sort uniq cut tr comm paste cmp stat file du basename dirname realpath readlink seq date whoami nproc arch uname id which type test md5sum sha1sum sha256sum sha512sum cksum find od column expand exit'.split(
    ' ',
  ),
);

// The commands of sed that print, drop or stop at lines.
const PRINTING_SCRIPT = /^(?:(?:\d+|\$)(?:,(?:\+?\d+|\$))?\s*[pdq=](?:;\s*|$))+$/;

/** Whether a command, which is known to be harmless in a sandbox, is so without one. */
export function isPureReader([program, ...args]: readonly Word[]): boolean {
  const name = program?.value ?? '';
  if (name !== 'sed') return PURE.has(name);
  const script = args.find(({ value = '' }) => !value.startsWith('-'));
  return PRINTING_SCRIPT.test(script?.value ?? '');
}
