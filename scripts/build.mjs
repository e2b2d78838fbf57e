// Builds dist/: one flat folder of ES modules, so that `new URL('./index.entry.js', import.meta.url)`
// means the same from the library, from the command line and from a worker.
import { execFileSync } from 'node:child_process';
import { chmodSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { rolldown } from 'rolldown';
import { watInVite } from './wat.mjs';
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
const required = replacing(
  'packages that are required instead of imported',
  Object.keys(REQUIRED),
  (name) => `
  import { createRequire } from 'node:module';
  const load = () => createRequire(import.meta.url)('${name}');
  ${REQUIRED[name]}`,
);
// Packages that are slow to evaluate, by a pattern of all emoji and a segmenter of texts, for texts that are seldom there. What
// is required of a bundle is evaluated when it is first asked for.
const late = replacing(
  'packages that are evaluated when they are first used',
  ['string-width', 'wrap-ansi'],
  (name) => `
  export default (...args) => require('${name}').default(...args);`,
);
// Each of zod's fifty languages would be made at every start; nothing asks for one but the first.
const oneLanguage = {
  name: "only the English of zod's messages",
  load: (id) =>
    id.endsWith('zod/v4/locales/index.js') ? "export { default as en } from './en.js';" : undefined,
};
const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

// What a start loads at once, and the starts that come before it. Code that the same of them need is one file, and what an
// earlier one has loaded is there for those behind it, so that Node has few files to find.
const STARTS = {
  program: { files: ['cli/program.ts'], behind: [] },
  api: { files: ['api.ts'], behind: [] },
  agent: { files: ['cli/agent.ts'], behind: ['program'] },
  run: { files: ['cli/run-task.ts'], behind: ['agent', 'api'] },
  chat: { files: ['cli/talk.ts'], behind: ['agent', 'api'] },
  files: { files: ['cli/files/print-files.ts'], behind: ['program'] },
  index: { files: ['cli/inspect.ts'], behind: ['program'] },
  lists: { files: ['cli/threads-command.ts', 'cli/approvals-command.ts'], behind: ['program'] },
  markdown: { files: ['cli/markdown/markdown-flow.ts'], behind: ['program'] },
  sandbox: { files: ['node/sandbox/find-sandbox.ts'], behind: ['api'] },
};
const needed = new Map();
const starts = {
  name: 'what each start needs',
  buildEnd() {
    for (const [start, { files }] of Object.entries(STARTS)) {
      const ids = new Set(files.map((file) => join(root, 'src/host', file)));
      for (const id of ids)
        for (const imported of this.getModuleInfo(id)?.importedIds ?? []) ids.add(imported);
      needed.set(start, ids);
    }
  },
};
const hasLoaded = (start, id) =>
  needed.get(start).has(id) || STARTS[start].behind.some((earlier) => hasLoaded(earlier, id));
const byStart = (id) => {
  const names = Object.keys(STARTS).filter((start) => hasLoaded(start, id));
  // Those behind another one go without saying.
  const first = names.filter((start) => !STARTS[start].behind.some((earlier) => names.includes(earlier)));
  return first.length === 0 ? null : first.join('-');
};

rmSync(dist, { recursive: true, force: true });

// What one thread loads at its start is in one file, which is read in one go; threads share no code but by its text.
const bundles = [
  { api: 'src/host/api.ts', testing: 'src/host/testing.ts', cli: 'src/host/cli/main.ts' },
  { 'index.entry': 'src/workers/index.entry.ts' },
  { 'scan.entry': 'src/workers/scan.entry.ts' },
  { 'watch.entry': 'src/workers/watch.entry.ts' },
  { 'watch-thread.entry': 'src/workers/watch-thread.entry.ts' },
  { 'cover.entry': 'src/workers/cover.entry.ts' },
];
const written = [];
for (const input of bundles) {
  const bundle = await rolldown({
    cwd: root,
    input,
    platform: 'node',
    external: Object.keys(dependencies)
      .filter((name) => !BUNDLED.has(name) && !(name in REQUIRED))
      .map((name) => new RegExp(`^${name}(?:/|$)`)),
    plugins: [required, late, oneLanguage, watInVite, 'api' in input && starts],
    transform: { target: 'node20.19' },
    tsconfig: false,
    preserveEntrySignatures: 'allow-extension',
  });
  const { output } = await bundle.write({
    dir: dist,
    format: 'esm',
    sourcemap: true,
    sourcemapExcludeSources: true,
    // A third fewer bytes; a stack trace still names its functions.
    minify: { compress: true, mangle: false, codegen: true },
    chunkFileNames: '[name]-[hash].js',
    ...('api' in input
      ? {
          codeSplitting: {
            includeDependenciesRecursively: false,
            groups: [{ name: byStart, debugName: 'starts' }],
          },
        }
      : {}),
  });
  written.push(...output);
}
chmodSync(join(dist, 'cli.js'), 0o755);
writeNotices(
  written.flatMap((chunk) => chunk.moduleIds ?? []).map((id) => relative(root, id)),
  join(dist, 'ThirdPartyNotices.txt'),
);

execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', 'tsconfig.build.json'], {
  cwd: root,
  stdio: 'inherit',
});

/** A plugin that takes the text that `write` makes in place of some packages. That text may require the package itself. */
function replacing(name, packages, write) {
  const MARK = `\0${name}:`;
  return {
    name,
    resolveId(id, importer) {
      if (!packages.includes(id)) return undefined;
      if (importer?.startsWith(MARK)) return this.resolve(id, join(root, 'package.json'), { skipSelf: true });
      return MARK + id;
    },
    load: (id) => (id.startsWith(MARK) ? write(id.slice(MARK.length)) : undefined),
  };
}
