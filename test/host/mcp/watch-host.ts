import { setInterval } from 'node:timers';

/** What work has cost this process. */
export interface HostCost {
  /**
   * The most processor time between two turns of the event loop: other than the time that has passed, it does not grow with
   * what else the machine does. Units: milliseconds.
   */
  readonly longestTurnMs: number;
  /** By how much its memory has grown at most. */
  readonly growthBytes: number;
}

/** Watches this process until the returned function is called. */
export function watchHost(): () => HostCost {
  const rss = process.memoryUsage.rss();
  let last = process.cpuUsage();
  let longestTurnMs = 0;
  let most = rss;
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage(last);
    longestTurnMs = Math.max(longestTurnMs, (user + system) / 1_000);
    most = Math.max(most, process.memoryUsage.rss());
    last = process.cpuUsage();
  }, 2);
  return () => {
    clearInterval(timer);
    return { longestTurnMs, growthBytes: most - rss };
  };
}
