import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { SettingsError } from '../../../src/actors/protocol/errors.js';
import { findModel } from '../../../src/host/providers/find-model.js';
import type { ProviderSettings } from '../../../src/host/providers/provider-record.js';

const prices = { input: 0.28, cachedInput: 0.028, output: 0.42 };
const providers: ProviderSettings = {
  records: [
    {
      id: 'deepseek',
      baseUrl: 'https://api.deepseek.com/v1',
      apiKey: 'key-of-deepseek',
      models: {
        'deepseek-chat': { contextWindow: 128_000, maxOutputTokens: 8_000, prices },
        'deepseek-reasoner': { capabilities: { reasoning: true } },
      },
    },
    { id: 'openrouter', baseUrl: 'https://openrouter.ai/api/v1', headers: { 'X-Title': 'Mine' } },
    {
      id: 'local',
      baseUrl: 'http://127.0.0.1:8000/v1',
      models: { small: {}, '*': { contextWindow: 8_192 } },
    },
    { id: 'own', api: 'own-api' },
    { id: 'lost', baseUrl: 'https://lost.example/v1' },
    { id: 'nowhere' },
  ],
  keyProblems: new Map([['lost', 'The key of lost is missing.']]),
};

test('a name of a model gives its address, key, headers and what is known of it', () => {
  expect(findModel('deepseek/deepseek-chat', providers)).toEqual({
    provider: 'deepseek',
    api: 'openai',
    model: 'deepseek-chat',
    baseUrl: 'https://api.deepseek.com/v1',
    apiKey: 'key-of-deepseek',
    contextWindow: 128_000,
    maxOutputTokens: 8_000,
    prices,
  });
  expect(findModel('own/anything', providers)).toEqual({
    provider: 'own',
    api: 'own-api',
    model: 'anything',
  });
});

test('the name of a model may have slashes, also where it begins with another provider', () => {
  for (const model of ['anthropic/claude-sonnet-4', 'deepseek/deepseek-chat', 'openrouter/auto'])
    expect(findModel(`openrouter/${model}`, providers)).toEqual({
      provider: 'openrouter',
      api: 'openai',
      model,
      baseUrl: 'https://openrouter.ai/api/v1',
      headers: { 'X-Title': 'Mine' },
    });
});

test('what stands before the first slash is the provider, and all behind it the model', () => {
  const id = fc.stringMatching(/^[\w.-]{1,8}$/);
  const model = fc.array(fc.stringMatching(/^[\w.:@-]{1,8}$/), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(fc.uniqueArray(id, { minLength: 1, maxLength: 5 }), model, (ids, parts) => {
      const records = ids.map((one) => ({
        id: one,
        baseUrl: `https://${one}.example`,
        apiKey: `key of ${one}`,
      }));
      for (const one of ids)
        expect(findModel([one, ...parts].join('/'), { records })).toEqual({
          provider: one,
          api: 'openai',
          model: parts.join('/'),
          baseUrl: `https://${one}.example`,
          apiKey: `key of ${one}`,
        });
    }),
  );
});

test('a star stands for every model that is not named', () => {
  expect(findModel('local/small', providers)).not.toHaveProperty('contextWindow');
  expect(findModel('local/another', providers)).toMatchObject({ model: 'another', contextWindow: 8_192 });
});

test.each(['deepseek-chat', 'deepseek', 'unknown/deepseek-chat', '/deepseek', ''])(
  'the name %j begins with no known provider',
  (name) => {
    expect(findModel(name, providers)).toBeUndefined();
  },
);

test.each([
  [
    'deepseek/deepseek-caht',
    'The provider "deepseek" has no model "deepseek-caht". Did you mean "deepseek-chat"? Its models: deepseek-chat, deepseek-reasoner.',
  ],
  [
    'deepseek/constructor',
    'The provider "deepseek" has no model "constructor". Its models: deepseek-chat, deepseek-reasoner.',
  ],
  [
    'deepseek/',
    'The provider "deepseek" needs the name of a model: deepseek/NAME. Its models: deepseek-chat, deepseek-reasoner.',
  ],
  ['openrouter/', 'The provider "openrouter" needs the name of a model: openrouter/NAME.'],
  ['lost/m', 'The key of lost is missing.'],
  ['nowhere/m', 'The provider "nowhere" needs the address of its server: "baseUrl".'],
])('the name %j is refused with what is known', (name, message) => {
  expect(() => findModel(name, providers)).toThrow(SettingsError);
  expect(() => findModel(name, providers)).toThrow(message);
});
