import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PackedProject, type ProgramOutput } from './packed-project.js';

const root = join(import.meta.dirname, '..');

// The parser of arguments and a third more. When all commands were loaded at once, it was four times as much.
const MAX_START_BYTES = 300_000;

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

// What a program tests with the second door: a minute's wait for a model takes no time, and errors are those of the first.
const TESTING = `
import { createHost, LLMRateLimitError } from 'troupe';
import { FakeClock, says, ScriptedModel, scriptedProvider } from 'troupe/testing';

const tooFast = new LLMRateLimitError('Slow down.', { retryAfterMs: 50_000 });
const model = new ScriptedModel([{ deltas: [], end: tooFast }, says('Here I am.')]);
const clock = new FakeClock();
clock.autoAdvance();
await using host = await createHost({
  roots: ['workspace'],
  workspace: { watcher: 'none' },
  providers: [scriptedProvider(model)],
  model: { provider: model.provider, model: model.model },
  limits: { maxTimeMs: 36_000_000 },
  clock,
});
for await (const event of host.engine.processMessage('Are you there?', 'ask')) {
  if (event.type === 'retry') console.log(event.waitMs);
  if (event.type === 'answer') console.log(event.content, model.requests.length);
  if (event.type === 'error') console.log(event.message);
}
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

let project: PackedProject;

beforeAll(() => {
  project = new PackedProject();
  project.write('program.ts', PROGRAM);
  project.write('misuses.ts', MISUSES);
  project.write('library.ts', LIBRARY);
  project.write('testing.ts', TESTING);
  project.write('readme.ts', readExample());
  project.write('workspace/hay/needle.txt', 'found\n');
});

afterAll(() => {
  project.remove();
});

/** The program that README shows. */
function readExample(): string {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  const [first, ...others] = [...readme.matchAll(/^```ts\n([^]*?)^```$/gm)].map(([, code = '']) => code);
  expect({ first: typeof first, others }).toEqual({ first: 'string', others: [] });
  return first ?? '';
}

describe('the packed package', () => {
  test('holds the build, its types and its papers, and nothing else', () => {
    const others = project.packed.filter((path) => !path.startsWith('dist/'));
    expect(others.sort()).toEqual(['CHANGELOG.md', 'LICENSE', 'README.md', 'bin/troupe.js', 'package.json']);
    expect(project.packed).toEqual(
      expect.arrayContaining([
        'dist/api.js',
        'dist/testing.js',
        'dist/cli.js',
        'dist/index.entry.js',
        'dist/scan.entry.js',
        'dist/watch.entry.js',
        'dist/watch-thread.entry.js',
        'dist/cover.entry.js',
        'dist/types/host/api.d.ts',
        'dist/types/host/testing.d.ts',
      ]),
    );
  });

  test('opens no package of many files at its start: what is not in the bundle is loaded when it is used', () => {
    const sources = project.packed
      .filter((path) => /^dist\/[^/]+\.js$/.test(path))
      .map((path) => readFileSync(join(root, path), 'utf8'));
    const outside = (read: (source: string) => readonly string[]): string[] =>
      [...new Set(sources.flatMap(read))].filter((name) => !/^(?:node:|\.)/.test(name)).sort();
    const loadedLate = (source: string): string[] =>
      [...source.matchAll(/\bimport\(`([^`]+)`\)/g)].map(([, name = '']) => name);
    expect(outside(importedBy)).toEqual([]);
    expect(outside(loadedLate)).toEqual([
      '@lydell/node-pty',
      '@parcel/watcher',
      '@vscode/ripgrep',
      'web-tree-sitter',
    ]);
  });

  /** What a file of `dist` imports, and is there before its code runs. */
  const importedBy = (source: string): readonly string[] => {
    const [start = ''] =
      /^(?:#!.*\n)?(?:(?:import|export)(?:[^"'`;()=]*\bfrom)?"[^"]+";?)*/.exec(source) ?? [];
    return [...start.matchAll(/"([^"]+)"/g)].map(([, name = '']) => name);
  };
  /** The sources of a file of `dist`, which are none where it only passes on what others have. */
  const sourcesOf = (name: string): readonly string[] => {
    const map = join(root, 'dist', `${name}.map`);
    return existsSync(map) ? (JSON.parse(readFileSync(map, 'utf8')) as { sources: string[] }).sources : [];
  };
  /** The files that are loaded with one of `dist`, without those that it loads on demand. */
  const loadedWith = (first: string): readonly string[] => {
    const names = new Set([first]);
    for (const name of names)
      for (const other of importedBy(readFileSync(join(root, 'dist', name), 'utf8')))
        if (other.startsWith('./')) names.add(other.slice(2));
    return [...names];
  };
  /** What the command line loads once the version of Node has been looked at. */
  const findProgram = (): string => {
    const [, name = ''] =
      /\bimport\(`\.\/([^`]+)`\)/.exec(readFileSync(join(root, 'dist/cli.js'), 'utf8')) ?? [];
    return name;
  };
  const bytesOf = (names: readonly string[]): number =>
    names.reduce((sum, name) => sum + statSync(join(root, 'dist', name)).size, 0);

  test('starts with the code that all commands need, and a program with what no server and no skill needs', () => {
    expect(bytesOf(loadedWith(findProgram()))).toBeLessThan(MAX_START_BYTES);
    const sources = loadedWith('api.js').flatMap(sourcesOf);
    expect(sources).toContainEqual(expect.stringContaining('node_modules/zod/'));
    for (const name of ['@modelcontextprotocol', 'yaml'])
      expect(sources).not.toContainEqual(expect.stringContaining(`node_modules/${name}/`));
  });

  test('reads the highlighter of code with the first code, and not at its start', () => {
    const read = (name: string): string => readFileSync(join(root, 'dist', name), 'utf8');
    const atStart = loadedWith(findProgram());
    const withHighlighter = project.packed
      .flatMap((path) => (/^dist\/([^/]+\.js)$/.exec(path) ?? []).slice(1))
      .filter((name) => read(name).includes('registerLanguage'));
    expect(withHighlighter).toHaveLength(1);
    expect(withHighlighter.filter((name) => atStart.includes(name))).toEqual([]);
  });

  test('names the licence of every package in the bundle', () => {
    const notices = readFileSync(join(root, 'dist/ThirdPartyNotices.txt'), 'utf8');
    for (const name of ['commander', 'eventsource-parser', 'highlight.js', 'openai', 'xstate', 'zod'])
      expect(notices).toMatch(new RegExp(`^${name} \\d`, 'm'));
  });

  test('compiles where declarations are checked too, its own and those of its packages', async () => {
    expect(await project.compile('program.ts', { skipLibCheck: false, noEmit: true })).toBe('');
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
    expect(await project.compile('program.ts', { ...strictest, noEmit: true })).toBe('');
  });

  test('has types that catch wrong use', async () => {
    expect(await project.compile('misuses.ts', { skipLibCheck: true, noEmit: true })).toBe('');
  });

  test('takes paths as text, and a tool and a provider of the program, without a cast', async () => {
    expect(
      await project.compile('library.ts', { skipLibCheck: true, lib: ['es2023', 'esnext.disposable'] }),
    ).toBe('');
    const { stdout, stderr } = await project.run('library.js');
    const found = 'hay/needle.txt\n'.repeat(5);
    expect({ stdout, stderr }).toEqual({
      stdout: `${found}true 1\n3\nout of order no wire string\n`,
      stderr: '',
    });
  });

  test('has a second door, with which a test turns the time and plays the model', async () => {
    const options = { skipLibCheck: true, lib: ['es2023', 'esnext.disposable'] };
    expect(await project.compile('testing.ts', options)).toBe('');
    expect(await project.run('testing.js')).toEqual({ stdout: '50000\nHere I am. 2\n', stderr: '' });
  });

  test('does what README shows', async () => {
    expect(await project.compile('readme.ts', { skipLibCheck: true })).toBe('');
    const { stdout, stderr } = await project.run('readme.js');
    expect(stderr).toBe('');
    expect(stdout).toContain('createHost');
  });

  test('runs, answers, and lets the process end by itself', async () => {
    expect(await project.compile('program.ts', { skipLibCheck: true })).toBe('');
    const { stdout, stderr } = await project.run('program.js');
    expect({ stdout, stderr }).toEqual({ stdout: 'hay/needle.txt\nINVALID_ROOT missing\n', stderr: '' });
  });

  test('keeps its inside to itself', async () => {
    project.write('intruder.js', "import 'troupe/dist/cli.js';\n");
    const intrusion = project.run('intruder.js');
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
  const bin = (): string => join(project.installed, project.manifest.bin['troupe'] ?? '');
  const troupe = (...args: string[]): Promise<ProgramOutput> => project.run(bin(), ...args);

  test('starts with a line that finds node', () => {
    const source = readFileSync(bin(), 'utf8');
    expect(source.split('\n', 1)).toEqual(['#!/usr/bin/env node']);
  });

  test('prints help that names every command', async () => {
    const { stdout } = await troupe('--help');
    for (const command of ['chat', 'run', 'files', 'search', 'grep', 'tree'])
      expect(stdout).toMatch(new RegExp(`^ {2}(?:[a-z]+, )*${command}[ ,]`, 'm'));
  });

  test('prints the version of the package', async () => {
    expect(await troupe('--version')).toEqual({ stdout: `${project.manifest.version}\n`, stderr: '' });
  });
});
