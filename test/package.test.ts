import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..');

// Nothing here takes a tenth of it; a program that is still alive by then has left something running.
const RUN_TIMEOUT_MS = 30_000;

const PROGRAM = `
import { createHost, InvalidRootError, type Host, type SearchReply } from 'troupe';

const host: Host = await createHost({ roots: ['workspace'], workspace: { watcher: 'none' } });
try {
  const reply: SearchReply = await host.workspace.search('needle');
  console.log(reply.hits.map(({ path }) => path).join());
} finally {
  await host[Symbol.asyncDispose]();
}
try {
  await createHost({ roots: ['missing'] });
} catch (error) {
  if (error instanceof InvalidRootError) console.log(error.code, error.details.problem);
}
`;

// Paths are text, whatever the types of the answers are, and tools and providers are made without a cast.
const LIBRARY = `
import { createHost, defineTool, type FileAccess, type LLMProvider } from 'troupe';
import { readFile, readlink, realpath, stat } from 'node:fs/promises';
import { z } from 'zod';

const files: FileAccess = {
  realpath: (path) => realpath(path),
  readlink: (path) => readlink(path),
  stat: async (path) => {
    const found = await stat(path);
    return { isFile: found.isFile(), isDirectory: found.isDirectory(), size: found.size, mtimeMs: found.mtimeMs };
  },
  readFile: (path) => readFile(path),
};
const broken: LLMProvider = {
  name: 'broken',
  createAdapter: ({ model }) => ({
    provider: 'broken',
    model,
    async *streamComplete() {
      throw new Error('out of order', { cause: new TypeError('no wire') });
    },
    complete: async () => '',
    estimateTokens: (text) => text.length,
  }),
  validateConfig: async () => ({ ok: true }),
};
const add = defineTool({
  name: 'add',
  description: 'Adds two numbers.',
  params: z.object({ a: z.number(), b: z.number() }),
  run: ({ a, b }) => a + b,
});

await using host = await createHost({
  roots: ['workspace'],
  files,
  model: { provider: 'broken', model: 'm' },
  providers: [broken],
  tools: [add],
  workspace: { watcher: 'none' },
});
const root = await realpath('workspace');
for (const under of ['hay', './hay/', root + '/hay'])
  for await (const { paths } of await host.workspace.files({ under })) console.log(paths.join());
for await (const { matches } of await host.workspace.grep('found')) for (const { path } of matches) console.log(path);
for await (const { matches } of await host.workspace.grep({ pattern: 'FO+', isRegex: true, caseSensitive: false, root }))
  for (const { path } of matches) console.log(path);
console.log((await host.workspace.tree('hay')).text.includes('needle.txt'), (await host.workspace.search('needle', { root })).hits.length);
const tool = host.tools.get('add');
console.log(await tool?.run(tool.validate({ a: 1, b: '2' }), { signal: new AbortController().signal, roots: [] }));
const outcome = await host.engine.processMessage('Hi', 'ask', { signal: AbortSignal.timeout(20_000) }).result();
if (outcome.type === 'error') console.log(outcome.cause?.message, outcome.cause?.cause?.message, typeof outcome.cause?.stack);
`;

// The mistakes that the types must catch.
const MISUSES = `
import { createHost } from 'troupe';

// @ts-expect-error roots are required
await createHost({});
// @ts-expect-error there is no such watcher
await createHost({ roots: [], workspace: { watcher: 'telescope' } });
const host = await createHost({ roots: [] });
// @ts-expect-error a query is text
await host.workspace.search(1);
// @ts-expect-error there is no such mode
host.engine.processMessage('Hi', 'dance');
// @ts-expect-error a pattern is needed
await host.workspace.grep({ isRegex: true });
`;

interface Manifest {
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly bin: Readonly<Record<string, string>>;
}

let project: string;
let installed: string;
let packed: readonly string[];
let manifest: Manifest;

/** An empty project with the packed tarball installed, and the packages it declares linked from ours: no network. */
beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'troupe-package-'));
  const output = execFileSync('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', project], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [tarball] = JSON.parse(output) as [{ filename: string; files: { path: string }[] }];
  packed = tarball.files.map(({ path }) => path);

  installed = join(project, 'node_modules', 'troupe');
  mkdirSync(installed, { recursive: true });
  execFileSync('tar', ['-xzf', join(project, tarball.filename), '--strip-components=1', '-C', installed]);
  manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as Manifest;
  for (const name of [...Object.keys(manifest.dependencies), '@types/node']) {
    const link = join(project, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), link, 'junction');
  }

  writeFileSync(join(project, 'package.json'), JSON.stringify({ type: 'module' }));
  writeFileSync(join(project, 'program.ts'), PROGRAM);
  writeFileSync(join(project, 'misuses.ts'), MISUSES);
  writeFileSync(join(project, 'library.ts'), LIBRARY);
  writeFileSync(join(project, 'readme.ts'), readExample());
  mkdirSync(join(project, 'workspace', 'hay'), { recursive: true });
  writeFileSync(join(project, 'workspace', 'hay', 'needle.txt'), 'found\n');
});

afterAll(() => {
  rmSync(project, { recursive: true, force: true });
});

/** The program that README shows. */
function readExample(): string {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  const [first, ...others] = [...readme.matchAll(/^```ts\n([^]*?)^```$/gm)].map(([, code = '']) => code);
  expect({ first: typeof first, others }).toEqual({ first: 'string', others: [] });
  return first ?? '';
}

/** What the compiler says of a program that uses the package; nothing when all is well. */
async function compile(file: string, options: Readonly<Record<string, unknown>>): Promise<string> {
  const compilerOptions = { target: 'es2023', module: 'nodenext', types: ['node'], strict: true, ...options };
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: [file] }));
  try {
    const { stdout } = await run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc')], {
      cwd: project,
    });
    return stdout;
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}

describe('the packed package', () => {
  test('holds the build, its types and its papers, and nothing else', () => {
    const others = packed.filter((path) => !path.startsWith('dist/'));
    expect(others.sort()).toEqual(['CHANGELOG.md', 'LICENSE', 'README.md', 'bin/troupe.js', 'package.json']);
    expect(packed).toEqual(
      expect.arrayContaining([
        'dist/api.js',
        'dist/cli.js',
        'dist/index.entry.js',
        'dist/scan.entry.js',
        'dist/watch.entry.js',
        'dist/watch-thread.entry.js',
        'dist/types/host/api.d.ts',
      ]),
    );
  });

  test('opens no package of many files at its start: what is not in the bundle is loaded when it is used', () => {
    const sources = packed
      .filter((path) => /^dist\/[^/]+\.js$/.test(path))
      .map((path) => readFileSync(join(root, path), 'utf8'));
    const outside = (pattern: RegExp): string[] =>
      [...new Set(sources.flatMap((source) => [...source.matchAll(pattern)].map(([, name = '']) => name)))]
        .filter((name) => !/^(?:node:|\.)/.test(name))
        .sort();
    expect(outside(/^import .*?from "([^"]+)";$/gm)).toEqual(['web-tree-sitter']);
    expect(outside(/\bimport\("([^"]+)"\)/g)).toEqual([
      '@lydell/node-pty',
      '@parcel/watcher',
      '@vscode/ripgrep',
    ]);
  });

  test('names the licence of every package in the bundle', () => {
    const notices = readFileSync(join(root, 'dist/ThirdPartyNotices.txt'), 'utf8');
    for (const name of ['commander', 'eventsource-parser', 'openai', 'xstate', 'zod'])
      expect(notices).toMatch(new RegExp(`^${name} \\d`, 'm'));
  });

  test('compiles where declarations are checked too, its own and those of its packages', async () => {
    expect(await compile('program.ts', { skipLibCheck: false, noEmit: true })).toBe('');
  });

  test('compiles under the strictest rules', async () => {
    const strictest = {
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      noPropertyAccessFromIndexSignature: true,
      verbatimModuleSyntax: true,
      // The declarations of xstate do not pass the first of these.
      skipLibCheck: true,
    };
    expect(await compile('program.ts', { ...strictest, noEmit: true })).toBe('');
  });

  test('has types that catch wrong use', async () => {
    expect(await compile('misuses.ts', { skipLibCheck: true, noEmit: true })).toBe('');
  });

  test('takes paths as text, and a tool and a provider of the program, without a cast', async () => {
    expect(await compile('library.ts', { skipLibCheck: true, lib: ['es2023', 'esnext.disposable'] })).toBe(
      '',
    );
    const { stdout, stderr } = await run(process.execPath, ['library.js'], {
      cwd: project,
      timeout: RUN_TIMEOUT_MS,
    });
    const found = 'hay/needle.txt\n'.repeat(5);
    expect({ stdout, stderr }).toEqual({
      stdout: `${found}true 1\n3\nout of order no wire string\n`,
      stderr: '',
    });
  });

  test('does what README shows', async () => {
    expect(await compile('readme.ts', { skipLibCheck: true })).toBe('');
    const { stdout, stderr } = await run(process.execPath, ['readme.js'], {
      cwd: project,
      timeout: RUN_TIMEOUT_MS,
    });
    expect(stderr).toBe('');
    expect(stdout).toContain('createHost');
  });

  test('runs, answers, and lets the process end by itself', async () => {
    expect(await compile('program.ts', { skipLibCheck: true })).toBe('');
    const { stdout, stderr } = await run(process.execPath, ['program.js'], {
      cwd: project,
      timeout: RUN_TIMEOUT_MS,
    });
    expect({ stdout, stderr }).toEqual({ stdout: 'hay/needle.txt\nINVALID_ROOT missing\n', stderr: '' });
  });

  test('keeps its inside to itself', async () => {
    writeFileSync(join(project, 'intruder.js'), "import 'troupe/dist/cli.js';\n");
    const intrusion = run(process.execPath, ['intruder.js'], { cwd: project, timeout: RUN_TIMEOUT_MS });
    await expect(intrusion).rejects.toMatchObject({
      stderr: expect.stringContaining('ERR_PACKAGE_PATH_NOT_EXPORTED'),
    });
  });
});

test('npm runs no script of a package that it installs here', () => {
  const setting = execFileSync('npm', ['config', 'get', 'ignore-scripts'], { cwd: root, encoding: 'utf8' });
  expect(setting).toBe('true\n');
});

describe('its command', () => {
  function troupe(...args: string[]): Promise<{ stdout: string; stderr: string }> {
    const bin = join(installed, manifest.bin['troupe'] ?? '');
    return run(process.execPath, [bin, ...args], { cwd: project, timeout: RUN_TIMEOUT_MS });
  }

  test('starts with a line that finds node', () => {
    const source = readFileSync(join(installed, manifest.bin['troupe'] ?? ''), 'utf8');
    expect(source.split('\n', 1)).toEqual(['#!/usr/bin/env node']);
  });

  test('prints help that names every command', async () => {
    const { stdout } = await troupe('--help');
    for (const command of ['chat', 'run', 'files', 'search', 'grep', 'tree'])
      expect(stdout).toContain(`\n  ${command} `);
  });

  test('prints the version of the package', async () => {
    expect(await troupe('--version')).toEqual({ stdout: `${manifest.version}\n`, stderr: '' });
  });
});
