import { describe, expect, it } from 'vitest';
import { breathe } from '../../../src/actors/runtime/abort.js';
import { Calm } from '../../../src/workers/content/calm.js';
import { FakeClock } from '../../doubles/fake-clock.js';

const never = new AbortController().signal;

/** Whether a wait has ended. */
async function follow(wait: Promise<void>): Promise<() => Promise<boolean>> {
  let isOver = false;
  void wait.then(() => (isOver = true));
  return async () => {
    await breathe();
    return isOver;
  };
}

describe('Calm', () => {
  it('lets work go on at once when nothing has happened', async () => {
    const clock = new FakeClock();
    await new Calm({ clock, calmMs: 10 }).wait(100, never);
    expect(clock.pending).toBe(0);
  });

  it('waits until nothing has happened for long enough', async () => {
    const clock = new FakeClock();
    const calm = new Calm({ clock, calmMs: 10 });
    calm.disturb();
    const isOver = await follow(calm.wait(100, never));
    clock.advance(9);
    calm.disturb();
    clock.advance(9);
    expect(await isOver()).toBe(false);
    clock.advance(1);
    expect(await isOver()).toBe(true);
  });

  it('says whether anything has happened lately', () => {
    const clock = new FakeClock();
    const calm = new Calm({ clock, calmMs: 10 });
    expect(calm.isCalm).toBe(true);
    calm.disturb();
    clock.advance(9);
    expect(calm.isCalm).toBe(false);
    clock.advance(1);
    expect(calm.isCalm).toBe(true);
  });

  it('waits no longer than it may, whatever happens', async () => {
    const clock = new FakeClock();
    const calm = new Calm({ clock, calmMs: 10 });
    calm.disturb();
    const isOver = await follow(calm.wait(100, never));
    for (let ms = 0; ms < 99; ms += 1) {
      clock.advance(1);
      calm.disturb();
      await breathe();
    }
    expect(await isOver()).toBe(false);
    clock.advance(1);
    expect(await isOver()).toBe(true);
  });

  it('ends, and leaves no timer, when it is aborted', async () => {
    const clock = new FakeClock();
    const calm = new Calm({ clock, calmMs: 10 });
    const controller = new AbortController();
    calm.disturb();
    const wait = calm.wait(100, controller.signal);
    controller.abort();
    await wait;
    expect(clock.pending).toBe(0);
  });
});
