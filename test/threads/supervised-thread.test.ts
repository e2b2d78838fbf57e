import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { ActorLostError } from '../../src/actors/protocol/errors.js';
import { deferred } from '../../src/actors/runtime/deferred.js';
import { SupervisedActor } from '../../src/actors/runtime/supervised-actor.js';
import { startThread } from '../../src/actors/runtime/thread.js';
import { errorOf } from '../doubles/error-of.js';
import { FakeClock } from '../doubles/fake-clock.js';
import { settle } from '../doubles/settle.js';
import { type BuiltEntries, buildEntries } from './build-entries.js';
import type { FrailProtocol } from './entries/frail.entry.js';

let entries: BuiltEntries;
let clock: FakeClock;
let actor: SupervisedActor<FrailProtocol>;
let starts: number;

beforeAll(async () => {
  entries = await buildEntries({ frail: 'test/threads/entries/frail.entry.ts' });
});
afterAll(() => {
  entries.remove();
});
beforeEach(() => {
  clock = new FakeClock();
  starts = 0;
  actor = new SupervisedActor<FrailProtocol>({
    name: 'frail',
    start: () => {
      starts += 1;
      return startThread({ name: 'frail', entry: entries.url('frail'), data: undefined });
    },
    clock,
    random: () => 0,
  });
});
afterEach(async () => {
  await actor[Symbol.asyncDispose]();
});

test('a supervised thread lives while it answers its pings', async () => {
  await actor.ask('ping', 0);
  for (let round = 1; round <= 20; round += 1) {
    clock.advance(5_000);
    // Behind the answer to the ping that has just been sent.
    await actor.ask('ping', round);
  }
  expect(starts).toBe(1);
});

test('a supervised thread that runs in a loop for ever is ended and started again, and who waits is told', async () => {
  await actor.ask('ping', 0);
  const waiting = errorOf(() => actor.ask('hang', undefined));
  const isRestarting = deferred<void>();
  actor.onState((state) => {
    if (state === 'restarting') isRestarting.resolve();
  });
  await settle();
  actor.tell('spin', undefined);
  await settle();
  clock.advance(20_000);
  const next = actor.ask('ping', 7);
  expect(await waiting).toBeInstanceOf(ActorLostError);
  await isRestarting.promise;
  clock.advance(200);
  expect([await next, starts]).toEqual([7, 2]);
});
