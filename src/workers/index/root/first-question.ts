import { systemClock } from '../../../actors/runtime/clock.js';

// Who opens a workspace that is known asks at once, and to start git keeps this thread for 10 ms; the look at all
// directories takes longer than both.
const FIRST_QUESTION_MS = 8;

/** Resolves when the first question may have come, by the real clock: no test is to wait for it. */
export function firstQuestion(): Promise<void> {
  return new Promise((resolve) => {
    systemClock.after(FIRST_QUESTION_MS, resolve);
  });
}
