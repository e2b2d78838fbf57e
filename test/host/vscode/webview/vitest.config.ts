import { defineConfig } from 'vitest/config';

// The tests that need a browser: `npx vitest run --config test/host/vscode/webview/vitest.config.ts`.
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['**/*.e2e.ts'],
    pool: 'forks',
    // One browser is enough for two cores.
    maxWorkers: 1,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
