import { baseName } from './known-dangers.js';
import type { Word } from '../syntax/word.js';

/** Programs that only start the command after them, with a pattern for the one argument that may come between. */
const TRANSPARENT: ReadonlyMap<string, RegExp | undefined> = new Map([
  ['command', undefined],
  ['time', undefined],
  ['nice', undefined],
  // A duration first, such as `5` or `2.5m`.
  ['timeout', /^\d+(?:\.\d+)?[smhd]?$/],
]);

/** Programs that run a command given in their arguments. */
const WRAPPERS = new Set(
  'env xargs nice nohup timeout time command builtin exec watch parallel setsid stdbuf ionice chrt taskset strace ltrace script chroot unshare nsenter flock entr sudo doas su runuser pkexec busybox ssh docker podman kubectl find coproc'.split(
    ' ',
  ),
);

/** Programs that run an argument as a shell line. */
const SHELLS = new Set(['bash', 'sh', 'zsh', 'dash', 'ksh', 'ash', 'su', 'runuser', 'ssh', 'watch']);

/** The command that a transparent wrapper runs; `undefined` when the words are no such wrapper, or it has options. */
export function unwrapCommand(words: readonly Word[]): readonly Word[] | undefined {
  const [program, next] = words;
  if (program?.value === undefined || !TRANSPARENT.has(program.value)) return undefined;
  const between = TRANSPARENT.get(program.value);
  const inner = words.slice(between === undefined ? 1 : 2);
  if (between !== undefined && !between.test(next?.value ?? '')) return undefined;
  const first = inner[0]?.value;
  return first === undefined || first.startsWith('-') ? undefined : inner;
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
