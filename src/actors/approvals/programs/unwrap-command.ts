import { baseName } from './known-dangers.js';
import { literalWord, type Word } from '../syntax/word.js';

/** For programs that only start the command after them: their options, and other words that may come between. */
const TRANSPARENT: ReadonlyMap<string, RegExp> = new Map([
  ['command', /^$/],
  ['time', /^-p $/],
  ['nice', /^(?:-n (?:-?\d+ )|-\d+ )?$/],
  // A duration at the end, such as `5` or `2.5m`.
  [
    'timeout',
    /^(?:(?:-k|--kill-after|-s|--signal) \w+ |-(?:k|s)\w+ |--(?:foreground|preserve-status|verbose) )*[\d.]+[smhd]? $/,
  ],
  ['stdbuf', /^(?:-[ioe](?:L|\d+) )+$/],
  ['env', /^(?:(?:LC_[A-Z]+|LANG|LANGUAGE|NO_COLOR|FORCE_COLOR|CLICOLOR|NODE_ENV|CI|TZ)=[\w./-]* )+$/],
]);

// Options and their values before the command.
const MAX_BETWEEN = 6;

/** Programs that run a command given in their arguments. */
const WRAPPERS = new Set(
  'env xargs nice nohup timeout time command builtin exec watch parallel setsid stdbuf ionice chrt taskset strace ltrace script chroot unshare nsenter flock entr sudo doas su runuser pkexec busybox ssh docker podman kubectl find coproc'.split(
    ' ',
  ),
);

/** Programs that run an argument as a shell line. */
const SHELLS = new Set(['bash', 'sh', 'zsh', 'dash', 'ksh', 'ash', 'su', 'runuser', 'ssh', 'watch']);

/** The command that a transparent wrapper runs; `undefined` when the words are no such wrapper, or are not all known. */
export function unwrapCommand(words: readonly Word[]): readonly Word[] | undefined {
  const [program, ...rest] = words;
  const between = TRANSPARENT.get(program?.value ?? '');
  if (between === undefined) return undefined;
  // `time` may do without its option.
  if (program?.value === 'time' && startsCommand(rest[0])) return rest;
  for (let count = 0; count <= Math.min(MAX_BETWEEN, rest.length - 1); count++) {
    const skipped = rest.slice(0, count).map(({ value, glob }) => (glob === undefined ? value : undefined));
    if (skipped.includes(undefined)) return undefined;
    const text = skipped.map((value = '') => `${value} `).join('');
    if (between.test(text) && startsCommand(rest[count])) return rest.slice(count);
  }
  return undefined;
}

function startsCommand(word: Word | undefined): boolean {
  return word?.value !== undefined && !word.value.startsWith('-') && !/^[\d.]+[smhd]?$/.test(word.value);
}

// Options of xargs that say how the input is split and how many commands run. `-I` names the words that are replaced.
const XARGS_OPTIONS = /^(?:(?:-[0rtx]+|--null|--no-run-if-empty) |-[nLPd] ?\S+ |-I ?\S+ )*$/;

/**
 * The command that `xargs` runs, with a file's name for what it reads; `undefined` for other programs, or when its options
 * are not all known.
 * @param getsFiles Whether it reads the names of files that are no links, each up to a zero byte.
 */
export function readXargs(words: readonly Word[], getsFiles = false): readonly Word[] | undefined {
  const [program, ...rest] = words;
  if (program?.value !== 'xargs') return undefined;
  for (let count = 0; count <= Math.min(MAX_BETWEEN, rest.length); count++) {
    const options = rest.slice(0, count).map(({ value = '' }) => value);
    if (!XARGS_OPTIONS.test(options.map((value) => `${value} `).join(''))) continue;
    const next = rest[count]?.value;
    if (count === rest.length) return [literalWord('echo')];
    if (next === undefined || !/^[A-Za-z]/.test(next)) continue;
    const replaced = /(?:^| )-I ?(\S+)/.exec(options.join(' '))?.[1];
    const command = rest.slice(count);
    // Without these options it splits names at blanks, so that one name may become another file's.
    const isSafelySplit = getsFiles && options.some((value) => /^-[rtx]*0[rtx]*$|^--null$/.test(value));
    const name: Word = { ...literalWord('1'), isGuessed: !isSafelySplit };
    if (replaced === undefined) return [...command, name];
    return command.map((word) =>
      word.value === replaced
        ? name
        : word.value?.includes(replaced) === true
          ? { ...literalWord(word.value.replaceAll(replaced, '1')), isGuessed: true }
          : word,
    );
  }
  return undefined;
}

/** All commands that a wrapper may run: any of its arguments may begin the command. Empty for other programs. */
export function listPossibleCommands(words: readonly Word[]): readonly (readonly Word[])[] {
  const name = words[0]?.value;
  if (name === undefined || !WRAPPERS.has(baseName(name))) return [];
  return words.slice(1).map((_, index) => words.slice(index + 1));
}

/** Arguments that are run as shell lines: `bash -c 'rm x'`, `eval "rm x"`. */
export function listNestedLines(words: readonly Word[]): readonly string[] {
  const [program, ...args] = words;
  if (program?.value === undefined) return [];
  const name = baseName(program.value);
  const values = args.flatMap(({ value }) => (value === undefined ? [] : [value]));
  if (name === 'eval') return [values.join(' ')];
  const hasCode = SHELLS.has(name) || words.slice(1).some(({ value }) => SHELLS.has(baseName(value ?? '')));
  return hasCode ? values.filter((value) => /\s/.test(value)) : [];
}
