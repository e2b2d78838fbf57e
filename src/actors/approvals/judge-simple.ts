import type { ApprovalRule } from '../protocol/approvals.js';
import { type CheckedArguments, checkArguments } from './programs/check-arguments.js';
import {
  type FileContext,
  type FileJudgement,
  judgeArguments,
  judgeFile,
  judgeFolder,
} from './judge-file.js';
import { describeDanger } from './programs/known-dangers.js';
import { findCommandRules, strongestEffect } from './match-rule.js';
import { restrictsFiles } from './path-rules.js';
import { checkGit } from './programs/safe-git.js';
import { SAFE_PROGRAMS } from './programs/safe-programs.js';
import { SPECIAL_PROGRAMS } from './programs/special-programs.js';
import { explainBeyondPrefix, suggestPrefix } from './programs/suggest-prefix.js';
import { listPossibleCommands, unwrapCommand } from './programs/unwrap-command.js';
import type { Word } from './syntax/word.js';

export interface SimpleJudgement {
  /** Why it must not run, as a sentence. */
  readonly denial?: string;
  /** Why it needs approval, as a phrase after the command. */
  readonly problem?: string;
  /** The prefix that would have to be allowed, if that would remove the problem. */
  readonly prefix?: readonly string[];
  /** Whether all of its effects are visible in the line, so that a rule may allow exactly this command. */
  readonly isExact?: boolean;
  /** The folder in which the commands after it run. */
  readonly newFolder?: Word;
  /** Whether it needs approval because of a rule. */
  readonly isByRule?: boolean;
  /** Whether a rule allows it. */
  readonly isAllowedByRule?: boolean;
  readonly usesNetwork?: boolean;
  readonly writesRepository?: boolean;
  /** Whether it only prints its arguments, so that they need no check. */
  readonly isPrinting?: boolean;
}

/** Judges one simple command: a program and its arguments, without redirections and substitutions. */
export function judgeSimple(words: readonly Word[], context: FileContext): SimpleJudgement {
  const [program, ...args] = words;
  if (program === undefined) return {};
  const name = program.value;
  const denied = [words, ...listPossibleCommands(words)].find(
    (command) => effectOn(command, context) === 'deny',
  );
  if (denied !== undefined)
    return {
      denial: `A rule forbids \`${denied.map(({ source }) => source).join(' ')}\`.`,
      problem: 'is forbidden',
    };
  if (name === undefined || program.glob !== undefined)
    return (
      judgeArguments(words, context) ?? {
        problem: 'has a name of a program that is not known before it runs',
      }
    );

  const effect = effectOn(words, context);
  if (effect === 'ask') return { problem: 'is asked about by a rule', isByRule: true };
  if (effect === 'allow') return judgeAllowed(words, context);

  const inner = unwrapCommand(words);
  if (inner !== undefined) return judgeSimple(inner, context);
  if (name === 'cd')
    return args.length === 1 && args[0] !== undefined
      ? { newFolder: args[0] }
      : { problem: 'goes to a folder outside the workspace', isByRule: restrictsFiles(context.rules) };

  const checked = checkProgram(name, args, context);
  // Printed text is not a path, but the shell replaces a glob in it by file names.
  const paths = isPrinter(name) ? args.filter(({ glob }) => glob !== undefined) : checked.paths;
  const found =
    checked.problem === undefined
      ? judgeFiles(paths, checked.isRecursive === true, context)
      : judgeArguments(args, context);
  if (found?.denial !== undefined || found?.isByRule === true) return found;
  const problem = checked.problem ?? found?.problem;
  if (problem === undefined) return isPrinter(name) ? { isPrinting: true } : {};
  // Allowing the prefix would not help, because the arguments need approval anyway.
  if (judgeAnyArguments(args, context).problem !== undefined) return { problem };
  const prefix = suggestPrefix(words);
  return { problem, isExact: true, ...(prefix === undefined ? {} : { prefix }) };
}

function isPrinter(name: string): boolean {
  return name === 'printf' || SAFE_PROGRAMS.get(name)?.canTakeAnyArgument === true;
}

function checkProgram(name: string, args: readonly Word[], context: FileContext): CheckedArguments {
  if (name === 'git') return checkGit(args, context.isSandboxed === true);
  // This form only looks up a name; all others run a program.
  if (name === 'command' && /^-[vV]$/.test(args[0]?.value ?? ''))
    return checkArguments({ operands: 'text' }, args.slice(1));
  const special = SPECIAL_PROGRAMS.get(name);
  if (special !== undefined) return special(args);
  const program = SAFE_PROGRAMS.get(name);
  if (program !== undefined) return checkArguments(program, args);
  return { paths: [], problem: describeDanger(name) ?? 'runs a program that is not known to only read' };
}

/**
 * Judges a command whose prefix a person allowed: its arguments must be known, name no files outside, and keep to the
 * allowed use.
 */
function judgeAllowed(words: readonly Word[], context: FileContext): SimpleJudgement {
  const found = judgeAnyArguments(words.slice(1), context);
  if (found.problem !== undefined) return found;
  const allowing = findCommandRules(context.rules, words).map(({ when }) =>
    'command' in when ? when.command.length : 0,
  );
  const problem = explainBeyondPrefix(words, Math.max(...allowing));
  return problem === undefined ? { isAllowedByRule: true } : { problem, isExact: true };
}

/** Judges arguments whatever their program is: they must be known and name no files outside. */
function judgeAnyArguments(args: readonly Word[], context: FileContext): SimpleJudgement {
  const found = judgeArguments(args, context);
  if (found !== undefined) return found;
  const unknown = args.find(({ value }) => value === undefined);
  if (unknown !== undefined)
    return { problem: `uses "${unknown.source}", which is not known before it runs` };
  return judgeFiles(args.filter(looksLikePath), false, context) ?? {};
}

function looksLikePath({ value = '', startsAtHome }: Word): boolean {
  return startsAtHome || /^\/|(?:^|[/=])\.\.(?:\/|$)/.test(value);
}

const WORKING_DIRECTORY: Word = { source: '.', value: '.', glob: undefined, startsAtHome: false };

/** The most severe objection to reading these files: a denial first, then a rule's question. */
function judgeFiles(
  words: readonly Word[],
  isRecursive: boolean,
  context: FileContext,
): FileJudgement | undefined {
  const found = words.map((word) => judgeFile(word, 'read', context));
  if (isRecursive)
    found.push(
      ...(words.length === 0 ? [WORKING_DIRECTORY] : words).map((word) => judgeFolder(word, context)),
    );
  return (
    found.find((judgement) => judgement?.denial !== undefined) ??
    found.find((judgement) => judgement?.isByRule === true) ??
    found.find((judgement) => judgement !== undefined)
  );
}

function effectOn(words: readonly Word[], { rules }: FileContext): ApprovalRule['effect'] | undefined {
  return strongestEffect(findCommandRules(rules, words).map(({ effect }) => effect));
}
