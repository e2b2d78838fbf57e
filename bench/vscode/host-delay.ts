import type * as perfHooks from 'node:perf_hooks';
import type { ExtensionHost } from '../../test/vscode/harness/extension-host.js';
import type { LoopDelay } from '../loop-delay.js';

/** Starts to measure how late the event loop of an extension host is. */
export async function startHostDelay(host: ExtensionHost): Promise<{ stop(): Promise<LoopDelay> }> {
  await host.evaluate(({ require }) => {
    const { monitorEventLoopDelay } = require('node:perf_hooks') as typeof perfHooks;
    // The finest that timers can do.
    const histogram = monitorEventLoopDelay({ resolution: 1 });
    Object.assign(globalThis, { troupeBenchDelay: histogram });
    histogram.enable();
  });
  return {
    stop: () =>
      host.evaluate(async () => {
        const { troupeBenchDelay: histogram } = globalThis as unknown as {
          troupeBenchDelay: perfHooks.IntervalHistogram;
        };
        // The histogram does not see a gap that is still open: the next turn of the loop closes it.
        await new Promise((resolve) => {
          setTimeout(resolve, 2);
        });
        histogram.disable();
        // It counts from one sample to the next, so the period of 1 ms is in it.
        const lateMs = (ns: number): number => Math.max(0, ns / 1e6 - 1);
        return {
          p50: lateMs(histogram.percentile(50)),
          p99: lateMs(histogram.percentile(99)),
          max: lateMs(histogram.max),
        };
      }),
  };
}

/**
 * Resolves once an extension host has come to rest, as it does some time after its window was opened: half a second
 * in which nothing held its event loop up.
 * Errors: it has not within 60 s.
 */
export function hostAtRest(host: ExtensionHost): Promise<void> {
  return host.evaluate(async () => {
    const start = performance.now();
    for (let quietTicks = 0; quietTicks < 50;) {
      const tick = performance.now();
      if (tick - start > 60_000) throw new Error('It is busy all the time.');
      await new Promise((resolve) => {
        setTimeout(resolve, 10);
      });
      const isLate = performance.now() - tick > 20;
      quietTicks = isLate ? 0 : quietTicks + 1;
    }
  });
}
