import { omitUndefined } from '../actors/protocol/json/omit-undefined.js';
import type { AbsPath } from '../actors/protocol/workspace.js';
import type { SupervisionLimits } from '../actors/runtime/restart-budget.js';
import { buildWorkspaceConfig } from './build-workspace-config.js';
import type { WorkspaceOptions } from './host-options.js';
import { resolveRoot } from './node/resolve-root.js';
import { superviseIndex } from './supervise-index.js';
import { Workspace } from './workspace.js';

interface OpeningOptions {
  readonly options?: WorkspaceOptions | undefined;
  /** That of the programs that the thread of the index starts. */
  readonly environment: NodeJS.ProcessEnv;
  readonly limits?: Partial<SupervisionLimits> | undefined;
}

/** A workspace, and the thread of its index, which ends when this is disposed of. */
interface OpenWorkspace extends AsyncDisposable {
  readonly workspace: Workspace;
  /** Resolves once a thread that starts at once is up. Errors: why it cannot start. */
  whenStarted(): Promise<void>;
}

/** Resolves the folders that a person or a program names, each once. Errors: `InvalidRootError`. */
export async function resolveRoots(paths: readonly string[]): Promise<readonly AbsPath[]> {
  // Two paths may resolve to the same folder.
  return [...new Set(await Promise.all(paths.map(resolveRoot)))];
}

/** Opens the index of some folders, and nothing else of a host. Errors: `PatternSyntaxError`. */
export function openWorkspace(
  roots: readonly AbsPath[],
  { options = {}, environment, limits }: OpeningOptions,
): OpenWorkspace {
  const isOnDemand = options.start !== 'eager';
  const index = superviseIndex({
    config: buildWorkspaceConfig(roots, options),
    environment,
    isOnDemand,
    ...omitUndefined({ limits }),
  });
  return {
    workspace: new Workspace(roots, index),
    whenStarted: async () => {
      if (!isOnDemand) await index.current();
    },
    [Symbol.asyncDispose]: () => index[Symbol.asyncDispose](),
  };
}
