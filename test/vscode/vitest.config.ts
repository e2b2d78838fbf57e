import { defineConfig } from 'vitest/config';

export default defineConfig({
  // Vite would make a folder of that name beside this file.
  cacheDir: '../../node_modules/.vite',
  test: {
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    globalSetup: './global-setup.ts',
    pool: 'forks',
    // A server, an extension host and a browser keep two cores busy: tests side by side only slow each other down.
    maxWorkers: 1,
    testTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    hookTimeout: 300_000,
    sequence: { shuffle: { files: true, tests: false } },
  },
});
