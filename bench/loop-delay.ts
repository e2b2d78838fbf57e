import { monitorEventLoopDelay, performance } from 'node:perf_hooks';

// The finest that timers can do; a sampler that never sleeps would take a core from what it measures.
const PERIOD_MS = 1;
const NS_PER_MS = 1e6;

/** How late this thread's event loop was: what came on top of the sampling period. Units: milliseconds. */
export interface LoopDelay {
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

/** Runs `work`, and measures how long it took and how late this thread was meanwhile. */
export async function measure<T>(
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly elapsedMs: number; readonly delay: LoopDelay }> {
  const histogram = monitorEventLoopDelay({ resolution: PERIOD_MS });
  const sampler = startGapSampler();
  histogram.enable();
  const start = performance.now();
  const result = await work();
  const elapsedMs = performance.now() - start;
  // The histogram does not see a gap that is still open: the sampler does.
  const maxGapMs = await sampler.stop();
  histogram.disable();
  const late = (ns: number): number => Math.max(0, ns / NS_PER_MS - PERIOD_MS);
  return {
    result,
    elapsedMs,
    delay: {
      p50: late(histogram.percentile(50)),
      p99: late(histogram.percentile(99)),
      max: Math.max(late(histogram.max), maxGapMs - PERIOD_MS),
    },
  };
}

function startGapSampler(): { stop(): Promise<number> } {
  let last = performance.now();
  let maxGapMs = 0;
  let timer = setTimeout(tick, PERIOD_MS);
  function tick(): void {
    const now = performance.now();
    maxGapMs = Math.max(maxGapMs, now - last);
    last = now;
    timer = setTimeout(tick, PERIOD_MS);
  }
  return {
    async stop() {
      await new Promise((resolve) => {
        setTimeout(resolve, PERIOD_MS);
      });
      clearTimeout(timer);
      return Math.max(maxGapMs, performance.now() - last);
    },
  };
}
