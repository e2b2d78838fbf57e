import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { build } from 'esbuild';
import { wat } from '../scripts/wat.mjs';
import { describe, expect, test } from 'vitest';
import { findBreaches, isCode } from './architecture/find-breaches.js';
import { readImports } from './architecture/read-imports.js';
import { resolveImport } from './architecture/resolve-import.js';
import { LONG_FILES, MAX_LINES } from './architecture/rules.js';

const root = join(import.meta.dirname, '..');
const sources = readSources();

function readSources(): ReadonlyMap<string, string> {
  const src = join(root, 'src');
  const files = readdirSync(src, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    files.map((file) => {
      const path = join(file.parentPath, file.name);
      return [relative(src, path).split(sep).join('/'), readFileSync(path, 'utf8')];
    }),
  );
}

describe('the sources', () => {
  test('keep every rule of the house', () => {
    expect(sources.size).toBeGreaterThan(0);
    expect(findBreaches(sources)).toEqual([]);
  });

  test('need every exception that is made for their length', () => {
    const lengths = LONG_FILES.map(({ file }) => [file, sources.get(file)?.split('\n').length ?? 0] as const);
    expect(lengths.filter(([, lines]) => lines <= MAX_LINES)).toEqual([]);
  });
});

describe('ARCHITECTURE.md', () => {
  const text = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8');
  const folders = new Set([...sources.keys()].flatMap(listFoldersOf));

  test('draws its walks through files that exist', () => {
    const hops = listHops(text);
    expect(hops.length).toBeGreaterThan(60);
    expect(hops.filter((file) => !sources.has(file))).toEqual([]);
  });

  // A longer walk is a path through the house that nobody can follow.
  test.each([
    ['A mention', 20],
    ['An edit', 20],
    ['A rule', 20],
    ['A crash', 20],
    ['A command', 25],
    ['A message during a turn', 12],
  ])('%s goes through at most %i files', (name, most) => {
    const [walk = ''] = text.split(`**${name}**`)[1]?.split('\n```\n\n') ?? [];
    const hops = listHops(walk);
    expect(hops.length).toBeGreaterThan(0);
    expect(hops.length).toBeLessThanOrEqual(most);
  });

  test('names folders of the sources that exist', () => {
    const named = [...text.matchAll(/(?<![\w./-])(?:actors|host|machines|workers)\/[\w{},/-]*/g)].flatMap(
      ([name]) => expandBraces(name.replace(/[,/]+$/, '')),
    );
    expect(named.length).toBeGreaterThan(60);
    const known = new Set([...folders, ...[...sources.keys()].map((file) => file.replace(/\.\w+$/, ''))]);
    expect(named.filter((name) => !known.has(name))).toEqual([]);
  });

  test('lists the folders of workers so that each imports only those before it', () => {
    const [, block = ''] = /The folders of `workers`[^`]*```\n(.*?)```/s.exec(text) ?? [];
    const listed = block.split('\n').flatMap((line) => (line.split(/ {3,}/)[0] ?? '').split(/ +/));
    const order = listed.filter((folder) => folder !== '').map((folder) => `workers/${folder}`);
    const withFiles = new Set(
      [...sources.keys()].map((file) => dirname(file)).filter((folder) => folder.startsWith('workers/')),
    );
    expect([...order].sort()).toEqual([...withFiles].sort());
    const upwards = [...sources].flatMap(([file, source]) =>
      readImports(source)
        .map(({ specifier = '' }) => resolveImport(file, specifier, (path) => sources.has(path)))
        .filter((target) => order.indexOf(dirname(target)) > order.indexOf(dirname(file)))
        .map((target) => `${file} imports ${target}`)
        .filter(() => order.includes(dirname(file))),
    );
    expect(upwards).toEqual([]);
  });

  test('explains at most 30 words', () => {
    const [, glossary = ''] = text.split('## Glossary');
    const words = [...glossary.matchAll(/\*\*([^*]+)\*\*/g)].map(([, word]) => word);
    expect(words.length).toBeGreaterThan(0);
    expect(words.length).toBeLessThanOrEqual(30);
    expect(new Set(words).size).toBe(words.length);
  });
});

/** The files that a text names at the beginning of a line, before what they do. */
function listHops(text: string): readonly string[] {
  return [...text.matchAll(/^([\w./-]+\.tsx?) {2,}\S/gm)].map(([, file = '']) => file);
}

function listFoldersOf(file: string): readonly string[] {
  const parts = file.split('/').slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}

/** `a/{b,c}` is `a/b` and `a/c`. */
function expandBraces(name: string): readonly string[] {
  const [, before = '', inner] = /^(.*)\{([^}]*)\}$/.exec(name) ?? [];
  return inner === undefined ? [name] : inner.split(',').map((part) => before + part);
}

describe('the checker', () => {
  const forbidden: readonly [breach: string, file: string, source: string][] = [
    [
      'actors/protocol/planted.ts:1 imports actors/runtime/clock.ts, but the words that everybody shares depend on nothing',
      'actors/protocol/planted.ts',
      "import { sleep } from '../runtime/clock.js';",
    ],
    [
      'actors/llm/planted.ts:2 imports actors/tools/tool.ts, but services meet in the host and nowhere else',
      'actors/llm/planted.ts',
      "\nimport type { Tool } from '../tools/tool.js';",
    ],
    [
      'machines/planted.ts:1 imports actors/runtime/clock.ts, but a machine decides and has no clock, no id and no I/O',
      'machines/planted.ts',
      "import { systemClock } from '../actors/runtime/clock.js';",
    ],
    [
      'machines/planted.ts:1 imports node:crypto, but a machine decides and has no clock, no id and no I/O',
      'machines/planted.ts',
      "import { randomUUID } from 'node:crypto';",
    ],
    [
      'workers/index/planted.ts:1 imports host/settings.ts, but a worker knows neither who decides nor who asked',
      'workers/index/planted.ts',
      "import {\n  resolveModel,\n} from '../../host/settings.js';",
    ],
    [
      'host/planted.ts:1 imports comlink, but a comlink call hangs for ever when its thread dies; only the runtime guards against that',
      'host/planted.ts',
      "const { wrap } = await import('comlink');",
    ],
    [
      'actors/tools/planted.ts:1 imports node:fs/promises, but services reach files through a port, and the main thread does not walk the disk',
      'actors/tools/planted.ts',
      "import { readFile } from 'node:fs/promises';",
    ],
    [
      'workers/watch/planted.ts:1 imports @parcel/watcher, but the addon aborts the process that ends with a subscription: it lives in a child process',
      'workers/watch/planted.ts',
      "type Watcher = typeof import('@parcel/watcher');",
    ],
    ['host/planted.ts:1 imports left-pad, which has no door', 'host/planted.ts', "import 'left-pad';"],
    ['host/planted.ts:1 imports fs, which has no door', 'host/planted.ts', "import fs from 'fs';"],
    [
      'host/planted.ts:1 imports a computed path, which nobody can check',
      'host/planted.ts',
      'await import(name);',
    ],
    ...['opendirSync', 'readdir', 'glob'].map((name): [string, string, string] => [
      `host/node/protected/planted.ts uses ${name}, but the workspace is read by the index thread`,
      'host/node/protected/planted.ts',
      `import {\n  lstat,\n  ${name},\n} from 'node:fs${name.endsWith('Sync') ? '' : '/promises'}';`,
    ]),
    ...[
      'await mkdir(dirname(path), { recursive: true });',
      'mkdirSync(path, { mode: 0o700, recursive: true });',
    ].map((source): [string, string, string] => [
      'host/node/planted.ts has a "recursive" mkdir, which never returns below /proc: workers/disk/make-folder.ts does',
      'host/node/planted.ts',
      source,
    ]),
    ...[
      'const text = error instanceof Error ? error.message : String(error);',
      'const text =\n  cause instanceof Error\n    ? cause.message\n    : String(cause);',
    ].map((source): [string, string, string] => [
      'host/planted.ts writes the message of an unknown error, which actors/protocol/errors/message-of.ts has',
      'host/planted.ts',
      source,
    ]),
    ...[
      "const code = error instanceof Error && 'code' in error ? error.code : undefined;",
      "if (!(error instanceof Error) || !('code' in error)) throw error;",
      'const { code } = error as NodeJS.ErrnoException;',
      "if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;",
      'await stat(path).catch((error: NodeJS.ErrnoException) => error.code);',
    ].map((source): [string, string, string] => [
      'workers/disk/planted.ts writes the code of an unknown error, which actors/protocol/errors/error-code.ts has',
      'workers/disk/planted.ts',
      source,
    ]),
    ...[
      'return way !== undefined && !way.startsWith(`..${sep}`);',
      "if (name === '' || name.startsWith('..')) return undefined;",
      "return names[0] === '..' || isAbsolute(way) ? undefined : names;",
    ].map((source): [string, string, string] => [
      'actors/llm/planted.ts writes whether a path is inside of another, which actors/runtime/paths/is-inside.ts has',
      'actors/llm/planted.ts',
      source,
    ]),
    ...[
      'return path === root || path.startsWith(`${root}/`);',
      'return path.startsWith(`${this.#options.root}${sep}`);',
    ].map((source): [string, string, string] => [
      'workers/planted.ts writes whether a path is within another, which actors/protocol/rel-path.ts has',
      'workers/planted.ts',
      source,
    ]),
    ...[
      'return lstat(path).then(\n  () => true,\n  () => false,\n);',
      'const isTaken = lstatIfReadable(join(folder, name)) !== undefined;',
    ].map((source): [string, string, string] => [
      'host/node/planted.ts writes whether something is at a path, which workers/disk/is-there.ts has',
      'host/node/planted.ts',
      source,
    ]),
    ...[
      'return { id, ...(turn === undefined ? {} : { turn }) };',
      'run({ ...(options.clock !== undefined ? { clock: options.clock } : {}) });',
      'run({\n  ...(this.#costUsd === undefined\n    ? {}\n    : {\n        costUsd: this.#costUsd,\n      }),\n});',
      'run({ ...(signal !== undefined && { signal }) });',
    ].map((source): [string, string, string] => [
      'machines/planted.ts writes a spread of what is defined, which actors/protocol/json/omit-undefined.ts has',
      'machines/planted.ts',
      source,
    ]),
    ['host/planted.ts has a default export', 'host/planted.ts', 'export default 1;'],
    [
      'host/planted.ts:1 exports what it did not declare',
      'host/planted.ts',
      "export { readImports } from './api.js';",
    ],
    ['host/Planted.ts is not named in kebab-case', 'host/Planted.ts', ''],
    ['host/myFolder/planted.ts is not named in kebab-case', 'host/myFolder/planted.ts', ''],
    ['common/planted.ts is in no known folder: actors, machines, workers, host', 'common/planted.ts', ''],
    ['actors/planted.ts is in no known folder: actors, machines, workers, host', 'actors/planted.ts', ''],
    [
      'workers/planted.entry.ts has 41 lines, 40 are allowed',
      'workers/planted.entry.ts',
      'export {};\n'.repeat(41),
    ],
    ['host/planted.ts has 401 lines, 400 are allowed', 'host/planted.ts', 'export {};\n'.repeat(401)],
  ];
  test.each(forbidden)('reports: %s', (breach, file, source) => {
    expect(findBreaches(new Map([[file, source]]))).toEqual([breach]);
  });

  test('reports a forbidden import that is planted among the real sources', () => {
    const planted = ['machines/planted.ts', "import { readFile } from 'node:fs/promises';"] as const;
    expect(findBreaches(new Map([...sources, planted]))).toEqual([
      'machines/planted.ts:1 imports node:fs/promises, but a machine decides and has no clock, no id and no I/O',
    ]);
  });

  test('lets a file import what its folder may', () => {
    const source = [
      "import { cpus } from 'node:os';",
      "import { Piscina } from 'piscina';",
      "import { sleep } from '../../actors/runtime/clock.js';",
      "import type { Entry } from '../../actors/protocol/workspace.js';",
      "import { EntryKindBit } from '../parts/scan-part.js';",
    ];
    expect(findBreaches(new Map([['workers/pool/scan-threads.ts', source.join('\n')]]))).toEqual([]);
  });

  test('reports a planted cycle once, imports of types included', () => {
    const planted = new Map([
      ['machines/a.ts', "import { b } from './b.js';"],
      ['machines/b.ts', "import { c } from './c.js';"],
      ['machines/c.ts', "import type { A } from './a.js';"],
      ['machines/d.ts', "import { a } from './a.js';"],
    ]);
    expect(findBreaches(planted)).toEqual([
      'machines/a.ts is in a cycle: machines/a.ts -> machines/b.ts -> machines/c.ts -> machines/a.ts',
    ]);
  });

  test('reports a planted cycle through a file of the view', () => {
    const planted = new Map([
      ['host/vscode/webview/a.tsx', "import { b } from './b.js';"],
      ['host/vscode/webview/b.ts', "import { a } from './a.js';"],
    ]);
    expect(findBreaches(planted)).toEqual([
      'host/vscode/webview/a.tsx is in a cycle: host/vscode/webview/a.tsx -> host/vscode/webview/b.ts -> host/vscode/webview/a.tsx',
    ]);
  });
});

describe('the checker of folders', () => {
  test('reports folders that import each other, also through a third, once', () => {
    const planted = new Map([
      ['host/node/a.ts', "import { b } from '../cli/b.js';"],
      ['host/cli/b.ts', "import type { C } from '../vscode/c.js';"],
      ['host/vscode/c.ts', "import { d } from '../node/d.js';"],
      ['host/node/d.ts', ''],
    ]);
    expect(findBreaches(planted)).toEqual([
      'host/node is in a cycle of folders: host/node/a.ts imports host/cli/b.ts, host/cli/b.ts imports host/vscode/c.ts, host/vscode/c.ts imports host/node/d.ts',
    ]);
  });

  test('reports a folder and one in it that import each other', () => {
    const planted = new Map([
      ['host/cli/a.ts', "import { b } from './draw/b.js';"],
      ['host/cli/draw/b.ts', "import { c } from '../c.js';"],
      ['host/cli/c.ts', ''],
    ]);
    expect(findBreaches(planted)).toEqual([
      'host/cli is in a cycle of folders: host/cli/a.ts imports host/cli/draw/b.ts, host/cli/draw/b.ts imports host/cli/c.ts',
    ]);
  });

  test('reports a folder of too many source files, and counts neither styles nor those below it', () => {
    const names = (folder: string, count: number): [string, string][] =>
      Array.from({ length: count }, (_, index) => [`${folder}/file-${index}.ts`, '']);
    const sources = [
      ...names('host/cli', 25),
      ...names('host/cli/draw', 26),
      ['host/cli/a.css', ''] as const,
    ];
    expect(findBreaches(new Map(sources))).toEqual(['host/cli/draw has 26 files, 25 are allowed']);
  });

  test('reports a room of the index that is built on another than it may', () => {
    const planted = new Map([
      ['workers/index/store/a.ts', "import { b } from '../search/b.js';"],
      ['workers/index/search/b.ts', ''],
      ['workers/index/attic/c.ts', ''],
    ]);
    expect(findBreaches(planted)).toEqual([
      'workers/index/store/a.ts imports workers/index/search/b.ts, but workers/index/store is not built on workers/index/search',
      'workers/index/attic is no room of the index that test/architecture knows',
    ]);
  });
});

describe('the checker of names', () => {
  test('reports a name that several files export, once', () => {
    const planted = new Map([
      ['host/a.ts', '/** Of the host. */\nexport interface Planted {}\n'],
      ['host/b.tsx', 'export const Planted = () => <p />;\n'],
      ['workers/c.ts', "import { Planted } from './d.js';\n\nexport type { Planted };\n"],
      ['workers/d.ts', 'export class Planted {}\n'],
    ]);
    expect(findBreaches(planted)).toEqual([
      'host/a.ts:2 exports Planted, and so does host/b.tsx:1 and workers/c.ts:3 and workers/d.ts:1: a name has one meaning',
    ]);
  });

  test.each([
    ['a function', 'export async function* planted() {}'],
    ['a declaration', 'export declare function planted(): void;'],
    ['a constant beside others', 'export const first = 1, planted = 2;'],
    ['a part of a pattern', 'export const { planted, list: [second] } = { planted: 1, list: [2] };'],
    ['a rest of a pattern', 'export const [first = 1, ...planted] = [];'],
    ['an enumeration', 'export enum planted {}'],
    ['another name inside', 'const inner = 1;\nexport { inner as planted };'],
  ])('reports %s', (_what, source) => {
    const planted = new Map([
      ['host/a.ts', source],
      ['host/b.ts', 'export type planted = string;'],
    ]);
    expect(findBreaches(planted)).toEqual([
      `host/a.ts:${source.split('\n').length} exports planted, and so does host/b.ts:1: a name has one meaning`,
    ]);
  });

  test('reports a name that is planted among the real sources', () => {
    const planted = ['host/planted.ts', 'export function createHost() {}'] as const;
    expect(findBreaches(new Map([planted, ...sources]))).toEqual([
      expect.stringMatching(
        /^host\/planted\.ts:1 exports createHost, and so does host\/compose-host\.ts:\d+: a name has one meaning$/,
      ),
    ]);
  });

  test('allows overloads, a type and a value of one name, what a file keeps to itself, and what a barrel exports again', () => {
    const planted = new Map([
      ['host/a.ts', 'export function one(): void;\nexport function one(): void {}\nfunction two() {}\n'],
      ['host/b.ts', "export const Three = { four: 4 };\nexport type Three = 'four';\nfunction two() {}\n"],
      ['host/api.ts', "export { one } from './a.js';\nexport type { Three } from './b.js';\n"],
      ['host/testing.ts', "export * from './a.js';\n"],
    ]);
    expect(findBreaches(planted)).toEqual([]);
  });
});

describe('readImports', () => {
  test('finds every form of import', () => {
    const source = [
      "import a from 'a';",
      "import * as b from 'b';",
      "import { c, type C } from 'c';",
      "import type { D } from 'd';",
      'import {\n  e,\n} from "e";',
      "import 'f';",
      "export * from 'g';",
      "export type { H } from 'h';",
      "export const i = await import('i');",
      "  type J = import('j').J;",
      "const k = require('k');",
      'import(`./${name}.js`);',
      'const url = new URL(import.meta.url);',
      "export const from = 'l';",
      "export interface M {\n  n: string;\n}\nexport const o = from('p');",
    ].join('\n');
    expect(readImports(source).map(({ kind, specifier }) => [kind, specifier])).toEqual([
      ['import', 'a'],
      ['import', 'b'],
      ['import', 'c'],
      ['import type', 'd'],
      ['import', 'e'],
      ['import', 'f'],
      ['export', 'g'],
      ['export type', 'h'],
      ['dynamic', 'i'],
      ['dynamic', 'j'],
      ['dynamic', 'k'],
      ['dynamic', undefined],
    ]);
  });

  test('finds what esbuild finds in every source', async () => {
    const { metafile } = await build({
      absWorkingDir: root,
      entryPoints: [...sources.keys()].filter(isCode).map((file) => `src/${file}`),
      outdir: 'unwritten',
      plugins: [wat],
      bundle: true,
      write: false,
      metafile: true,
      packages: 'external',
      platform: 'node',
      format: 'esm',
      // Else it adds imports that nobody wrote.
      jsx: 'preserve',
      logLevel: 'silent',
    });
    for (const [file, source] of sources) {
      if (!isCode(file)) continue;
      const ofEsbuild = metafile.inputs[`src/${file}`]?.imports.map(({ path, external }) =>
        external === true ? path : path.replace(/^src\//, ''),
      );
      // Types are gone before esbuild looks.
      const ofOurs = readImports(source)
        .filter(({ kind }) => !kind.endsWith(' type'))
        .map(({ specifier = '' }) =>
          specifier.startsWith('.') ? resolveImport(file, specifier, (path) => sources.has(path)) : specifier,
        );
      expect([file, unique(ofOurs)]).toEqual([file, unique(ofEsbuild ?? [])]);
    }
  });
});

function unique(values: readonly string[]): string[] {
  return [...new Set(values)].sort();
}
