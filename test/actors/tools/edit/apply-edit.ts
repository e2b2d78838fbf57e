import type { EditBlock } from '../../../../src/actors/tools/edit/parse/edit-block.js';
import { readEdit } from '../../../../src/actors/tools/edit/parse/read-edit.js';
import { planEdit } from '../../../../src/actors/tools/edit/plan-edit.js';
import { applySplices } from '../../../../src/actors/tools/edit/text/splice.js';
import { splitLines } from '../../../../src/actors/tools/edit/text/text-lines.js';
import { runToEnd } from './run-to-end.js';

/** What an edit makes of a text, or why it was refused. */
export type Outcome =
  | { readonly isApplied: true; readonly text: string; readonly levels: readonly string[] }
  | { readonly isApplied: false; readonly problem: string };

/** Applies a text that a model wrote for one file. */
export function applyEdit(before: string, written: string, path = 'a.ts'): Outcome {
  const { operations, problems } = readEdit(path, written);
  if (problems.length > 0) return { isApplied: false, problem: problems.join('\n') };
  const [operation, ...others] = operations;
  if (operation?.kind === 'rewrite')
    return { isApplied: true, text: operation.lines.map((line) => `${line}\n`).join(''), levels: [] };
  if (operation?.kind !== 'update' || others.length > 0)
    return { isApplied: false, problem: 'It is no update of one file.' };
  return applyBlocks(before, operation.blocks, path);
}

/** Applies blocks to one file. */
export function applyBlocks(before: string, blocks: readonly EditBlock[], path = 'a.ts'): Outcome {
  const lines = splitLines(before);
  const plan = runToEnd(planEdit(lines, blocks, path));
  return plan.isPossible
    ? {
        isApplied: true,
        text: applySplices(lines, plan.splices),
        levels: plan.found.flatMap(({ level, leniencies }) => [level, ...leniencies]),
      }
    : { isApplied: false, problem: plan.problems.map(({ message }) => message).join('\n') };
}
