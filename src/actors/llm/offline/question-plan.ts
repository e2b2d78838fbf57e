import { type FoundLine, readFoundLines, readFoundPaths } from './evidence.js';
import { compileKeyword, type Keyword, pickKeywords } from './keywords.js';
import { kindOfPath } from './path-kind.js';
import { isRefused, quoteRefusal } from './refusal.js';
import { answer, look, searchContents, searchPaths, type Step } from './step.js';
import { findingsOf, type Turn } from './turn.js';
import { bullets, code, enumerate, quote, SELF, SET_A_MODEL } from './wording.js';

// As many as a person reads in one go.
const MAX_PLACES = 8;
const MAX_PLACES_PER_FILE = 3;
const MAX_PATHS = 5;

// A shorter question may well be a phrase that occurs in the answer.
const MIN_QUESTION_WORDS = 4;

/** Answers an open question with the lines that have most of its words. */
export function planQuestion(turn: Turn): Step {
  const words = pickKeywords(turn.request);
  const [best] = words;
  if (best === undefined)
    return answer(
      `${SELF} I look for words, and your question has none that I could look for. Name a file, a function or a topic. ${SET_A_MODEL}`,
    );
  const named = enumerate(words.map(({ word }) => quote(word)));
  const together = linesWithTwo(words);
  if (turn.rounds === 0)
    return look(
      `I look for ${named} in names and contents.`,
      searchContents(together ?? best.pattern, true),
      searchPaths(best.word),
    );
  const [first] = turn.findings;
  if (first !== undefined && turn.findings.every(isRefused))
    return answer(quoteRefusal('I could not look', first));
  const lines = findingsOf(turn, 'search_for_files')
    .flatMap(readFoundLines)
    .filter(({ text }) => !quotesQuestion(text, turn.request));
  if (lines.length === 0 && together !== undefined && turn.rounds === 1 && !turn.isOver)
    return look(
      'No line has two of these words, so I look for each of them.',
      searchContents(words.map(({ pattern }) => pattern).join('|'), true),
    );
  const paths = findingsOf(turn, 'search_pathnames_only').flatMap(readFoundPaths).slice(0, MAX_PATHS);
  return answer(present(named, pickPlaces(lines, words), paths));
}

/** A regular expression for the lines that have any two of the words. */
function linesWithTwo(words: readonly Keyword[]): string | undefined {
  if (words.length < 2) return undefined;
  return words
    .map(({ pattern }, index) => {
      const others = words.filter((_, other) => other !== index).map((other) => other.pattern);
      return `${pattern}.*(?:${others.join('|')})`;
    })
    .join('|');
}

/** Whether a line only quotes the question, and so does not answer it. */
function quotesQuestion(text: string, request: string): boolean {
  const question = request.trim();
  return question.split(/\s+/).length >= MIN_QUESTION_WORDS && text.includes(question);
}

/** The lines with most of the words; lines of code and prose come before others. */
function pickPlaces(lines: readonly FoundLine[], words: readonly Keyword[]): readonly FoundLine[] {
  const tests = words.map(compileKeyword);
  const scoreOf = ({ path, text }: FoundLine): number => {
    const isFirsthand = ['source', 'prose'].includes(kindOfPath(path));
    return tests.filter((test) => test.test(text)).length + (isFirsthand ? 0.5 : 0);
  };
  const scored = lines.map((line) => ({ line, score: scoreOf(line) })).sort((a, b) => b.score - a.score);
  const perFile = new Map<string, number>();
  return scored
    .map(({ line }) => line)
    .filter(({ path }) => {
      const places = (perFile.get(path) ?? 0) + 1;
      perFile.set(path, places);
      return places <= MAX_PLACES_PER_FILE;
    })
    .slice(0, MAX_PLACES);
}

function present(named: string, places: readonly FoundLine[], paths: readonly string[]): string {
  const found =
    places.length === 0
      ? `I found no line about ${named}.`
      : `These lines say most about ${named}:\n\n${bullets(
          places.map(({ path, line, text }) => `${code(`${path}:${line}`)} ${code(text)}`),
        )}`;
  const more = paths.length === 0 ? '' : `\n\nNamed after it: ${enumerate(paths.map(code))}.`;
  return `${found}${more}\n\n${SELF} I match words and cannot explain what I find. ${SET_A_MODEL}`;
}
