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
 * Keeps the content filter of one root on disk, beside its snapshot. The file has 4,096 bits for each stretch of a text,
 * set by the hashes of its 3-grams and 4-grams. The text cannot be restored from them, but a reader can test whether a
 * guessed word may be in it, so only the owner may read the file.
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
   * Reads the filter that was written last; `undefined` when there is none that can be used. The caller owns its arrays.
   * Errors: the signal's reason. Cost: 1 ms for 2 MB.
   */
  read(signal: AbortSignal): Promise<CapturedFilter | undefined> {
    return runCooperatively(this.#read(), signal);
  }

  /** Writes a filter, which must not change meanwhile. Errors and effects: as `CacheFile.write`; the signal's reason. */
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
      blocks: Array.from({ length: arrays.remaining }, () => arrays.numbers()),
    };
    return arrays.isWhole ? filter : undefined;
  }
}
