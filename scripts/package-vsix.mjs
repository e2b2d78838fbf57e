// Packages the extension for the platform at hand: stages it in dist/vsix, writes the .vsix beside that folder, and
// prints its size and contents. Works offline. `--out FILE` writes it elsewhere.
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createVSIX } from '@vscode/vsce';
import { build } from 'esbuild';
import { wat } from './wat.mjs';
import { writeNotices } from './write-notices.mjs';

const root = join(import.meta.dirname, '..');
const staging = join(root, 'dist/vsix');

// What cannot be in a bundle: piscina starts a file beside its own, the watcher and terminals are native addons.
const UNBUNDLED = ['piscina', '@parcel/watcher', '@lydell/node-pty'];
// Packages of which a few files do all the work. Each loads one of them from where it lies.
const PARTS = {
  'web-tree-sitter': ['package.json', 'LICENSE', 'tree-sitter.js', 'tree-sitter.wasm'],
  'tree-sitter-bash': ['package.json', 'LICENSE', 'tree-sitter-bash.wasm'],
};
// Needed to compile the addon, which comes compiled.
const NOT_SHIPPED = new Set(['node-addon-api']);

const { values: options } = parseArgs({ options: { out: { type: 'string' } } });
const { version, license } = readJson(join(root, 'package.json'));
const isMusl =
  process.platform === 'linux' && process.report.getReport().header.glibcVersionRuntime === undefined;
const target = `${isMusl ? 'alpine' : process.platform}-${process.arch}`;
const vsix = resolve(options.out ?? join(root, `dist/troupe-${target}-${version}.vsix`));

rmSync(staging, { recursive: true, force: true });
const bundled = await bundle();
copyPackages();
writeManifest();
writeNotices(bundled, join(staging, 'ThirdPartyNotices.txt'));
mkdirSync(dirname(vsix), { recursive: true });
await withoutChatter(() =>
  createVSIX({ cwd: staging, packagePath: vsix, target, dependencies: false, allowMissingRepository: true }),
);
printContents();

/** Writes the bundles; gives the paths of all files that went into them. */
async function bundle() {
  const common = {
    absWorkingDir: root,
    bundle: true,
    // Smaller, and a stack trace still names its functions.
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'none',
    logLevel: 'warning',
    metafile: true,
  };
  const results = await Promise.all([
    build({
      ...common,
      entryPoints: {
        extension: 'src/host/vscode/extension.ts',
        'index.entry': 'src/workers/index.entry.ts',
        'scan.entry': 'src/workers/scan.entry.ts',
        'watch.entry': 'src/workers/watch.entry.ts',
        'watch-thread.entry': 'src/workers/watch-thread.entry.ts',
        'cover.entry': 'src/workers/cover.entry.ts',
      },
      outdir: join(staging, 'dist'),
      platform: 'node',
      // What the oldest editor that the manifest allows brings along.
      target: 'node20.18',
      format: 'esm',
      splitting: true,
      chunkNames: 'chunk-[hash]',
      external: ['vscode', ...UNBUNDLED, ...Object.keys(PARTS)],
      plugins: [wat],
      // Packages that are no ES modules ask for parts of Node by this name.
      banner: {
        js: "import{createRequire as requireFrom}from'node:module';const require=requireFrom(import.meta.url);",
      },
    }),
    build({
      ...common,
      entryPoints: ['src/host/vscode/webview/main.tsx', 'src/host/vscode/webview/main.css'],
      outdir: join(staging, 'dist/webview'),
      platform: 'browser',
      format: 'iife',
      target: 'chrome132',
      minifyIdentifiers: true,
      // VS Code's icons, as the font that they come in.
      loader: { '.ttf': 'file' },
      assetNames: '[name]',
    }),
  ]);
  return results.flatMap(({ metafile }) => Object.keys(metafile.inputs));
}

/** Copies the unbundled packages and all that they need to where the threads look for them. */
function copyPackages() {
  const waiting = UNBUNDLED.map((name) => ({ name, from: root }));
  const copied = new Set();
  for (const { name, from } of waiting) {
    if (copied.has(name)) continue;
    copied.add(name);
    const source = findPackage(name, from);
    const { dependencies = {}, optionalDependencies = {} } = readJson(join(source, 'package.json'));
    copyRuntimeFiles(source, join(staging, 'dist/node_modules', name));
    const needed = Object.keys(dependencies).filter((dependency) => !NOT_SHIPPED.has(dependency));
    // The addon itself: npm installs the one for this platform. Other optional packages are optional.
    const addons = Object.keys(optionalDependencies).filter(
      (dependency) => dependency.startsWith(`${name}-`) && findPackage(dependency, source) !== undefined,
    );
    waiting.push(...[...needed, ...addons].map((dependency) => ({ name: dependency, from: source })));
  }
  for (const [name, files] of Object.entries(PARTS))
    for (const file of files)
      cpSync(join(findPackage(name, root), file), join(staging, 'dist/node_modules', name, file));
}

/** Where Node would find a package for a file in `from`. */
function findPackage(name, from) {
  for (let folder = from; ; folder = dirname(folder)) {
    const path = join(folder, 'node_modules', name);
    if (existsSync(path)) return path;
    if (folder === dirname(folder)) return undefined;
  }
}

function copyRuntimeFiles(source, destination) {
  for (const path of filesIn(source)) {
    const isCode =
      /\.(?:c?js|mjs|node)$/.test(path) && !/^(?:benchmark|scripts|src|test|test-jest|docs)\//.test(path);
    if (isCode || path === 'package.json' || /^licen[cs]e/i.test(path))
      cpSync(join(source, path), join(destination, path));
  }
}

/** The manifest of the extension, with what it has in common with the library. */
function writeManifest() {
  const manifest = { ...readJson(join(root, 'extension/package.json')), version, license, files: ['**'] };
  writeJson(join(staging, 'package.json'), manifest);
  for (const name of ['README.md', 'media'])
    cpSync(join(root, 'extension', name), join(staging, name), { recursive: true });
  for (const name of ['LICENSE', 'CHANGELOG.md']) cpSync(join(root, name), join(staging, name));
}

/** vsce prints a tree of all files, and advice for those who bundle nothing. */
async function withoutChatter(work) {
  const { log, info, warn } = console;
  Object.assign(console, { log() {}, info() {}, warn() {} });
  try {
    await work();
  } finally {
    Object.assign(console, { log, info, warn });
  }
}

function printContents() {
  const files = filesIn(staging);
  for (const path of files)
    console.log(`${formatBytes(statSync(join(staging, path)).size).padStart(10)}  ${path}`);
  const unpacked = files.reduce((sum, path) => sum + statSync(join(staging, path)).size, 0);
  console.log(
    `${relative(process.cwd(), vsix)}: ${formatBytes(statSync(vsix).size)}, ${files.length} files, ${formatBytes(unpacked)} unpacked, for ${target}`,
  );
}

function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort();
}

function formatBytes(bytes) {
  return `${(bytes / 1024).toFixed(1)} kB`;
}

function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}

function writeJson(path, value) {
  writeFileSync(path, `${JSON.stringify(value, undefined, 2)}\n`);
}
