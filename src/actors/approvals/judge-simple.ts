import type { ApprovalRule } from '../protocol/approvals.js';
import { type CheckedArguments, checkArguments } from './check-arguments.js';
import { readPath, type Surroundings } from './judge-path.js';
import { knownDanger } from './known-dangers.js';
import { rulesForCommand, strongest } from './match-rule.js';
import { effectOnPath } from './path-rules.js';
import { checkGit } from './safe-git.js';
import { SAFE_PROGRAMS } from './safe-programs.js';
import { SPECIAL_PROGRAMS } from './special-programs.js';
import { suggestPrefix } from './suggest-prefix.js';
import { possibleCommands, seeThrough } from './unwrap-command.js';
import type { Word } from './word.js';

export interface SimpleContext extends Surroundings {
  readonly rules: readonly ApprovalRule[];
  /** All folders that it may run in. */
  readonly cwds: readonly string[];
}

/** What is thought of one program and its arguments. */
export interface SimpleJudgement {
  /** Why it must not run, as a sentence. */
  readonly denial?: string;
  /** What speaks against it, to go on after the command. */
  readonly problem?: string;
  /** The beginning that would have to be allowed, where that is all that speaks against it. */
  readonly prefix?: readonly string[];
  /** The folder that later commands run in. */
  readonly goesTo?: Word;
  /** Whether a rule wants it asked about. */
  readonly isByRule?: boolean;
  /** Whether it prints its arguments, whatever they are. */
  readonly isPrinting?: boolean;
}

/** Judges one simple command: a program and its arguments, without what is redirected or substituted. */
export function judgeSimple(words: readonly Word[], context: SimpleContext): SimpleJudgement {
  const [program, ...args] = words;
  if (program === undefined) return {};
  const name = program.value;
  const denied = [words, ...possibleCommands(words)].find((command) => effectOn(command, context) === 'deny');
  if (denied !== undefined)
    return {
      denial: `A rule forbids \`${denied.map(({ source }) => source).join(' ')}\`.`,
      problem: 'is forbidden',
    };
  if (name === undefined || program.hasGlob)
    return { problem: 'has a name of a program that is not known before it runs' };

  const effect = effectOn(words, context);
  if (effect === 'ask') return { problem: 'is asked about by a rule', isByRule: true };
  if (effect === 'allow') return judgeAllowed(args, context);

  const inner = seeThrough(words);
  if (inner !== undefined) return judgeSimple(inner, context);
  if (name === 'cd')
    return args.length === 1 && args[0] !== undefined
      ? { goesTo: args[0] }
      : { problem: 'goes to a folder outside the workspace' };

  const checked = checkProgram(name, args, context);
  // What is printed is no path, but a glob in it is replaced by the names of files.
  const paths = isPrinter(name) ? args.filter(({ hasGlob }) => hasGlob) : checked.paths;
  const problem = checked.problem ?? findPathProblem(paths, context);
  if (typeof problem === 'object') return problem;
  if (problem === undefined) return isPrinter(name) ? { isPrinting: true } : {};
  const prefix = suggestPrefix(words);
  // Allowing the program would not help: its arguments would still speak against it.
  const isCurable = prefix !== undefined && judgeAllowed(args, context).problem === undefined;
  return isCurable ? { problem, prefix } : { problem };
}

function isPrinter(name: string): boolean {
  return name === 'printf' || SAFE_PROGRAMS.get(name)?.takesAnything === true;
}

function checkProgram(name: string, args: readonly Word[], context: SimpleContext): CheckedArguments {
  if (name === 'git') return checkGit(args, context.isSandboxed === true);
  // Only looks names up; everything else about it is a wrapper's.
  if (name === 'command' && /^-[vV]$/.test(args[0]?.value ?? ''))
    return checkArguments({ operands: 'text' }, args.slice(1));
  const special = SPECIAL_PROGRAMS.get(name);
  if (special !== undefined) return special(args);
  const program = SAFE_PROGRAMS.get(name);
  if (program !== undefined) return checkArguments(program, args);
  return { paths: [], problem: knownDanger(name) ?? 'runs a program that is not known to only read' };
}

/** A command that a person allowed by its beginning: the rest of it must be known and must stay inside. */
function judgeAllowed(args: readonly Word[], context: SimpleContext): SimpleJudgement {
  const unknown = args.find(({ value }) => value === undefined);
  if (unknown !== undefined)
    return { problem: `uses "${unknown.source}", which is not known before it runs` };
  const problem = findPathProblem(args.filter(looksLikePath), context);
  if (typeof problem === 'object') return problem;
  return problem === undefined ? {} : { problem };
}

function looksLikePath({ value = '', startsAtHome }: Word): boolean {
  return startsAtHome || /^\/|(?:^|[/=])\.\.(?:\/|$)/.test(value);
}

function findPathProblem(
  words: readonly Word[],
  context: SimpleContext,
): string | SimpleJudgement | undefined {
  for (const word of words) {
    const read = readPath(word, context.cwds, context);
    const effects =
      'paths' in read
        ? read.paths.map((path) => effectOnPath(context.rules, path, 'read', context.roots))
        : [];
    if (effects.includes('deny'))
      return { denial: `A rule forbids to read ${word.source}.`, problem: 'is forbidden' };
    if (effects.includes('ask'))
      return { problem: `uses ${word.source}, which a rule asks about`, isByRule: true };
    if ('problem' in read) return read.problem;
  }
  return undefined;
}

function effectOn(words: readonly Word[], { rules }: SimpleContext): ApprovalRule['effect'] | undefined {
  return strongest(rulesForCommand(rules, words).map(({ effect }) => effect));
}
