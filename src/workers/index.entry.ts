import type { WorkspaceConfig, WorkspaceProtocol } from '../actors/protocol/workspace.js';
import { runActor } from '../actors/runtime/thread.js';
import { createWorkspaceIndex } from './index/workspace-index.js';

const entries = {
  scan: new URL('./scan.entry.js', import.meta.url),
  watch: new URL('./watch.entry.js', import.meta.url),
  watchThread: new URL('./watch-thread.entry.js', import.meta.url),
};

await runActor<WorkspaceProtocol>((data) => createWorkspaceIndex(data as WorkspaceConfig, entries));
