import type { BenchOptions } from '../bench-options.js';
import { BuildProcess } from '../build-orders.js';
import type { Build } from '../child.js';
import type { PairedWork } from '../paired-builds.js';
import { quantile } from '../quantile.js';

/** Works that need the same things, and those things. */
export interface OpenedWorks extends AsyncDisposable {
  readonly works: readonly PairedWork[];
}

export type OpenWorks = (options: BenchOptions) => Promise<OpenedWorks>;

/** A process for each build. */
export interface BothBuilds extends AsyncDisposable {
  readonly before: BuildProcess;
  readonly after: BuildProcess;
}

export async function startBoth(): Promise<BothBuilds> {
  const before = await BuildProcess.start('before');
  const after = await BuildProcess.start('after');
  return {
    before,
    after,
    async [Symbol.asyncDispose]() {
      await Promise.all([before[Symbol.asyncDispose](), after[Symbol.asyncDispose]()]);
    },
  };
}

/** One after the other: what both do at once would be in each other's way. */
export async function forBoth(work: (build: Build) => Promise<unknown>): Promise<void> {
  await work('before');
  await work('after');
}

/** The middle and the slow end of some times. */
export function p50p99(what: string, times: readonly number[]): Readonly<Record<string, number>> {
  return { [`${what} p50, ms`]: quantile(times, 0.5), [`${what} p99, ms`]: quantile(times, 0.99) };
}
