import type { RootConfig } from '../../../actors/protocol/workspace.js';
import { runToEnd } from '../../../actors/runtime/slices.js';
import { CacheFile, type CacheLimits } from '../../cache/cache-file.js';
import { describeRoot } from '../../cache/describe-root.js';
import { decodeSnapshot, encodeSnapshot, type Snapshot } from './snapshot-format.js';

// Some hundred megabytes for the largest, a few for most.
const LIMITS: CacheLimits = { ending: '.index', maxFiles: 20, maxBytes: Number.POSITIVE_INFINITY };

/** Where the snapshot of one root is on the disk. */
export class SnapshotStore {
  readonly #subject: string;
  readonly #file: CacheFile;

  /** `folder` is one for all roots and configurations; it is made when it is needed. */
  constructor(folder: string, config: RootConfig) {
    const { subject, name } = describeRoot(config);
    this.#subject = subject;
    this.#file = new CacheFile({ folder, root: config.path, name, limits: LIMITS });
  }

  /**
   * What was written last; `undefined` when there is nothing that can be used.
   * Errors: never throws. Cost: 10 ms for 163,000 files.
   */
  read(): Snapshot | undefined {
    const file = runToEnd(this.#file.read());
    return file === undefined ? undefined : decodeSnapshot(file, this.#subject);
  }

  /** Errors and effects: those of `CacheFile.write`. */
  write(snapshot: Snapshot): Promise<void> {
    return this.#file.write(encodeSnapshot(snapshot, this.#subject));
  }
}
