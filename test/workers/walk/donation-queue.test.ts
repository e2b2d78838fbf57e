import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DonationQueue } from '../../../src/workers/walk/donation-queue.js';

let shared: SharedArrayBuffer;
const view = (): DonationQueue => new DonationQueue(shared, 'start');

/** Does something in the place of other threads whenever this one waits. */
function whileWaiting(...others: (() => void)[]): void {
  vi.spyOn(Atomics, 'wait').mockImplementation(() => {
    others.shift()?.();
    return 'ok';
  });
}

beforeEach(() => {
  shared = DonationQueue.create();
});
afterEach(() => {
  vi.restoreAllMocks();
});

describe('DonationQueue', () => {
  it('gives the start to the first who takes, and is done when that one has walked it', () => {
    const walker = view();
    expect(walker.join()).toBe(true);
    expect(walker.take()).toBe('start');
    expect(walker.isDone).toBe(false);
    expect(walker.take()).toBeNull();
    expect(walker.isDone).toBe(true);
  });

  it('is not done before the start was taken', () => {
    expect(view().isDone).toBe(false);
  });

  it('gives what was donated, each directory once, the latest first', () => {
    const donor = view();
    donor.take();
    expect([donor.donate('a'), donor.donate('b/é 日本\n'), donor.donate('')]).toEqual([true, true, true]);
    const [first, second, third] = [view(), view(), view()];
    expect([first.take(), second.take(), third.take()]).toEqual(['', 'b/é 日本\n', 'a']);
  });

  it('is not done while a walker has work', () => {
    const [donor, taker] = [view(), view()];
    donor.take();
    donor.donate('a');
    expect(taker.take()).toBe('a');
    donor.donate('b');
    expect(taker.take()).toBe('b');
    expect(taker.isDone).toBe(false);
  });

  it('lets a walker without work wait for a donation while another has work', () => {
    const [donor, taker] = [view(), view()];
    donor.take();
    const wanted: boolean[] = [];
    whileWaiting(
      () => wanted.push(donor.isWanted),
      () => {
        donor.donate('a');
        wanted.push(donor.isWanted);
      },
    );
    expect([taker.take(), wanted, taker.isDone]).toEqual(['a', [true, false], false]);
  });

  it('lets a walker that waits go when the last other has no work any more', () => {
    const [donor, taker] = [view(), view()];
    donor.take();
    whileWaiting(() => donor.take());
    expect([taker.take(), taker.isDone]).toEqual([null, true]);
  });

  it('lets a walker that waits go when the scan is cancelled', () => {
    const [donor, taker] = [view(), view()];
    donor.take();
    whileWaiting(() => {
      donor.cancel();
    });
    expect([taker.take(), taker.isCancelled]).toEqual([null, true]);
  });

  it('refuses a path that is longer than its slots', () => {
    const donor = view();
    donor.take();
    expect([
      donor.donate('x'.repeat(1022)),
      donor.donate('x'.repeat(1023)),
      donor.donate('é'.repeat(512)),
    ]).toEqual([true, false, false]);
    expect(view().take()).toBe('x'.repeat(1022));
  });

  it('refuses a path when all its slots are taken, and takes it when one is free again', () => {
    const donor = view();
    donor.take();
    let donated = 0;
    while (donor.donate(`d${String(donated)}`)) donated++;
    expect(donated).toBe(64);
    expect(view().take()).toBe('d63');
    expect(donor.donate('again')).toBe(true);
  });

  it('starts anywhere, however long the path is', () => {
    const start = 'x/'.repeat(2000);
    expect(new DonationQueue(shared, start).take()).toBe(start);
  });

  it('counts the walkers that joined before it was done, and no others', () => {
    const [first, second, late] = [view(), view(), view()];
    expect([first.join(), second.join()]).toEqual([true, true]);
    first.take();
    first.take();
    expect([late.join(), late.joined]).toEqual([false, 2]);
  });

  it('gives nothing any more once it is cancelled', () => {
    const [donor, taker] = [view(), view()];
    donor.join();
    donor.take();
    donor.donate('a');
    donor.cancel();
    expect([taker.join(), taker.take(), donor.take()]).toEqual([false, null, null]);
    expect([taker.isCancelled, taker.isDone]).toEqual([true, false]);
  });

  it('stays done when it is cancelled afterwards', () => {
    const walker = view();
    walker.take();
    walker.take();
    walker.cancel();
    expect([walker.isDone, walker.isCancelled]).toEqual([true, false]);
  });

  it('is wanted by nobody while nobody waits', () => {
    const donor = view();
    donor.take();
    expect(donor.isWanted).toBe(false);
  });

  it('lets go of whoever waits for the lock of a thread that died, once it is cancelled', () => {
    // The first word is the lock.
    new Int32Array(shared)[0] = 1;
    const walker = view();
    walker.cancel();
    expect([walker.join(), walker.take(), walker.donate('a')]).toEqual([false, null, false]);
  });
});
