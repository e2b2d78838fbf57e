import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type * as Api from '../../src/host/api.js';
import type { Host, HostOptions, WebAccess } from '../../src/host/api.js';
import { asksFor, says, ScriptedModel, scriptedProvider } from '../../src/host/testing.js';
import type { AbsPath } from '../../src/actors/protocol/workspace.js';
import { makeTempDir, removeTempDir, writeFiles } from '../doubles/temp-dir.js';

// Hosts need threads, which start from the build.
const BUILT = pathToFileURL(join(import.meta.dirname, '../../dist/api.js')).href;

let dir: AbsPath;
beforeEach(() => {
  dir = makeTempDir();
  writeFiles(dir, { 'a.txt': 'a' });
});
afterEach(() => {
  removeTempDir(dir);
});

async function withHost<Value>(
  options: Omit<HostOptions, 'roots'>,
  work: (host: Host) => Promise<Value> | Value,
): Promise<Value> {
  const { createHost } = (await import(BUILT)) as typeof Api;
  await using host = await createHost({ roots: [dir], workspace: { watcher: 'none' }, ...options });
  return await work(host);
}

const webTools = (web?: HostOptions['web']): Promise<readonly string[]> =>
  withHost(web === undefined ? {} : { web }, ({ tools }) =>
    tools.list().flatMap(({ name, category }) => (category === 'Web tools' ? [name] : [])),
  );

test('a host has tools of the web where a program wants them', async () => {
  expect(await webTools()).toEqual([]);
  expect(await webTools(false)).toEqual([]);
  expect(await webTools({})).toEqual(['fetch_url', 'web_search']);
  expect(await webTools({ search: false })).toEqual(['fetch_url']);
});

test('a program may provide the web', async () => {
  const opened: unknown[] = [];
  const access: WebAccess = {
    resolve: async () => ['93.184.216.34'],
    ownNetworks: () => [],
    open: async (url, { addresses }) => {
      opened.push([url.href, addresses]);
      return {
        status: 200,
        headers: { 'content-type': 'text/plain' },
        body: bytesOf('from the program'),
        close: () => undefined,
      };
    },
  };
  const model = new ScriptedModel([asksFor(['fetch_url', { url: 'https://example.com/' }]), says('Read.')]);
  await withHost(
    { web: { access }, model, providers: [scriptedProvider(model)], approvals: { 'Web tools': 'auto' } },
    async ({ engine }) => {
      for await (const event of engine.processMessage('Go'))
        if (event.type === 'observation') expect(event.result.output).toContain('from the program');
    },
  );
  expect(opened).toEqual([['https://example.com/', ['93.184.216.34']]]);
});

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}
