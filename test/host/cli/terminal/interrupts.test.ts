import { expect, onTestFinished, test } from 'vitest';
import { Interrupts } from '../../../../src/host/cli/terminal/interrupts.js';
import { FakeClock } from '../../../doubles/fake-clock.js';

test.each(['SIGQUIT', 'SIGINT'] as const)(
  '%s for another program that had the terminal may come after the end of that',
  (signal) => {
    const clock = new FakeClock();
    const interrupts = new Interrupts(clock);
    onTestFinished(() => {
      interrupts.close();
    });
    const wasHeard = (): boolean => {
      process.emit(signal, signal);
      return interrupts.current.aborted;
    };
    interrupts.mute(true);
    clock.advance(10_000);
    expect(wasHeard()).toBe(false);
    interrupts.mute(false);
    clock.advance(100);
    expect(wasHeard()).toBe(false);
    // Another one has the terminal.
    interrupts.mute(true);
    clock.advance(10_000);
    expect(wasHeard()).toBe(false);
    interrupts.mute(false);
    clock.advance(200);
    expect(wasHeard()).toBe(true);
    interrupts.close();
    expect(clock.pending).toBe(0);
  },
);
