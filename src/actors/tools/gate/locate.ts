import type { FileStat } from '../../protocol/ports.js';
import type { ToolContext } from '../../protocol/tool.js';
import { toFileError } from './file-errors.js';
import { isMissing } from './is-missing.js';
import type { ToolDeps } from './tool-deps.js';
import type { WorkspacePath } from './workspace-gate.js';

/** A path in the workspace that exists. */
export interface LocatedPath extends WorkspacePath {
  /** The path as the model sees it. */
  readonly shown: string;
  readonly stat: FileStat;
}

// As many names as a model can compare at a glance.
const MAX_SUGGESTIONS = 3;

/**
 * Finds the file or directory that a model names.
 * Errors: those of `WorkspaceGate.resolve`; `FileNotFoundError` with the most similar names; `PermissionDeniedError`.
 * Source: SPEC T8.
 */
export async function locate(
  tool: string,
  uri: string,
  deps: ToolDeps,
  context: Pick<ToolContext, 'signal'>,
): Promise<LocatedPath> {
  const place = await deps.gate.resolve(uri);
  context.signal.throwIfAborted();
  const shown = deps.gate.show(place);
  try {
    return { ...place, shown, stat: await deps.files.stat(place.absolute) };
  } catch (error) {
    const suggestions = isMissing(error) ? await findClosest(place, deps, context.signal) : [];
    throw toFileError(error, { tool, path: shown, suggestions });
  }
}

/** The bytes of a located file. Errors: those of `toFileError`. */
export async function readLocated(
  tool: string,
  { absolute, shown }: LocatedPath,
  { files }: ToolDeps,
  signal: AbortSignal,
): Promise<Uint8Array> {
  try {
    return await files.readFile(absolute, signal);
  } catch (error) {
    throw toFileError(error, { tool, path: shown });
  }
}

async function findClosest(
  { root, path }: WorkspacePath,
  { workspace, gate }: ToolDeps,
  signal: AbortSignal,
): Promise<readonly string[]> {
  try {
    const closest = await workspace.ask('closest', { root, path, limit: MAX_SUGGESTIONS }, { signal });
    return closest.map((near) => gate.show({ root, path: near }));
  } catch {
    // The error about the missing file is more important than an error of the index, which costs only the
    // suggestions.
    signal.throwIfAborted();
    return [];
  }
}
