import type { WorkspaceConfig, WorkspaceProtocol } from '../actors/protocol/workspace.js';
import { runActor } from '../actors/runtime/thread.js';
import { ScanPool } from './pool/pool.js';

const entries = {
  watch: new URL('./watch.entry.js', import.meta.url),
  watchThread: new URL('./watch-thread.entry.js', import.meta.url),
};

await runActor<WorkspaceProtocol>(async (data) => {
  const config = data as WorkspaceConfig;
  // Created before the index is imported, so that its threads start while that code loads.
  const pool = new ScanPool({
    threads: config.scanThreads,
    entry: new URL('./scan.entry.js', import.meta.url),
  });
  const { createWorkspaceIndex } = await import('./index/workspace-index.js');
  return createWorkspaceIndex(config, { pool, entries });
});
