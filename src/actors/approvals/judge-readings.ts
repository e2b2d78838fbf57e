import type { FileContext } from './judge-file.js';
import { judgeSimple } from './judge-simple.js';
import type { SimpleJudgement } from './simple-judgement.js';
import type { Word } from './syntax/word.js';

// Programs whose words may be actions or other commands, as `-delete` is.
const RUNS_WORDS = /^(?:find|fd|xargs|env|sed|awk|gawk|mawk)$/;

// With more values of variables than that, a command is not judged for each.
const MAX_READINGS = 64;

/**
 * Judges the words of a command, some of which may be known only at run time. Where the command is harmless in every
 * reading of them, it is so in the looking world: there it can neither write nor run more than it is judged to.
 * @param readings The words, with values for those that are not known: one list for each. `undefined` where none count.
 * @returns The judgement, and the source of a word that is not known when the readings made it.
 */
export function judgeReadings(
  words: readonly Word[],
  readings: readonly (readonly Word[])[] | undefined,
  context: FileContext,
): SimpleJudgement & { readonly unknown?: string } {
  const judgement = judgeSimple(words, context);
  const unknown = words.find(({ value }) => value === undefined);
  if (unknown === undefined || judgement.problem === undefined) return judgement;
  if (judgement.denial !== undefined || readings === undefined) return judgement;
  const hasUnquoted = words.some(({ value, source }) => value === undefined && !source.startsWith('"'));
  if (hasUnquoted && RUNS_WORDS.test(words[0]?.value ?? '')) return judgement;
  const others = readings.map((reading) => judgeSimple(reading, context));
  const refused = others.find(
    ({ problem, isAllowedByRule, newFolder }) =>
      problem !== undefined || isAllowedByRule === true || newFolder !== undefined,
  );
  const [other] = others;
  return refused !== undefined || other === undefined ? judgement : { ...other, unknown: unknown.source };
}

/** The readings of a command with its next words; none when they are too many to judge. */
export function combine(
  readings: readonly (readonly Word[])[],
  next: readonly (readonly Word[])[],
): readonly (readonly Word[])[] {
  if (readings.length * next.length > MAX_READINGS) return [];
  return readings.flatMap((before) => next.map((words) => [...before, ...words]));
}
