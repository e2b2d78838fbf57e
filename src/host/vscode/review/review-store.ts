import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hashOf } from '../../../actors/tools/text/content-hash.js';
import { isRecord } from '../../../actors/protocol/json-shape.js';
import { type Hunk, type HunkState, splitText } from './hunks.js';
import type { PendingFile } from './pending-file.js';

const VERSION = 1;
const STATES: readonly HunkState[] = ['pending', 'undone', 'changed'];

interface ReviewStoreOptions {
  /** The folder of the records; each file under review has one there, with both of its contents beside it. */
  readonly folder: string;
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
    const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    });
    const records = names.filter((name) => name.endsWith('.json'));
    const files = await Promise.all(records.map((name) => this.#readOne(join(folder, name))));
    return files.filter((file) => file !== undefined);
  }

  /** Replaces the record of a file. Errors: those of the file system. */
  write(file: PendingFile): Promise<void> {
    return this.#inOrder(async () => {
      const { folder } = this.#options;
      const base = join(folder, idOf(file.path));
      const { path, origin, isDeleted, isExact, before, after, changes, states } = file;
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // A record that is cut off names contents that are not its own; the digests say so.
      if (before !== undefined) await replace(`${base}.before`, before);
      if (after !== undefined) await replace(`${base}.after`, after);
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
      await replace(`${base}.json`, Buffer.from(JSON.stringify(record)));
    });
  }

  /** Removes the record of a file, if there is one. Errors: those of the file system. */
  remove(path: string): Promise<void> {
    return this.#inOrder(async () => {
      const base = join(this.#options.folder, idOf(path));
      for (const end of ['json', 'before', 'after']) await rm(`${base}.${end}`, { force: true });
    });
  }

  async #readOne(name: string): Promise<PendingFile | undefined> {
    const base = name.slice(0, -'.json'.length);
    const text = await readFile(name, 'utf8').catch(() => '');
    const record = parse(text);
    if (!isRecord(record) || record['version'] !== VERSION) return undefined;
    const { path, origin, isDeleted, isExact } = record;
    if (typeof path !== 'string' || (origin !== undefined && typeof origin !== 'string')) return undefined;
    const before = await readContent(`${base}.before`, record['before']);
    const after = await readContent(`${base}.after`, record['after']);
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

async function readContent(name: string, digest: unknown): Promise<Uint8Array | undefined | 'damaged'> {
  if (digest === undefined) return undefined;
  const bytes = await readFile(name).catch(() => undefined);
  return bytes !== undefined && (await digestOf(bytes)) === digest ? bytes : 'damaged';
}

async function replace(path: string, bytes: Uint8Array): Promise<void> {
  const draft = `${path}.${randomUUID()}`;
  try {
    await writeFile(draft, bytes, { mode: 0o600, flag: 'wx' });
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
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
