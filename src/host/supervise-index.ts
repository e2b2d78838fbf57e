import type { WorkspaceConfig, WorkspaceProtocol } from '../actors/protocol/workspace.js';
import type { SupervisionLimits } from '../actors/runtime/restart-budget.js';
import { SupervisedActor } from '../actors/runtime/supervised-actor.js';
import { startThread } from '../actors/runtime/thread.js';

/** The index on a thread of its own, which starts at once and is replaced when it dies or hangs. */
export function superviseIndex(
  config: WorkspaceConfig,
  limits: Partial<SupervisionLimits> = {},
): SupervisedActor<WorkspaceProtocol> {
  const name = 'index';
  // Whatever this file is bundled into lies beside the entries of the threads.
  const entry = new URL('./index.entry.js', import.meta.url);
  return new SupervisedActor({ name, start: () => startThread({ name, entry, data: config }), limits });
}
