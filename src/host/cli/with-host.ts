import { omitUndefined } from '../../actors/protocol/json/omit-undefined.js';
import { systemClock } from '../../actors/runtime/clock.js';
import type { Host, HostOptions } from '../api.js';
import { checkpointOptionsOf } from '../node/checkpoints/checkpoint-settings.js';
import { openApprovalFile } from '../node/approval-store.js';
import { readSettingsFile } from '../node/settings-file.js';
import { stateDirectory } from '../node/state-directory.js';
import { notify, type Session } from './session.js';
import { watchScan } from './turn/progress.js';

/**
 * Runs work on a host over the root, and disposes of the host afterwards, also on failure. Resolves to the exit code.
 */
export async function withHost(
  session: Session,
  options: Omit<HostOptions, 'roots'>,
  work: (host: Host) => Promise<number>,
): Promise<number> {
  const { root, interrupts, progress } = session;
  if (interrupts.left.aborted) return interrupts.exitCode;
  const store = openApprovalFile(process.env, [root]);
  // Loaded on demand: neither a listing nor the help text needs it.
  const { createHost } = await import('../api.js');
  const host = await createHost({
    ...(options.threadStore === undefined
      ? {}
      : { checkpoints: checkpointOptionsOf(await readSettingsFile(process.env), stateDirectory()) }),
    ...options,
    roots: [root],
    ...omitUndefined({ approvalStore: store }),
  });
  void host.recovered.then((recovered) => {
    for (const { outcome, paths } of recovered)
      void notify(
        session,
        outcome === 'refused'
          ? `the journal of changes has a record that leads outside of the workspace; it was left alone: ${paths.join(', ')}`
          : `changes that were cut off are ${outcome}: ${paths.join(', ')}`,
      );
  });
  const stopProgress = watchScan(host.workspace, progress, systemClock);
  try {
    return await interrupts.orLeave(work(host));
  } finally {
    stopProgress();
    await host[Symbol.asyncDispose]();
  }
}
