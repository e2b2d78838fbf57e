import { beforeEach, describe, expect, it } from 'vitest';
import { deferred } from '../../../src/actors/runtime/deferred.js';
import { JobGroup } from '../../../src/workers/pool/job-group.js';
import { FakeClock } from '../../doubles/fake-clock.js';

let clock: FakeClock;
let asked: number;
let group: JobGroup;
beforeEach(() => {
  clock = new FakeClock();
  asked = 0;
  group = new JobGroup(() => asked++, clock);
});

describe('JobGroup', () => {
  it('gives what its job makes, or its error', async () => {
    expect(await group.run(() => Promise.resolve(1))).toBe(1);
    await expect(group.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  });

  it('asks its jobs to stop, and kills only those that still run 250 ms later', async () => {
    const [quick, stuck] = [deferred<void>(), deferred<void>()];
    const kills: AbortSignal[] = [];
    const runs = [quick, stuck].map((job) =>
      group.run((kill) => {
        kills.push(kill);
        return job.promise;
      }),
    );
    group.stop();
    expect(asked).toBe(1);
    quick.resolve();
    await runs[0];
    clock.advance(249);
    expect(kills.map(({ aborted }) => aborted)).toEqual([false, false]);
    clock.advance(1);
    expect(kills.map(({ aborted }) => aborted)).toEqual([false, true]);
    stuck.resolve();
    await runs[1];
  });

  it('leaves no timer behind when its jobs end in time', async () => {
    const job = deferred<void>();
    const run = group.run(() => job.promise);
    group.stop();
    job.resolve();
    await run;
    expect(clock.pending).toBe(0);
  });

  it('starts no timer when nothing runs', () => {
    group.stop();
    expect([asked, clock.pending]).toEqual([1, 0]);
  });
});
