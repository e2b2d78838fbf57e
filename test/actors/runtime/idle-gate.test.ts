import { describe, expect, it } from 'vitest';
import { yieldToEventLoop } from '../../../src/actors/runtime/abort.js';
import { IdleGate } from '../../../src/actors/runtime/idle-gate.js';
import { FakeClock } from '../../doubles/fake-clock.js';

const never = new AbortController().signal;

/** Whether a wait has ended. */
async function follow(wait: Promise<void>): Promise<() => Promise<boolean>> {
  let isOver = false;
  void wait.then(() => (isOver = true));
  return async () => {
    await yieldToEventLoop();
    return isOver;
  };
}

describe('IdleGate', () => {
  it('lets work go on at once when nothing has happened', async () => {
    const clock = new FakeClock();
    await new IdleGate({ clock, quietMs: 10 }).wait(100, never);
    expect(clock.pending).toBe(0);
  });

  it('waits until nothing has happened for long enough', async () => {
    const clock = new FakeClock();
    const gate = new IdleGate({ clock, quietMs: 10 });
    gate.trigger();
    const isOver = await follow(gate.wait(100, never));
    clock.advance(9);
    gate.trigger();
    clock.advance(9);
    expect(await isOver()).toBe(false);
    clock.advance(1);
    expect(await isOver()).toBe(true);
  });

  it('says whether anything has happened lately', () => {
    const clock = new FakeClock();
    const gate = new IdleGate({ clock, quietMs: 10 });
    expect(gate.isIdle).toBe(true);
    gate.trigger();
    clock.advance(9);
    expect(gate.isIdle).toBe(false);
    clock.advance(1);
    expect(gate.isIdle).toBe(true);
  });

  it('waits no longer than it may, whatever happens', async () => {
    const clock = new FakeClock();
    const gate = new IdleGate({ clock, quietMs: 10 });
    gate.trigger();
    const isOver = await follow(gate.wait(100, never));
    for (let ms = 0; ms < 99; ms += 1) {
      clock.advance(1);
      gate.trigger();
      await yieldToEventLoop();
    }
    expect(await isOver()).toBe(false);
    clock.advance(1);
    expect(await isOver()).toBe(true);
  });

  it('ends, and leaves no timer, when it is aborted', async () => {
    const clock = new FakeClock();
    const gate = new IdleGate({ clock, quietMs: 10 });
    const controller = new AbortController();
    gate.trigger();
    const wait = gate.wait(100, controller.signal);
    controller.abort();
    await wait;
    expect(clock.pending).toBe(0);
  });
});
