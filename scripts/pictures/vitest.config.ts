import { defineConfig } from 'vitest/config';

export default defineConfig({
  // Vite would make a folder of that name beside this file.
  cacheDir: '../../node_modules/.vite',
  test: {
    root: import.meta.dirname,
    include: ['*.pictures.ts'],
    globalSetup: '../../test/vscode/global-setup.ts',
    pool: 'forks',
    maxWorkers: 1,
    testTimeout: 120_000,
  },
});
