import { monitorEventLoopDelay, performance } from 'node:perf_hooks';

// The finest that timers can do; a sampler that never sleeps would take a core from what it measures.
const PERIOD_MS = 1;
const NS_PER_MS = 1e6;
const US_PER_MS = 1e3;

/** How late this thread's event loop was: what came on top of the sampling period. Units: milliseconds. */
export interface LoopDelay {
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

/**
 * Runs `work`, and measures how long it took and how late this thread was meanwhile. `longestHoldMs` leaves out what the
 * machine adds: it is the most processor time that the thread took before its event loop could turn to something else.
 * Where Node does not tell (before 22.19), it is as late as the thread was at most.
 */
export async function measure<T>(work: () => Promise<T>): Promise<{
  readonly result: T;
  readonly elapsedMs: number;
  readonly delay: LoopDelay;
  readonly longestHoldMs: number;
}> {
  const histogram = monitorEventLoopDelay({ resolution: PERIOD_MS });
  const sampler = startGapSampler();
  histogram.enable();
  const start = performance.now();
  const result = await work();
  const elapsedMs = performance.now() - start;
  // The histogram does not see a gap that is still open: the sampler does.
  const { maxGapMs, maxCpuMs } = await sampler.stop();
  histogram.disable();
  const late = (ns: number): number => Math.max(0, ns / NS_PER_MS - PERIOD_MS);
  const max = Math.max(late(histogram.max), maxGapMs - PERIOD_MS);
  return {
    result,
    elapsedMs,
    delay: { p50: late(histogram.percentile(50)), p99: late(histogram.percentile(99)), max },
    longestHoldMs: maxCpuMs ?? max,
  };
}

interface Gaps {
  readonly maxGapMs: number;
  /** Absent where Node does not tell the processor time of a thread. */
  readonly maxCpuMs?: number;
}

function startGapSampler(): { stop(): Promise<Gaps> } {
  let last = performance.now();
  let lastCpu = readCpuMs();
  let maxGapMs = 0;
  let maxCpuMs: number | undefined;
  let timer = setTimeout(tick, PERIOD_MS);
  function look(): void {
    const now = performance.now();
    const cpu = readCpuMs();
    maxGapMs = Math.max(maxGapMs, now - last);
    if (cpu !== undefined && lastCpu !== undefined) maxCpuMs = Math.max(maxCpuMs ?? 0, cpu - lastCpu);
    last = now;
    lastCpu = cpu;
  }
  function tick(): void {
    look();
    timer = setTimeout(tick, PERIOD_MS);
  }
  return {
    async stop() {
      await new Promise((resolve) => {
        setTimeout(resolve, PERIOD_MS);
      });
      clearTimeout(timer);
      look();
      return { maxGapMs, ...(maxCpuMs === undefined ? {} : { maxCpuMs }) };
    },
  };
}

/** The processor time of this thread so far; `undefined` where Node does not tell it. */
function readCpuMs(): number | undefined {
  const { threadCpuUsage } = process as { threadCpuUsage?: () => { user: number; system: number } };
  const usage = threadCpuUsage?.call(process);
  return usage === undefined ? undefined : (usage.user + usage.system) / US_PER_MS;
}
