import { FileExistsError, InvalidParamsError, ToolExecutionError } from '../../protocol/errors.js';
import type { ContentHash, FileChange } from '../../protocol/file-changes.js';
import type { ToolContext } from '../../protocol/tool.js';
import type { AbsPath } from '../../protocol/workspace.js';
import type { NamedFile } from './apply-changes.js';
import { hashOf } from '../text/content-hash.js';
import { describeMatches } from './describe-edits.js';
import { describeOtherNames } from './describe-other-names.js';
import type { EditBlock } from '../edit/parse/edit-block.js';
import type { FileOperation, FormatNote } from '../edit/parse/file-operation.js';
import { readEdit } from '../edit/parse/read-edit.js';
import { planEdit } from '../edit/plan-edit.js';
import { diffDeletedFile, diffNewFile, editsOfSplices, type FileDiff } from '../edit/text/file-diff.js';
import { runCooperatively } from '../../runtime/slices.js';
import { spliceTextFile } from '../edit/text/text-file.js';
import { splitLines } from '../edit/text/text-lines.js';
import { isMissing } from '../gate/is-missing.js';
import { planRewrite } from './plan-rewrite.js';
import { type ReadForChange, readForChange } from './read-for-change.js';
import type { ToolDeps } from '../gate/tool-deps.js';
import { explainUnencodable } from './unencodable.js';

// The tool that errors name.
const TOOL = 'edit_file';

/** The planned change to one file; the path is the one after the change. */
export interface FilePlan extends NamedFile {
  readonly change: FileChange;
  /** The hash of its content after the change; `undefined` when it is deleted. */
  readonly newHash: ContentHash | undefined;
  /** Whether it takes over the execute bits of the file it is made from. Default: no. */
  readonly isExecutable?: boolean;
  /** The earlier path of a file that is moved and edited. */
  readonly movedFrom?: AbsPath;
  /** `undefined` when another plan of the same call shows the change. */
  readonly diff: FileDiff | undefined;
  /** A sentence for the model; `undefined` when another plan of the same call says it. */
  readonly summary: string | undefined;
}

/** The changes to files that a text asks for, and notes on how it was read. */
export interface EditPlans {
  readonly files: readonly FilePlan[];
  readonly notes: readonly FormatNote[];
}

/** The context of a call's planning. */
interface Planning {
  readonly deps: ToolDeps;
  readonly context: ToolContext;
}

/**
 * Plans the changes that blocks, or a patch, ask for. Changes nothing.
 * Errors: `InvalidParamsError` for a text that cannot be read; `ToolExecutionError` with the blocks that do not fit and
 * the nearest candidates; those of `readForChange`.
 */
export async function planFileEdits(
  uri: string,
  text: string,
  deps: ToolDeps,
  context: ToolContext,
): Promise<EditPlans> {
  const planning = { deps, context };
  const { operations, notes, problems } = readEdit(uri, text);
  if (problems.length > 0) throw invalid(problems);
  const files: FilePlan[] = [];
  for (const operation of operations)
    for (const item of await planOperation(planning, operation)) files.push(item);
  requireDistinct(files);
  return { files, notes };
}

async function planOperation(planning: Planning, operation: FileOperation): Promise<FilePlan[]> {
  const { deps, context } = planning;
  switch (operation.kind) {
    case 'add':
      return [await planCreation(planning, operation.path, operation.lines)];
    case 'delete': {
      const read = await readForChange(TOOL, operation.path, deps, context);
      requireWhole(read, operation.blocks ?? []);
      return [planDeletion(read)];
    }
    case 'rewrite': {
      const read = await readForChange(TOOL, operation.path, deps, context);
      const { bytes, diff } = await planRewrite(TOOL, read, toText(operation.lines), context.signal);
      const { absolute, shown } = read.place;
      const change = { kind: 'write', path: absolute, bytes, expected: read.hash } as const;
      return [
        {
          absolute,
          shown,
          change,
          newHash: await hashOf(bytes),
          diff,
          summary: `Rewrote ${shown}.${describeOtherNames(read.place.stat)}`,
        },
      ];
    }
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
  const { deps, context } = planning;
  const read = await readForChange(TOOL, uri, deps, context);
  const { place, hash, file } = read;
  const { shown, absolute } = place;
  const plan = await runCooperatively(planEdit(file, blocks, shown), context.signal);
  if (!plan.isPossible) {
    const reasons = plan.problems.map(({ message }) => message).join('\n');
    throw new ToolExecutionError(`${shown} was not changed: nothing was.\n${reasons}`, { tool: TOOL });
  }
  const bytes = await explainUnencodable(TOOL, shown, () =>
    runCooperatively(spliceTextFile(file, plan.splices), context.signal),
  );
  const edits = await runCooperatively(editsOfSplices(file, plan.splices), context.signal);
  const newHash = await hashOf(bytes);
  const found = describeMatches(plan.found);
  const otherNames = edits.length === 0 ? '' : describeOtherNames(place.stat);
  if (moveTo !== undefined) {
    const target = await requireFree(planning, moveTo);
    const diff = { path: target.shown, oldPath: shown, kind: 'changed', before: file, edits } as const;
    const summary = `Moved ${shown} to ${target.shown}${found}.${otherNames}`;
    const isExecutable = place.stat.isExecutable === true;
    const moved = { ...target, newHash, diff, summary, ...(isExecutable ? { isExecutable } : {}) };
    if (blocks.length === 0)
      return [{ ...moved, change: { kind: 'move', from: absolute, to: target.absolute, expected: hash } }];
    return [
      {
        ...moved,
        movedFrom: absolute,
        change: { kind: 'write', path: target.absolute, bytes, expected: null, like: absolute },
      },
      { ...planDeletion(read), diff: undefined, summary: undefined },
    ];
  }
  return [
    {
      absolute,
      shown,
      change: { kind: 'write', path: absolute, bytes, expected: hash },
      newHash,
      diff: { path: shown, kind: 'changed', before: file, edits },
      summary:
        edits.length === 0
          ? `${shown} is as it was: the blocks change nothing.`
          : `Edited ${shown}${found}.${otherNames}`,
    },
  ];
}

async function planCreation(planning: Planning, uri: string, lines: readonly string[]): Promise<FilePlan> {
  const target = await requireFree(planning, uri);
  const text = toText(lines);
  const bytes = Buffer.from(text);
  return {
    ...target,
    change: { kind: 'write', path: target.absolute, bytes, expected: null },
    newHash: await hashOf(bytes),
    diff: diffNewFile(target.shown, splitLines(text)),
    summary: `Created ${target.shown}.`,
  };
}

function planDeletion({ place: { absolute, shown }, hash, file }: ReadForChange): FilePlan {
  return {
    absolute,
    shown,
    change: { kind: 'remove', path: absolute, expected: hash },
    newHash: undefined,
    diff: diffDeletedFile(shown, file),
    summary: `Deleted ${shown}.`,
  };
}

/** Errors: `ToolExecutionError` when the file's content differs from the deleted lines. */
function requireWhole({ place: { shown }, file }: ReadForChange, blocks: readonly EditBlock[]): void {
  const goes = blocks.flatMap(({ original }) => original);
  // Blank lines after a diff are read as context.
  while (goes.length > file.lines.length && goes.at(-1)?.trim() === '') goes.pop();
  const isWhole =
    goes.length === file.lines.length &&
    goes.every((line, at) => line.trimEnd() === file.lines[at]?.trimEnd());
  if (blocks.length === 0 || isWhole) return;
  throw new ToolExecutionError(
    `${shown} was not deleted, nothing was: the diff takes away other lines than it holds. Read it again, or delete it with delete_file_or_folder.`,
    { tool: TOOL },
  );
}

/** Errors: `InvalidParamsError` when two operations change the same file, also under different names. */
function requireDistinct(files: readonly FilePlan[]): void {
  const known = new Set<string>();
  for (const { absolute, shown } of files) {
    if (known.has(absolute))
      throw invalid([`${shown} is named twice, by different paths: name it once, with all of its changes.`]);
    known.add(absolute);
  }
}

/** A path at which nothing exists. Errors: those of the gate; `FileExistsError`. */
async function requireFree({ deps, context }: Planning, uri: string): Promise<NamedFile> {
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

function toText(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}

function invalid(problems: readonly string[]): InvalidParamsError {
  return new InvalidParamsError(
    `search_replace_blocks cannot be read, nothing was changed:\n${problems.join('\n')}`,
    { tool: TOOL, problems },
  );
}
