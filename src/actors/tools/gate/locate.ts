import type { FileStat } from '../../protocol/ports.js';
import type { ToolContext } from '../../protocol/tool.js';
import { isMissing, toFileError } from './file-errors.js';
import type { ToolDeps } from './tool-deps.js';
import type { WorkspacePath } from './workspace-gate.js';

/** A place in the workspace where something exists. */
export interface Located extends WorkspacePath {
  /** The path as it is printed for the model. */
  readonly shown: string;
  readonly stat: FileStat;
}

// As many names as a model can weigh at a glance.
const MAX_SUGGESTIONS = 3;

/**
 * What is at the place that a model named.
 * Errors: those of `WorkspaceGate.resolve`; `FileNotFoundError` with the closest names; `PermissionDeniedError`.
 * Source: SPEC T8.
 */
export async function locate(
  tool: string,
  uri: string,
  deps: ToolDeps,
  context: Pick<ToolContext, 'signal'>,
): Promise<Located> {
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

async function findClosest(
  { root, path }: WorkspacePath,
  { workspace, gate }: ToolDeps,
  signal: AbortSignal,
): Promise<readonly string[]> {
  try {
    const closest = await workspace.ask('closest', { root, path, limit: MAX_SUGGESTIONS }, { signal });
    return closest.map((near) => gate.show({ root, path: near }));
  } catch {
    // That the file is missing is what the model must hear; without the index it hears only that.
    signal.throwIfAborted();
    return [];
  }
}
