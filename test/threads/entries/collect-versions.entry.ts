import { randomUUID } from 'node:crypto';
import { writeSync } from 'node:fs';
import type { ContentHash } from '../../../src/actors/protocol/file-changes.js';
import type { EntryId, ThreadEntry, ThreadId } from '../../../src/actors/protocol/thread.js';
import type { AbsPath } from '../../../src/actors/protocol/workspace.js';
import { hashOfBytes, openCollectWorld } from '../collect-world.js';
import { createRandom } from '../../../bench/make-tree.js';
import { drawBytes } from '../../doubles/draw-bytes.js';
import { pause } from '../../doubles/later.js';

// Keeps contents, records them in threads, deletes threads, and collects, all at once. Says what it has recorded, and
// before it does what it gives up. Dies before the step whose number it is given. Arguments: the folder, the step, a
// seed.
const [base = '', dieAt = '', seed = ''] = process.argv.slice(2);

let steps = 0;
const world = await openCollectWorld(base, () => {
  if (String((steps += 1)) === dieAt) process.kill(process.pid, 'SIGKILL');
});
const { library, store, collector } = world;
const say = (what: object): void => void writeSync(1, `${JSON.stringify(what)}\n`);
/** Contents that several threads have, and that come again after they were collected. */
const shared = Array.from({ length: 20 }, (_, number) =>
  Buffer.from(`content ${number}\n`.repeat(50 + number * 40)),
);
const open = new Set<ThreadId>();

const random = createRandom(Number(seed));
const pauseBriefly = (): Promise<void> => pause(random.below(10));

async function record(): Promise<void> {
  const id = randomUUID() as ThreadId;
  open.add(id);
  let seq = 0;
  let parent: EntryId | null = null;
  /** Returns the time of the entry, by which it may be given up later. */
  const append = async (body: Pick<ThreadEntry, 'kind'> & object): Promise<number> => {
    const entry = {
      ...body,
      id: `${id}-${seq}`,
      parent,
      seq: seq++,
      at: Date.now(),
    } as unknown as ThreadEntry;
    parent = entry.id;
    await library.append(id, [entry]);
    return entry.at;
  };
  await append({ kind: 'thread', version: 2, roots: [base] } as never);
  for (let count = 1 + random.below(12); count > 0; count -= 1) {
    const bytes = random.chance(0.3) ? random.pick(shared) : drawBytes(random, 500 + random.below(9_000));
    const hash: ContentHash = hashOfBytes(bytes);
    const outcome = await store.keepBytes(bytes, hash);
    const source = outcome === 'kept' ? { kind: 'store' } : { kind: 'none' };
    const version = { kind: 'file', hash, size: bytes.length, mode: 0o644, source };
    const versions = [{ path: `${base}/a` as AbsPath, version }];
    const at = await append({ kind: 'checkpoint', cause: 'edit', callId: 'c', versions } as never);
    say(outcome === 'kept' ? { thread: id, hash, at } : { full: true });
    await pauseBriefly();
  }
  await library.release(id);
  open.delete(id);
}

async function remove(): Promise<void> {
  const threads = await library.list();
  const old = threads.filter(({ id }) => !open.has(id));
  if (threads.length > 8 && old.length > 0) await library.delete(random.pick(old).id);
  const deleted = await library.listDeleted();
  if (deleted.length > 4) {
    const { id } = deleted.at(-1)!;
    say({ purges: id });
    await library.purge([id]);
  }
}

async function collect(): Promise<void> {
  const before = Date.now() - random.below(40_000);
  if (random.chance(0.3)) await collector.planPrune({ before });
  else if (random.chance(0.05)) {
    say({ prunes: before });
    await collector.prune({ before });
  } else await collector.prune();
}

async function repeat(work: () => Promise<void>): Promise<never> {
  for (;;) {
    await work();
    await pauseBriefly();
  }
}

say({ ready: true });
await Promise.all([repeat(record), repeat(record), repeat(remove), repeat(collect)]);
