import { describe, expect, test } from 'vitest';
import { QueueMeter } from '../../../../src/workers/watch/per-directory/queue-meter.js';
import { settle } from '../../../doubles/settle.js';

function stage(): { note: (events: number) => void; suspicions: () => number } {
  let count = 0;
  const meter = new QueueMeter(400);
  meter.onSuspicion(() => {
    count += 1;
  });
  return {
    note: (events) => {
      for (let i = 0; i < events; i += 1) meter.note();
    },
    suspicions: () => count,
  };
}

describe('QueueMeter', () => {
  test('suspects a loss, once, when a quarter of what the queue holds comes before the event loop turns', () => {
    const { note, suspicions } = stage();
    note(99);
    expect(suspicions()).toBe(0);
    note(900);
    expect(suspicions()).toBe(1);
  });

  test('suspects nothing when as much comes bit by bit', async () => {
    const { note, suspicions } = stage();
    for (let i = 0; i < 10; i += 1) {
      note(99);
      await settle();
    }
    expect(suspicions()).toBe(0);
  });

  test('suspects a loss each time', async () => {
    const { note, suspicions } = stage();
    note(100);
    await settle();
    note(100);
    expect(suspicions()).toBe(2);
  });
});
