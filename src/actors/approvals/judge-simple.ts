import type { ApprovalRule } from '../protocol/approvals.js';
import { omitUndefined } from '../protocol/json/omit-undefined.js';
import { findProtectedArgument } from './judge-protected.js';
import {
  type FileContext,
  type FileJudgement,
  judgeArguments,
  judgeFile,
  judgeFolder,
} from './judge-file.js';
import { judgeAllowed, judgeAnyArguments } from './judge-allowed.js';
import { judgeRepository } from './judge-repository.js';
import { findCommandRules, strongestEffect } from './match-rule.js';
import { restrictsFiles } from './path-rules.js';
import { checkProgram, isPrinter } from './programs/check-program.js';
import type { CheckedArguments } from './programs/check-arguments.js';
import { isPureReader } from './programs/pure-readers.js';
import { maySeeAnyFile } from './programs/tells-names.js';
import { suggestPrefix } from './programs/suggest-prefix.js';
import { listPossibleCommands, unwrapCommand } from './programs/unwrap-command.js';
import type { SimpleJudgement } from './simple-judgement.js';
import { literalWord, type Word } from './syntax/word.js';

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

  const guarded = findProtectedArgument(name, args, context);
  if (guarded !== undefined) {
    const onFiles = judgeArguments(args, context);
    return onFiles?.denial === undefined ? guarded : onFiles;
  }
  const effect = effectOn(words, context);
  if (effect === 'ask') return { problem: 'is asked about by a rule', isByRule: true };
  if (effect === 'allow') return judgeAllowed(words, context);

  const inner = unwrapCommand(words);
  if (inner !== undefined) return judgeSimple(inner, context);
  if (name === 'cd') return judgeFolderChange(args, context);
  return judgeUnruled(words, name, context);
}

function judgeFolderChange(args: readonly Word[], { rules }: FileContext): SimpleJudgement {
  const first = args.findIndex(({ value = '' }) => !/^-(?:[LPe]+|-)$/.test(value));
  const [folder, ...more] = first < 0 ? [] : args.slice(first);
  // Without a folder it goes home. `-` alone is the folder before.
  return folder !== undefined && more.length === 0 && !/^-./.test(folder.value ?? '')
    ? { newFolder: folder }
    : { problem: 'goes to a folder outside the workspace', isByRule: restrictsFiles(rules) };
}

/** Judges a command that no rule is about. */
function judgeUnruled(words: readonly Word[], name: string, context: FileContext): SimpleJudgement {
  const args = words.slice(1);
  const checked = checkProgram(
    [words[0] ?? literalWord(name), ...args.map((word) => withoutOptions(word, context))],
    context,
  );
  // Printed text is not a path, but the shell replaces a glob in it by file names.
  const paths = isPrinter(name) ? args.filter(({ glob }) => glob !== undefined) : checked.paths;
  const found =
    checked.problem === undefined ? judgeFiles(paths, checked, context) : judgeArguments(args, context);
  if (found?.denial !== undefined || found?.isByRule === true) return found;
  if (checked.problem === undefined && checked.commands !== undefined && checked.commands.length > 0)
    if (restrictsFiles(context.rules))
      return { problem: 'runs a program with files that are not known before it runs', isByRule: true };
  const inner = (checked.commands ?? []).map((command) =>
    judgeSimple(command, { ...context, isCutOff: false }),
  );
  const objection =
    inner.find(({ denial }) => denial !== undefined) ?? inner.find(({ isByRule }) => isByRule);
  if (objection !== undefined) return objection;
  const problem =
    checked.problem ??
    found?.problem ??
    explainInner(inner) ??
    explainGuesses(words, paths) ??
    (name === 'git' ? judgeRepository(args, context) : undefined) ??
    (context.isSandboxed === true || isPureReader(words)
      ? undefined
      : 'may do more than read where there is no sandbox');
  const lookingOnly = [checked.lookingOnly, ...inner.map((one) => one.lookingOnly)].find(
    (reason) => reason !== undefined,
  );
  if (problem === undefined)
    return {
      ...(isPrinter(name) ? { isPrinting: true } : {}),
      ...omitUndefined({ lookingOnly }),
    };
  // Allowing the prefix would not help, because the arguments need approval anyway.
  if (judgeAnyArguments(args, context).problem !== undefined) return { problem };
  const prefix = suggestPrefix(words);
  return { problem, isExact: true, ...omitUndefined({ prefix }) };
}

/** Why arguments that are known only at run time need approval: they may name a file outside, or a link to one. */
function explainGuesses(words: readonly Word[], paths: readonly Word[]): string | undefined {
  if (isPrinter(words[0]?.value ?? '') || maySeeAnyFile(words)) return undefined;
  const isOpened = ({ source, isGuessed }: Word): boolean => isGuessed === true && !/^"[^"]*"$/.test(source);
  return words.some(isOpened) || paths.some(({ isGuessed }) => isGuessed === true)
    ? 'reads files whose names are not known before it runs'
    : undefined;
}

/** Why the commands that a program runs need approval, as a phrase after the outer command. */
function explainInner(inner: readonly SimpleJudgement[]): string | undefined {
  const refused = inner.find(
    ({ problem, newFolder, isAllowedByRule }) =>
      problem !== undefined || newFolder !== undefined || isAllowedByRule === true,
  );
  return refused === undefined
    ? undefined
    : `runs another program, which ${refused.problem ?? 'a rule is about'}`;
}

/** The most severe objection to reading these files: a denial first, then a rule's question. */
function judgeFiles(
  words: readonly Word[],
  { isRecursive = false, followsLinks = false }: CheckedArguments,
  context: FileContext,
): FileJudgement | undefined {
  const found = words.map((word) => judgeFile(word, 'read', context));
  if (isRecursive)
    found.push(
      ...(words.length === 0 ? [literalWord('.')] : words).map((word) => judgeFolder(word, context)),
    );
  // What is in these folders is read as well, wherever links lead.
  if (followsLinks)
    found.push(
      ...words
        .filter(({ value }) => value !== undefined && !/^-$|^\/dev\//.test(value))
        .map((word) => judgeFile(allIn(word), 'read', context)),
    );
  return (
    found.find((judgement) => judgement?.denial !== undefined) ??
    found.find((judgement) => judgement?.isByRule === true) ??
    found.find((judgement) => judgement !== undefined)
  );
}

/** A word whose glob matches no name that could be an option, as one that begins with the folder; or else the word. */
function withoutOptions(word: Word, { cwds, expandGlob }: FileContext): Word {
  const { value, glob } = word;
  if (value === undefined || glob === undefined) return word;
  // A pattern that no file matches stays as it is: `--include=*.ts`.
  if (/^--[a-z-]+=/.test(value) && cwds.every((cwd) => expandGlob?.(cwd, glob)?.length === 0))
    return { ...word, glob: undefined };
  if (!/^[*?[]/.test(glob)) return word;
  const areFiles = cwds.every((cwd) => {
    const matches = expandGlob?.(cwd, glob);
    return matches?.every((path) => !path.startsWith(`${cwd}/-`)) === true;
  });
  return areFiles ? { ...word, value: `./${value}`, glob: `./${glob}` } : word;
}

/** The files in a folder, as a glob. */
function allIn({ source, value = '', glob, startsAtHome }: Word): Word {
  const escaped = glob ?? value.replaceAll(/[*?[\]\\]/g, String.raw`\$&`);
  return { source, value: `${value}/*`, glob: `${escaped}/*`, startsAtHome };
}

function effectOn(words: readonly Word[], { rules }: FileContext): ApprovalRule['effect'] | undefined {
  return strongestEffect(findCommandRules(rules, words).map(({ effect }) => effect));
}
