// Builds dist/: one flat folder of ES modules, so that `new URL('./index.entry.js', import.meta.url)`
// means the same from the library, from the command line and from a worker.
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { wat } from './wat.mjs';
import { writeNotices } from './write-notices.mjs';

const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');
// What is loaded at every start, or before the first request of a model, and a package that brings many files of which few
// are needed. Of a package of many files each is looked for and read by itself: in the bundle all are read at once.
const BUNDLED = new Set([
  '@modelcontextprotocol/client',
  'comlink',
  'commander',
  'diff',
  'eventsource-parser',
  'htmlparser2',
  'ignore',
  'jsonrepair',
  'marked',
  'openai',
  'picomatch',
  'string-width',
  'wrap-ansi',
  'xstate',
  'yaml',
  'zod',
]);
// CommonJS packages in a bundle of ES modules ask for Node's own modules by this.
const REQUIRE = `import { createRequire as createRequireHere } from 'node:module';
const require = createRequireHere(import.meta.url);`;
// CommonJS packages that stay outside: piscina starts a file beside its own, and the tables of the others, half a megabyte,
// are wanted for a file that is not in UTF-8. Node reads such a package twice when an ES module imports it, the first time
// to find out what it exports; required, it is read once, and here not before it is used.
const REQUIRED = {
  chardet: 'export const analyse = (...args) => load().analyse(...args);',
  'iconv-lite': `export default {
    getDecoder: (...args) => load().getDecoder(...args),
    encode: (...args) => load().encode(...args),
  };`,
  piscina: 'export const { Piscina } = load();',
};
const required = {
  name: 'packages that are required instead of imported',
  setup(building) {
    building.onResolve({ filter: /^[a-z]/ }, ({ path }) =>
      path in REQUIRED ? { path, namespace: 'required' } : undefined,
    );
    building.onLoad({ filter: /.*/, namespace: 'required' }, ({ path }) => ({
      contents: `import { createRequire } from 'node:module';
        const load = () => createRequire(import.meta.url)('${path}');
        ${REQUIRED[path]}`,
    }));
  },
};
// Each of zod's fifty languages would be made at every start; nothing asks for one but the first.
const oneLanguage = {
  name: "only the English of zod's messages",
  setup(building) {
    building.onLoad({ filter: /zod\/v4\/locales\/index\.js$/ }, () => ({
      contents: "export { default as en } from './en.js';",
    }));
  },
};
// Packages that are slow to evaluate (a pattern of all emoji, tables of segments) and rarely needed: the tests of texts that
// are not ASCII, and the wrapping of lines. esbuild evaluates what is required in a bundle when it is first asked for.
const LATE = ['string-width', 'wrap-ansi'];
const late = {
  name: 'packages that are evaluated when they are first used',
  setup(building) {
    building.onResolve({ filter: new RegExp(`^(?:${LATE.join('|')})$`) }, ({ path, namespace }) =>
      namespace === 'late' ? undefined : { path, namespace: 'late' },
    );
    building.onLoad({ filter: /.*/, namespace: 'late' }, ({ path }) => ({
      contents: `export default (...args) => require('${path}').default(...args);`,
      resolveDir: root,
    }));
  },
};
const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

rmSync(dist, { recursive: true, force: true });

const options = {
  absWorkingDir: root,
  outdir: 'dist',
  bundle: true,
  splitting: true,
  chunkNames: 'chunk-[hash]',
  external: Object.keys(dependencies).filter((name) => !BUNDLED.has(name)),
  plugins: [required, late, oneLanguage, wat],
  platform: 'node',
  format: 'esm',
  banner: { js: REQUIRE },
  target: 'node20.19',
  sourcemap: true,
  sourcesContent: false,
  metafile: true,
  logLevel: 'warning',
};
// What one thread loads at its start is in one file, which is read in one go; threads share no code but by its text.
const results = await Promise.all(
  [
    { api: 'src/host/api.ts', testing: 'src/host/testing.ts', cli: 'src/host/cli/main.ts' },
    { 'index.entry': 'src/workers/index.entry.ts' },
    { 'scan.entry': 'src/workers/scan.entry.ts' },
    { 'watch.entry': 'src/workers/watch.entry.ts' },
    { 'watch-thread.entry': 'src/workers/watch-thread.entry.ts' },
    { 'cover.entry': 'src/workers/cover.entry.ts' },
  ].map((entryPoints) => build({ ...options, entryPoints })),
);
writeNotices(
  results.flatMap(({ metafile }) => Object.keys(metafile.inputs)),
  join(dist, 'ThirdPartyNotices.txt'),
);

execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', 'tsconfig.build.json'], {
  cwd: root,
  stdio: 'inherit',
});
