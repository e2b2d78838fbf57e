import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SettingsError } from '../../../src/actors/protocol/errors.js';
import { readProviders } from '../../../src/host/providers/read-providers.js';

const read = (content: unknown) => readProviders(JSON.stringify(content), '/p.json');
const one = (entry: object) => ({ providers: { one: entry } });

test('a file with everything that it may say is read as it is', () => {
  const file = {
    model: 'one/m',
    fallback: 'two.b_2-c/n',
    providers: {
      one: {
        api: 'openai',
        baseUrl: 'https://one.example/v1',
        apiKeyEnv: 'ONE_KEY',
        headers: { 'X-Plain': 'a', 'X-Secret': { env: 'ONE_HEADER' } },
        defaultModel: 'm',
        fallback: 'other',
        models: {
          m: {
            contextWindow: 1,
            maxOutputTokens: 1,
            prices: {
              input: 0,
              cachedInput: 0,
              cacheWrite: 0,
              output: 0.5,
              long: { overTokens: 200_000, input: 1, output: 1 },
            },
            capabilities: { tools: true, images: false, reasoning: true, efforts: ['low', 'max'] },
            effort: 'low',
          },
          '*': {},
        },
      },
      'two.b_2-c': { apiKeyFile: '~/key' },
    },
  };
  expect(read(file)).toEqual(file);
});

test.each([
  ['null', null, 'the file: '],
  ['no providers', {}, 'providers: '],
  ['a misspelt field', one({ baseURL: 'https://x' }), 'providers.one: Unrecognized key: "baseURL"'],
  ['a key', one({ apiKey: 'sk-secret' }), 'providers.one.apiKey: a key does not belong into this file'],
  ['two keys', one({ apiKeyEnv: 'A', apiKeyFile: 'b' }), 'expected "apiKeyEnv" or "apiKeyFile", got both'],
  ['no variable', one({ apiKeyEnv: '$sk-secret' }), 'expected the name of an environment variable'],
  ['a slash', { providers: { 'a/b': {} } }, 'expected a name of letters, digits'],
  ['the stand-in', { providers: { offline: {} } }, '"offline" is the name of the stand-in'],
  [
    'a negative price',
    one({ models: { m: { prices: { input: -1, output: 1 } } } }),
    'providers.one.models.m.prices.input',
  ],
  ['half a price', one({ models: { m: { prices: { input: 1 } } } }), 'providers.one.models.m.prices.output'],
  ['an unknown effort', one({ models: { m: { effort: 'huge' } } }), 'providers.one.models.m.effort'],
  ['an empty fallback', one({ fallback: '' }), 'providers.one.fallback'],
  ['an empty window', one({ models: { m: { contextWindow: 0 } } }), 'providers.one.models.m.contextWindow'],
])('a file with %s is refused with the place and without a value', (_, content, message) => {
  expect(() => read(content)).toThrow(SettingsError);
  expect(() => read(content)).toThrow('The file of model providers /p.json is wrong. ');
  expect(() => read(content)).toThrow(message);
  expect(() => read(content)).not.toThrow('sk-secret');
});

test('the file in the documentation is valid', () => {
  const text = readFileSync(join(import.meta.dirname, '../../../docs/providers.md'), 'utf8');
  const [, example = ''] = /```json\n([^]*?)```/.exec(text) ?? [];
  expect(Object.keys(readProviders(example, '/p.json').providers)).toEqual([
    'deepseek',
    'openrouter',
    'local',
  ]);
});

test('a file that is not JSON is refused without being quoted', () => {
  const text = '{"providers": {"one": {"headers": {"X": sk-secret}}}}';
  expect(() => readProviders(text, '/p.json')).toThrow(
    'The file of model providers /p.json is not valid JSON.',
  );
  expect(() => readProviders(text, '/p.json')).not.toThrow('sk-secret');
});
