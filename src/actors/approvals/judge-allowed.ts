import { isInsideAny } from '../runtime/paths/is-inside.js';
import { type FileContext, judgeArguments, judgeFile } from './judge-file.js';
import { resolvePath } from './judge-path.js';
import { judgeRepository } from './judge-repository.js';
import { findCommandRules } from './match-rule.js';
import { checkProgram, isReader } from './programs/check-program.js';
import { mayRunAnything } from './programs/runs-others.js';
import { explainBeyondPrefix } from './programs/suggest-prefix.js';
import type { SimpleJudgement } from './simple-judgement.js';
import type { Word } from './syntax/word.js';

/**
 * Judges a command whose prefix a person allowed: its arguments must be known, name no files outside, and keep to the
 * allowed use.
 */
export function judgeAllowed(words: readonly Word[], context: FileContext): SimpleJudgement {
  const args = words.slice(1);
  const found = judgeAnyArguments(args, context);
  if (found.problem !== undefined) return found;
  const allowing = findCommandRules(context.rules, words).map(({ when }) =>
    'command' in when ? when.command.length : 0,
  );
  const count = Math.max(...allowing);
  const problem =
    explainBeyondPrefix(words, count) ??
    explainBeyondReading(words, count) ??
    (mayRunAnything(words.slice(0, count)) ? 'may run any program, whatever a rule allows' : undefined) ??
    (words[0]?.value === 'git' ? judgeRepository(args, context) : undefined) ??
    describeLinkOutside(args, context);
  return problem === undefined ? { isAllowedByRule: true } : { problem, isExact: true };
}

/** Judges arguments whatever their program is: they must be known and name no files outside. */
export function judgeAnyArguments(args: readonly Word[], context: FileContext): SimpleJudgement {
  const found = judgeArguments(args, context);
  if (found !== undefined) return found;
  const unknown = args.find(({ value }) => value === undefined);
  if (unknown !== undefined)
    return { problem: `uses "${unknown.source}", which is not known before it runs` };
  const paths = args.filter(looksLikePath).map((word) => judgeFile(word, 'read', context));
  return (
    paths.find((judgement) => judgement?.denial !== undefined) ??
    paths.find((judgement) => judgement?.isByRule === true) ??
    paths.find((judgement) => judgement !== undefined) ??
    {}
  );
}

/**
 * Why a program that is harmless with some arguments goes beyond them and beyond the allowed words. Who allowed `find`
 * was not asked about `find -delete`; who allowed `sed -i` was asked about `-i`.
 */
function explainBeyondReading(words: readonly Word[], count: number): string | undefined {
  const [program] = words;
  if (program?.value === undefined || !isReader(program.value)) return undefined;
  const rest = words.slice(count);
  // Options may be combined with those that were allowed: all of them must be harmless by themselves.
  const { problem, commands = [] } = checkProgram([program, ...rest]);
  return rest.length === 0
    ? undefined
    : (problem ?? (commands.length > 0 ? 'runs another program' : undefined));
}

function looksLikePath({ value = '', startsAtHome }: Word): boolean {
  return startsAtHome || /^\/|(?:^|[/=])\.\.(?:\/|$)/.test(value);
}

// A text in an argument, such as a message, is no path.
const MAX_PATH_CHARS = 200;

/** Why an argument that names a file inside leads outside through a link. */
function describeLinkOutside(args: readonly Word[], context: FileContext): string | undefined {
  for (const { source, value = '', glob } of args) {
    const names = [value, value.slice(value.indexOf('=') + 1), value.replace(/^-\w/, '')];
    for (const name of new Set(names)) {
      if (glob !== undefined || name === '' || name.length > MAX_PATH_CHARS || /[\s\\]/.test(name)) continue;
      const word: Word = { source, value: name, glob: undefined, startsAtHome: false };
      const { paths } = resolvePath(word, context.cwds, context);
      if (paths.some((path) => !isInsideAny(context.roots, path)))
        return `uses ${source}, which leads outside the workspace`;
    }
  }
  return undefined;
}
