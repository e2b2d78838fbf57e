import { beforeEach, describe, expect, it } from 'vitest';
import { BatchInbox } from '../../../src/workers/grep/batch-inbox.js';

const DONE = { done: true, value: undefined };

let events: string[];
let inbox: BatchInbox<number>;
beforeEach(() => {
  events = [];
  inbox = new BatchInbox({ onRead: () => events.push('read'), onLeave: () => events.push('left') });
});

describe('BatchInbox', () => {
  it('gives what was put in, in order, to a reader who comes later or waits already', async () => {
    inbox.put(1);
    const reads = [inbox.next(), inbox.next(), inbox.next()];
    inbox.put(2);
    inbox.put(3);
    expect(await Promise.all(reads)).toEqual([1, 2, 3].map((value) => ({ done: false, value })));
    expect(events).toEqual(['read', 'read', 'read']);
  });

  it('ends behind what still waits', async () => {
    inbox.put(1);
    inbox.end();
    inbox.put(2);
    expect([await inbox.next(), await inbox.next()]).toEqual([{ done: false, value: 1 }, DONE]);
  });

  it('ends for a reader who waits', async () => {
    const read = inbox.next();
    inbox.end();
    expect(await read).toEqual(DONE);
  });

  it('fails at once, drops what waits, and is over', async () => {
    inbox.put(1);
    inbox.fail(new Error('first'));
    inbox.fail(new Error('second'));
    await expect(inbox.next()).rejects.toThrow('first');
    expect(await inbox.next()).toEqual(DONE);
    expect(events).toEqual([]);
  });

  it('fails for a reader who waits', async () => {
    const read = inbox.next();
    inbox.fail(new Error('lost'));
    await expect(read).rejects.toThrow('lost');
    expect(await inbox.next()).toEqual(DONE);
  });

  it('lets a reader leave while it waits, and says so once', async () => {
    const read = inbox.next();
    expect(await inbox.return()).toEqual(DONE);
    expect([await read, await inbox.return()]).toEqual([DONE, DONE]);
    inbox.put(1);
    expect([await inbox.next(), events]).toEqual([DONE, ['left']]);
  });

  it('does not call it leaving when the end was reached', async () => {
    inbox.end();
    await inbox.return();
    expect(events).toEqual([]);
  });
});
