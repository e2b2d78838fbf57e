import type { Word } from '../syntax/word.js';
import { type CheckedArguments, checkArguments } from './check-arguments.js';
import { checkYes } from './endless.js';
import { describeDanger } from './known-dangers.js';
import { READING_COMMANDS } from './other-readers.js';
import { checkGit } from './safe-git.js';
import { SAFE_PROGRAMS } from './safe-programs.js';
import { SPECIAL_PROGRAMS } from './special-programs.js';
import { readXargs } from './unwrap-command.js';
import { asksForVersion } from './versions.js';

/** Whether a program only prints its arguments. */
export function isPrinter(name: string): boolean {
  return name === 'printf' || SAFE_PROGRAMS.get(name)?.canTakeAnyArgument === true;
}

// Programs of many commands, whose other uses a rule may allow.
const OF_MANY_COMMANDS = new Set(['npm', 'tar', 'unzip', 'dpkg']);

/** Whether a program reads, and does more only with certain arguments. */
export function isReader(name: string): boolean {
  return !OF_MANY_COMMANDS.has(name) && (SAFE_PROGRAMS.has(name) || SPECIAL_PROGRAMS.has(name));
}

/** What is around a command in its pipeline. */
export interface Surroundings {
  /** Whether its input is the names of files that are no links, each up to a zero byte. Default: no. */
  readonly getsFiles?: boolean;
  /** Whether what it prints goes to a command that stops reading by itself. Default: no. */
  readonly isCutOff?: boolean;
}

/** Checks whether a command, whose program is known, only reads, by its arguments. */
export function checkProgram(
  words: readonly Word[],
  { getsFiles = false, isCutOff = false }: Surroundings = {},
): CheckedArguments {
  const [program, ...args] = words;
  const name = program?.value ?? '';
  // With nothing else git prints a list of its commands.
  const isHelp = args.length === 1 && /^(?:--help|help)$/.test(args[0]?.value ?? '');
  if (name === 'git' && isHelp) return { paths: [], problem: undefined };
  if (name === 'git') return checkGit(args);
  // This form only looks up a name; all others run a program.
  if (name === 'command' && /^-[vV]$/.test(args[0]?.value ?? ''))
    return { ...checkArguments({ operands: 'text' }, args.slice(1)), lookingOnly: 'looks up a program' };
  if (!isPrinter(name) && asksForVersion(words))
    return {
      paths: [],
      problem: undefined,
      lookingOnly: 'runs a program that is only asked for its version',
    };
  const inner = readXargs(words, getsFiles);
  if (inner !== undefined)
    return {
      paths: [],
      problem: undefined,
      commands: [inner],
      lookingOnly: 'runs a program with arguments that are not known before it runs',
    };
  if (name === 'yes') return checkYes(args, isCutOff);
  const special = SPECIAL_PROGRAMS.get(name);
  if (special !== undefined) return special(args);
  const reading = READING_COMMANDS.get(`${name} ${args[0]?.value ?? ''}`);
  if (reading !== undefined) return checkArguments(reading, args.slice(1));
  const known = SAFE_PROGRAMS.get(name);
  if (known !== undefined) return checkArguments(known, args);
  return { paths: [], problem: describeDanger(name) ?? 'runs a program that is not known to only read' };
}
