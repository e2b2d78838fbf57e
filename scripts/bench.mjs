// `npm run bench` runs every benchmark, `npm run bench -- scan --rounds 3` one of them with options; with
// `--write-docs` the results found in bench/out become docs/bench. CONTRIBUTING.md has the options.
// They use the public API of the build: `src/host/api.js` gives them types and means `dist/api.js`.
// `npm run bench -- builds --before FOLDER` compares it with the build in another checkout.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = join(import.meta.dirname, '..');
const api = join(root, 'dist/api.js');
const benchmarks = readdirSync(join(root, 'bench/questions')).map((file) => basename(file, '.ts'));

if (process.argv.includes('--help')) {
  console.log(`npm run bench                               all of them: half an hour on two cores
npm run bench -- scan                       one of: ${benchmarks.join(', ')}
npm run bench -- scan --million             on a million files (5 GB of disk)
npm run bench -- scan --tree ~/linux        on a tree of your own
npm run bench -- tasks --jobs 4             twelve small tasks; --model NAME asks a model of your own
npm run bench -- fuzzy --rounds 3           fewer rounds; also --files N and --content-mb N for smaller trees
npm run bench -- --write-docs               all, and then docs/bench from what is in bench/out
npm run bench -- builds --before ../old     this build beside the one in another checkout`);
  process.exit(0);
}

const isWriter = process.argv.includes('--write-docs');
const [first, ...rest] = process.argv.slice(2).filter((argument) => argument !== '--write-docs');
const isAll = first === undefined || first.startsWith('-');
if (!isAll && !benchmarks.includes(first)) {
  console.error(`There is no benchmark "${first}": try ${benchmarks.join(', ')}.`);
  process.exit(2);
}
// Nobody says what to compare with when all are asked for.
const names = isAll ? benchmarks.filter((name) => name !== 'builds') : [first];
const options = isAll && first !== undefined ? [first, ...rest] : rest;

const beforeAt = options.indexOf('--before');
const before = beforeAt === -1 ? undefined : resolve(options[beforeAt + 1] ?? '');
if (before !== undefined && !existsSync(join(before, 'dist/api.js'))) {
  console.error(`There is no build in ${before}: run "npm ci && npm run build" there first.`);
  process.exit(2);
}

if (!existsSync(api)) execFileSync(process.execPath, [join(root, 'scripts/build.mjs')], { stdio: 'inherit' });

const cache = join(root, 'node_modules/.cache');
mkdirSync(cache, { recursive: true });
// In the project, so that packages are found from there.
const folder = mkdtempSync(join(cache, 'bench-'));
try {
  const sources = [
    'bench/children/*.ts',
    './bench/write-docs.ts',
    ...names.map((name) => `./bench/questions/${name}.ts`),
  ];
  await buildWith(api, sources, folder);
  if (before !== undefined)
    await buildWith(join(before, 'dist/api.js'), ['bench/children/*.ts'], join(folder, 'before'));
  // Peers that hold a million paths as objects take more than a process has by default.
  const memory = '--max-old-space-size=8192';
  const run = (file, args) => {
    const { status } = spawnSync(process.execPath, [memory, join(folder, file), ...args], {
      cwd: root,
      stdio: 'inherit',
    });
    if (status !== 0) process.exitCode = status ?? 1;
  };
  for (const name of names) run(join('questions', `${name}.mjs`), options);
  if (isWriter) {
    run('write-docs.mjs', []);
    execFileSync(join(root, 'node_modules/.bin/oxfmt'), ['docs/bench'], { cwd: root });
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Bundles programs of the benchmarks, with the public API of one build. */
function buildWith(apiFile, entryPoints, outdir) {
  return build({
    absWorkingDir: root,
    entryPoints,
    // Programs are one folder below `outdir`: `../children/NAME.mjs` means the same from each of them.
    outbase: 'bench',
    outdir,
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
            path: pathToFileURL(apiFile).href,
            external: true,
          }));
        },
      },
    ],
  });
}
