import type { ApprovalRule } from '../protocol/approvals.js';
import { resolvePath, type PathContext } from './judge-path.js';
import { findProtectedFile } from './judge-protected.js';
import { findPathEffect, restrictsFiles, restrictsFilesIn } from './path-rules.js';
import type { Surroundings } from './programs/check-program.js';
import type { Word } from './syntax/word.js';

export interface FileContext extends PathContext, Surroundings {
  readonly rules: readonly ApprovalRule[];
  /** All folders in which the command may run. */
  readonly cwds: readonly string[];
}

/** An objection to the use of a file, or to a command. */
export interface FileJudgement {
  /** Why the command must not run, as a sentence. */
  readonly denial?: string;
  /** Why it needs approval, as a phrase after the command. */
  readonly problem: string;
  /** Whether the objection comes from a rule. */
  readonly isByRule?: boolean;
}

// Characters that separate a file name from the text before it in a word: `if=a`, `HEAD:a`, `@a`.
const BEFORE_NAMES = /[=:,@]/;

/** Judges a command that reads or writes the file that `word` names; `undefined` when nothing speaks against it. */
export function judgeFile(
  word: Word,
  access: 'read' | 'write',
  context: FileContext,
): FileJudgement | undefined {
  const { rules, cwds, roots } = context;
  const { paths, problem } = resolvePath(word, cwds, context, access === 'read' ? 'read' : 'any');
  const hit = (effect: ApprovalRule['effect']): string | undefined => {
    const path = paths.find((one) => findPathEffect(rules, one, access, roots) === effect);
    if (path === undefined) return undefined;
    return word.glob === undefined ? word.source : `${path}, which ${word.source} may stand for`;
  };
  const denied = hit('deny');
  if (denied !== undefined)
    return { denial: `A rule forbids to ${access} ${denied}.`, problem: 'is forbidden' };
  const asked = hit('ask');
  if (asked !== undefined) return { problem: `uses ${asked}, which a rule asks about`, isByRule: true };
  const guarded = access === 'write' ? findProtectedFile(word, context) : undefined;
  if (guarded !== undefined) return guarded;
  if (problem === undefined) return undefined;
  // The unknown file may be one that a rule protects.
  return paths.length === 0 && restrictsFiles(rules) ? { problem, isByRule: true } : { problem };
}

/**
 * Judges a command that reads everything below the folder that `word` names; `undefined` when nothing speaks against
 * it.
 */
export function judgeFolder(word: Word, context: FileContext): FileJudgement | undefined {
  const { rules, cwds, roots } = context;
  const isRestricted = resolvePath(word, cwds, context).paths.some((path) =>
    restrictsFilesIn(rules, path, roots, 'read'),
  );
  return isRestricted
    ? { problem: `may read files in ${word.source} that a rule is about`, isByRule: true }
    : undefined;
}

/**
 * Judges the arguments of a program with unknown effects by the rules about files alone; `undefined` when no rule
 * objects.
 */
export function judgeArguments(args: readonly Word[], context: FileContext): FileJudgement | undefined {
  if (!restrictsFiles(context.rules)) return undefined;
  const files = args.flatMap(possibleFiles);
  // The program probably reads its arguments; whether it writes to them is unknown.
  const read = files.map((file) => judgeFile(file, 'read', context));
  const denied = read.find((judgement) => judgement?.denial !== undefined);
  if (denied !== undefined) return denied;
  for (const file of files) {
    const judgement = judgeFile(file, 'write', context);
    if (judgement?.denial !== undefined)
      return { problem: `may write ${file.source}, which a rule forbids`, isByRule: true };
    if (judgement?.isByRule === true) return judgement;
  }
  return undefined;
}

function possibleFiles(word: Word): readonly Word[] {
  const { value, glob, source } = word;
  if (value === undefined || glob !== undefined) return [word];
  const glued = value.startsWith('-') ? [value.slice('-f'.length)] : [];
  return [...new Set([...glued, ...value.split(BEFORE_NAMES)])]
    .filter((name) => name !== '' && name !== value)
    .map((name): Word => ({ source, value: name, glob: undefined, startsAtHome: name.startsWith('~') }))
    .concat(word);
}
