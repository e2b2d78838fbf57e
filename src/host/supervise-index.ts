import type { WorkspaceConfig, WorkspaceProtocol } from '../actors/protocol/workspace.js';
import type { SupervisionLimits } from '../actors/runtime/restart-budget.js';
import { SupervisedActor } from '../actors/runtime/supervised-actor.js';
import { startThread } from '../actors/runtime/thread.js';

/**
 * Starts the index on a thread of its own, and restarts the thread when it dies or hangs. `environment`: that of the
 * programs that it starts.
 */
export function superviseIndex(
  config: WorkspaceConfig,
  environment: NodeJS.ProcessEnv,
  limits: Partial<SupervisionLimits> = {},
): SupervisedActor<WorkspaceProtocol> {
  const name = 'index';
  // The entry files of threads lie beside the bundle that contains this file.
  const entry = new URL('./index.entry.js', import.meta.url);
  const start = () => startThread<WorkspaceProtocol>({ name, entry, data: config, environment });
  return new SupervisedActor({ name, start, limits });
}
