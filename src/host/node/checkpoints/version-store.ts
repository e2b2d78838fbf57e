import { createHash } from 'node:crypto';
import { rename } from 'node:fs/promises';
import { VersionLostError } from '../../../actors/protocol/errors.js';
import { errorCode } from '../../../actors/protocol/errors/error-code.js';
import type { ContentHash } from '../../../actors/protocol/file-changes.js';
import { readThrough } from '../../../actors/runtime/streams/read-through.js';
import { isMissingError } from '../../../workers/disk/is-missing-error.js';
import {
  type Collected,
  type CollectLimits,
  collectObjects,
  type NeededContents,
} from './store/collect-objects.js';
import { ObjectWriter, QuotaExceededError } from './store/object-writer.js';
import { BROTLI, createDecoder, createEncoder, encodeObject, PLAIN } from './store/object-codec.js';
import { ObjectFolder } from './store/object-folder.js';
import { readChunks } from './store/read-chunks.js';
import { SpaceBudget } from './store/space-budget.js';

/**
 * What became of a content that was to be kept.
 * - `kept`: the store has it.
 * - `full`: it does not fit into the quota.
 * - `changed`: the file does not have this content, or not any more.
 */
export type KeepOutcome = 'kept' | 'full' | 'changed';

interface VersionStoreOptions {
  /** Absolute. Made with the first content. */
  readonly folder: string;
  /** Default: 2 GiB. Units: bytes on the disk. */
  readonly quotaBytes?: number;
  /** How long an object stays without a reference after it was needed last. Default: a day. Units: milliseconds. */
  readonly graceMs?: number;
  /** How long a collection that finds no reference waits for another one that finds none. Default: a day. Units: milliseconds. */
  readonly unneededMs?: number;
  /** Called when the store is nearly full, and before a content is refused because it is. Resolves once that was tried. */
  readonly onFull?: (state: 'nearly full' | 'full') => Promise<void>;
  /** Called before each step that changes the disk, for tests. */
  readonly onStep?: (what: string) => void | Promise<void>;
}

// Holds 200 turns of 5 files each for years, and goes unnoticed on a disk of today.
const DEFAULT_QUOTA_BYTES = 2 * 1024 ** 3;
// A reference is stored within seconds of its content, unless the computer sleeps in between.
const DEFAULT_GRACE_MS = 24 * 60 * 60 * 1000;
// A reference that one collection overlooks is found by another one a day later, with other threads open.
const DEFAULT_UNNEEDED_MS = 24 * 60 * 60 * 1000;
// Enough for some days of work, in which a collection finds what is not needed any more.
const NEARLY_FULL = 0.8;
// Other processes write to the store as well: the space that they use is counted again this often. Units: milliseconds.
const RECOUNT_MS = 10 * 60 * 1000;
// A full store may have been collected by another process.
const RECOUNT_FULL_MS = 60 * 1000;

/**
 * Contents by their SHA-256, each stored once, compressed where that makes them shorter. Several processes may use one
 * folder. An object appears whole or not at all, and what is read is verified.
 * Source: SPEC K4.
 */
export class VersionStore {
  readonly #folder: ObjectFolder;
  readonly #quotaBytes: number;
  readonly #graceMs: number;
  readonly #unneededMs: number;
  readonly #onFull: (state: 'nearly full' | 'full') => Promise<void>;
  readonly #onStep: (what: string) => void | Promise<void>;
  /** Contents that are being written. */
  readonly #writing = new Map<ContentHash, Promise<KeepOutcome>>();
  #budget: Promise<SpaceBudget> | undefined;
  /** The same, once the count has ended. */
  #counted: SpaceBudget | undefined;
  #countedAt = 0;
  #wasFull = false;

  constructor({
    folder,
    quotaBytes = DEFAULT_QUOTA_BYTES,
    graceMs = DEFAULT_GRACE_MS,
    unneededMs = DEFAULT_UNNEEDED_MS,
    onFull = () => Promise.resolve(),
    onStep,
  }: VersionStoreOptions) {
    this.#folder = new ObjectFolder(folder);
    this.#quotaBytes = quotaBytes;
    this.#graceMs = graceMs;
    this.#unneededMs = unneededMs;
    this.#onFull = onFull;
    this.#onStep = onStep ?? (() => undefined);
  }

  /**
   * Keeps bytes whose hash the caller has computed. They survive the end of the process; after `sync`, a power failure.
   * Errors: those of Node's `fs`.
   */
  keepBytes(bytes: Uint8Array, hash: ContentHash): Promise<KeepOutcome> {
    return this.#keep(hash, async (draft) => {
      await draft.write(await encodeObject(bytes));
      return true;
    });
  }

  /** Like `keepBytes`, with the content of a file, which is never in memory as a whole. Errors: those of Node's `fs`. */
  keepFile(path: string, hash: ContentHash): Promise<KeepOutcome> {
    return this.#keep(hash, async (draft) => {
      const actual = createHash('sha256');
      let size = 0;
      const chunks = readChunks(path, (file) => (size = file.size));
      const first = await chunks.next();
      if (first.done === true) return actual.digest('hex') === hash && (await writeEmpty(draft));
      const encoder = createEncoder(first.value, size);
      await draft.write(Buffer.of(encoder === undefined ? PLAIN : BROTLI));
      const hashed = async function* (): AsyncGenerator<Buffer> {
        try {
          for (let chunk: Buffer | undefined = first.value; chunk !== undefined;) {
            actual.update(chunk);
            yield chunk;
            const next = await chunks.next();
            chunk = next.done === true ? undefined : next.value;
          }
        } finally {
          await chunks.return();
        }
      };
      const encoded = encoder === undefined ? hashed() : readThrough(hashed(), encoder);
      for await (const chunk of encoded) await draft.write(chunk);
      return actual.digest('hex') === hash;
    });
  }

  /** Whether the store has a content. It may be damaged: only reading shows that. */
  async has(hash: ContentHash): Promise<boolean> {
    return this.#folder.touch(hash, this.#graceMs / 2).catch(() => false);
  }

  /** Flushes what was kept to the disk, so that it survives a power failure. */
  async sync(): Promise<void> {
    await this.#folder.sync();
  }

  /**
   * The content, in parts. All of it has been verified when the iteration ends; what came before an error is to be
   * discarded.
   * Errors: `VersionLostError` when it is not there or damaged; those of Node's `fs`.
   */
  async *read(hash: ContentHash): AsyncGenerator<Uint8Array> {
    const actual = createHash('sha256');
    try {
      for await (const chunk of this.#decode(hash)) {
        actual.update(chunk);
        yield chunk;
      }
    } catch (error) {
      if (isMissingError(error)) throw lostError(hash, 'is not kept any more', error);
      if (!isDecodingError(error)) throw error;
      await this.#setAside(hash);
      throw lostError(hash, 'is damaged in the version store', error);
    }
    if (actual.digest('hex') === hash) return;
    await this.#setAside(hash);
    throw lostError(hash, 'is damaged in the version store');
  }

  /** Most of what it may hold. Units: bytes on the disk. */
  get quotaBytes(): number {
    return this.#quotaBytes;
  }

  /** What it holds. Cost: a look at each file. Errors: those of Node's `fs`. Units: bytes on the disk. */
  async usedBytes(): Promise<number> {
    return (await this.#count()).usedBytes;
  }

  /**
   * Deletes the contents that are not young, and that neither this nor an earlier collection finds referenced. Other
   * processes may store meanwhile.
   * Errors: those of Node's `fs`; the reason of the signal in `limits`. Cost: on the disk nothing.
   */
  async collect(referenced: NeededContents, limits: CollectLimits = {}): Promise<Collected> {
    const collected = await collectObjects(this.#folder, {
      ...limits,
      referenced,
      graceMs: this.#graceMs,
      unneededMs: this.#unneededMs,
      onDeleting: (bytes) => this.#releaseLater(bytes),
      onStep: this.#onStep,
    });
    if (limits.isDry !== true) this.#wasFull = false;
    return collected;
  }

  /** Returns what gives the space of an object back once it is deleted. */
  #releaseLater(bytes: number): () => void {
    const counted = this.#counted;
    return () => {
      // A count that runs at the moment may have seen the object, or not: its space is used until there is another count.
      if (counted !== undefined && counted === this.#counted) counted.release(bytes);
      else this.#countedAt = 0;
    };
  }

  async #keep(hash: ContentHash, write: (draft: ObjectWriter) => Promise<boolean>): Promise<KeepOutcome> {
    for (let known = this.#writing.get(hash); known !== undefined; known = this.#writing.get(hash)) {
      // Another file that was said to have this content may have changed.
      if ((await known.catch(() => 'changed')) === 'kept') return 'kept';
    }
    const outcome = this.#keepWithRoom(hash, write).finally(() => {
      this.#writing.delete(hash);
    });
    this.#writing.set(hash, outcome);
    return outcome;
  }

  async #keepWithRoom(
    hash: ContentHash,
    write: (draft: ObjectWriter) => Promise<boolean>,
  ): Promise<KeepOutcome> {
    const outcome = await this.#keepOnce(hash, write);
    if (outcome === 'full') {
      await this.#onFull('full');
      return this.#keepOnce(hash, write);
    }
    const budget = await this.#budget;
    if (budget !== undefined && budget.usedBytes > NEARLY_FULL * this.#quotaBytes)
      this.#onFull('nearly full').catch(() => undefined);
    return outcome;
  }

  async #keepOnce(hash: ContentHash, write: (draft: ObjectWriter) => Promise<boolean>): Promise<KeepOutcome> {
    if (await this.#folder.touch(hash, this.#graceMs / 2)) return 'kept';
    const budget = await this.#countSpace();
    await this.#onStep('draft');
    const draft = await ObjectWriter.create(await this.#folder.createDraftPath(), budget);
    try {
      if (!(await write(draft))) {
        await draft.discard();
        return 'changed';
      }
      await this.#onStep('sync');
      await draft.finish();
      await this.#onStep('place');
      await this.#folder.place(draft.path, hash);
      return 'kept';
    } catch (error) {
      await draft.discard();
      if (!(error instanceof QuotaExceededError)) throw error;
      this.#wasFull = true;
      return 'full';
    }
  }

  #countSpace(): Promise<SpaceBudget> {
    const age = Date.now() - this.#countedAt;
    const isStale = age < 0 || age > (this.#wasFull ? RECOUNT_FULL_MS : RECOUNT_MS);
    // What is being written now has reserved its space already: counting would lose that.
    if (this.#budget !== undefined && (!isStale || this.#writing.size > 1)) return this.#budget;
    this.#countedAt = Date.now();
    this.#wasFull = false;
    this.#counted = undefined;
    this.#budget = this.#count().then(
      (counted) => (this.#counted = counted),
      (error: unknown) => {
        this.#budget = undefined;
        throw error;
      },
    );
    return this.#budget;
  }

  async #count(): Promise<SpaceBudget> {
    await this.#folder.removeAbandonedDrafts();
    let used = await this.#folder.draftBytes();
    for await (const { bytes } of this.#folder.list()) used += bytes;
    return new SpaceBudget(this.#quotaBytes, used);
  }

  async *#decode(hash: ContentHash): AsyncGenerator<Uint8Array> {
    const chunks = this.#openObject(hash);
    const first = await chunks.next();
    const codec = first.done === true ? undefined : first.value[0];
    if (first.done === true || (codec !== PLAIN && codec !== BROTLI)) {
      await chunks.return();
      throw new UnknownCodecError(`An object begins with ${codec}; expected ${PLAIN} or ${BROTLI}.`);
    }
    const encoded = async function* (): AsyncGenerator<Buffer> {
      try {
        yield first.value.subarray(1);
        yield* chunks;
      } finally {
        // Whoever leaves after the first part would leave the file open.
        await chunks.return();
      }
    };
    yield* codec === PLAIN ? encoded() : readThrough(encoded(), createDecoder());
  }

  /** The bytes of an object, wherever a collection that runs at the moment has put it. */
  async *#openObject(hash: ContentHash): AsyncGenerator<Buffer, void> {
    const paths = [
      this.#folder.pathOf(hash),
      this.#folder.condemnedPathOf(hash),
      this.#folder.unneededPathOf(hash),
      this.#folder.pathOf(hash),
    ];
    for (const [attempt, path] of paths.entries()) {
      try {
        yield* readChunks(path);
        return;
      } catch (error) {
        if (!isMissingError(error) || attempt === paths.length - 1) throw error;
      }
    }
  }

  /** A damaged object goes out of the way, so that the same content can be stored again. */
  async #setAside(hash: ContentHash): Promise<void> {
    await rename(this.#folder.pathOf(hash), this.#folder.damagedPathOf(hash)).catch(() => undefined);
  }
}

class UnknownCodecError extends Error {
  override readonly name = 'UnknownCodecError';
}

function isDecodingError(error: unknown): boolean {
  if (error instanceof UnknownCodecError) return true;
  const code = errorCode(error) ?? '';
  return code.startsWith('ERR_') || code.startsWith('Z_');
}

async function writeEmpty(draft: ObjectWriter): Promise<true> {
  await draft.write(Buffer.of(PLAIN));
  return true;
}

function lostError(hash: ContentHash, what: string, cause?: unknown): VersionLostError {
  return new VersionLostError(
    `The old content ${hash} ${what}. Nothing was changed: restore the file from a backup or from version control.`,
    { hash },
    cause === undefined ? undefined : { cause },
  );
}
