import { PassThrough, Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { readInput, TASK_LIMITS } from '../../../src/host/cli/read-input.js';
import { FakeClock } from '../../doubles/fake-clock.js';
import { settle } from '../../doubles/settle.js';

const idle = new AbortController().signal;

function read(
  stdin: Readable,
  options: { isNeeded?: boolean; clock?: FakeClock; signal?: AbortSignal } = {},
) {
  return readInput(stdin, {
    isNeeded: false,
    limits: TASK_LIMITS,
    clock: new FakeClock(),
    signal: idle,
    ...options,
  });
}

describe('readInput', () => {
  test('reads all of it', async () => {
    const clock = new FakeClock();
    const bytes = Buffer.from('fünf\n');
    expect(await read(Readable.from([bytes.subarray(0, 2), bytes.subarray(2)]), { clock })).toEqual({
      text: 'fünf\n',
      leftOut: 0,
      totalChars: 5,
    });
    expect(clock.pending).toBe(0);
  });

  test('leaves out the middle of what is too long for a model, and says so', async () => {
    const chunk = Buffer.from('0123456789'.repeat(1_000));
    const input = await read(Readable.from(Array.from({ length: 100 }, () => chunk)));
    expect([input?.leftOut, input?.totalChars]).toEqual([880_000, 1_000_000]);
    expect(input?.text).toContain('\n[... 880000 characters left out ...]\n');
    expect(input?.text.length).toBeLessThan(121_000);
  });

  test('does not wait for ever for a pipe that nobody writes to', async () => {
    const clock = new FakeClock();
    const reading = read(new PassThrough(), { clock });
    await settle();
    clock.advance(3_000);
    expect(await reading).toBeUndefined();
  });

  test('waits for what it needs, and for the end of what has begun', async () => {
    const clock = new FakeClock();
    for (const [isNeeded, first] of [
      [true, ''],
      [false, 'begun '],
    ] as const) {
      const stdin = new PassThrough();
      const reading = read(stdin, { isNeeded, clock });
      stdin.write(first);
      await settle();
      clock.advance(60_000);
      stdin.end('done');
      expect(await reading).toEqual({ text: `${first}done`, leftOut: 0, totalChars: first.length + 4 });
    }
  });

  test('ends when it is interrupted', async () => {
    const controller = new AbortController();
    const reading = read(new PassThrough(), { isNeeded: true, signal: controller.signal });
    controller.abort(new Error('interrupted'));
    await expect(reading).rejects.toThrow('interrupted');
  });

  test('refuses input that is not text', async () => {
    await expect(read(Readable.from([Buffer.from('PNG\0\0')]))).rejects.toThrow('Standard input is not text');
  });
});
