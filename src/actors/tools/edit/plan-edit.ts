import { buildSplices } from './build-splices.js';
import { describeAmbiguity, describeMiss } from './describe-problem.js';
import type { EditBlock, EditProblem, Rung } from './edit-block.js';
import { type BlockPlace, findBlock } from './find-block.js';
import { Haystack } from './haystack.js';
import { findNearest } from './nearest-lines.js';
import { comparePositions, type Splice } from './splice.js';
import type { TextLines } from './text-lines.js';
import { BudgetExhausted, WorkBudget } from './work-budget.js';

/** What some blocks make of a file: all of them, or what is wrong with the first few that do not fit. */
export type EditPlan =
  | {
      readonly isPossible: true;
      /** Ascending, none overlapping. */
      readonly splices: readonly Splice[];
      /** How each block was found, in the order of the blocks. */
      readonly rungs: readonly Rung[];
    }
  | { readonly isPossible: false; readonly problems: readonly EditProblem[] };

// A step is some ten nanoseconds: no edit takes much longer than a tenth of a second.
const MAX_STEPS = 9_000_000;
// What a block and each of its lines cost once their place is known, in steps.
const BLOCK_COST = 200;
const LINE_COST = 10;
// What is worth spending to tell the model where it may have meant.
const MAX_NEAREST_STEPS = 1_000_000;
// Of what is behind those the model has heard enough when it mends them.
const MAX_PROBLEMS = 5;

interface PlacedBlock {
  readonly number: number;
  readonly place: BlockPlace;
  readonly start: number;
  readonly end: number;
  readonly splices: readonly Splice[];
}

/**
 * Finds the place of each block in the text as it is, and what all of them make of it. Nothing is possible unless all
 * are: a block that is missing, ambiguous, or overlaps another is refused. Yields every millisecond or so of work.
 * Cost: bounded, whatever the input. Source: SPEC T3.
 */
export function* planEdit(text: TextLines, blocks: readonly EditBlock[]): Generator<void, EditPlan> {
  const budget = new WorkBudget(MAX_STEPS);
  const haystack = new Haystack(text.lines, budget);
  const placed: PlacedBlock[] = [];
  const problems: EditProblem[] = [];
  for (const [index, block] of blocks.entries()) {
    const number = index + 1;
    const result = yield* placeBlock(text, haystack, block, number, budget);
    if ('kind' in result) problems.push(result);
    else placed.push(result);
    if (problems.length === MAX_PROBLEMS || problems.at(-1)?.kind === 'too much work') break;
    if (budget.isTurnOver()) yield;
  }
  if (problems.length === 0) problems.push(...findOverlaps(placed).slice(0, MAX_PROBLEMS));
  if (problems.length > 0) return { isPossible: false, problems };
  return {
    isPossible: true,
    splices: placed.flatMap(({ splices }) => splices).sort((a, b) => comparePositions(a.start, b.start)),
    rungs: placed.map(({ place }) => place.rung),
  };
}

function* placeBlock(
  text: TextLines,
  haystack: Haystack,
  block: EditBlock,
  number: number,
  budget: WorkBudget,
): Generator<void, PlacedBlock | EditProblem> {
  if (block.original.every((line) => line.trim() === '')) return placeEmpty(text, block, number);
  try {
    const search = yield* findBlock(haystack, block);
    if (search.outcome === 'ambiguous') {
      return {
        block: number,
        kind: 'ambiguous',
        message: describeAmbiguity(number, search.rung, search.lines),
      };
    }
    if (search.outcome === 'missing') {
      const near = yield* findNearest(haystack, block.original, new WorkBudget(MAX_NEAREST_STEPS));
      return { block: number, kind: 'not found', message: describeMiss(number, block, text.lines, near) };
    }
    const { place } = search;
    const [start, end] =
      place.kind === 'lines'
        ? [place.start, place.start + block.original.length]
        : [place.start.line, place.end.line + 1];
    budget.spend(BLOCK_COST + LINE_COST * (block.original.length + block.updated.length));
    return { number, place, start, end, splices: buildSplices(text, block, place) };
  } catch (error) {
    if (!(error instanceof BudgetExhausted)) throw error;
    const message =
      `Finding the blocks from block ${number} on would take too long: the file repeats itself too much, or there are ` +
      'too many blocks. Send fewer at a time, or write the file anew with rewrite_file.';
    return { block: number, kind: 'too much work', message };
  }
}

/** Blank lines are no place, except that an empty file has only one. */
function placeEmpty(text: TextLines, { updated }: EditBlock, number: number): PlacedBlock | EditProblem {
  if (text.lines.length > 0) {
    const message =
      `The ORIGINAL of block ${number} is empty, so it says nothing of where the lines go: put the line before or ` +
      'behind the place into both parts of the block.';
    return { block: number, kind: 'empty', message };
  }
  const nowhere = { line: 0, column: 0 };
  const splice = { start: nowhere, end: nowhere, text: updated.map((line) => `${line}\n`).join('') };
  const place: BlockPlace = { kind: 'stretch', rung: 'part of a line', start: nowhere, end: nowhere };
  return { number, place, start: 0, end: 1, splices: [splice] };
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
