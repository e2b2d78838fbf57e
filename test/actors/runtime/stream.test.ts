import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EventStream } from '../../../src/actors/runtime/stream.js';

const joinText = (last: string, next: string): string | undefined =>
  last.startsWith('t') && next.startsWith('t') ? last + next.slice(1) : undefined;

function open(capacity: number, onReturn?: () => void): EventStream<string, number> {
  return new EventStream({ capacity, merge: joinText, ...(onReturn === undefined ? {} : { onReturn }) });
}

async function readAll(stream: AsyncIterable<string>): Promise<string[]> {
  const items: string[] = [];
  for await (const item of stream) items.push(item);
  return items;
}

test('a reader gets what was pushed before and after it came, then the end', async () => {
  const stream = open(10);
  stream.push('a');
  const reading = readAll(stream);
  stream.push('b');
  stream.end(7);
  expect(await reading).toEqual(['a', 'b']);
  expect(await stream.result()).toBe(7);
});

test('a slow reader gets merged text and every other item', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.oneof(
          fc.string().map((s) => `t${s}`),
          fc.string().map((s) => `x${s}`),
        ),
      ),
      fc.integer({ min: 1, max: 5 }),
      async (items, capacity) => {
        const stream = open(capacity);
        for (const item of items) stream.push(item);
        stream.end(0);
        const read = await readAll(stream);
        const kept = (list: readonly string[]): string[] => list.filter((item) => item.startsWith('x'));
        const text = (list: readonly string[]): string =>
          list.map((item) => (item.startsWith('x') ? '|' : item.slice(1))).join('');
        expect(kept(read)).toEqual(kept(items));
        expect(text(read)).toBe(text(items));
        expect(read.length).toBeLessThanOrEqual(capacity + 2 * kept(items).length + 1);
      },
    ),
  ));

test('a reader who leaves early is told to the producer once, and later items are dropped', async () => {
  let left = 0;
  const stream = open(2, () => {
    left += 1;
  });
  stream.push('a');
  stream.push('b');
  for await (const item of stream) {
    expect(item).toBe('a');
    break;
  }
  stream.push('c');
  expect(await readAll(stream)).toEqual([]);
  stream.end(1);
  expect(left).toBe(1);
  expect(await stream.result()).toBe(1);
});

test('a reader who waits can be released by return', async () => {
  const iterator = open(1)[Symbol.asyncIterator]();
  const waiting = iterator.next();
  await iterator.return?.();
  expect(await waiting).toEqual({ done: true, value: undefined });
});

test('texts that may overtake each other are one item each for a slow reader, and pass nothing else', async () => {
  const channelOf = (item: string): string => item.charAt(0);
  const stream = new EventStream<string, number>({
    capacity: 2,
    merge: (last, next) => (channelOf(last) === channelOf(next) ? last + next.slice(1) : undefined),
    mayOvertake: (item) => channelOf(item) !== '|',
  });
  for (const item of ['a1', 'b1', 'a2', 'c1', 'b2', 'c2', '|', 'a3', 'b3', 'a4']) stream.push(item);
  stream.end(0);
  expect(await readAll(stream)).toEqual(['a12', 'b12', 'c12', '|', 'a34', 'b3']);
});
