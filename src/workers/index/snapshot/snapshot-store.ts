import type { RootConfig } from '../../../actors/protocol/workspace.js';
import { runToEnd } from '../../../actors/runtime/slices.js';
import { CacheFile, type CacheLimits } from '../../cache/cache-file.js';
import { describeRoot } from '../../cache/describe-root.js';
import { decodeSnapshot, encodeSnapshot, type Snapshot } from './snapshot-format.js';

// Some hundred megabytes for the largest, a few for most.
const LIMITS: CacheLimits = { ending: '.index', maxFiles: 20, maxBytes: Number.POSITIVE_INFINITY };

/** The file that holds the snapshot of one root. */
export class SnapshotStore {
  readonly #subject: string;
  readonly #file: CacheFile;

  /** `folder` is shared by all roots and configurations; it is created on demand. */
  constructor(folder: string, config: RootConfig) {
    const { subject, name } = describeRoot(config);
    this.#subject = subject;
    this.#file = new CacheFile({ folder, root: config.path, name, limits: LIMITS });
  }

  /**
   * The last written snapshot; `undefined` when there is none or it is not valid.
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
