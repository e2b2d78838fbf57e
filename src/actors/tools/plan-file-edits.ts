import { FileExistsError, InvalidParamsError, ToolExecutionError } from '../protocol/errors.js';
import type { ContentHash, FileChange } from '../protocol/file-changes.js';
import type { ToolContext } from '../protocol/tool.js';
import type { AbsPath } from '../protocol/workspace.js';
import { hashOf } from './content-hash.js';
import { countOf } from './count-of.js';
import type { EditBlock, Rung } from './edit/edit-block.js';
import { parseBlocks } from './edit/parse-blocks.js';
import { isPatch, parsePatch, type PatchOperation } from './edit/parse-patch.js';
import { planEdit } from './edit/plan-edit.js';
import { runInSlices } from './edit/run-in-slices.js';
import { applySplices } from './edit/splice.js';
import { spliceTextFile, UnencodableTextError } from './edit/text-file.js';
import type { ChangedText } from './edit/unified-diff.js';
import { isMissing } from './file-errors.js';
import { type ReadForChange, readForChange } from './read-for-change.js';
import type { ToolDeps } from './tool-deps.js';

/** What becomes of one file. */
export interface FilePlan {
  /** Where the file is afterwards. */
  readonly absolute: AbsPath;
  readonly shown: string;
  readonly change: FileChange;
  /** What it holds afterwards; `undefined` when it is gone. */
  readonly newHash: ContentHash | undefined;
  /** None where another plan of the same call shows it. */
  readonly text: ChangedText | undefined;
  /** A sentence for the model; none where another plan says it. */
  readonly summary: string | undefined;
}

/** What the tools of a call are lent. */
interface Planning {
  readonly tool: string;
  readonly deps: ToolDeps;
  readonly context: ToolContext;
}

/**
 * What blocks, or a patch, make of files; nothing is changed.
 * Errors: `InvalidParamsError` for a text that cannot be read; `ToolExecutionError` with what does not fit and the
 * nearest candidate; those of `readForChange`.
 */
export async function planFileEdits(
  tool: string,
  uri: string,
  text: string,
  deps: ToolDeps,
  context: ToolContext,
): Promise<readonly FilePlan[]> {
  const planning = { tool, deps, context };
  if (!isPatch(text)) {
    const { blocks, problems } = parseBlocks(text);
    if (problems.length > 0) throw invalid(tool, problems);
    return planUpdate(planning, uri, blocks, undefined);
  }
  const { operations, problems } = parsePatch(text);
  if (problems.length > 0) throw invalid(tool, problems);
  const plans: FilePlan[] = [];
  for (const operation of operations) plans.push(...(await planOperation(planning, operation)));
  return plans;
}

async function planOperation(planning: Planning, operation: PatchOperation): Promise<FilePlan[]> {
  switch (operation.kind) {
    case 'add':
      return [await planCreation(planning, operation.path, linesToText(operation.lines))];
    case 'delete':
      return [
        planDeletion(await readForChange(planning.tool, operation.path, planning.deps, planning.context)),
      ];
    case 'update':
      return planUpdate(planning, operation.path, operation.blocks, operation.moveTo);
    default:
      return operation satisfies never;
  }
}

async function planUpdate(
  planning: Planning,
  uri: string,
  blocks: readonly EditBlock[],
  moveTo: string | undefined,
): Promise<FilePlan[]> {
  const { tool, deps, context } = planning;
  const read = await readForChange(tool, uri, deps, context);
  const { place, hash, file } = read;
  const { shown, absolute } = place;
  const plan = await runInSlices(planEdit(file, blocks), context.signal);
  if (!plan.isPossible) {
    const reasons = plan.problems.map(({ message }) => message).join('\n');
    throw new ToolExecutionError(`${shown} was not changed: nothing was.\n${reasons}`, { tool });
  }
  const bytes = encodeOrExplain(tool, shown, () => spliceTextFile(file, plan.splices));
  const before = applySplices(file, []);
  const after = applySplices(file, plan.splices);
  if (moveTo !== undefined) {
    const target = await requireFree(planning, moveTo);
    const moved = {
      ...target,
      newHash: await hashOf(bytes),
      text: { path: target.shown, oldPath: shown, before, after },
      summary: `Moved ${shown} to ${target.shown}${describeBlocks(plan.rungs)}.`,
    };
    if (blocks.length === 0)
      return [{ ...moved, change: { kind: 'move', from: absolute, to: target.absolute, expected: hash } }];
    return [
      { ...moved, change: { kind: 'write', path: target.absolute, bytes, expected: null, like: absolute } },
      { ...planDeletion(read), text: undefined, summary: undefined },
    ];
  }
  return [
    {
      absolute,
      shown,
      change: { kind: 'write', path: absolute, bytes, expected: hash },
      newHash: await hashOf(bytes),
      text: { path: shown, before, after },
      summary:
        before === after
          ? `${shown} is as it was: the blocks change nothing.`
          : `Edited ${shown}${describeBlocks(plan.rungs)}.`,
    },
  ];
}

async function planCreation(planning: Planning, uri: string, text: string): Promise<FilePlan> {
  const target = await requireFree(planning, uri);
  const bytes = Buffer.from(text);
  return {
    ...target,
    change: { kind: 'write', path: target.absolute, bytes, expected: null },
    newHash: await hashOf(bytes),
    text: { path: target.shown, before: undefined, after: text },
    summary: `Created ${target.shown}.`,
  };
}

function planDeletion({ place: { absolute, shown }, hash, file }: ReadForChange): FilePlan {
  return {
    absolute,
    shown,
    change: { kind: 'remove', path: absolute, expected: hash },
    newHash: undefined,
    text: { path: shown, before: applySplices(file, []), after: undefined },
    summary: `Deleted ${shown}.`,
  };
}

/** A place where nothing is. Errors: those of the gate; `FileExistsError`. */
async function requireFree(
  { deps, context }: Planning,
  uri: string,
): Promise<{ absolute: AbsPath; shown: string }> {
  const place = await deps.gate.resolve(uri);
  context.signal.throwIfAborted();
  const shown = deps.gate.show(place);
  try {
    await deps.files.stat(place.absolute);
  } catch (error) {
    if (isMissing(error)) return { absolute: place.absolute, shown };
    throw error;
  }
  throw new FileExistsError(`Something is at ${shown} already. Nothing was changed.`, { path: shown });
}

/** Errors: `ToolExecutionError` for text that the file's encoding cannot hold. */
export function encodeOrExplain(tool: string, shown: string, encode: () => Uint8Array): Uint8Array {
  try {
    return encode();
  } catch (error) {
    if (!(error instanceof UnencodableTextError)) throw error;
    throw new ToolExecutionError(
      `${shown} is in ${error.encoding}, which cannot hold ${JSON.stringify(error.character)}. Nothing was changed: use other characters.`,
      { tool },
      { cause: error },
    );
  }
}

/** How many blocks, and which of them were not found exactly. */
function describeBlocks(rungs: readonly Rung[]): string {
  if (rungs.length === 0) return '';
  const lenient = rungs.flatMap((rung, index) =>
    rung === 'exact' || rung === 'part of a line'
      ? []
      : [`block ${index + 1} matched only when ${PASSED_OVER[rung]} passed over`],
  );
  return `: ${countOf(rungs.length, 'block')} applied${lenient.length === 0 ? '' : ` (${lenient.join('; ')})`}`;
}

const PASSED_OVER: Readonly<Record<Exclude<Rung, 'exact' | 'part of a line'>, string>> = {
  'line ends': 'blanks at line ends are',
  indentation: 'indentation is',
  whitespace: 'blanks are',
  punctuation: 'blanks and typographic signs are',
};

function linesToText(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}

function invalid(tool: string, problems: readonly string[]): InvalidParamsError {
  return new InvalidParamsError(
    `search_replace_blocks cannot be read, nothing was changed:\n${problems.join('\n')}`,
    {
      tool,
      problems,
    },
  );
}
