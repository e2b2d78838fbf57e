/**
 * Starts to measure; each call of what is returned gives the time since. For figures that are printed: a test claims what
 * was done, never how long it took. Units: milliseconds.
 */
export function startStopwatch(): () => number {
  const startMs = performance.now();
  return () => performance.now() - startMs;
}
