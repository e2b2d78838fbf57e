import type { WorkspaceConfig, WorkspaceProtocol } from '../../../src/actors/protocol/workspace.js';
import { runActor } from '../../../src/actors/runtime/thread.js';
import { createWorkspaceIndex } from '../../../src/workers/index/workspace-index.js';
import { ScanPool } from '../../../src/workers/pool/pool.js';
import { crash, type Crash } from '../crash.js';

/** The workspace actor, with a note that kills its thread and an ask that is never answered. */
export interface FrailWorkspaceProtocol {
  asks: WorkspaceProtocol['asks'] & { hang: { arg: undefined; reply: never } };
  tells: WorkspaceProtocol['tells'] & { die: Crash };
  events: WorkspaceProtocol['events'];
}

const entries = {
  watch: new URL('./watch.entry.mjs', import.meta.url),
  watchThread: new URL('./watch-thread.entry.mjs', import.meta.url),
};

await runActor<FrailWorkspaceProtocol>((data) => {
  const config = data as WorkspaceConfig;
  const pool = new ScanPool({
    threads: config.scanThreads,
    entry: new URL('./scan.entry.mjs', import.meta.url),
  });
  const body = createWorkspaceIndex(config, { pool, entries });
  return {
    ...body,
    asks: { ...body.asks, hang: () => new Promise(() => undefined) },
    tells: { ...body.tells, die: crash },
  };
});
