import { defineConfig } from 'vitest/config';

export default defineConfig({
  // Vite would make a folder of that name beside this file.
  cacheDir: '../../node_modules/.vite',
  test: {
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    globalSetup: './global-setup.ts',
    pool: 'forks',
    // A window waits for its parts about as long as it computes: two of them on two cores take two thirds of the time.
    maxWorkers: 2,
    testTimeout: 300_000,
    hookTimeout: 300_000,
    sequence: { shuffle: { files: true, tests: false } },
  },
});
