import { afterAll, beforeAll, expect, test } from 'vitest';
import { ActorLostError, FileNotFoundError } from '../../src/actors/protocol/errors.js';
import { deferred } from '../../src/actors/runtime/deferred.js';
import type { Ref } from '../../src/actors/runtime/ref.js';
import { startThread } from '../../src/actors/runtime/thread.js';
import { type BuiltEntries, buildEntries } from './build-entries.js';
import type { Crash } from './crash.js';
import type { FrailProtocol } from './entries/frail.entry.js';

let entries: BuiltEntries;
beforeAll(async () => {
  entries = await buildEntries({ frail: 'test/threads/entries/frail.entry.ts' });
});
afterAll(() => {
  entries.remove();
});

function start(data?: string, readyTimeoutMs?: number): Promise<Ref<FrailProtocol>> {
  return startThread<FrailProtocol>({
    name: 'frail',
    entry: entries.url('frail'),
    data,
    resourceLimits: { maxOldGenerationSizeMb: 32 },
    ...(readyTimeoutMs === undefined ? {} : { readyTimeoutMs }),
  });
}

test('a thread answers, announces, and is gone when its ref is disposed of', async () => {
  const ref = await start();
  expect(await ref.ask('ping', 7)).toBe(7);
  await ref[Symbol.asyncDispose]();
  expect(await ref.lost).toBeInstanceOf(ActorLostError);
  await expect(ref.ask('ping', 1)).rejects.toBeInstanceOf(ActorLostError);
});

test.each<Crash>(['throw', 'exit', 'out of memory'])(
  'every ask and stream rejects with ActorLostError when the thread dies by %s',
  async (how) => {
    const ref = await start();
    const noticed = deferred<string>();
    ref.on('noticed', noticed.resolve);
    const stream = (await ref.ask('count', undefined))[Symbol.asyncIterator]();
    await stream.next();
    const asks = Array.from({ length: 10 }, () => ref.ask('hang', undefined));
    ref.tell('die', how);
    const outcomes = await Promise.allSettled(asks);
    for (const outcome of outcomes)
      expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'ACTOR_LOST' } });
    const drain = async (): Promise<void> => {
      while ((await stream.next()).done !== true);
    };
    await expect(drain()).rejects.toBeInstanceOf(ActorLostError);
    expect(await noticed.promise).toBe(`dying by ${how}`);
    const lost = await ref.lost;
    expect(lost.message).toContain(
      { throw: 'thrown on purpose', exit: 'exit code 3', 'out of memory': 'memory' }[how],
    );
    await ref[Symbol.asyncDispose]();
  },
);

test('a thread that refuses to start rejects with what it threw', async () => {
  await expect(start('refuse')).rejects.toBeInstanceOf(FileNotFoundError);
});

test('a thread that ends before it is ready rejects with ActorLostError and the exit code', async () => {
  await expect(start('exit')).rejects.toMatchObject({ code: 'ACTOR_LOST', details: { exitCode: 4 } });
});

test('a thread whose file is missing rejects with ActorLostError', async () => {
  const starting = startThread({ name: 'ghost', entry: entries.url('ghost'), data: undefined });
  await expect(starting).rejects.toMatchObject({
    code: 'ACTOR_LOST',
    message: expect.stringContaining('ghost'),
  });
});

test('a thread that stays silent is given up', async () => {
  await expect(start('silent', 300)).rejects.toThrow('The frail thread was not ready within 300 ms.');
});

test('a thread stuck in a loop is ended when its ref is disposed of', async () => {
  const ref = await start();
  ref.tell('spin', undefined);
  await ref[Symbol.asyncDispose]();
  expect(await ref.lost).toBeInstanceOf(ActorLostError);
});
