import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openBenchTree } from '../bench-tree.js';
import { askChild } from '../child.js';
import type { LoopDelay } from '../loop-delay.js';
import { openScratchFolder } from '../scratch-folder.js';
import { forBoth, type OpenWorks, startBoth } from './both.js';

const ROUNDS = 7;
const MEMORY_ROUNDS = 3;
// Compilers have done what they will by then.
const WARM_UPS = 4;
const QUERY = 'index';
const MB = 1024 * 1024;

/** How soon a workspace is known, and what it takes to know it. */
export const openingWork: OpenWorks = async (options) => {
  const root = openBenchTree(options);
  const caches = openScratchFolder(tmpdir());
  const both = await startBoth();
  await forBoth(async (build) => {
    await both[build].ask({ type: 'open', root, cacheDirectory: join(caches, build) });
    // What a snapshot is for is left behind.
    await both[build].ask({ type: 'close' });
    await both[build].ask({ type: 'open', root });
    for (let warmUp = 0; warmUp < WARM_UPS; warmUp += 1) await both[build].ask({ type: 'scan again' });
  });
  return {
    works: [
      {
        rounds: ROUNDS,
        async run(build) {
          const { ms } = await askChild<{ readonly ms: number }>('first-scan', { args: [root], build });
          return { 'first scan of a process, ms': ms };
        },
      },
      {
        rounds: ROUNDS,
        run: async (build) => ({
          'scan, warm code, ms': await both[build].ask<number>({ type: 'scan again' }),
        }),
      },
      {
        rounds: ROUNDS,
        async run(build) {
          const { p99, max } = await both[build].ask<LoopDelay>({ type: 'delay', root });
          return { 'host delay in a scan, p99, ms': p99, 'host delay in a scan, longest, ms': max };
        },
      },
      {
        rounds: ROUNDS,
        async run(build) {
          const { threadMs, searchedMs, verifiedMs } = await askChild<{
            readonly threadMs: number;
            readonly searchedMs: number;
            readonly verifiedMs: number;
          }>('reopen', { args: [root, QUERY, join(caches, build)], build });
          return {
            'reopened, thread up, ms': threadMs,
            'reopened, searched, ms': searchedMs,
            'reopened, verified, ms': verifiedMs,
          };
        },
      },
      {
        rounds: MEMORY_ROUNDS,
        async run(build) {
          const { bytes, files, rssBefore, rssAfter } = await askChild<{
            readonly bytes: number;
            readonly files: number;
            readonly rssBefore: number;
            readonly rssAfter: number;
          }>('memory', { args: ['troupe', root], execArgv: ['--expose-gc'], build });
          return {
            'memory a file, B': bytes / files,
            'memory of the process over an empty one, MB': (rssAfter - rssBefore) / MB,
          };
        },
      },
    ],
    [Symbol.asyncDispose]: () => both[Symbol.asyncDispose](),
  };
};
