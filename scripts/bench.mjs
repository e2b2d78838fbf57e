// `npm run bench` runs every benchmark, `npm run bench -- scan --json scan.json` one of them with options.
// They use the public API of the build: `src/host/api.js` gives them types and means `dist/api.js`.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const BENCHMARKS = ['scan', 'search'];

const root = join(import.meta.dirname, '..');
const api = join(root, 'dist/api.js');

const [first, ...rest] = process.argv.slice(2);
const isAll = first === undefined || first.startsWith('-');
if (!isAll && !BENCHMARKS.includes(first)) {
  console.error(`There is no benchmark "${first}": try ${BENCHMARKS.join(' or ')}.`);
  process.exit(2);
}
const names = isAll ? BENCHMARKS : [first];
const options = isAll ? process.argv.slice(2) : rest;

if (!existsSync(api)) execFileSync(process.execPath, [join(root, 'scripts/build.mjs')], { stdio: 'inherit' });

const cache = join(root, 'node_modules/.cache');
mkdirSync(cache, { recursive: true });
// In the project, so that packages are found from there.
const folder = mkdtempSync(join(cache, 'bench-'));
try {
  await build({
    absWorkingDir: root,
    entryPoints: names.map((name) => `bench/${name}.ts`),
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    logLevel: 'warning',
    plugins: [
      {
        name: 'the build instead of its sources',
        setup(building) {
          building.onResolve({ filter: /\/src\/host\/api\.js$/ }, () => ({
            path: pathToFileURL(api).href,
            external: true,
          }));
        },
      },
    ],
  });
  for (const name of names) {
    const { status } = spawnSync(process.execPath, [join(folder, `${name}.mjs`), ...options], {
      stdio: 'inherit',
    });
    if (status !== 0) process.exitCode = status ?? 1;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
