import { systemClock } from '../../../actors/runtime/clock.js';

// A client that opens a known workspace sends its first request at once. Starting git would block this thread for 10
// ms, and comparing all directories takes longer than both.
const FIRST_REQUEST_MS = 8;

/** Resolves when the first request may have arrived. Uses the real clock, so that no test waits for it. */
export function waitForFirstRequest(): Promise<void> {
  return new Promise((resolve) => {
    systemClock.after(FIRST_REQUEST_MS, resolve);
  });
}
