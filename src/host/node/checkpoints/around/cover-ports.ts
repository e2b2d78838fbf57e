import type { ContentHash } from '../../../../actors/protocol/file-changes.js';
import type { Ref } from '../../../../actors/runtime/ref.js';
import type { CoverProtocol } from '../../../../workers/cover/cover-protocol.js';
import type { KnownWrites } from '../known-writes.js';

/** Where contents are kept. `VersionStore` is one. */
export interface VersionKeeper {
  /** `full`: it does not fit into the quota. `changed`: the file does not have this content any more. */
  keepFile(path: string, hash: ContentHash): Promise<'kept' | 'full' | 'changed'>;
  /** Flushes what was kept to the disk. */
  sync(): Promise<void>;
}

export interface AroundOptions {
  /** Starts the thread that looks at the disk. Called again when it has died. */
  readonly startCover: () => Promise<Ref<CoverProtocol>>;
  readonly store: VersionKeeper;
  /** What edits of this host have written. Default: none have. */
  readonly knownWrites?: Pick<KnownWrites, 'get' | 'running'>;
}
