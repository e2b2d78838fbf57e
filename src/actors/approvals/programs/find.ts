import { omitUndefined } from '../../protocol/json/omit-undefined.js';
import { literalWord, type Word } from '../syntax/word.js';
import type { CheckedArguments } from './check-arguments.js';

const TESTS = new Set(
  '-print -print0 -ls -empty -not ! ( ) -a -and -o -or -prune -quit -depth -readable -writable -executable -true -false -xdev -mount -daystart -P -nouser -nogroup -noleaf -warn -nowarn -ignore_readdir_race -noignore_readdir_race'.split(
    ' ',
  ),
);
const VALUES = new Set(
  '-name -iname -path -ipath -wholename -iwholename -regex -iregex -type -size -mtime -mmin -ctime -cmin -atime -amin -perm -maxdepth -mindepth -printf -regextype -user -group -links -inum -lname -ilname -fstype -used -newermt -newerat -newerct -newerBt'.split(
    ' ',
  ),
);
// Tests that compare with another file.
const FILE_VALUES = new Set(['-newer', '-anewer', '-cnewer', '-newermm', '-samefile']);

const ACTIONS = new Map([
  ['-delete', 'deletes files'],
  ['-ok', 'runs another program'],
  ['-okdir', 'runs another program'],
  ['-fprint', 'writes a file'],
  ['-fprint0', 'writes a file'],
  ['-fprintf', 'writes a file'],
  ['-fls', 'writes a file'],
]);

/** Checks `find`, whose arguments are an expression. A command after `-exec` is left to be judged. */
export function checkFind(args: readonly Word[]): CheckedArguments {
  const paths: Word[] = [];
  const commands: (readonly Word[])[] = [];
  const refuse = (problem: string): CheckedArguments => ({ paths, problem });
  // Naming the effect helps a person more than naming the word that could not be read.
  for (const { value = '' } of args) {
    const action = ACTIONS.get(value);
    if (action !== undefined) return refuse(`${action} (${value})`);
  }
  let isInExpression = false;
  for (let index = 0; index < args.length; index++) {
    const word = args[index];
    if (word?.value === undefined) return refuse(describeUnknown(word));
    const { value, glob } = word;
    if (glob !== undefined && (isInExpression || !/^[./\w]/.test(value)))
      return refuse(`gets whatever "${word.source}" matches: put it in quotes`);
    if (TESTS.has(value)) isInExpression = true;
    else if (VALUES.has(value) || FILE_VALUES.has(value)) {
      isInExpression = true;
      const operand = args[++index];
      if (operand?.value === undefined) return refuse(describeUnknown(operand));
      if (operand.glob !== undefined)
        return refuse(`gets whatever "${operand.source}" matches: put it in quotes`);
      if (FILE_VALUES.has(value)) paths.push(operand);
    } else if (value === '-exec' || value === '-execdir') {
      isInExpression = true;
      const end = args.findIndex((other, at) => at > index && isEndOfCommand(other, args[at - 1]));
      if (end < 0) return refuse(`runs another program (${value})`);
      const isFile = findsFilesOnly(args.slice(0, index));
      commands.push(args.slice(index + 1, end).map((part) => fillIn(part, isFile)));
      index = end;
    } else if (value.startsWith('-'))
      return refuse(`gets the option ${value}, which may make it do more than read`);
    else if (isInExpression) return refuse(`gets "${word.source}" in a place where it is not expected`);
    else paths.push(word);
  }
  // The files that a command gets are not judged one by one.
  const lookingOnly = commands.length > 0 ? 'runs a program with the files that it finds' : undefined;
  return { paths, problem: undefined, commands, ...omitUndefined({ lookingOnly }) };
}

function isEndOfCommand({ value }: Word, before: Word | undefined): boolean {
  return value === ';' || (value === '+' && before?.value === '{}');
}

/** Whether what is found is a file and no link, where an action stands behind these words: `-type f` is among them. */
function findsFilesOnly(before: readonly Word[]): boolean {
  let depth = 0;
  let isFile = false;
  for (const [index, { value = '' }] of before.entries()) {
    if (value === '(') depth++;
    else if (value === ')') depth--;
    else if (depth > 0) continue;
    // The action belongs to the last alternative.
    else if (/^-o(?:r)?$/.test(value)) isFile = false;
    else if (value === '-type' && !/^(?:!|-not)$/.test(before[index - 1]?.value ?? ''))
      isFile ||= before[index + 1]?.value === 'f';
  }
  return depth === 0 && isFile;
}

/** A word of the command, with a file's name for each `{}`. */
function fillIn(word: Word, isFile: boolean): Word {
  if (word.value?.includes('{}') !== true) return word;
  const isGuessed = !isFile || word.value !== '{}';
  return { ...literalWord(word.value.replaceAll('{}', '1')), isGuessed };
}

/** Whether `find` prints the names of files that are no links, each up to a character that no name has. */
export function printsFilesOnly([program, ...args]: readonly Word[]): boolean {
  if (program?.value !== 'find' || args.at(-1)?.value !== '-print0') return false;
  const isOther = args.slice(0, -1).some(({ value = '' }) => /^-(?:print.*|ls|exec.*)$/.test(value));
  return !isOther && findsFilesOnly(args.slice(0, -1));
}

function describeUnknown(word: Word | undefined): string {
  return word === undefined ? 'ends too early' : `gets "${word.source}", which is not known before it runs`;
}
