import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ProviderRegistry } from '../../../src/actors/llm/registry.js';
import type { LLMConfig } from '../../../src/actors/protocol/llm.js';
import { BUILT_IN_PROVIDERS } from '../../../src/host/providers/built-in-providers.js';
import { apiOf } from '../../../src/host/providers/homes.js';

/** The addresses that were asked. No request leaves the machine. */
let asked: string[];
beforeEach(() => {
  asked = [];
  vi.stubGlobal('fetch', (url: URL | string) => {
    asked.push(String(url));
    return Promise.resolve(Response.json({ error: { message: 'no' } }, { status: 401 }));
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

async function ask(config: Omit<LLMConfig, 'model'>): Promise<string | undefined> {
  const registry = new ProviderRegistry(BUILT_IN_PROVIDERS);
  const adapter = registry
    .get(config.api ?? config.provider)
    .createAdapter({ ...config, model: 'gpt-6-luna', apiKey: 'sk-test-0123456789' });
  await adapter.complete([{ role: 'user', content: 'Hi' }]).catch(() => undefined);
  return asked.at(-1);
}

test.each<[Omit<LLMConfig, 'model'>, string]>([
  [{ provider: 'openai' }, 'https://api.openai.com/v1/responses'],
  [{ provider: 'openai', baseUrl: 'https://api.openai.com/v1' }, 'https://api.openai.com/v1/responses'],
  [{ provider: 'openai', api: 'openai' }, 'https://api.openai.com/v1/chat/completions'],
  [{ provider: 'openai', baseUrl: 'https://proxy.example/v1' }, 'https://proxy.example/v1/chat/completions'],
  [
    { provider: 'openai', baseUrl: 'https://api.openai.com.evil.example/v1' },
    'https://api.openai.com.evil.example/v1/chat/completions',
  ],
])('a model of %j is asked at %s', async (config, address) => {
  expect(await ask(config)).toBe(address);
});

test.each([
  [{ id: 'openai' }, 'openai-responses'],
  [{ id: 'openai', api: 'openai' }, 'openai'],
  [{ id: 'openai', baseUrl: 'https://proxy.example/v1' }, 'openai'],
  [{ id: 'anthropic' }, 'anthropic'],
  [{ id: 'anthropic', baseUrl: 'https://proxy.example' }, 'openai'],
  [{ id: 'mine', baseUrl: 'https://mine.example/v1' }, 'openai'],
])('the provider %j speaks %s', (record, api) => {
  expect(apiOf(record)).toBe(api);
});
