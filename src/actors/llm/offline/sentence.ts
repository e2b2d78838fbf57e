import type { FoundLine } from './evidence.js';
import { kindOfPath } from './path-kind.js';

// The marks of comments, in the languages that most code is in.
const COMMENT_MARK = /^\s*(?:\/\/+!?|\/\*+|\*+\/?|#+!?(?=\s|$)|--+(?=\s|$)|;+|"""|''')\s?/;

// A longer sentence is better read in its place.
const MAX_LINES = 4;

/** Whether a line is a comment, or part of a text that is written for people. */
export function isProse({ path, text }: FoundLine): boolean {
  if (kindOfPath(path) === 'prose') return !/^\s*(?:\||`{3}|~{3}|<|$)/.test(text);
  return COMMENT_MARK.test(text) && stripMark(text) !== '';
}

/**
 * A line of prose with those before and behind it that its sentence runs through, four lines at most; any other line
 * alone. `byNumber` has the lines that are known of its file.
 */
export function findSentence(
  line: FoundLine,
  byNumber: ReadonlyMap<number, FoundLine>,
): readonly FoundLine[] {
  const sentence = [line];
  for (let first = line, before; sentence.length < MAX_LINES; first = before) {
    before = byNumber.get(first.line - 1);
    if (before === undefined || !goesOn(before, first)) break;
    sentence.unshift(before);
  }
  for (let last = line, behind; sentence.length < MAX_LINES; last = behind) {
    behind = byNumber.get(last.line + 1);
    if (behind === undefined || !goesOn(last, behind)) break;
    sentence.push(behind);
  }
  return sentence;
}

/** The lines as one text, prose without the marks of comments. */
export function joinSentence(lines: readonly FoundLine[]): string {
  return lines.map((line) => (isProse(line) ? wordsOf(line) : line.text)).join(' ');
}

function goesOn(line: FoundLine, next: FoundLine): boolean {
  if (!isProse(line) || !isProse(next)) return false;
  const words = wordsOf(line);
  const isEnded = /[.:!?]["'`)*_]*$/.test(words) || /^#{1,6} /.test(words);
  return !isEnded && !/^(?:#{1,6} |>|[-*+] |\d+[.)] |@\w|[A-Z]\w+: )/.test(wordsOf(next));
}

function wordsOf({ path, text }: FoundLine): string {
  return kindOfPath(path) === 'prose' ? text.trim() : stripMark(text);
}

function stripMark(text: string): string {
  return text
    .replace(COMMENT_MARK, '')
    .replace(/\s*\*\/\s*$/, '')
    .trim();
}
