import { chmodSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SettingsError } from '../../../src/actors/protocol/errors.js';
import type { AbsPath } from '../../../src/actors/protocol/workspace.js';
import { findProvidersFile, loadProviders } from '../../../src/host/node/providers-file.js';
import { findModel } from '../../../src/host/providers/find-model.js';
import { makeTempDir, removeTempDir, writeFiles } from '../../doubles/temp-dir.js';

let dir: AbsPath;
let path: string;
beforeEach(() => {
  dir = makeTempDir();
  path = join(dir, 'providers.json');
});
afterEach(() => {
  removeTempDir(dir);
});

function write(content: object, mode = 0o600): void {
  writeFiles(dir, { 'providers.json': JSON.stringify(content) });
  chmodSync(path, mode);
}

const load = (env: Record<string, string> = {}, roots: readonly string[] = []) =>
  loadProviders({ TROUPE_PROVIDERS_FILE: path, ...env }, roots);

test('the file is the one that the environment names, or the one in the folder for settings', () => {
  expect(findProvidersFile({ TROUPE_PROVIDERS_FILE: '/a/b.json', XDG_CONFIG_HOME: '/c' })).toBe('/a/b.json');
  expect(findProvidersFile({ TROUPE_PROVIDERS_FILE: '', XDG_CONFIG_HOME: '/c' })).toBe(
    '/c/troupe/providers.json',
  );
  expect(findProvidersFile({ XDG_CONFIG_HOME: 'relative' })).toBe(
    join(homedir(), '.config/troupe/providers.json'),
  );
});

test('without a file there are no providers, but one that the environment names must exist', async () => {
  expect(await loadProviders({ XDG_CONFIG_HOME: dir }, [])).toEqual({
    records: [],
    secrets: [],
    secretFiles: [],
    secretVariables: [],
  });
  await expect(load()).rejects.toThrow(`The file of model providers ${path} cannot be read (ENOENT).`);
});

test('keys and headers come from the environment and from files, each for its own provider', async () => {
  writeFileSync(join(dir, 'two.key'), 'key-of-two\n', { mode: 0o600 });
  write({
    model: 'two/m',
    providers: {
      one: {
        baseUrl: 'https://one.example/v1',
        apiKeyEnv: 'ONE_KEY',
        headers: { 'X-Title': 'Mine', 'X-Gateway': { env: 'ONE_GATEWAY' } },
      },
      two: { baseUrl: 'https://two.example/v1', apiKeyFile: 'two.key' },
      three: { baseUrl: 'http://127.0.0.1:1/v1' },
    },
  });
  const loaded = await load({
    ONE_KEY: ' key-of-one\n',
    ONE_GATEWAY: 'gate-of-one',
    OPENAI_API_KEY: 'another',
  });
  expect(findModel('one/m', loaded)).toEqual({
    provider: 'one',
    api: 'openai',
    model: 'm',
    baseUrl: 'https://one.example/v1',
    apiKey: 'key-of-one',
    headers: { 'X-Title': 'Mine', 'X-Gateway': 'gate-of-one' },
  });
  expect(findModel('two/m', loaded)).toEqual({
    provider: 'two',
    api: 'openai',
    model: 'm',
    baseUrl: 'https://two.example/v1',
    apiKey: 'key-of-two',
  });
  expect(findModel('three/m', loaded)).not.toHaveProperty('apiKey');
  expect(loaded.defaultModel).toBe('two/m');
  expect(loaded.secrets).toEqual(['key-of-one', 'gate-of-one', 'key-of-two']);
  expect(loaded.secretFiles).toEqual([path, join(dir, 'two.key')]);
  expect(loaded.secretVariables).toEqual(['ONE_KEY', 'ONE_GATEWAY']);
});

test('the usual key for OpenAI goes to OpenAI itself, and to no other address', async () => {
  const env = { OPENAI_API_KEY: 'key-of-openai' };
  const keyOf = async (openai: object): Promise<string | undefined> => {
    write({ providers: { openai, other: { baseUrl: 'https://other.example/v1' } } });
    const loaded = await load({ ...env, OWN_KEY: 'own' });
    expect(findModel('other/m', loaded)).not.toHaveProperty('apiKey');
    return findModel('openai/m', loaded)?.apiKey;
  };
  expect(await keyOf({})).toBe('key-of-openai');
  expect(await keyOf({ apiKeyEnv: 'OWN_KEY' })).toBe('own');
  expect(await keyOf({ baseUrl: 'https://proxy.example/v1' })).toBeUndefined();
  expect(await keyOf({ api: 'own-api' })).toBeUndefined();
});

test('a missing key is a problem of its own provider, when a model of it is used', async () => {
  write({
    providers: {
      one: { baseUrl: 'https://one.example/v1', apiKeyEnv: 'ONE_KEY' },
      two: { baseUrl: 'https://two.example/v1', apiKeyFile: 'none' },
      three: { baseUrl: 'https://three.example/v1' },
    },
  });
  const loaded = await load({ ONE_KEY: ' ' });
  expect(findModel('three/m', loaded)).toMatchObject({ provider: 'three' });
  expect(() => findModel('one/m', loaded)).toThrow(
    'The model provider "one" needs the environment variable ONE_KEY, which is not set.',
  );
  expect(() => findModel('two/m', loaded)).toThrow(
    `The key file ${join(dir, 'none')} cannot be read (ENOENT).`,
  );
});

test.skipIf(process.platform === 'win32').each([0o620, 0o602])(
  'a file that others may write (%o) is refused',
  async (mode) => {
    write({ providers: {} }, mode);
    await expect(load()).rejects.toThrow(`can be written by others: run "chmod 600 ${path}"`);
    await expect(load()).rejects.toThrow(SettingsError);
  },
);

test('a file in the workspace is refused, also where a link leads there', async () => {
  write({ providers: {} });
  await expect(load({}, [dir])).rejects.toThrow('lies in the workspace, where the agent may write');
  const elsewhere = makeTempDir();
  try {
    symlinkSync(path, join(elsewhere, 'link.json'));
    await expect(load({ TROUPE_PROVIDERS_FILE: join(elsewhere, 'link.json') }, [dir])).rejects.toThrow(
      'lies in the workspace',
    );
    expect((await load({}, [elsewhere])).records).toEqual([]);
  } finally {
    removeTempDir(elsewhere);
  }
});
