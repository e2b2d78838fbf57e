import { mkdirSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

const repository = join(import.meta.dirname, '../../..');

/** A new folder with the entries of both watchers and `watch-parent.js`, for the caller to remove. */
export async function buildWatch(): Promise<string> {
  // Inside the repository, so that the addon is found from there.
  const cache = join(repository, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const built = mkdtempSync(join(cache, 'troupe-watch-test-'));
  await build({
    absWorkingDir: repository,
    entryPoints: {
      'watch.entry': 'src/workers/watch.entry.ts',
      'watch-thread.entry': 'src/workers/watch-thread.entry.ts',
      'watch-parent': 'test/workers/watch/watch-parent.ts',
    },
    outdir: built,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
  });
  return built;
}
