import { describe, expect, it } from 'vitest';
import { Breaks } from '../../../src/actors/runtime/slices.js';

/** Loops that each take a step of a millisecond `count` times. Returns how many steps each turn of the event loop had. */
async function runLoops(loops: number, count: number): Promise<readonly number[]> {
  let nowMs = 0;
  const breaks = new Breaks(() => nowMs);
  const turns = [0];
  const run = async (): Promise<void> => {
    for (let step = 0; step < count; step += 1) {
      nowMs += 1;
      turns[turns.length - 1]! += 1;
      if (breaks.isDue) await breaks.take();
    }
  };
  let isOver = false;
  const onTurn = (): void => {
    turns.push(0);
    if (!isOver) setImmediate(onTurn);
  };
  // Before the loops, so that it comes first in each turn.
  setImmediate(onTurn);
  await Promise.all(Array.from({ length: loops }, run));
  isOver = true;
  return turns;
}

describe('Breaks', () => {
  it('lets the event loop run every two milliseconds', async () => {
    const turns = await runLoops(1, 20);
    expect(Math.max(...turns)).toBe(2);
  });

  it('is shared: eight loops hold the thread for a step each, not for a slice each', async () => {
    const turns = await runLoops(8, 20);
    expect(turns.reduce((sum, steps) => sum + steps, 0)).toBe(160);
    expect(Math.max(...turns)).toBeLessThanOrEqual(2 + 8);
  });
});
