import type { CallStep } from '../../../../actors/threads/turn-view.js';
import type { ShownStep } from '../state/shown-turns.js';
import { capitalize } from '../text/plain-words.js';
import { type ReadSubject, readingOf } from './tools.js';
import { RUN_TEXTS } from '../../words/view-words.js';

/** A step of a turn, by its position in it. */
export interface PlacedStep {
  readonly step: ShownStep;
  readonly index: number;
}

/** Several reading calls in a row, and what the model thought between them. */
export interface ReadingRun {
  /** What the run did in all. */
  readonly summary: string;
  readonly steps: readonly PlacedStep[];
}

/**
 * Replaces each run of two or more reading calls that went well by one item, and leaves of tries in a row the last.
 * Everything else stays as it is.
 */
export function groupSteps(steps: readonly ShownStep[]): readonly (PlacedStep | ReadingRun)[] {
  const items: (PlacedStep | ReadingRun)[] = [];
  const placed = steps
    .map((step, index): PlacedStep => ({ step, index }))
    .filter(({ step, index }) => !isTry(step) || !isTry(steps[index + 1]));
  for (let start = 0; start < placed.length;) {
    const end = findRunEnd(placed, start);
    const run = placed.slice(start, end);
    const calls = run.flatMap(({ step }) => (step.kind === 'call' ? [step] : []));
    if (calls.length > 1) items.push({ summary: summarize(calls), steps: run });
    else items.push(...run);
    start = end;
  }
  return items;
}

/** The end of the run that begins at `start`: behind its last reading call, or behind `start` if it begins none. */
function findRunEnd(placed: readonly PlacedStep[], start: number): number {
  let end = start + 1;
  if (!isReading(placed[start])) return end;
  for (let at = end; isReading(placed[at]) || isReasoning(placed[at]); at += 1)
    if (isReading(placed[at])) end = at + 1;
  return end;
}

/** Whether the same model tries again. */
function isTry(step: ShownStep | undefined): boolean {
  return step?.kind === 'retry' && step.notice.model === undefined;
}

function isReading(placed: PlacedStep | undefined): boolean {
  const step = placed?.step;
  return step?.kind === 'call' && step.state === 'done' && readingOf(step.tool) !== undefined;
}

function isReasoning(placed: PlacedStep | undefined): boolean {
  return placed?.step.kind === 'reasoning' && !('isDraft' in placed.step);
}

/** `Looked at 3 files, searched 2 times`. */
function summarize(calls: readonly CallStep[]): string {
  const of = (reading: ReadSubject): readonly CallStep[] =>
    calls.filter(({ tool }) => readingOf(tool) === reading);
  const files = countDistinct(of('file'));
  const folders = countDistinct(of('folder'));
  const searches = of('search').length;
  const checked = countDistinct(of('problems'));
  const parts = [
    ...(files > 0 ? [RUN_TEXTS.lookedAt(files)] : []),
    ...(searches > 0 ? [searches === 1 ? RUN_TEXTS.searchedOnce : RUN_TEXTS.searched(searches)] : []),
    ...(folders > 0 ? [RUN_TEXTS.listed(folders)] : []),
    ...(checked > 0 ? [RUN_TEXTS.checked(checked)] : []),
  ];
  return capitalize(parts.join(', '));
}

/** A file that was read in parts counts once. */
function countDistinct(calls: readonly CallStep[]): number {
  return new Set(calls.map(({ params }) => Reflect.get(Object(params), 'uri') as unknown)).size;
}
