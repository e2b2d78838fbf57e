import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    setupFiles: ['test/seed.ts'],
    exclude: ['test/vscode/**'],
    pool: 'forks',
    // Nothing of the person's is touched, and no test finds what another one has left.
    env: { TROUPE_CACHE_DIRECTORY: '' },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    sequence: { shuffle: { files: true, tests: false } },
  },
});
