import { type CheckedArguments, checkArguments } from './check-arguments.js';
import type { Program } from './program.js';
import type { Word } from '../syntax/word.js';

/** Checks for programs whose arguments have a syntax of their own. */
export const SPECIAL_PROGRAMS: ReadonlyMap<string, (args: readonly Word[]) => CheckedArguments> = new Map([
  ['find', checkFind],
  ['sed', checkSed],
  ['printf', checkPrintf],
  ['date', checkDate],
  ['test', checkTest],
  ['node', checkVersion],
  ['python', checkVersion],
  ['python3', checkVersion],
]);

const FIND_TESTS = new Set([
  '-print',
  '-print0',
  '-empty',
  '-not',
  '!',
  '(',
  ')',
  '-a',
  '-and',
  '-o',
  '-or',
  '-prune',
]);
const FIND_VALUES = new Set([
  '-name',
  '-iname',
  '-path',
  '-ipath',
  '-wholename',
  '-regex',
  '-iregex',
  '-type',
  '-size',
  '-mtime',
  '-mmin',
  '-ctime',
  '-atime',
  '-perm',
  '-maxdepth',
  '-mindepth',
  '-printf',
  '-regextype',
]);

const FIND_ACTIONS = new Map([
  ['-delete', 'deletes files'],
  ['-exec', 'runs another program'],
  ['-execdir', 'runs another program'],
  ['-ok', 'runs another program'],
  ['-okdir', 'runs another program'],
  ['-fprint', 'writes a file'],
  ['-fprint0', 'writes a file'],
  ['-fprintf', 'writes a file'],
  ['-fls', 'writes a file'],
]);

function checkFind(args: readonly Word[]): CheckedArguments {
  const paths: Word[] = [];
  const refuse = (problem: string): CheckedArguments => ({ paths, problem });
  // Naming the effect helps a person more than naming the word that could not be read.
  for (const { value = '' } of args) {
    const action = FIND_ACTIONS.get(value);
    if (action !== undefined) return refuse(`${action} (${value})`);
  }
  let isInExpression = false;
  for (let index = 0; index < args.length; index++) {
    const word = args[index];
    if (word?.value === undefined) return refuse(unknownWord(word));
    const { value, glob } = word;
    if (glob !== undefined && (isInExpression || !/^[./\w]/.test(value)))
      return refuse(`gets whatever "${word.source}" matches: put it in quotes`);
    if (FIND_TESTS.has(value)) isInExpression = true;
    else if (FIND_VALUES.has(value)) {
      isInExpression = true;
      const operand = args[++index];
      if (operand?.value === undefined) return refuse(unknownWord(operand));
      if (operand.glob !== undefined)
        return refuse(`gets whatever "${operand.source}" matches: put it in quotes`);
    } else if (value.startsWith('-'))
      return refuse(`gets the option ${value}, which may make it do more than read`);
    else if (isInExpression) return refuse(`gets "${word.source}" in a place where it is not expected`);
    else paths.push(word);
  }
  return { paths, problem: undefined };
}

const SED: Program = {
  letters: 'nErsuz',
  flags: ['--quiet', '--silent', '--regexp-extended'],
  operands: 'pattern',
};
// The commands of sed that print, drop or stop at lines: none of them can write or run a program.
const SED_SCRIPT = /^(?:(?:\d+|\$)(?:,(?:\+?\d+|\$))?\s*[pdq=](?:;\s*|$))+$/;

function checkSed(args: readonly Word[]): CheckedArguments {
  const checked = checkArguments(SED, args);
  if (checked.problem !== undefined) return checked;
  const script = args.find(({ value = '' }) => !value.startsWith('-'));
  return script?.value !== undefined && script.glob === undefined && SED_SCRIPT.test(script.value)
    ? checked
    : { ...checked, problem: 'has a script that may write files or run programs' };
}

function checkPrintf([format]: readonly Word[]): CheckedArguments {
  // `-v` sets a variable. After the format there are no options.
  const isPlain = format?.value !== undefined && !format.value.startsWith('-') && format.glob === undefined;
  return {
    paths: [],
    problem: isPlain ? undefined : `gets "${format?.source ?? ''}", which may be an option`,
  };
}

const DATE: Program = {
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

/**
 * Checks a program that runs code unless it is only asked for its version. Without arguments it runs its standard
 * input.
 */
function checkVersion(args: readonly Word[]): CheckedArguments {
  const isVersion = args.length === 1 && args[0]?.value === '--version';
  return { paths: [], problem: isVersion ? undefined : 'runs code that is given to it' };
}

function unknownWord(word: Word | undefined): string {
  return word === undefined ? 'ends too early' : `gets "${word.source}", which is not known before it runs`;
}
