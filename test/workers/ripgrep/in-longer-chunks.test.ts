import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { yieldToEventLoop } from '../../../src/actors/runtime/abort.js';
import { inLongerChunks } from '../../../src/workers/ripgrep/in-longer-chunks.js';
import { FakeClock } from '../../doubles/fake-clock.js';

describe('inLongerChunks', () => {
  it('gives the first chunk at once, and all that came in a pause as one', async () => {
    const stream = new PassThrough().setEncoding('utf8');
    const clock = new FakeClock();
    const chunks = inLongerChunks(stream, clock);
    stream.write('a');
    expect(await chunks.next()).toEqual({ done: false, value: 'a' });
    const next = chunks.next();
    for (const text of ['b', 'c', 'd']) {
      stream.write(text);
      await yieldToEventLoop();
    }
    clock.advance(5);
    expect(await next).toEqual({ done: false, value: 'bcd' });
  });

  it('reads long chunks without a pause', async () => {
    const long = 'x'.repeat(1 << 13);
    const stream = new PassThrough().setEncoding('utf8');
    const chunks = inLongerChunks(stream, new FakeClock());
    for (let count = 0; count < 3; count++) {
      stream.write(long);
      expect(await chunks.next()).toEqual({ done: false, value: long });
    }
  });
});
