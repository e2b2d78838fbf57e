import type { Locator } from 'playwright-core';

// A browser reports no shorter ones.
export const SHORTEST_TASK_MS = 50;

declare global {
  // oxlint-disable-next-line no-var -- only a `var` is a property of the global object
  var troupeBenchTasks: { longestMs: number; observer: PerformanceObserver } | undefined;
}

/**
 * Starts to watch the tasks of the document of an element, those since its beginning included. Units: milliseconds; 0 when
 * all took less than `SHORTEST_TASK_MS`.
 */
export async function watchTasks(body: Locator): Promise<{ longestMs(): Promise<number> }> {
  await body.evaluate(() => {
    const seen = { longestMs: 0 };
    const take = (entries: readonly PerformanceEntry[]): void => {
      // Tasks of other documents on the same thread are reported as well.
      for (const { name, duration } of entries)
        if (name === 'self') seen.longestMs = Math.max(seen.longestMs, duration);
    };
    const observer = new PerformanceObserver((list) => take(list.getEntries()));
    observer.observe({ type: 'longtask', buffered: true });
    globalThis.troupeBenchTasks = Object.assign(seen, { observer });
  });
  return {
    longestMs: () =>
      body.evaluate(async () => {
        // A task is reported after it has ended.
        await new Promise(requestAnimationFrame);
        await new Promise((resolve) => {
          setTimeout(resolve, 100);
        });
        const watched = globalThis.troupeBenchTasks;
        watched?.observer.disconnect();
        return watched?.longestMs ?? 0;
      }),
  };
}
