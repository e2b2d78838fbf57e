import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ToolRegistry } from '../../../src/actors/tools/calls/registry.js';
import { composeMcp } from '../../../src/host/mcp/compose-mcp.js';
import type { McpPerson, McpServers } from '../../../src/host/mcp/mcp-options.js';
import { McpTokenFile } from '../../../src/host/node/mcp/token-file.js';
import { withoutSandbox } from '../../../src/host/node/sandbox/sandbox.js';
import { startSignedInServer } from './start-signed-in-server.js';
import { temporaryFolder } from './start-servers.js';

async function start(url: string, tokens: McpTokenFile, person: McpPerson): Promise<McpServers> {
  const root = await temporaryFolder();
  const servers = await composeMcp(
    { servers: [{ name: 'far', transport: { kind: 'http', url, headers: {} } }], tokens, person },
    { roots: [root], tools: new ToolRegistry(), sandbox: () => Promise.resolve(withoutSandbox('None')) },
  );
  onTestFinished(() => servers[Symbol.asyncDispose]());
  await servers.ready;
  return servers;
}

/** A person who agrees, and a browser that is sent back at once, before anybody says that it was opened. */
function agreeing(pages: string[]): McpPerson {
  return {
    signIn: async ({ page }) => {
      pages.push(page);
      expect(await (await fetch(page)).text()).toContain('You can close this page');
      return true;
    },
  };
}

test('a person signs in once, and the token is kept, and renewed without a word', async () => {
  const { url, grants, expire } = await startSignedInServer();
  const path = join(await temporaryFolder(), 'tokens.json');
  const pages: string[] = [];
  expect((await start(url, new McpTokenFile(path), agreeing(pages))).list()).toMatchObject([
    { state: 'ready' },
  ]);
  expect(pages).toHaveLength(1);
  expect((await stat(path)).mode & 0o777).toBe(0o600);

  expect((await start(url, new McpTokenFile(path), {})).list()).toMatchObject([{ state: 'ready' }]);
  expire();
  expect((await start(url, new McpTokenFile(path), {})).list()).toMatchObject([{ state: 'ready' }]);
  expect(grants).toEqual(['authorization_code', 'refresh_token']);
  // Another address has none of it.
  await expect(new McpTokenFile(path).load(`${url}/other`)).resolves.toBeUndefined();
});

test('nobody is signed in who declines, or cannot be asked, and the reason says what to do', async () => {
  const { url, grants } = await startSignedInServer();
  const tokens = new McpTokenFile(join(await temporaryFolder(), 'tokens.json'));
  const [declined] = (await start(url, tokens, { signIn: () => Promise.resolve(false) })).list();
  expect(declined).toMatchObject({ state: 'failed' });
  expect(declined?.reason).toContain('Signing in was declined.');
  const [unasked] = (await start(url, tokens, {})).list();
  expect(unasked?.reason).toContain(
    'It wants a person to sign in, and nobody can be asked here: put a token into its "headers".',
  );
  expect(grants).toEqual([]);
});

test('a browser that comes back with another state is refused', async () => {
  const { url } = await startSignedInServer();
  const tokens = new McpTokenFile(join(await temporaryFolder(), 'tokens.json'));
  const statuses: number[] = [];
  const servers = await start(url, tokens, {
    signIn: async ({ page }) => {
      const back = new URL(new URL(page).searchParams.get('redirect_uri') ?? '');
      back.search = 'code=stolen&state=guessed';
      statuses.push((await fetch(back)).status);
      statuses.push((await fetch(page)).status);
      return true;
    },
  });
  expect(statuses).toEqual([400, 200]);
  expect(servers.list()).toMatchObject([{ state: 'ready' }]);
});

test('a file of tokens that others can read is not used', async () => {
  const path = join(await temporaryFolder(), 'tokens.json');
  await writeFile(path, '{}', { mode: 0o644 });
  await expect(new McpTokenFile(path).load('https://a.example/mcp')).rejects.toThrow('chmod 600');
});
