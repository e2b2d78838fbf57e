import { defineConfig } from 'vitest/config';
import { watInVite } from './scripts/wat.mjs';

export default defineConfig({
  plugins: [watInVite],
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
