import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { ContentHash } from '../../src/actors/protocol/file-changes.js';
import { VersionCollector } from '../../src/host/node/checkpoints/collect/version-collector.js';
import { VersionStore } from '../../src/host/node/checkpoints/version-store.js';
import type { FileThreadLibrary } from '../../src/host/node/threads/library/file-thread-library.js';
import { openThreadLibrary } from '../../src/host/node/threads/library/open-thread-library.js';

/** Some 80 contents of the average size. Units: bytes. */
export const QUOTA_BYTES = 400_000;
// What a process keeps and what it records of that are further apart on a busy machine than in the field.
const GRACE_MS = 60_000;

/** A store of versions with the threads that refer to it. */
export interface CollectWorld extends AsyncDisposable {
  readonly library: FileThreadLibrary;
  readonly store: VersionStore;
  readonly collector: VersionCollector;
  /** The folder of the store. */
  readonly folder: string;
}

export async function openCollectWorld(
  base: string,
  onStep: (what: string) => void | Promise<void> = () => undefined,
): Promise<CollectWorld> {
  const state = join(base, 'state');
  const folder = join(state, 'versions', 'contents');
  const library = await openThreadLibrary({
    stateDirectory: state,
    roots: [base],
    onProblem: (sentence) => {
      // A process was killed in the middle of a write.
      if (!sentence.includes('was not written to its end')) throw new Error(sentence);
    },
  });
  let running: Promise<unknown> | undefined;
  const store = new VersionStore({
    folder,
    quotaBytes: QUOTA_BYTES,
    graceMs: GRACE_MS,
    unneededMs: GRACE_MS,
    onStep,
    onFull: async (state) => {
      running ??= collector
        .makeRoom(QUOTA_BYTES / 4, new AbortController().signal)
        .finally(() => (running = undefined));
      if (state === 'full') await running;
    },
  });
  const collector = new VersionCollector({
    store,
    folder,
    coverFolder: join(state, 'versions', 'cover'),
    threadFolders: [join(state, 'threads')],
  });
  return {
    library,
    store,
    collector,
    folder,
    [Symbol.asyncDispose]: async () => {
      await running;
      await library[Symbol.asyncDispose]();
    },
  };
}

export function hashOfBytes(bytes: Uint8Array): ContentHash {
  return createHash('sha256').update(bytes).digest('hex') as ContentHash;
}
