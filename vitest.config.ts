import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/vscode/**'],
    pool: 'forks',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    sequence: { shuffle: { files: true, tests: false } },
  },
});
