import { expect, test } from 'vitest';
import { ProviderRegistry } from '../../../src/actors/llm/registry.js';
import { LLMAuthError, LLMConnectionError } from '../../../src/actors/protocol/errors.js';
import { BUILT_IN_PROVIDERS } from '../../../src/host/providers/built-in-providers.js';
import { listAtAddress } from '../../../src/host/providers/list-at-address.js';
import { listModels } from '../../../src/host/providers/list-models.js';
import { ModelServer } from '../../actors/llm/model-server.js';

const { signal } = new AbortController();

/** Lists models at these addresses only, and tells which were asked, with which key. */
async function listAt(
  baseUrl: string,
  offers: Readonly<Record<string, readonly string[] | Error>>,
  api = 'openai',
) {
  const asked: string[] = [];
  const config = { provider: api, model: '*', baseUrl, apiKey: 'sk-1' };
  const found = await listAtAddress(
    config,
    (one) => {
      asked.push(`${one.baseUrl} ${one.apiKey}`);
      const offered = offers[one.baseUrl ?? ''] ?? [];
      return offered instanceof Error
        ? Promise.reject(offered)
        : Promise.resolve(offered.map((id) => ({ id })));
    },
    signal,
  ).catch((error: unknown) => error);
  return { asked, found };
}

test.each([
  ['http://box:8000', 'http://box:8000/v1'],
  ['http://box:8000/', 'http://box:8000/v1'],
  ['http://box:8000/api/', 'http://box:8000/api/v1'],
])('%s without a list is asked at %s with the same key', async (given, versioned) => {
  const { asked, found } = await listAt(given, { [versioned]: ['m'] });
  expect(asked).toEqual([`${given} sk-1`, `${versioned} sk-1`]);
  expect(found).toMatchObject({ config: { baseUrl: versioned, apiKey: 'sk-1' }, models: [{ id: 'm' }] });
});

test.each([
  ['has a list', 'http://box', { 'http://box': ['m'], 'http://box/v1': ['n'] }, 'openai'],
  ['ends in a version', 'http://box/v1', {}, 'openai'],
  ['ends in another version', 'http://box/api/v3/', {}, 'openai'],
  ['is of an API that has no version in it', 'http://box', { 'http://box/v1': ['n'] }, 'anthropic'],
])('an address that %s is asked once', async (_, given, offers, api) => {
  expect((await listAt(given, offers, api)).asked).toHaveLength(1);
});

test('an address stays as it is where nothing is found with a version either', async () => {
  for (const offered of [[], new LLMConnectionError('It failed.', {})]) {
    const { found } = await listAt('http://box', { 'http://box/v1': offered });
    expect(found).toMatchObject({ config: { baseUrl: 'http://box' }, models: [] });
  }
});

test('a server that wants a key with a version is there', async () => {
  const refusal = new LLMAuthError('It refused the API key.', {});
  const { found } = await listAt('http://box', { 'http://box/v1': refusal });
  expect(found).toMatchObject({ config: { baseUrl: 'http://box/v1' }, models: [], error: refusal });
});

test('what fails at the address itself is no reason to look elsewhere', async () => {
  const failure = new LLMConnectionError('It failed.', {});
  const { asked, found } = await listAt('http://box', { 'http://box': failure, 'http://box/v1': ['m'] });
  expect([asked.length, found]).toEqual([1, failure]);
});

test.each([
  ['a web page', 200, 'text/html', '<!doctype html><title>A server</title>'],
  ['404', 404, 'application/json', '{"error":"not found"}'],
])('a real server that sends %s for a list at its root is found at /v1', async (_, status, type, body) => {
  await using server = await ModelServer.start();
  const paths: string[] = [];
  server.handle = ({ request, reply }) => {
    paths.push(request.url ?? '');
    if (request.url === '/v1/models') reply(200, { data: [{ id: 'm' }] });
    else reply(status, body, { 'content-type': type });
  };
  const root = new URL(server.url).origin;
  const config = { provider: 'openai', model: '*', baseUrl: root };
  const registry = new ProviderRegistry(BUILT_IN_PROVIDERS);
  const kept: (string | undefined)[] = [];
  const keep = async ({ baseUrl }: { readonly baseUrl?: string }): Promise<void> => void kept.push(baseUrl);
  const listed = await listModels({ provider: 'openai', config }, { registry, keep, signal });
  expect(paths.slice(0, 2)).toEqual(['/models', '/v1/models']);
  expect(listed).toMatchObject({ models: [{ model: 'm' }], answersAt: `${root}/v1` });
  expect(kept).toEqual([`${root}/v1`]);
});
