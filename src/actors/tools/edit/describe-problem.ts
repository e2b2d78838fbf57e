import { diffArrays } from 'diff';
import { isPlaceholderLine } from './find-placeholder.js';
import type { NearestSearchResult } from './match/nearest-lines.js';
import type { MatchLevel } from './match/match-level.js';
import type { EditBlock, EditProblem } from './parse/edit-block.js';
import { lineNumber, type TextLines } from './text/text-lines.js';

// As much as a model needs to see its mistake.
const MAX_SHOWN_LINES = 24;
const MAX_SHOWN_CHARS = 160;
// Texts with a longer edit script are shown one after the other, not as a diff.
const MAX_EDIT_LENGTH = 100;

const OVERLOOKED: Readonly<Record<MatchLevel, string>> = {
  exact: '',
  'part of a line': ' within lines',
  'line ends': ' when blanks at line ends are passed over',
  indentation: ' when indentation is passed over',
  whitespace: ' when blanks are passed over',
  punctuation: ' when blanks and typographic signs are passed over',
  anchor: '',
  'end of file': '',
};

/** The block with the problem, counted from 1, and its file. */
interface ProblemPlace {
  readonly number: number;
  readonly block: EditBlock;
  readonly text: TextLines;
}

/** Describes, for the model like all functions here, that a block matches more than one place. */
export function describeAmbiguity(
  { number, block, text }: ProblemPlace,
  { level, lines }: { readonly level: MatchLevel; readonly lines: readonly number[] },
): EditProblem {
  const what =
    block.original.length > 0 ? `The ORIGINAL of block ${number}` : `The line after @@ of block ${number}`;
  const advice =
    block.original.length > 0
      ? 'Put lines around it into the block, so that it matches one.'
      : 'Put unchanged lines, each with a leading space, around the new ones.';
  const places = listLines(text, lines);
  const message = `${what} matches more than one place${OVERLOOKED[level]}: at ${places}. ${advice}`;
  return { block: number, kind: 'ambiguous', message };
}

/** The original matches with another indentation, and as it is but for lines that it leaves out elsewhere. */
export function describeScattered(
  { number, text }: Pick<ProblemPlace, 'number' | 'text'>,
  { lines, scattered }: { readonly lines: readonly number[]; readonly scattered: readonly number[] },
): EditProblem {
  const message =
    `The ORIGINAL of block ${number} stands at ${listLines(text, lines)} with another indentation, and at ` +
    `${listLines(text, scattered)} as it is, with other lines between its lines. Write the lines that you left out, or the ` +
    'indentation that the file has.';
  return { block: number, kind: 'ambiguous', message };
}

/** The original matches, but not after the block's anchor or at the end of the file. */
export function describeMisplaced(
  { number, block, text }: ProblemPlace,
  lines: readonly number[],
): EditProblem {
  const anchors = (block.anchors ?? []).map((anchor) => JSON.stringify(anchor.trim())).join(' and ');
  const where = [
    ...(anchors === '' ? [] : [`in what ${anchors} begins`]),
    ...(block.isAtEnd === true ? ['at the end of the file'] : []),
  ].join(' and ');
  const message =
    `The ORIGINAL of block ${number} stands at ${listLines(text, lines)}, but not ${where}, as the block says. ` +
    'Correct that, or leave it out.';
  return { block: number, kind: 'elsewhere', message };
}

/** The anchor of a block is not in the file. */
export function describeMissingAnchor(
  { number, text }: ProblemPlace,
  anchor: string,
  near: NearestSearchResult,
): EditProblem {
  const line = JSON.stringify(cutLine(anchor.trim()));
  const message =
    `The line ${line}, which block ${number} names after @@, is not in the file, or not after the one before it. ` +
    `${showNearest([anchor.trim()], text, near) ?? 'Nothing in the file is similar to it.'}\nName a line that is there, or none.`;
  return { block: number, kind: 'no anchor', message };
}

/** The lines are in the file, but nested differently. */
export function describeNesting(
  { number, block, text }: ProblemPlace,
  lines: readonly number[],
): EditProblem {
  const [start = 0] = lines;
  const end = start + block.original.length;
  const message =
    `The ORIGINAL of block ${number} differs from ${listRange(text, start, end)} in its nesting: some lines are indented ` +
    `deeper than others by more or less than in the file ("-" is your ORIGINAL, "+" is the file):\n` +
    `${compare(block.original, text.lines.slice(start, end)).join('\n')}\nCopy the indentation from the file.`;
  return { block: number, kind: 'nested otherwise', message };
}

/** Lines without a letter or digit match only with another indentation. */
export function describeBracketsOnly(
  { number, block, text }: ProblemPlace,
  lines: readonly number[],
): EditProblem {
  const [start = 0] = lines;
  const message =
    `The ORIGINAL of block ${number} has no words, and what is like it at ` +
    `${listRange(text, start, start + block.original.length)} is indented otherwise. ` +
    'Add the lines before or behind that say which ones are meant, with the indentation that the file has.';
  return { block: number, kind: 'brackets alone', message };
}

/** The original matches with another indentation, and the indentation of the new lines is ambiguous. */
export function describeAmbiguousIndent(
  number: number,
  text: TextLines,
  start: number,
  end: number,
): EditProblem {
  const message =
    `The ORIGINAL of block ${number} stands at ${listRange(text, start, end)} with another indentation, and it cannot be told ` +
    'how deep the new lines are meant. Write whole lines, in ORIGINAL and in UPDATED, with the indentation that the file has.';
  return { block: number, kind: 'unclear indentation', message };
}

/** A new line is a placeholder for lines that the model left out. */
export function describePlaceholder(number: number, line: string): EditProblem {
  const message =
    `The UPDATED of block ${number} has ${JSON.stringify(cutLine(line))} for lines that are left out: it would be written as it is, ` +
    'and they would be gone. Write out all lines that are to stand there, or make smaller blocks around what changes. ' +
    'If a comment is meant, word it otherwise.';
  return { block: number, kind: 'placeholder', message };
}

/** No place matches. Shows the nearest lines. */
export function describeNoMatch(
  { number, block, text }: ProblemPlace,
  near: NearestSearchResult,
): EditProblem {
  const left = block.original.find(isPlaceholderLine);
  const hint =
    left === undefined
      ? ''
      : ` Its line ${JSON.stringify(cutLine(left.trim()))} stands for lines that are left out: write them, or make smaller blocks.`;
  const advice = near.isThorough
    ? 'Nothing in the file is similar to it: read the file again.'
    : 'Read the file again.';
  const message =
    `The ORIGINAL of block ${number} is not in the file, not even when blanks, indentation and typographic signs are passed over.` +
    `${hint} ${showNearest(block.original, text, near) ?? advice}`;
  return { block: number, kind: 'not found', message };
}

function showNearest(
  original: readonly string[],
  text: TextLines,
  { near }: NearestSearchResult,
): string | undefined {
  if (near === undefined) return undefined;
  const { start, end } = near;
  const verb = end - start === 1 ? 'is' : 'are';
  const place = listRange(text, start, end);
  const shown = original.slice(0, MAX_SHOWN_LINES);
  const there = text.lines.slice(start, Math.min(end, start + MAX_SHOWN_LINES));
  return `${place.charAt(0).toUpperCase()}${place.slice(1)} ${verb} the nearest ("-" is your ORIGINAL, "+" is the file):\n${compare(shown, there).join('\n')}`;
}

function listLines(text: TextLines, lines: readonly number[]): string {
  const numbers = [...lines]
    .sort((a, b) => a - b)
    .map((line) => lineNumber(text, line))
    .join(', ');
  return `${lines.length === 1 ? 'line' : 'lines'} ${numbers}`;
}

function listRange(text: TextLines, start: number, end: number): string {
  const first = lineNumber(text, start);
  return end - start === 1 ? `line ${first}` : `lines ${first} to ${lineNumber(text, end - 1)}`;
}

function compare(original: readonly string[], there: readonly string[]): string[] {
  const parts = diffArrays([...original], [...there], { maxEditLength: MAX_EDIT_LENGTH });
  const all =
    parts === undefined
      ? [...original.map((line) => `-${line}`), ...there.map((line) => `+${line}`)]
      : parts.flatMap(({ added, removed, value }) =>
          value.map((line) => `${added ? '+' : removed ? '-' : ' '}${line}`),
        );
  const cut = all.slice(0, MAX_SHOWN_LINES).map(cutLine);
  return all.length > cut.length ? [...cut, `(${all.length - cut.length} more lines)`] : cut;
}

function cutLine(line: string): string {
  return line.length > MAX_SHOWN_CHARS ? `${line.slice(0, MAX_SHOWN_CHARS)}…` : line;
}
