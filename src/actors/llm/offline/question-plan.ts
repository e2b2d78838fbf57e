import { type FoundLine, readExcerpt } from './evidence.js';
import { type Keyword, pickKeywords } from './keywords.js';
import { findCentre, pickPassages } from './passages.js';
import { type RankedFile, rankFiles } from './rank-files.js';
import { answer, look, type PlannedCall, readFile, searchContents, searchPaths, type Step } from './step.js';
import { type Finding, findingsOf, type Turn } from './turn.js';
import { type WeighedKeyword, weighKeywords } from './weigh-keywords.js';
import { bullets, code, enumerate, quote, SELF, SET_A_MODEL } from './wording.js';

// Each search runs over the whole workspace; the best words decide anyway.
const MAX_SEARCHED_WORDS = 3;
const MAX_SEARCHED_NAMES = 2;

// What is read and quoted is what a person reads in one go.
const MAX_FILES_READ = 3;
const MAX_PROSE_READ = 1;
const MAX_PASSAGES = 4;
const MAX_OTHER_FILES = 5;

// A shorter question may well be a phrase of the text that answers it.
const MIN_QUESTION_WORDS = 4;

// About a screen: a comment, its function and the next one.
const LINES_READ = 60;
const LINES_ABOVE = 10;

/** Answers an open question with the places that say most about its words. */
export function planQuestion(turn: Turn): Step {
  const words = pickKeywords(turn.request);
  if (words.length === 0)
    return answer(
      `${SELF} I look for words, and your question has none that I could look for. Name a file, a function or a topic. ${SET_A_MODEL}`,
    );
  if (turn.rounds === 0)
    return look(
      `I look for ${enumerate(words.map(({ word }) => quote(word)))} in names and contents.`,
      ...searchAll(words),
    );
  const findings = turn.findings.map((finding) => hideQuestion(finding, turn.request));
  const searches = findings.filter(({ tool }) => tool === 'search_for_files');
  const keywords = weighKeywords(words, searches);
  const files = rankFiles(findings, keywords, /\btests?\b/i.test(turn.request));
  const best = pickBest(files);
  if (turn.isOver || findingsOf(turn, 'read_file').length > 0)
    return answer(present(findings, best, files, keywords));
  if (best.length > 0)
    return look(
      `I read where ${enumerate(best.map(({ path }) => code(path)))} ${best.length === 1 ? 'matches' : 'match'} best.`,
      ...best.map((file) => readAround(file, keywords)),
    );
  const parts = partsOf(words);
  return turn.rounds === 1 && parts !== undefined
    ? look('Nothing has these words, so I look for parts of them.', searchContents(parts, true))
    : answer(present(findings, best, files, keywords));
}

/** What was found, without the lines that quote the question: they know no more than it does. */
function hideQuestion(finding: Finding, request: string): Finding {
  const question = request.trim();
  if (question.split(/\s+/).length < MIN_QUESTION_WORDS || !finding.output.includes(question)) return finding;
  const rows = finding.output.split('\n').map((row) => (row.includes(question) ? '' : row));
  return { ...finding, output: rows.join('\n') };
}

/** The best files, of which not all are prose: what is written about code is not the code. */
function pickBest(files: readonly RankedFile[]): readonly RankedFile[] {
  const prose = files.filter(({ kind }) => kind === 'prose').slice(0, MAX_PROSE_READ);
  const others = files.filter(({ kind }) => kind !== 'prose');
  return [...prose, ...others].sort((a, b) => b.score - a.score).slice(0, MAX_FILES_READ);
}

function searchAll(words: readonly Keyword[]): readonly PlannedCall[] {
  const together = linesWithTwo(words);
  return [
    ...(together === undefined ? [] : [searchContents(together, true)]),
    ...words
      .slice(0, MAX_SEARCHED_WORDS)
      .map(({ pattern }) => searchContents(pattern, !/^[\w ]+$/.test(pattern))),
    ...words
      .slice(0, MAX_SEARCHED_NAMES)
      .map(({ word, pattern }) => searchPaths(/^\w+$/.test(pattern) ? pattern : word)),
  ];
}

/** A regular expression for the lines that have any two of the words. */
function linesWithTwo(words: readonly Keyword[]): string | undefined {
  if (words.length < 2) return undefined;
  return words
    .map(
      ({ pattern }, index) =>
        `${pattern}.*(?:${words
          .filter((_, other) => other !== index)
          .map((other) => other.pattern)
          .join('|')})`,
    )
    .join('|');
}

// Half of a longer word finds what it is derived from.
const PART_LENGTH = 5;

function partsOf(words: readonly Keyword[]): string | undefined {
  const parts = words
    .flatMap(({ word }) => word.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? [])
    .map((part) => part.slice(0, PART_LENGTH));
  return parts.length === 0 ? undefined : [...new Set(parts)].join('|');
}

function readAround({ path, lines }: RankedFile, keywords: readonly WeighedKeyword[]): PlannedCall {
  const centre = findCentre(lines, keywords, LINES_READ - LINES_ABOVE) ?? 1;
  const firstLine = Math.max(1, centre - LINES_ABOVE);
  return readFile(path, firstLine, firstLine + LINES_READ - 1);
}

function present(
  findings: readonly Finding[],
  best: readonly RankedFile[],
  files: readonly RankedFile[],
  keywords: readonly WeighedKeyword[],
): string {
  const words = enumerate(keywords.map(({ word }) => quote(word)));
  const sections = best
    .map(({ path, lines }) => pickPassages([...lines, ...linesRead(findings, path)], keywords, MAX_PASSAGES))
    .filter((passages) => passages.length > 0)
    .map((passages) =>
      bullets(passages.map(({ path, line, text }) => `${code(`${path}:${line}`)} ${code(text)}`)),
    );
  const found =
    sections.length === 0
      ? `I found nothing about ${words}.`
      : `These places say most about ${words}:\n\n${sections.join('\n\n')}`;
  const others = files.filter((file) => !best.includes(file)).slice(0, MAX_OTHER_FILES);
  const more = others.length === 0 ? '' : `\n\nSee also ${enumerate(others.map(({ path }) => code(path)))}.`;
  return `${found}${more}\n\n${SELF} I match words and cannot explain what I find. ${SET_A_MODEL}`;
}

function linesRead(findings: readonly Finding[], path: string): readonly FoundLine[] {
  return findings.flatMap((finding) => {
    const excerpt = finding.tool === 'read_file' ? readExcerpt(finding) : undefined;
    if (excerpt?.path !== path) return [];
    return excerpt.lines.map((text, index) => ({ path, line: excerpt.firstLine + index, text }));
  });
}
