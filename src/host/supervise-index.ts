import type { WorkspaceConfig, WorkspaceProtocol } from '../actors/protocol/workspace.js';
import type { SupervisionLimits } from '../actors/runtime/restart-budget.js';
import { SupervisedActor } from '../actors/runtime/supervised-actor.js';
import { startThread } from '../actors/runtime/thread.js';

interface IndexOptions {
  readonly config: WorkspaceConfig;
  /** That of the programs that the thread starts. */
  readonly environment: NodeJS.ProcessEnv;
  readonly isOnDemand: boolean;
  readonly limits?: Partial<SupervisionLimits>;
}

/**
 * Starts the index on a thread of its own, at once or with the first ask, and restarts the thread when it dies or hangs.
 */
export function superviseIndex({
  config,
  environment,
  isOnDemand,
  limits = {},
}: IndexOptions): SupervisedActor<WorkspaceProtocol> {
  const name = 'index';
  // The entry files of threads lie beside the bundle that contains this file.
  const entry = new URL('./index.entry.js', import.meta.url);
  const start = () => startThread<WorkspaceProtocol>({ name, entry, data: config, environment });
  return new SupervisedActor({ name, start, isOnDemand, limits });
}
