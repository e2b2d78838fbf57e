import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { watInVite } from './scripts/wat.mjs';

// The order of the files follows from it as well as the cases of properties (test/seed.ts).
const seed = process.env['TROUPE_SEED'];

export default defineConfig({
  plugins: [watInVite],
  test: {
    include: ['test/**/*.test.ts'],
    setupFiles: ['test/seed.ts'],
    exclude: ['test/vscode/**'],
    pool: 'forks',
    // Most tests wait for a process or a disk half of their time: on two cores as well, two files at once are faster.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // Nothing of the person's is touched, and no test finds what another one has left.
    env: { TROUPE_CACHE_DIRECTORY: '' },
    globalSetup: ['test/state-folder.ts'],
    // Longer than `until` waits, so that its message comes first.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    sequence: {
      shuffle: { files: true, tests: false },
      ...(seed === undefined ? {} : { seed: Number(seed) }),
    },
  },
});
