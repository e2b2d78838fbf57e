import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import fc from 'fast-check';
import type { EntryId, ThreadEntry, ThreadId } from '../../../../../src/actors/protocol/thread.js';
import { FileThreadStore } from '../../../../../src/host/node/threads/file-thread-store.js';
import { conversations, entriesOf } from '../../../../arbitraries/conversation.js';

/** A thread as a store left it, and what its files are made of. */
export interface StoredThread {
  readonly id: ThreadId;
  readonly folder: string;
  readonly entries: readonly ThreadEntry[];
  readonly files: readonly StoredFile[];
}

/** `units`: bytes that are lost as one, and the entries that need them. Shape: `name` is below the folder of the thread. */
export interface StoredFile {
  readonly name: string;
  readonly bytes: Buffer;
  readonly units: readonly { readonly bytes: Buffer; readonly entries: ReadonlySet<EntryId> }[];
}

/** The entries of a conversation of some length. */
export function sampleEntries(seed: number): readonly ThreadEntry[] {
  const samples = fc.sample(conversations, { seed, numRuns: 30 }).map(entriesOf);
  return samples.reduce((longest, next) => (next.length > longest.length ? next : longest));
}

/** The entries, and long ones behind them, so that several blocks are needed, some of them for one entry. */
export function withLongEntries(entries: readonly ThreadEntry[], seed: number): readonly ThreadEntry[] {
  const texts = fc.sample(fc.string({ minLength: 60, maxLength: 90 }), { seed, numRuns: 200 });
  const long = Array.from({ length: 40 }, (_, index): ThreadEntry => {
    const seq = entries.length + index;
    const times = index === 20 ? 40 : 1;
    return {
      id: `long_${seq}` as EntryId,
      parent: (index === 0 ? entries.at(-1)?.id : `long_${seq - 1}`) as EntryId,
      seq,
      at: 5_000 + seq,
      kind: 'notice',
      message: texts.join(`\n${index} `).repeat(times),
    };
  });
  return [...entries, ...long];
}

/** Stores each part of the entries with a store of its own. */
export async function storeThread(
  folder: string,
  id: ThreadId,
  parts: readonly (readonly ThreadEntry[])[],
): Promise<StoredThread> {
  for (const part of parts) {
    const store = new FileThreadStore({ folder, onProblem: () => undefined });
    for (const entry of part) await store.append(id, [entry]);
    await store[Symbol.asyncDispose]();
  }
  const names = readdirSync(join(folder, id)).sort();
  const files = names.map((name): StoredFile => {
    const bytes = readFileSync(join(folder, id, name));
    return { name, bytes, units: name.endsWith('z') ? listBlocks(bytes) : listRecords(bytes) };
  });
  return { id, folder, entries: parts.flat(), files };
}

function listRecords(bytes: Buffer): StoredFile['units'] {
  const lines = bytes.toString('latin1').split('\n').slice(0, -1);
  return lines.map((line) => ({ bytes: Buffer.from(line, 'latin1'), entries: idsIn(line) }));
}

/** The blocks of an undamaged file, with each entry of which they hold a part. */
function listBlocks(bytes: Buffer): StoredFile['units'] {
  const blocks: { bytes: Buffer; plain: string }[] = [];
  for (let at = 0; at < bytes.length;) {
    const [head = '', , length = ''] =
      /^TB1 (\d+) (\d+) \w{8} /.exec(bytes.toString('latin1', at, at + 40)) ?? [];
    const start = at + head.length;
    const end = start + Number(/^TB1 \d+ (\d+)/.exec(head)?.[1] ?? length);
    blocks.push({
      bytes: bytes.subarray(at, end),
      plain: brotliDecompressSync(bytes.subarray(start, end)).toString('latin1'),
    });
    at = end + 1;
  }
  const plain = blocks.map((block) => block.plain).join('');
  const lines = plain.split('\n').slice(0, -1);
  let lineStart = 0;
  const places = lines.map((line) => {
    const from = lineStart;
    lineStart += line.length + 1;
    return { from, to: from + line.length, ids: idsIn(line) };
  });
  let start = 0;
  return blocks.map((block) => {
    const [from, to] = [start, start + block.plain.length];
    start = to;
    const within = places.filter((place) => place.from < to && place.to > from);
    return { bytes: block.bytes, entries: new Set(within.flatMap(({ ids }) => [...ids])) };
  });
}

function idsIn(line: string): ReadonlySet<EntryId> {
  const [, id] = /^TR1 \d+ \d+ \w{8} \{"id":"([^"]*)"/.exec(line) ?? [];
  return new Set(id === undefined ? [] : [id as EntryId]);
}
