import { countOf } from '../text/count-of.js';
import type { Leniency, MatchLevel } from '../edit/match/match-level.js';
import type { FormatNote } from '../edit/parse/file-operation.js';
import type { BlockMatch } from '../edit/plan-edit.js';

const FOUND: Readonly<Record<Exclude<MatchLevel, 'exact'>, string>> = {
  'part of a line': 'is a part of a line',
  'line ends': 'matched only when blanks at line ends are passed over',
  indentation: 'matched only when indentation is passed over',
  whitespace: 'matched only when blanks are passed over',
  punctuation: 'matched only when blanks and typographic signs are passed over',
  anchor: 'went behind the line that it names',
  'end of file': 'went to the end of the file',
};

const READ: Readonly<Record<Leniency, string>> = {
  'blank lines at its ends': 'without the blank lines at its ends',
  'unmarked context': 'with context that lacks the blank before it',
  'line numbers': 'without the line numbers before its lines',
  fences: 'without the fences around its lines',
  backslashes: 'without the backslashes before its quotes',
  entities: 'with its entities as the signs that they name',
};

/**
 * How many blocks were applied, and how those were found that did not match exactly. Shape: follows the name of a file.
 */
export function describeMatches(found: readonly BlockMatch[]): string {
  if (found.length === 0) return '';
  const lenient = found.flatMap(({ level, leniencies }, index) => {
    const parts = [
      ...(level === 'exact' ? [] : [FOUND[level]]),
      ...(leniencies.length === 0 ? [] : [`was read ${leniencies.map((one) => READ[one]).join(' and ')}`]),
    ];
    return parts.length === 0 ? [] : [`block ${index + 1} ${parts.join(' and ')}`];
  });
  return `: ${countOf(found.length, 'block')} applied${lenient.length === 0 ? '' : ` (${lenient.join('; ')})`}`;
}

/** Notes on deviations from the requested format; empty when there are none. */
export function describeNotes(notes: readonly FormatNote[]): readonly string[] {
  return notes.length === 0 ? [] : [`The text was read as it was meant: ${notes.join('; ')}.`];
}
