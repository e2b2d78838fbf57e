import { insertLines, spliceLines, spliceStretch } from './build-splices.js';
import {
  describeAmbiguity,
  describeMisplaced,
  describeNoMatch,
  describeBracketsOnly,
  describeScattered,
  describeNesting,
  describeMissingAnchor,
  describePlaceholder,
  describeAmbiguousIndent,
} from './describe-problem.js';
import { findPlaceholder } from './find-placeholder.js';
import { type BlockPlace, type BlockSearchResult, findBlock } from './match/find-block.js';
import { Haystack } from './match/haystack.js';
import { findNearest } from './match/nearest-lines.js';
import { reindentBlock } from './match/reindent.js';
import { reindentStretch } from './match/reindent-stretch.js';
import type { Leniency, MatchLevel } from './match/match-level.js';
import type { EditBlock, EditProblem } from './parse/edit-block.js';
import { compareLines, type LineChange } from './text/compare-lines.js';
import { comparePositions, type Splice } from './text/splice.js';
import type { TextLines } from './text/text-lines.js';
import { BudgetExhaustedError, StepBudget } from './text/step-budget.js';

/** How a block was found. */
export interface BlockMatch {
  readonly level: MatchLevel;
  readonly leniencies: readonly Leniency[];
}

/** What a list of blocks does to a file: all of them, or the problems of the first few that do not fit. */
type EditPlan =
  | {
      readonly isPossible: true;
      /** Ascending and disjoint. */
      readonly splices: readonly Splice[];
      readonly found: readonly BlockMatch[];
    }
  | { readonly isPossible: false; readonly problems: readonly EditProblem[] };

// A step takes some ten nanoseconds, so that no search takes much longer than a tenth of a second.
const MAX_STEPS = 9_000_000;
// The cost of a block and of each of its lines once their place is known, in steps.
const BLOCK_COST = 200;
const LINE_COST = 10;
// Enough, for all blocks together, to compare some letters of every line while looking for the lines that the model
// may have meant.
const MIN_NEAREST_STEPS = 1_000_000;
const NEAREST_STEPS_PER_LETTER = 5;
// More problems would not help the model to correct its blocks.
const MAX_PROBLEMS = 5;

interface PlacedBlock extends BlockMatch {
  readonly number: number;
  readonly start: number;
  readonly end: number;
  readonly splices: readonly Splice[];
}

/**
 * Finds the place of each block in the original text, and plans all changes. All blocks must fit: one that is missing,
 * ambiguous or overlaps another refuses the whole edit. The extension of `path` tells the language. Yields every
 * millisecond or so of work. Cost: bounded for any input. Source: SPEC T3.
 */
export function* planEdit(
  text: TextLines,
  blocks: readonly EditBlock[],
  path = '',
): Generator<void, EditPlan> {
  const planner = new EditPlanner(text, path);
  const placed: PlacedBlock[] = [];
  const problems: EditProblem[] = [];
  for (const [index, block] of blocks.entries()) {
    const result = yield* planner.place(block, index + 1);
    if ('kind' in result) problems.push(result);
    else placed.push(result);
    if (problems.length === MAX_PROBLEMS || problems.at(-1)?.kind === 'too much work') break;
  }
  if (problems.length === 0) problems.push(...findOverlaps(placed).slice(0, MAX_PROBLEMS));
  if (problems.length > 0) return { isPossible: false, problems };
  return {
    isPossible: true,
    // Lines inserted before a line precede the replacement of that line.
    splices: placed
      .flatMap(({ splices }) => splices)
      .sort((a, b) => comparePositions(a.start, b.start) || comparePositions(a.end, b.end)),
    found: placed.map(({ level, leniencies }) => ({ level, leniencies })),
  };
}

class EditPlanner {
  readonly #text: TextLines;
  readonly #path: string;
  readonly #budget = new StepBudget(MAX_STEPS);
  readonly #haystack: Haystack;
  #nearestBudget: StepBudget | undefined;

  constructor(text: TextLines, path: string) {
    this.#text = text;
    this.#path = path;
    this.#haystack = new Haystack(text.lines, this.#budget);
  }

  *place(block: EditBlock, number: number): Generator<void, PlacedBlock | EditProblem> {
    const isSomewhere =
      block.isAtEnd === true || (block.anchors ?? []).length > 0 || this.#text.lines.length === 0;
    const isBlank = block.original.every((line) => line.trim() === '');
    if (isBlank && !(isSomewhere && block.original.length === 0)) return emptyBlock(number);
    try {
      const search = yield* findBlock(this.#haystack, block);
      if (search.outcome !== 'found') return yield* this.#describe(search, block, number);
      this.#budget.spend(BLOCK_COST + LINE_COST * (block.original.length + block.updated.length));
      if (this.#budget.isYieldDue()) yield;
      return yield* this.#edit(search.place, number);
    } catch (error) {
      if (!(error instanceof BudgetExhaustedError)) throw error;
      const message =
        `Finding the blocks from block ${number} on would take too long: the file repeats itself too much, or there are ` +
        'too many blocks. Send fewer at a time, or write the file anew with rewrite_file.';
      return { block: number, kind: 'too much work', message };
    }
  }

  *#edit(place: BlockPlace, number: number): Generator<void, PlacedBlock | EditProblem> {
    const text = this.#text;
    const { level, reading } = place;
    const match = { number, level, leniencies: reading.leniencies };
    switch (place.kind) {
      case 'insertion': {
        const changes = [{ removed: 0, added: reading.updated.length, kept: 0 }];
        const problem = this.#refusePlaceholder([], reading.updated, changes, number);
        const splices = [insertLines(text, place.line, reading.updated)];
        // A last line without a line end gets one, so no other block may change it.
        const touchesLast = place.line === text.lines.length && text.ends.at(-1) === '';
        return problem ?? { ...match, start: place.line - Number(touchesLast), end: place.line, splices };
      }
      case 'stretch': {
        const end = place.end.line + 1;
        const updated = reindentStretch(reading, text.lines, place);
        if (updated === undefined) return describeAmbiguousIndent(number, text, place.start.line, end);
        const there = text.lines.slice(place.start.line, end);
        const changes = [{ removed: there.length, added: updated.length, kept: 0 }];
        const problem = this.#refusePlaceholder(there, updated, changes, number);
        if (problem !== undefined) return problem;
        const block = { original: reading.original, updated };
        const splice = yield* spliceStretch(text, block, place, this.#budget);
        return { ...match, start: place.start.line, end, splices: [splice] };
      }
      case 'lines': {
        const end = place.start + reading.original.length;
        const block = reindentBlock(reading, { lines: text.lines, ...place });
        if (block === undefined) return describeAmbiguousIndent(number, text, place.start, end);
        const changes = yield* compareLines(block.original, block.updated);
        const there = [...block.original, ...text.lines.slice(place.start, end)];
        const problem = this.#refusePlaceholder(block.original, block.updated, changes, number, there);
        if (problem !== undefined) return problem;
        const splices = yield* spliceLines(text, block, place.start, changes, this.#budget);
        return { ...match, start: place.start, end, splices };
      }
      default:
        return place satisfies never;
    }
  }

  #refusePlaceholder(
    before: readonly string[],
    after: readonly string[],
    changes: readonly LineChange[],
    number: number,
    known = before,
  ): EditProblem | undefined {
    const line = findPlaceholder({ before, after, changes, known, path: this.#path });
    return line === undefined ? undefined : describePlaceholder(number, line);
  }

  *#describe(
    search: Exclude<BlockSearchResult, { readonly outcome: 'found' }>,
    block: EditBlock,
    number: number,
  ): Generator<void, EditProblem> {
    const where = { number, block, text: this.#text };
    switch (search.outcome) {
      case 'ambiguous':
        return describeAmbiguity(where, search);
      case 'elsewhere':
        return describeMisplaced(where, search.lines);
      case 'nested otherwise':
        return describeNesting(where, search.lines);
      case 'scattered':
        return describeScattered(where, search);
      case 'brackets alone':
        return describeBracketsOnly(where, search.lines);
      case 'no anchor':
        return describeMissingAnchor(where, search.anchor, yield* this.#findNearest([search.anchor]));
      case 'missing':
        return describeNoMatch(where, yield* this.#findNearest(block.original));
      default:
        return search satisfies never;
    }
  }

  *#findNearest(lines: readonly string[]): ReturnType<typeof findNearest> {
    this.#nearestBudget ??= new StepBudget(
      MIN_NEAREST_STEPS +
        NEAREST_STEPS_PER_LETTER * this.#text.lines.reduce((sum, { length }) => sum + length + 1, 0),
    );
    return yield* findNearest(this.#haystack, lines, this.#nearestBudget);
  }
}

/** The error for a block whose original consists of blank lines, which locate nothing. */
function emptyBlock(block: number): EditProblem {
  const message =
    `The ORIGINAL of block ${block} is empty, so it says nothing of where the lines go: put the line before or ` +
    'behind the place into both parts of the block.';
  return { block, kind: 'empty', message };
}

function findOverlaps(placed: readonly PlacedBlock[]): EditProblem[] {
  const problems: EditProblem[] = [];
  let before: PlacedBlock | undefined;
  for (const block of [...placed].sort((a, b) => a.start - b.start || a.end - b.end)) {
    if (before !== undefined && before.end > block.start) {
      const message = `The blocks ${before.number} and ${block.number} both change line ${block.start + 1}: make one block of them.`;
      problems.push({ block: block.number, kind: 'overlap', message });
    }
    if (before === undefined || block.end > before.end) before = block;
  }
  return problems;
}
