import type { RootConfig } from '../../actors/protocol/workspace.js';
import { type Cooperative, runCooperatively } from '../../actors/runtime/slices.js';
import { type ArrayFileKind, decodeArrays, encodeArrays } from '../cache/array-file.js';
import { CacheFile, type CacheLimits } from '../cache/cache-file.js';
import { describeRoot } from '../cache/describe-root.js';
import type { CapturedFilter } from './content-filter.js';

const KIND: ArrayFileKind = { magic: 0x544c4946, version: 1 };
// Two of the largest filters there can be, or twenty of repositories with 250 MB of text.
const LIMITS: CacheLimits = { ending: '.filter', maxFiles: 20, maxBytes: 512 << 20 };

/**
 * Where the content filter of one root is on the disk, beside its snapshot. What it tells of a text is which of 4,096
 * bits its pieces of three and four letters set: the text cannot be made from that, though whoever reads the file can
 * ask whether a word that they guess may be in it. Only its owner may read it.
 */
export class FilterStore {
  readonly #subject: string;
  readonly #file: CacheFile;

  constructor(folder: string, config: RootConfig) {
    const { subject, name } = describeRoot(config);
    this.#subject = subject;
    this.#file = new CacheFile({ folder, root: config.path, name, limits: LIMITS });
  }

  /**
   * What was written last; `undefined` when there is nothing that can be used. Its arrays are nobody else's.
   * Errors: the signal's reason. Cost: 1 ms for 2 MB.
   */
  read(signal: AbortSignal): Promise<CapturedFilter | undefined> {
    return runCooperatively(this.#read(), signal);
  }

  /** Nothing may change meanwhile. Errors and effects: those of `CacheFile.write`; the signal's reason. */
  async write(filter: CapturedFilter, signal: AbortSignal): Promise<void> {
    const { paths, stamps, owners, newest, blocks } = filter;
    const arrays = [paths, stamps, owners, newest, ...blocks];
    const file = encodeArrays(KIND, { subject: this.#subject, facts: null, arrays });
    await this.#file.write(await runCooperatively(file, signal));
  }

  *#read(): Cooperative<CapturedFilter | undefined> {
    const file = yield* this.#file.read();
    const decoded = file === undefined ? undefined : yield* decodeArrays(file, KIND, this.#subject);
    if (decoded === undefined) return undefined;
    const { arrays } = decoded;
    const filter: CapturedFilter = {
      paths: arrays.bytes(),
      stamps: arrays.doubles(),
      owners: arrays.masks(),
      newest: arrays.numbers(),
      blocks: Array.from({ length: arrays.left }, () => arrays.numbers()),
    };
    return arrays.isWhole ? filter : undefined;
  }
}
