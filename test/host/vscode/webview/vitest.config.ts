import { defineConfig } from 'vitest/config';

// The tests that need a browser: `npx vitest run --config test/host/vscode/webview/vitest.config.ts`.
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['**/*.e2e.ts'],
    pool: 'forks',
    maxWorkers: 2,
    // The files of a worker share its process, and in it a browser.
    isolate: false,
    // Longer than `until` waits.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
