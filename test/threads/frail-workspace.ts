import { realpathSync } from 'node:fs';
import type { AbsPath, WorkspaceConfig } from '../../src/actors/protocol/workspace.js';
import type { Ref } from '../../src/actors/runtime/ref.js';
import type { SupervisionLimits } from '../../src/actors/runtime/restart-budget.js';
import { SupervisedActor } from '../../src/actors/runtime/supervised-actor.js';
import { startThread } from '../../src/actors/runtime/thread.js';
import { Workspace } from '../../src/host/workspace.js';
import { type BuiltEntries, buildEntries } from './build-entries.js';
import type { FollowedIndex } from './followed-folder.js';
import type { FrailWorkspaceProtocol } from './entries/frail-index.entry.js';

/** Builds the workspace actor that can be made to die, with all that works for it. */
export function buildFrailWorkspace(): Promise<BuiltEntries> {
  return buildEntries({
    'frail-index.entry': 'test/threads/entries/frail-index.entry.ts',
    'scan.entry': 'src/workers/scan.entry.ts',
    'watch.entry': 'src/workers/watch.entry.ts',
    'watch-thread.entry': 'test/threads/entries/frail-watch-thread.entry.ts',
  });
}

/** A workspace as `createHost` makes it, whose index thread can be killed. */
export interface FrailWorkspace extends FollowedIndex {
  readonly workspace: Workspace;
  readonly ref: Ref<FrailWorkspaceProtocol>;
}

export function openFrailWorkspace(
  entries: BuiltEntries,
  directory: string,
  options: {
    readonly watcher: WorkspaceConfig['watcher'];
    readonly limits?: Partial<SupervisionLimits>;
    /** Default: so little that running out of memory takes no time. */
    readonly maxHeapMb?: number;
  },
): FrailWorkspace {
  const root = realpathSync(directory) as AbsPath;
  const config: WorkspaceConfig = {
    roots: [{ path: root, corePatterns: [], ignorePatterns: [], useGitignore: true }],
    watcher: options.watcher,
    isReadAhead: true,
    scanThreads: 2,
  };
  const ref = new SupervisedActor<FrailWorkspaceProtocol>({
    name: 'index',
    start: () =>
      startThread({
        name: 'index',
        entry: entries.url('frail-index.entry'),
        data: config,
        resourceLimits: { maxOldGenerationSizeMb: options.maxHeapMb ?? 64 },
      }),
    ...(options.limits === undefined ? {} : { limits: options.limits }),
  });
  const workspace = new Workspace([root], ref);
  return {
    ref,
    workspace,
    async files() {
      const all: string[] = [];
      for await (const { paths } of await workspace.files()) all.push(...paths);
      return all;
    },
    async status() {
      const [status] = await workspace.status();
      if (status === undefined) throw new Error('The workspace has no root.');
      return status;
    },
    onNews(listener) {
      const forgets = [ref.on('changed', listener), ref.on('status', listener)];
      return () => {
        for (const forget of forgets) forget();
      };
    },
    [Symbol.asyncDispose]: () => ref[Symbol.asyncDispose](),
  };
}
