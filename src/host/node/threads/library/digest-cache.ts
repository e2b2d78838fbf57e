import { createReadStream } from 'node:fs';
import { copyFile, type FileHandle, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { isRecord } from '../../../../actors/protocol/json/json-shape.js';
import type { EntryId, ThreadId } from '../../../../actors/protocol/thread.js';
import type { ThreadSummary } from '../../../../actors/protocol/thread-store.js';
import { makeFolder } from '../../../../workers/disk/make-folder.js';
import { isSameStamp, type ThreadStamp } from './thread-paths.js';

// Another version of the format is read as no cache at all.
const VERSION = 1;

// Holds the last line of nearly every cache. Units: bytes.
const TAIL_BYTES = 4 * 1024;

// Read at once rather than as a stream, which takes several times as long for a short file. Units: bytes.
const SHORT_BYTES = 64 * 1024;

const LINE_END = 0x0a;

// Written at once. Units: UTF-16 units.
const WRITE_CHARS = 64 * 1024;

/** A message or an answer that can be searched. */
export interface SearchableText {
  readonly entry: EntryId;
  readonly at: number;
  readonly role: 'user' | 'assistant';
  readonly text: string;
}

/** What is derived from the files of a thread. */
export interface ThreadDigest {
  readonly thread: ThreadId;
  /** The files that it is derived from. */
  readonly stamp: ThreadStamp;
  /** Absent for a thread without a readable entry. */
  readonly summary?: ThreadSummary;
  /** What could not be read, as sentences. */
  readonly problems: readonly string[];
  /** The number of the newest entry. Absent for a thread without a readable entry, and in older caches. */
  readonly last?: number;
  /** The most that the thread ever had. Fewer are a loss. */
  readonly most: { readonly entries: number; readonly bytes: number };
}

/**
 * Digests in files, one for each thread: a line for each searchable text, and the digest as the last line. Each line
 * begins with its checksum, so that a damaged cache is read as none. A cache that cannot be written is none either.
 */
export class DigestCache {
  readonly #folder: string;
  #drafts = 0;

  /** `folder` is made when it is needed. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The digest as it was stored, whatever has become of the thread since. Never rejects. */
  async read(thread: ThreadId): Promise<ThreadDigest | undefined> {
    return (await readTail(this.#pathOf(thread), thread, TAIL_BYTES))?.digest;
  }

  /**
   * The digest as `read`, and the searchable texts in the order of the thread. Never rejects.
   * Errors of the texts: those of the file system; `Error` for a damaged cache.
   */
  async open(thread: ThreadId): Promise<
    | {
        readonly digest: ThreadDigest;
        readonly texts: AsyncIterable<SearchableText> | Iterable<SearchableText>;
      }
    | undefined
  > {
    const tail = await readTail(this.#pathOf(thread), thread, SHORT_BYTES);
    if (tail === undefined) return undefined;
    const { digest, bytes, isWhole } = tail;
    return { digest, texts: isWhole ? readTexts(thread, bytes.toString('utf8')) : this.#stream(thread) };
  }

  async *#stream(thread: ThreadId): AsyncIterable<SearchableText> {
    let rest = '';
    const chunks = createReadStream(this.#pathOf(thread), { encoding: 'utf8' }) as AsyncIterable<string>;
    for await (const chunk of chunks) {
      const text = rest + chunk;
      const end = text.lastIndexOf('\n') + 1;
      rest = text.slice(end);
      yield* readTexts(thread, text.slice(0, end));
    }
  }

  /** Begins to replace what is stored. Never rejects. */
  async write(thread: ThreadId): Promise<CacheWriter> {
    const path = this.#pathOf(thread);
    const draft = this.#newDraft(thread);
    const handle = await makeFolder(this.#folder)
      .then(() => open(draft, 'w', 0o600))
      .catch(() => undefined);
    return new CacheWriter(path, draft, handle);
  }

  /** Begins to continue what is stored; `undefined` when that is not this digest, or cannot be continued. Never rejects. */
  async extend({ thread, stamp }: ThreadDigest): Promise<CacheWriter | undefined> {
    const path = this.#pathOf(thread);
    const draft = this.#newDraft(thread);
    try {
      await copyFile(path, draft);
      // Another process may have replaced it meanwhile.
      const copied = await readTail(draft, thread, TAIL_BYTES);
      if (copied !== undefined && isSameStamp(copied.digest.stamp, stamp))
        return new CacheWriter(path, draft, await open(draft, 'a'));
    } catch {
      // Without a cache, threads are read each time.
    }
    await rm(draft, { force: true }).catch(() => undefined);
    return undefined;
  }

  #newDraft(thread: ThreadId): string {
    this.#drafts += 1;
    return join(this.#folder, `${thread}.${process.pid}-${this.#drafts}.draft`);
  }

  /** Forgets a thread. Never rejects. */
  async forget(thread: ThreadId): Promise<void> {
    await rm(this.#pathOf(thread), { force: true }).catch(() => undefined);
  }

  #pathOf(thread: ThreadId): string {
    return join(this.#folder, `${thread}.cache`);
  }
}

/** Writes a cache as a draft, which replaces the cache at the end. */
export class CacheWriter {
  readonly #path: string;
  readonly #draft: string;
  #handle: FileHandle | undefined;
  #waiting = '';

  constructor(path: string, draft: string, handle: FileHandle | undefined) {
    this.#path = path;
    this.#draft = draft;
    this.#handle = handle;
  }

  async add(text: SearchableText): Promise<void> {
    if (this.#handle === undefined) return;
    this.#waiting += encodeLine(text);
    if (this.#waiting.length >= WRITE_CHARS) await this.#flush();
  }

  async commit(digest: ThreadDigest): Promise<void> {
    this.#waiting += encodeLine({ version: VERSION, ...digest });
    await this.#flush();
    const handle = this.#handle;
    if (handle === undefined) return;
    this.#handle = undefined;
    await handle
      .close()
      .then(() => rename(this.#draft, this.#path))
      .catch(() => rm(this.#draft, { force: true }).catch(() => undefined));
  }

  /** Leaves what is stored as it is. Never rejects. */
  async discard(): Promise<void> {
    const handle = this.#handle;
    if (handle === undefined) return;
    this.#handle = undefined;
    await handle.close().catch(() => undefined);
    await rm(this.#draft, { force: true }).catch(() => undefined);
  }

  async #flush(): Promise<void> {
    const text = this.#waiting;
    this.#waiting = '';
    try {
      await this.#handle?.writeFile(text);
    } catch {
      // Without a cache, threads are read each time.
      await this.discard();
    }
  }
}

/** The end of a cache, of `leastBytes` or as much as has the digest. */
async function readTail(
  path: string,
  thread: ThreadId,
  leastBytes: number,
): Promise<{ readonly digest: ThreadDigest; readonly bytes: Buffer; readonly isWhole: boolean } | undefined> {
  try {
    await using handle = await open(path, 'r');
    const { size } = await handle.stat();
    for (let length = Math.min(size, leastBytes); ; length = Math.min(size, 2 * length)) {
      const bytes = Buffer.alloc(length);
      const { bytesRead } = await handle.read(bytes, 0, length, size - length);
      if (bytesRead < length || bytes.at(-1) !== LINE_END) return undefined;
      const start = bytes.lastIndexOf(LINE_END, -2);
      if (start === -1 && length < size) continue;
      const digest = readDigest(thread, readLine(bytes.toString('utf8', start + 1, length - 1)));
      return digest === undefined ? undefined : { digest, bytes, isWhole: length === size };
    }
  } catch {
    return undefined;
  }
}

/** The searchable texts in whole lines. Errors: `Error` for a line that was not written like this. */
function* readTexts(thread: ThreadId, lines: string): Iterable<SearchableText> {
  for (let start = 0; start < lines.length;) {
    const end = lines.indexOf('\n', start);
    const value = readLine(lines.slice(start, end));
    if (value === undefined) throw new Error(`The cache of the thread ${thread} is damaged.`);
    if (isRecord(value) && 'entry' in value) yield value as unknown as SearchableText;
    start = end + 1;
  }
}

function encodeLine(value: object): string {
  const json = JSON.stringify(value);
  return `${crc32(json).toString(16)} ${json}\n`;
}

/** `undefined` for a line that was not written like this. */
function readLine(line: string): unknown {
  const space = line.indexOf(' ');
  const json = line.slice(space + 1);
  if (space === -1 || crc32(json).toString(16) !== line.slice(0, space)) return undefined;
  return JSON.parse(json);
}

/** A line with the right checksum, version and thread is a digest of it. */
function readDigest(thread: ThreadId, value: unknown): ThreadDigest | undefined {
  if (!isRecord(value) || value['version'] !== VERSION || value['thread'] !== thread) return undefined;
  const { version: _version, ...digest } = value;
  return digest as unknown as ThreadDigest;
}
