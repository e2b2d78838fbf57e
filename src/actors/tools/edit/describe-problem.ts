import { diffArrays } from 'diff';
import type { EditBlock, Rung } from './edit-block.js';
import type { NearLines } from './nearest-lines.js';

// As much as a model needs to see what it got wrong.
const MAX_SHOWN_LINES = 24;
const MAX_SHOWN_CHARS = 160;
// What differs more is shown as two texts one after the other.
const MAX_EDIT_LENGTH = 100;

const OVERLOOKED: Readonly<Record<Rung, string>> = {
  exact: '',
  'part of a line': ' within lines',
  'line ends': ' when blanks at line ends are passed over',
  indentation: ' when indentation is passed over',
  whitespace: ' when blanks are passed over',
  punctuation: ' when blanks and typographic signs are passed over',
};

/** Written for the model: more than one place matches. */
export function describeAmbiguity(block: number, rung: Rung, lines: readonly number[]): string {
  return (
    `The ORIGINAL of block ${block} matches more than one place${OVERLOOKED[rung]}: at lines ${lines.join(', ')}. ` +
    'Put lines around it into the block, so that it matches one.'
  );
}

/** Written for the model: no place matches, and this is the nearest. */
export function describeMiss(
  number: number,
  { original }: EditBlock,
  lines: readonly string[],
  near: NearLines | undefined,
): string {
  const miss = `The ORIGINAL of block ${number} is not in the file, not even when blanks, indentation and typographic signs are passed over.`;
  if (near === undefined) return `${miss} Nothing in the file is like it: read the file again.`;
  const place =
    near.end - near.start === 1 ? `Line ${near.start + 1} is` : `Lines ${near.start + 1} to ${near.end} are`;
  const shown = original.slice(0, MAX_SHOWN_LINES);
  const there = lines.slice(near.start, Math.min(near.end, near.start + MAX_SHOWN_LINES));
  return `${miss} ${place} the nearest ("-" is your ORIGINAL, "+" is the file):\n${compare(shown, there).join('\n')}`;
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
