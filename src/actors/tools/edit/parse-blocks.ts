import type { EditBlock } from './edit-block.js';

/** What a text of edit blocks says, or what is wrong with it. */
export type BlockReading =
  | { readonly blocks: readonly EditBlock[]; readonly problems: readonly [] }
  | { readonly blocks: readonly []; readonly problems: readonly string[] };

// Fewer characters than git's seven still read as a marker; fewer than five occur in code.
const OPENING = /^\s*(<{5,}) ?(?:ORIGINAL|SEARCH|OLD|BEFORE)?:?\s*$/i;
const CLOSING = /^\s*(>{5,}) ?(?:UPDATED|REPLACE|REPLACED|NEW|AFTER)?:?\s*$/i;
const DIVIDER = /^\s*(={5,})\s*$/;

// Somebody who got the format wrong got it wrong everywhere.
const MAX_PROBLEMS = 5;

interface OpenBlock {
  readonly line: number;
  /** How many characters its three markers have: lines with more or fewer are text. */
  readonly length: number;
  readonly original: string[];
  /** None yet before the divider. */
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
 * `SEARCH`, `OLD`, `BEFORE` and `REPLACE`, `NEW`, `AFTER` are read as well, and so are markers without a word. Where the
 * lines hold markers themselves, the three markers of a block may be longer, all three alike. What stands between blocks
 * is passed over: models write file names and fences there. Source: SPEC T3.
 */
export function parseBlocks(text: string): BlockReading {
  const blocks: EditBlock[] = [];
  const problems: string[] = [];
  let open: OpenBlock | undefined;
  for (const [index, line] of text.split(/\r?\n/).entries()) {
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
        `The block that begins in line ${open.line} is still open in line ${number}, where another begins. ${howToEnd(open)}`,
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
          `The block that begins in line ${open.line} ends in line ${number} without a divider. ${howToEnd(open)}`,
        );
      } else blocks.push({ original: open.original, updated: open.updated });
      open = undefined;
    } else (open.updated ?? open.original).push(line);
  }
  if (open !== undefined) {
    problems.push(`The block that begins in line ${open.line} never ends. ${howToEnd(open)}`);
  }
  if (problems.length === 0 && blocks.length === 0) {
    const [opening, closing] = markers(7);
    problems.push(
      `There is no block in it. A block is ${opening}, the lines as they are, "=======", the lines as they should be, ` +
        `and ${closing}, each marker in a line of its own.`,
    );
  }
  return problems.length === 0
    ? { blocks, problems: [] }
    : { blocks: [], problems: problems.slice(0, MAX_PROBLEMS) };
}

function markers(length: number): readonly [string, string] {
  return [`"${'<'.repeat(length)} ORIGINAL"`, `"${'>'.repeat(length)} UPDATED"`];
}

function howToEnd({ length, updated }: OpenBlock): string {
  const closing = markers(length)[1];
  return updated === undefined
    ? `It needs "${'='.repeat(length)}" and then ${closing}, each in a line of its own.`
    : `It needs ${closing} in a line of its own.`;
}
