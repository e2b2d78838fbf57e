import { pickKeywords } from './keywords.js';
import { findCentre } from './passages.js';
import { presentPlaces } from './question-answer.js';
import { partsOf, searchAll } from './question-searches.js';
import { type RankedFile, rankFiles } from './rank-files.js';
import { isRefused, quoteRefusal } from './refusal.js';
import { answer, look, type PlannedCall, readFile, searchContents, type Step } from './step.js';
import { type Finding, findingsOf, type Turn } from './turn.js';
import { type WeighedKeyword, weighKeywords } from './weigh-keywords.js';
import { code, enumerate, quote, SELF, SET_A_MODEL } from './wording.js';

// As much as a person looks through in one go.
const MAX_FILES_READ = 3;
const MAX_PROSE_READ = 1;

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
  const [first] = turn.findings;
  if (first !== undefined && turn.findings.every(isRefused))
    return answer(quoteRefusal('I could not look', first));
  const findings = turn.findings.map((finding) => hideQuestion(finding, turn.request));
  const searches = findings.filter(({ tool }) => tool === 'search_for_files');
  const keywords = weighKeywords(words, searches);
  const files = rankFiles(findings, keywords, /\btests?\b/i.test(turn.request));
  const best = pickBest(files);
  if (turn.isOver || findingsOf(turn, 'read_file').length > 0)
    return answer(presentPlaces(findings, best, files, keywords));
  if (best.length > 0)
    return look(
      `I read where ${enumerate(best.map(({ path }) => code(path)))} ${best.length === 1 ? 'matches' : 'match'} best.`,
      ...best.map((file) => readAround(file, keywords)),
    );
  const parts = partsOf(words);
  const isNew = parts !== undefined && searches.every(({ args }) => args['query'] !== parts);
  return turn.rounds === 1 && isNew
    ? look('Nothing has these words, so I look for parts of them.', searchContents(parts, true))
    : answer(presentPlaces(findings, best, files, keywords));
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

function readAround({ path, lines }: RankedFile, keywords: readonly WeighedKeyword[]): PlannedCall {
  const centre = findCentre(lines, keywords, LINES_READ - LINES_ABOVE) ?? 1;
  const firstLine = Math.max(1, centre - LINES_ABOVE);
  return readFile(path, firstLine, firstLine + LINES_READ - 1);
}
