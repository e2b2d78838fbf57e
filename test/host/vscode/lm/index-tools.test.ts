import { readFileSync } from 'node:fs';
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CancellationToken } from 'vscode';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type * as Api from '../../../../src/host/api.js';
import { callIndexTool } from '../../../../src/host/vscode/lm/call-index-tool.js';

interface Manifest {
  readonly contributes: {
    readonly languageModelTools: readonly {
      readonly name: string;
      readonly modelDescription: string;
      readonly inputSchema: unknown;
    }[];
  };
}

const root = join(import.meta.dirname, '../../../..');
const { contributes } = JSON.parse(readFileSync(join(root, 'extension/package.json'), 'utf8')) as Manifest;
const code = readFileSync(join(root, 'src/host/vscode/lm/index-tools.ts'), 'utf8');
const pairs = [...code.matchAll(/(troupe_\w+): \{ tool: '(\w+)'/g)].map(([, name, tool]) => [name, tool]);

let folder: string;
let host: Api.Host;

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'troupe-index-tools-')));
  await writeFile(join(folder, 'needle.txt'), 'hay\nneedle\n');
  // Threads run from the build only.
  const { createHost } = (await import(pathToFileURL(join(root, 'dist/api.js')).href)) as typeof Api;
  host = await createHost({ roots: [folder] });
});

afterAll(async () => {
  await host[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

/** A token that a test cancels. */
function makeToken(): CancellationToken & { readonly cancel: () => void } {
  const listeners = new Set<() => unknown>();
  return {
    isCancellationRequested: false,
    onCancellationRequested: (listener) => {
      const own = (): unknown => listener(undefined);
      listeners.add(own);
      return { dispose: () => listeners.delete(own) };
    },
    cancel: () => {
      for (const listener of listeners) listener();
    },
  };
}

describe('the tools for models of other extensions', () => {
  test('are those of the manifest, which says of each what the tool itself says', () => {
    expect(pairs).toHaveLength(3);
    expect(
      contributes.languageModelTools.map(({ name, modelDescription, inputSchema }) => ({
        name,
        modelDescription,
        inputSchema,
      })),
    ).toEqual(
      pairs.map(([name, tool = '']) => ({
        name,
        modelDescription: host.tools.get(tool)?.description,
        inputSchema: host.tools.get(tool)?.parameters,
      })),
    );
  });

  test('only read', () => {
    expect(pairs.map(([, tool = '']) => host.tools.get(tool)?.isReadOnly)).toEqual([true, true, true]);
  });

  test('search the workspace', async () => {
    await expect(
      callIndexTool(host, 'search_for_files', { query: 'needle' }, makeToken()),
    ).resolves.toContain('needle.txt:2: needle');
    await expect(callIndexTool(host, 'get_dir_tree', { uri: '.' }, makeToken())).resolves.toContain(
      'needle.txt',
    );
  });

  test('say what was wrong to the model that called them', async () => {
    await expect(callIndexTool(host, 'search_for_files', {}, makeToken())).resolves.toContain('query');
    await expect(callIndexTool(host, 'get_dir_tree', { uri: '/' }, makeToken())).resolves.toMatch(
      /outside|not in/,
    );
  });

  test('end when they are cancelled', async () => {
    const token = makeToken();
    const call = callIndexTool(host, 'search_for_files', { query: 'needle' }, token);
    token.cancel();
    await expect(call).rejects.toThrow();
  });
});
