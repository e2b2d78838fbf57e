import { expect, test } from 'vitest';
import { ProviderRegistry } from '../../../src/actors/llm/registry.js';
import { LLMConnectionError } from '../../../src/actors/protocol/errors.js';
import { BUILT_IN_PROVIDERS } from '../../../src/host/providers/built-in-providers.js';
import { listModels } from '../../../src/host/providers/list-models.js';
import { ModelServer } from '../../actors/llm/model-server.js';

const registry = new ProviderRegistry(BUILT_IN_PROVIDERS);
const keep = (): Promise<void> => Promise.resolve();

test('a server that does not answer in time is named, with the models that the file names', async () => {
  await using server = await ModelServer.start();
  server.handle = () => undefined;
  const record = { id: 'slow', baseUrl: server.url, models: { m: { contextWindow: 8_000 } } };
  const config = { provider: 'slow', api: 'openai', model: '*', baseUrl: server.url };
  const { signal } = new AbortController();
  const listed = await listModels(
    { provider: 'slow', config, record },
    { registry, keep, signal, maxMs: 50 },
  );
  expect(listed).toMatchObject({
    models: [{ name: 'slow/m', contextWindow: 8_000, from: { contextWindow: 'file' } }],
    error: expect.any(LLMConnectionError) as Error,
  });
  expect(listed.error?.message).toBe(
    'The server of "slow" did not list its models within 0.05 seconds. Is it running?',
  );
});

test('a list that nobody waits for any more rejects with the reason', async () => {
  await using server = await ModelServer.start();
  const given = new AbortController();
  server.handle = () => {
    given.abort(new Error('left'));
  };
  const config = { provider: 'p', api: 'openai', model: '*', baseUrl: server.url };
  await expect(
    listModels({ provider: 'p', config }, { registry, keep, signal: given.signal }),
  ).rejects.toThrow('left');
});
