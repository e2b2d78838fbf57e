import { type ReportedLine, readFoundLines } from './evidence.js';
import { isSource } from './is-source.js';
import { isRefused, quoteRefusal } from './refusal.js';
import { answer, look, modestAnswer, callSearchContents, type OfflineStep } from './offline-step.js';
import { findingsOf, type OfflineTurn } from './offline-turn.js';
import { listPlaces, putInQuotes, SELF } from './wording.js';

// As many as a person reads in one go.
const MAX_PLACES = 8;

// More words than that make a question vaguer, not clearer.
const MAX_WORDS = 6;

// What follows that many characters is something that was pasted.
const MAX_QUESTION_CHARS = 1_000;

// A shorter word is in every line, or in no name.
const MIN_WORD_CHARS = 3;

/** Words of English that are in every question. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  `about all and any are can code could does done explain file files find for from get gets has have how into its make
  many more not off out should show some tell that the their them then there these they this those troupe use used uses
  was what when where which who why will with work works would you your`.split(/\s+/),
);

/** Answers an open question with the lines that have most of its words. */
export function planQuestion(turn: OfflineTurn): OfflineStep {
  const words = pickWords(turn.request);
  if (words.length === 0)
    return modestAnswer(
      `${SELF} I look for words, and your question has none that I could look for. Name a file, a function or a topic.`,
    );
  const named = words.map(putInQuotes).join(', ');
  const found = findingsOf(turn, 'search_for_files').at(-1);
  if (found === undefined) return look(`I look for ${named}.`, callSearchContents(patternFor(words), true));
  if (isRefused(found)) return answer(quoteRefusal('I could not look', found));
  const places = pickPlaces(readFoundLines(found), words);
  const heard =
    places.length === 0
      ? `I found no line about ${named}.`
      : `These lines say most about ${named}:\n\n${listPlaces(places)}`;
  return modestAnswer(`${heard}\n\n${SELF} I match words and cannot explain what I find.`);
}

/** The words that tell most, in their order: names in code and those that are not in every question. */
function pickWords(question: string): readonly string[] {
  const words = question.slice(0, MAX_QUESTION_CHARS).match(/[\p{L}\p{N}_]+/gu) ?? [];
  const telling = words.filter(
    (word) => word.length >= MIN_WORD_CHARS && !STOP_WORDS.has(word.toLowerCase()),
  );
  return [...new Map(telling.map((word) => [stemOf(word), word])).values()].slice(0, MAX_WORDS);
}

/** What a word has in common with its other forms. Shape: the source of a regular expression without capitals. */
function stemOf(word: string): string {
  return word.toLowerCase().replace(/(?<=.{3})(?:ing|ed|es|s|e)$/, '');
}

/** A regular expression for the lines that have two of the words, or the only one. */
function patternFor(words: readonly string[]): string {
  const stems = words.map(stemOf);
  if (stems.length === 1) return stems.join('');
  return stems.map((stem) => `${stem}.*(?:${stems.filter((other) => other !== stem).join('|')})`).join('|');
}

/** The lines with most of the words, those of code before others. */
function pickPlaces(lines: readonly ReportedLine[], words: readonly string[]): readonly ReportedLine[] {
  const stems = words.map(stemOf);
  const scoreOf = ({ path, text }: ReportedLine): number => {
    const lower = text.toLowerCase();
    return stems.filter((stem) => lower.includes(stem)).length + (isSource(path) ? 0.5 : 0);
  };
  return [...lines].sort((a, b) => scoreOf(b) - scoreOf(a)).slice(0, MAX_PLACES);
}
