import type { FilesBatch, RelPath } from '../../../actors/protocol/workspace.js';
import { yieldToEventLoop } from '../../../actors/runtime/abort.js';
import type { WorkspaceRoot } from '../root/workspace-root.js';

// Paths in a batch: a millisecond's work, so that other work of the thread never waits long.
const BATCH_SIZE = 1000;

/** Every file of some roots in path order, once each root has caught up with the disk. Errors: those of its scan. */
export async function* listRootFiles(
  roots: readonly { readonly root: WorkspaceRoot; readonly catchUp: () => Promise<void> }[],
  under: RelPath,
): AsyncGenerator<FilesBatch, void, undefined> {
  for (const { root, catchUp } of roots) {
    await catchUp();
    root.requireScanned();
    for (const paths of inBatches((await root.everythingIn(under)).paths(under))) {
      yield { root: root.config.path, paths };
      await yieldToEventLoop();
    }
  }
}

/** Paths in batches, each a millisecond's work. */
export function* inBatches(paths: Iterable<RelPath>): Generator<readonly RelPath[], void, undefined> {
  let batch: RelPath[] = [];
  for (const path of paths) {
    batch.push(path);
    if (batch.length < BATCH_SIZE) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
