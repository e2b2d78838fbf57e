import type { BlockLines } from './edit-block.js';
import type { FormatNote } from './file-operation.js';
import { readForeignMarkers } from './read-foreign-markers.js';

/** The blocks of a text; or what is wrong with it, and no blocks. */
export interface ParsedBlocks {
  readonly blocks: readonly BlockLines[];
  readonly notes: readonly FormatNote[];
  readonly problems: readonly string[];
}

// Fewer characters than git's seven are still read as a marker; fewer than five occur in code.
const OPENING = /^\s*(<{5,}) ?(?:ORIGINAL|SEARCH|OLD|BEFORE)?:?\s*$/i;
const CLOSING = /^\s*(>{5,}) ?(?:UPDATED|REPLACE|REPLACED|NEW|AFTER)?:?\s*$/i;
const DIVIDER = /^\s*(={5,})\s*$/;

// A model that gets the format wrong gets it wrong in every block.
const MAX_PROBLEMS = 5;

interface OpenBlock {
  readonly line: number;
  /** The length of its three markers: a line with more or fewer characters is text. */
  readonly length: number;
  readonly original: string[];
  /** `undefined` before the divider. */
  updated: string[] | undefined;
}

/**
 * Reads blocks of the form
 *
 *     <<<<<<< ORIGINAL
 *     lines as they are
 *     =======
 *     lines as they should be
 *     >>>>>>> UPDATED
 *
 * Also accepts `SEARCH`, `OLD`, `BEFORE` and `REPLACE`, `NEW`, `AFTER`, and markers without a word. Where the lines
 * themselves contain markers, the three markers of a block may be longer, all of the same length. Text between blocks
 * is ignored: models write file names and fences there. A text that cannot be read like this is tried with the markers
 * of other agents, provided that nothing else in it looks like a marker. Source: SPEC T3.
 */
export function parseBlocks(lines: readonly string[]): ParsedBlocks {
  const strict = readStrictly(lines);
  if (strict.problems.length === 0) return finish(strict.blocks, []);
  const lenient = readForeignMarkers(lines);
  return lenient === undefined
    ? { blocks: [], notes: [], problems: strict.problems.slice(0, MAX_PROBLEMS) }
    : finish(lenient, ['markers were spelled otherwise']);
}

function readStrictly(lines: readonly string[]): { blocks: BlockLines[]; problems: string[] } {
  const blocks: BlockLines[] = [];
  const problems: string[] = [];
  let open: OpenBlock | undefined;
  for (const [index, line] of lines.entries()) {
    const number = index + 1;
    if (open === undefined) {
      const opening = OPENING.exec(line)?.[1];
      if (opening !== undefined) {
        open = { line: number, length: opening.length, original: [], updated: undefined };
      } else if (CLOSING.test(line) || DIVIDER.test(line)) {
        problems.push(
          `Line ${number} is "${line.trim()}", but no block is open there: each begins with ${markers(7)[0]}.`,
        );
      }
      continue;
    }
    if (OPENING.exec(line)?.[1]?.length === open.length) {
      problems.push(
        `The block that begins in line ${open.line} is still open in line ${number}, where another begins. ${explainMissingMarker(open)}`,
      );
      open = { line: number, length: open.length, original: [], updated: undefined };
    } else if (DIVIDER.exec(line)?.[1]?.length === open.length) {
      if (open.updated === undefined) open.updated = [];
      else {
        problems.push(
          `The block that begins in line ${open.line} has more than one divider (line ${number}), so it cannot be told which parts it. ` +
            `Where the lines themselves hold "${line.trim()}", give all three markers of the block ${open.length + 2} characters.`,
        );
      }
    } else if (CLOSING.exec(line)?.[1]?.length === open.length) {
      if (open.updated === undefined) {
        problems.push(
          `The block that begins in line ${open.line} ends in line ${number} without a divider. ${explainMissingMarker(open)}`,
        );
      } else blocks.push({ original: open.original, updated: open.updated });
      open = undefined;
    } else (open.updated ?? open.original).push(line);
  }
  if (open !== undefined) {
    problems.push(`The block that begins in line ${open.line} never ends. ${explainMissingMarker(open)}`);
  }
  if (problems.length === 0 && blocks.length === 0) {
    const [opening, closing] = markers(7);
    problems.push(
      `There is no block in it. A block is ${opening}, the lines as they are, "=======", the lines as they should be, ` +
        `and ${closing}, each marker in a line of its own.`,
    );
  }
  return { blocks, problems };
}

/** Drops the line numbers that the format of another agent asks for before the lines. */
function finish(blocks: readonly BlockLines[], notes: readonly FormatNote[]): ParsedBlocks {
  const isNumbered = blocks.some(({ original }) => START_LINE.test(original[0] ?? ''));
  if (!isNumbered) return { blocks, notes, problems: [] };
  const plain = blocks.map(({ original, updated }) => ({
    original: withoutNumbers(original),
    updated: withoutNumbers(updated),
  }));
  return { blocks: plain, notes: [...notes, '":start_line:" was passed over'], problems: [] };
}

const START_LINE = /^\s*:start_line:\s*\d+\s*$/;
const END_LINE = /^\s*:end_line:\s*\d+\s*$/;
const RULE = /^\s*-{5,}\s*$/;

function withoutNumbers(lines: readonly string[]): readonly string[] {
  if (!START_LINE.test(lines[0] ?? '')) return lines;
  let first = 1;
  if (END_LINE.test(lines[first] ?? '')) first++;
  if (RULE.test(lines[first] ?? '')) first++;
  return lines.slice(first);
}

function markers(length: number): readonly [string, string] {
  return [`"${'<'.repeat(length)} ORIGINAL"`, `"${'>'.repeat(length)} UPDATED"`];
}

function explainMissingMarker({ length, updated }: OpenBlock): string {
  const closing = markers(length)[1];
  return updated === undefined
    ? `It needs "${'='.repeat(length)}" and then ${closing}, each in a line of its own.`
    : `It needs ${closing} in a line of its own.`;
}
