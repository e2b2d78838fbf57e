import { expect } from 'vitest';
import { until } from './until.js';

/**
 * Resolves as soon as `read` returns what equals `expected`, compared as by `toEqual`. `what` is a clause: "the list is
 * empty". Errors: as `until`, with the difference.
 */
export async function untilEqual(read: () => unknown, expected: unknown, what: string): Promise<void> {
  await until(async () => {
    expect(await read()).toEqual(expected);
    return true;
  }, what);
}
