import { literalWord, type Word } from '../syntax/word.js';
import { isHarmlessAwkScript } from './awk-script.js';
import { type CheckedArguments, checkArguments } from './check-arguments.js';
import { checkFind } from './find.js';
import { checkNpm } from './npm.js';
import type { ProgramSpec } from './program-spec.js';
import { isHarmlessSedScript } from './sed-script.js';
import { checkTop } from './viewers.js';

/** Checks for programs whose arguments have a syntax of their own. */
export const SPECIAL_PROGRAMS: ReadonlyMap<string, (args: readonly Word[]) => CheckedArguments> = new Map([
  ['find', checkFind],
  ['sed', checkSed],
  ['printf', checkPrintf],
  ['date', checkDate],
  ['test', checkTest],
  ['awk', checkAwk],
  ['gawk', checkAwk],
  ['mawk', checkAwk],
  ['seq', checkSeq],
  ['npm', checkNpm],
  ['tar', checkTar],
  ['unzip', checkUnzip],
  ['top', checkTop],
]);

const SED: ProgramSpec = {
  letters: 'nErsuz',
  flags: ['--quiet', '--silent', '--regexp-extended', '--posix', '--debug'],
  values: { '-e': 'text', '--expression': 'text', '-l': 'number' },
  operands: 'pattern',
  patternOptions: ['-e', '--expression'],
};

function checkSed(args: readonly Word[]): CheckedArguments {
  const checked = checkArguments(SED, args);
  if (checked.problem !== undefined) return checked;
  const scripts = listScripts(args, /^(?:-[nErsuz]*e|--expression)$/);
  const isHarmless =
    scripts !== undefined && scripts.length > 0 && scripts.every((script) => isHarmlessSedScript(script));
  return isHarmless ? checked : { ...checked, problem: 'has a script that may write files or run programs' };
}

/**
 * The scripts among the arguments: the values of the option, or else the first operand. `undefined` when one is not known
 * or an option and its script are one word.
 */
function listScripts(args: readonly Word[], option: RegExp): readonly string[] | undefined {
  const isOption = ({ value = '' }: Word): boolean => option.test(value);
  const words = args.some(isOption)
    ? args.filter((_, index) => index > 0 && isOption(args[index - 1] ?? literalWord('')))
    : args.filter(({ value = '' }) => !value.startsWith('-')).slice(0, 1);
  const isGlued = args.some(({ value = '' }) => /^(?:-[nErsuz]*e.|--expression=)/.test(value));
  if (isGlued || words.some(({ value, glob }) => value === undefined || glob !== undefined)) return undefined;
  return words.map(({ value = '' }) => value);
}

const AWK: ProgramSpec = {
  values: { '-F': 'text', '-v': 'text', '--field-separator': 'text', '--assign': 'text' },
  flags: ['--posix', '--csv', '--re-interval'],
  operands: 'pattern',
};

function checkAwk(args: readonly Word[]): CheckedArguments {
  const checked = checkArguments(AWK, args);
  if (checked.problem !== undefined) return { ...checked, problem: 'runs code that is given to it' };
  let isValue = false;
  const script = args.find(({ value = '' }) => {
    const isOperand = !isValue && !value.startsWith('-');
    isValue = /^(?:-F|-v|--field-separator|--assign)$/.test(value);
    return isOperand;
  });
  const isHarmless =
    script?.value !== undefined && script.glob === undefined && isHarmlessAwkScript(script.value);
  return isHarmless ? checked : { ...checked, problem: 'runs code that is given to it' };
}

// Directives with a width and a precision of at most three digits. Not listed: `%n`, which sets a variable, `%(...)T`
// and `*`, whose width is another argument.
const PLAIN_FORMAT = /^(?:[^%]|%%|%[-+ #0']*\d{0,3}(?:\.\d{0,3})?[sbqdiouxXeEfFgGc])*$/s;

function checkPrintf([format]: readonly Word[]): CheckedArguments {
  // `-v` sets a variable. After the format there are no options.
  const isPlain = format?.value !== undefined && !format.value.startsWith('-') && format.glob === undefined;
  if (!isPlain) return { paths: [], problem: `gets "${format?.source ?? ''}", which may be an option` };
  // Escapes are read together with directives: `\\x25n`.
  const isKnown = PLAIN_FORMAT.test(format.value ?? '') && !/\\[xuU0-7]/.test(format.value ?? '');
  return {
    paths: [],
    problem: isKnown ? undefined : `has a format (${format.source}) that may do more than print`,
  };
}

const SEQ: ProgramSpec = {
  letters: 'w',
  values: { '-s': 'text', '-f': 'text' },
  operands: 'text',
  maxOperands: 3,
};

function checkSeq(args: readonly Word[]): CheckedArguments {
  const checked = checkArguments(
    SEQ,
    args.filter(({ value = '' }) => !/^-\d+$/.test(value)),
  );
  // No end, or one that nobody waits for.
  const isLong = args.some(({ value = '' }) => /\d{7,}|inf|nan|e/i.test(value));
  return checked.problem === undefined && isLong ? { ...checked, problem: 'may go on without end' } : checked;
}

const DATE: ProgramSpec = {
  letters: 'uRI',
  flags: ['--utc', '--universal', '--rfc-email'],
  optionalValues: ['--iso-8601', '--rfc-3339'],
  values: { '-d': 'text', '--date': 'text', '-r': 'path', '--reference': 'path' },
  operands: 'text',
  maxOperands: 1,
};

function checkDate(args: readonly Word[]): CheckedArguments {
  const checked = checkArguments(DATE, args);
  if (checked.problem !== undefined) return checked;
  // Any other operand would set the clock.
  const hasStray = args.some(
    ({ value = '' }, index) =>
      !/^[+-]/.test(value) && !/^(?:-d|--date|-r|--reference)$/.test(args[index - 1]?.value ?? ''),
  );
  return hasStray ? { ...checked, problem: 'may set the clock' } : checked;
}

const TEST_OPERATORS = new Set([
  '=',
  '==',
  '!=',
  '!',
  '-a',
  '-o',
  '-eq',
  '-ne',
  '-lt',
  '-gt',
  '-le',
  '-ge',
  '-ef',
  '-nt',
  '-ot',
]);

/** Checks `test`, which runs code in one case: `-v 'a[$(...)]'`. */
function checkTest(args: readonly Word[]): CheckedArguments {
  const paths: Word[] = [];
  for (const word of args) {
    const { value } = word;
    if (value === undefined || word.glob !== undefined) return { paths, problem: unknownWord(word) };
    if (/^-[bcdefghknprstuwxzGLNOS]$/.test(value) || TEST_OPERATORS.has(value)) continue;
    if (value.startsWith('-') && !/^-?\d*$/.test(value))
      return { paths, problem: `gets the option ${value}, which may make it do more than read` };
    if (/^(?:[/~]|\.\.)|\/\.\.(?:\/|$)/.test(value)) paths.push(word);
  }
  return { paths, problem: undefined };
}

const TAR_LIST: ProgramSpec = { operands: 'path', maxOperands: 1 };

/** Checks `tar`, which only reads when it lists: `tar tzf a.tgz`. */
function checkTar([mode, ...args]: readonly Word[]): CheckedArguments {
  const isList = /^-?[tzjJv]*t[zjJv]*f$/.test(mode?.value ?? '');
  return isList ? checkArguments(TAR_LIST, args) : { paths: [], problem: 'unpacks or packs files' };
}

/** Checks `unzip`, which only reads when it lists: `unzip -l a.zip`. */
function checkUnzip([mode, ...args]: readonly Word[]): CheckedArguments {
  const isList = /^-[lZv1]+$/.test(mode?.value ?? '');
  return isList ? checkArguments(TAR_LIST, args) : { paths: [], problem: 'unpacks or packs files' };
}

function unknownWord(word: Word | undefined): string {
  return word === undefined ? 'ends too early' : `gets "${word.source}", which is not known before it runs`;
}
