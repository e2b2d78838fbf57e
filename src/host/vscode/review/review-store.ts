import { createHash } from 'node:crypto';
import { hashOf } from '../../../actors/tools/text/content-hash.js';
import { isRecord } from '../../../actors/protocol/json/json-shape.js';
import type { RecordFolder } from '../../node/record-folder.js';
import { type Hunk, type HunkState, splitText } from './hunks.js';
import type { PendingFile } from './pending-file.js';

const VERSION = 1;
const STATES: readonly HunkState[] = ['pending', 'undone', 'changed'];

interface ReviewStoreOptions {
  /** The folder of the records; each file under review has one there, with both of its contents beside it. */
  readonly folder: RecordFolder;
  /** Decodes a file as the editor does. */
  readonly decode: (bytes: Uint8Array, path: string) => PromiseLike<string>;
}

/**
 * Keeps files under review on the disk of the workspace, so that they outlive a window. Several windows may use the
 * folder: a record is replaced as a whole, and the last one wins.
 */
export class ReviewStore {
  readonly #options: ReviewStoreOptions;
  #writing: Promise<void> = Promise.resolve();

  constructor(options: ReviewStoreOptions) {
    this.#options = options;
  }

  /** All records. One that cannot be read is left out. Errors: those of the file system, unless nothing is there. */
  async read(): Promise<readonly PendingFile[]> {
    await this.#writing.catch(() => undefined);
    const { folder } = this.#options;
    const names = await folder.list();
    const records = names.filter((name) => name.endsWith('.json'));
    const files = await Promise.all(records.map((name) => this.#readOne(name)));
    return files.filter((file) => file !== undefined);
  }

  /** Replaces the record of a file. Errors: those of the file system. */
  write(file: PendingFile): Promise<void> {
    return this.#inOrder(async () => {
      const { folder } = this.#options;
      const base = idOf(file.path);
      const { path, origin, isDeleted, isExact, before, after, changes, states } = file;
      // A record that is cut off names contents that are not its own; the digests say so.
      if (before !== undefined) await folder.replace(`${base}.before`, before);
      if (after !== undefined) await folder.replace(`${base}.after`, after);
      const record = {
        version: VERSION,
        path,
        origin,
        isDeleted,
        isExact,
        before: await digestOf(before),
        after: await digestOf(after),
        hunks: changes?.hunks,
        states,
      };
      await folder.replace(`${base}.json`, Buffer.from(JSON.stringify(record)));
    });
  }

  /** Removes the record of a file, if there is one. Errors: those of the file system. */
  remove(path: string): Promise<void> {
    return this.#inOrder(async () => {
      for (const end of ['json', 'before', 'after'])
        await this.#options.folder.remove(`${idOf(path)}.${end}`);
    });
  }

  async #readOne(name: string): Promise<PendingFile | undefined> {
    const base = name.slice(0, -'.json'.length);
    const record = parse(await this.#options.folder.read(name));
    if (!isRecord(record) || record['version'] !== VERSION) return undefined;
    const { path, origin, isDeleted, isExact } = record;
    if (typeof path !== 'string' || (origin !== undefined && typeof origin !== 'string')) return undefined;
    const before = await this.#readContent(`${base}.before`, record['before']);
    const after = await this.#readContent(`${base}.after`, record['after']);
    if (before === 'damaged' || after === 'damaged') return undefined;
    const hunks = readHunks(record['hunks']);
    const states = readStates(record['states']);
    const isText = hunks !== undefined && after !== undefined;
    const { decode } = this.#options;
    // What was kept of a change is in a text, which is always UTF-8.
    const decodeBefore = isExact === true ? decode : (bytes: Uint8Array) => Buffer.from(bytes).toString();
    return {
      path,
      origin,
      isDeleted: isDeleted === true,
      isExact: isExact === true,
      before,
      after,
      changes: isText
        ? {
            before: before === undefined ? [''] : splitText(await decodeBefore(before, path)),
            after: splitText(await decode(after, path)),
            hunks,
          }
        : undefined,
      states: isText && states.length === hunks.length ? states : (hunks ?? []).map(() => 'pending'),
    };
  }

  async #readContent(name: string, digest: unknown): Promise<Uint8Array | undefined | 'damaged'> {
    if (digest === undefined) return undefined;
    const bytes = await this.#options.folder.read(name);
    return bytes !== undefined && (await digestOf(bytes)) === digest ? bytes : 'damaged';
  }

  #inOrder(work: () => Promise<void>): Promise<void> {
    const done = this.#writing.catch(() => undefined).then(work);
    this.#writing = done;
    return done;
  }
}

function idOf(path: string): string {
  return createHash('sha256').update(path).digest('hex').slice(0, 32);
}

async function digestOf(bytes: Uint8Array | undefined): Promise<string | undefined> {
  return bytes === undefined ? undefined : hashOf(bytes);
}

function parse(bytes: Uint8Array = Buffer.of()): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString());
  } catch {
    return undefined;
  }
}

function readHunks(raw: unknown): readonly Hunk[] | undefined {
  if (!Array.isArray(raw)) return undefined;
  const hunks: Hunk[] = [];
  for (const one of raw as readonly unknown[]) {
    if (!isRecord(one)) return undefined;
    const { oldStart, oldEnd, newStart, newEnd } = one;
    if (![oldStart, oldEnd, newStart, newEnd].every(Number.isSafeInteger)) return undefined;
    hunks.push({ oldStart, oldEnd, newStart, newEnd } as Hunk);
  }
  return hunks;
}

function readStates(raw: unknown): readonly HunkState[] {
  if (!Array.isArray(raw)) return [];
  return raw.map((one) => STATES.find((state) => state === one) ?? 'pending');
}
