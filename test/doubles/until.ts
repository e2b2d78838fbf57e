import { inspect } from 'node:util';

// Hundreds of times what an idle machine needs, so that only what never comes is given up; and less than a test may take
// (`testTimeout` in the configurations of vitest), so that the message comes first.
const PATIENCE_MS = 60_000;

// A test waits no longer than it has to, and conditions that read processes or files leave the cores to those.
const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 50;
const PAUSE_GROWTH = 1.2;

// The real ones: a test may put others in their places later.
const { setTimeout: startTimer, clearTimeout: stopTimer } = globalThis;
const nowMs = performance.now.bind(performance);

const LATE = Symbol('late');

/** What a condition returns once it holds. */
export type Truthy<T> = Exclude<T, false | 0 | '' | null | undefined>;

/**
 * Resolves to what `condition` returns as soon as that is truthy. While it throws, as a failing `expect` in it does, it does
 * not hold. Fake timers do not stop the waiting. `what` is a clause: "the server has started".
 * Errors: after a minute one that says what did not come, and what there was instead.
 */
export function until<T>(condition: () => T | PromiseLike<T>, what: string): Promise<Truthy<T>> {
  return untilWithin(PATIENCE_MS, condition, what);
}

/** `until` with another patience, which only the test of its message needs. */
export async function untilWithin<T>(
  patienceMs: number,
  condition: () => T | PromiseLike<T>,
  what: string,
): Promise<Truthy<T>> {
  const endMs = nowMs() + patienceMs;
  let instead = 'The condition did not resolve.';
  let cause: unknown;
  let pauseMs = FIRST_PAUSE_MS;
  do {
    try {
      const value = await within(endMs - nowMs(), condition());
      if (value === LATE) break;
      if (value) return value as Truthy<T>;
      instead = `The condition was ${inspect(value)} at last.`;
      cause = undefined;
    } catch (error) {
      instead = `The condition threw at last: ${error instanceof Error ? error.message : inspect(error)}`;
      cause = error;
    }
    await new Promise((resolve) => startTimer(resolve, pauseMs));
    pauseMs = Math.min(pauseMs * PAUSE_GROWTH, LONGEST_PAUSE_MS);
  } while (nowMs() < endMs);
  throw new Error(`Waited ${patienceMs / 1_000} s in vain until ${what}. ${instead}`, { cause });
}

/** What `value` resolves to, or `LATE` when that takes longer. */
async function within<T>(maxMs: number, value: T | PromiseLike<T>): Promise<T | typeof LATE> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<typeof LATE>((resolve) => {
    timer = startTimer(resolve, maxMs, LATE);
  });
  try {
    return await Promise.race([value, late]);
  } finally {
    stopTimer(timer);
  }
}
