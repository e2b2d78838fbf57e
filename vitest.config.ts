import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { watInVite } from './scripts/wat.mjs';

// The order of the files follows from it as well as the cases of properties (test/seed.ts).
const seed = process.env['TROUPE_SEED'];

// Files whose subjects live in the process of their test, and leave nothing there. They share a process and what it has
// loaded: to load the same modules anew takes most of these files longer than their tests.
const SHARING = [
  'test/{actors,golden,machines}/**/*.test.ts',
  'test/host/{attachments,cli,engine,instructions,markdown,providers,vscode}/**/*.test.ts',
];

export default defineConfig({
  plugins: [watInVite],
  test: {
    projects: [
      { extends: true, test: { name: 'sharing', include: SHARING, isolate: false } },
      {
        extends: true,
        test: { name: 'alone', include: ['test/**/*.test.ts'], exclude: ['test/vscode/**', ...SHARING] },
      },
    ],
    setupFiles: ['test/seed.ts'],
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
