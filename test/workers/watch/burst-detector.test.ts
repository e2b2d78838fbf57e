import { describe, expect, test } from 'vitest';
import { BurstDetector } from '../../../src/workers/watch/burst-detector.js';
import { FakeClock } from '../../doubles/fake-clock.js';

function stage(): { clock: FakeClock; burst: BurstDetector; heard: [atMs: number, isLossy: boolean][] } {
  const clock = new FakeClock();
  const heard: [number, boolean][] = [];
  const burst = new BurstDetector(clock, (isLossy) => void heard.push([clock.now(), isLossy]));
  return { clock, burst, heard };
}

describe('BurstDetector', () => {
  test('tells once that many events are over, when it has been quiet for 500 ms', () => {
    const { clock, burst, heard } = stage();
    burst.note(600);
    clock.advance(400);
    burst.note(400);
    clock.advance(10_000);
    expect(heard).toEqual([[900, false]]);
  });

  test('tells nothing of few events, however often they come', () => {
    const { clock, burst, heard } = stage();
    for (let i = 0; i < 100; i += 1) {
      burst.note(999);
      clock.advance(500);
    }
    expect(heard).toEqual([]);
  });

  test('tells every 10 s of a burst that does not end', () => {
    const { clock, burst, heard } = stage();
    for (let ms = 0; ms < 25_000; ms += 100) {
      burst.note(100);
      clock.advance(100);
    }
    expect(heard).toEqual([
      [10_000, false],
      [20_000, false],
    ]);
  });

  test('tells of a loss though it came with few events, once', () => {
    const { clock, burst, heard } = stage();
    burst.noteLoss();
    clock.advance(500);
    burst.note(1_000);
    clock.advance(500);
    expect(heard).toEqual([
      [500, true],
      [1_000, false],
    ]);
  });
});
