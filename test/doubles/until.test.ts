import { afterEach, expect, test, vi } from 'vitest';
import { messageOf } from '../../src/actors/protocol/errors/message-of.js';
import { until, untilWithin } from './until.js';
import { untilEqual } from './until-equal.js';

// Long enough for a few looks.
const SHORT_MS = 50;

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

async function complaintOf(waiting: Promise<unknown>): Promise<string> {
  return waiting.then(() => 'It resolved.', messageOf);
}

test('until resolves to what the condition returns once that is truthy', async () => {
  const values = [undefined, null, 0, '', false, 'here'];
  expect(await until(() => values.shift(), 'it is here')).toBe('here');
  expect(values).toEqual([]);
});

test('until asks a condition that holds only once, and at once', async () => {
  const condition = vi.fn(() => true);
  const waiting = until(condition, 'it holds');
  expect(condition).toHaveBeenCalledOnce();
  await waiting;
  expect(condition).toHaveBeenCalledOnce();
});

test('until waits for what the condition resolves to', async () => {
  const values = [0, 0, 3];
  expect(await until(() => Promise.resolve(values.shift()), 'there are some')).toBe(3);
});

test('until takes a condition that throws or rejects for one that does not hold yet', async () => {
  let looks = 0;
  const look = (): number => {
    looks += 1;
    expect(looks).toBeGreaterThan(2);
    return looks;
  };
  expect(await until(look, 'it was looked at often')).toBe(3);
  looks = 0;
  expect(await until(() => Promise.resolve().then(look), 'it was looked at often')).toBe(3);
});

test('until goes on while timers and the clock are fake', async () => {
  vi.useFakeTimers();
  vi.spyOn(performance, 'now').mockReturnValue(0);
  let looks = 0;
  expect(await until(() => (looks += 1) > 3 && looks, 'it was looked at often')).toBe(4);
  expect(await complaintOf(untilWithin(SHORT_MS, () => false, 'it holds'))).toContain(
    'in vain until it holds',
  );
});

test('until says what it waited for, how long, and what there was instead', async () => {
  expect(await complaintOf(untilWithin(SHORT_MS, () => 0, 'a child runs'))).toBe(
    'Waited 0.05 s in vain until a child runs. The condition was 0 at last.',
  );
});

test('until says what the condition threw at last, and keeps it as the cause', async () => {
  const error = new Error('There is no file.');
  const waiting = untilWithin(SHORT_MS, () => Promise.reject(error), 'the file is there');
  await expect(waiting).rejects.toMatchObject({
    message: 'Waited 0.05 s in vain until the file is there. The condition threw at last: There is no file.',
    cause: error,
  });
});

test('until gives up a condition that does not resolve', async () => {
  const waiting = untilWithin(SHORT_MS, () => new Promise(() => undefined), 'the server answers');
  expect(await complaintOf(waiting)).toBe(
    'Waited 0.05 s in vain until the server answers. The condition did not resolve.',
  );
});

test('untilEqual resolves once what is read equals what is expected', async () => {
  const lists = [[], ['a'], ['a', 'b'], ['a', 'b', 'c']];
  await untilEqual(() => lists.shift(), ['a', expect.any(String)], 'there are two');
  expect(lists).toEqual([['a', 'b', 'c']]);
  await untilEqual(() => Promise.resolve(lists.shift()), ['a', 'b', 'c'], 'there are three');
});
