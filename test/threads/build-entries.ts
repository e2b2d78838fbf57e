import { mkdtempSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { wat } from '../../scripts/wat.mjs';

const ROOT = join(import.meta.dirname, '../..');

/** Entry files built as `npm run build` builds ours, in a folder of their own. */
export interface BuiltEntries {
  url(name: string): URL;
  remove(): void;
}

/** Builds entries, named without `.ts`, from paths relative to the repository. `plugins` may change their sources. */
export async function buildEntries(
  entries: Readonly<Record<string, string>>,
  plugins: readonly Plugin[] = [],
): Promise<BuiltEntries> {
  const cache = join(ROOT, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  // Below node_modules, so that the packages they import are found.
  const outdir = mkdtempSync(join(cache, 'troupe-test-'));
  await build({
    absWorkingDir: ROOT,
    entryPoints: { ...entries },
    outdir,
    plugins: [...plugins, wat],
    bundle: true,
    splitting: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    outExtension: { '.js': '.mjs' },
    logLevel: 'error',
  });
  return {
    url: (name) => pathToFileURL(join(outdir, `${name}.mjs`)),
    remove: () => {
      rmSync(outdir, { recursive: true, force: true });
    },
  };
}
