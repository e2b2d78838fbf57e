import { expect, test } from 'vitest';
import { SettingsError } from '../../src/actors/protocol/errors.js';
import { OFFLINE, resolveModel } from '../../src/host/settings.js';

test('settings without a model are offline, whatever keys the environment holds', () => {
  expect(resolveModel({}, { OPENAI_API_KEY: 'sk-x', OPENAI_BASE_URL: 'https://api.example.com' })).toEqual(
    OFFLINE,
  );
});

test('settings take what is given before the environment, and our variables before the usual ones', () => {
  const env = {
    TROUPE_MODEL: 'env-model',
    TROUPE_API_KEY: 'ours',
    OPENAI_API_KEY: 'usual',
    TROUPE_BASE_URL: 'http://127.0.0.1:1/v1',
  };
  expect(resolveModel({ model: 'given' }, env)).toEqual({
    provider: 'openai',
    model: 'given',
    baseUrl: 'http://127.0.0.1:1/v1',
    apiKey: 'ours',
  });
  expect(resolveModel({}, { TROUPE_MODEL: 'm', OPENAI_API_KEY: ' usual\n' })).toEqual({
    provider: 'openai',
    model: 'm',
    apiKey: 'usual',
  });
});

test('settings take the window of a model from the environment, unless it is given', () => {
  const env = { TROUPE_MODEL: 'm', TROUPE_CONTEXT_WINDOW: '8192' };
  expect(resolveModel({}, env)).toEqual({ provider: 'openai', model: 'm', contextWindow: 8_192 });
  expect(resolveModel({ contextWindow: 4_096 }, env)).toMatchObject({ contextWindow: 4_096 });
  for (const wrong of ['8k', '0', '-1'])
    expect(() => resolveModel({}, { ...env, TROUPE_CONTEXT_WINDOW: wrong })).toThrow(
      `TROUPE_CONTEXT_WINDOW must be a number of tokens, got "${wrong}".`,
    );
});

test('settings can ask for the offline provider in spite of the environment', () => {
  expect(resolveModel({ provider: 'offline' }, { TROUPE_MODEL: 'm' })).toEqual(OFFLINE);
});

test.each([
  [
    { baseUrl: 'http://127.0.0.1:1' },
    'A base URL needs the name of a model: add --model NAME (or TROUPE_MODEL).',
  ],
  [{ provider: 'openai' }, 'The provider "openai" needs a model: add --model NAME (or TROUPE_MODEL).'],
  [{ model: 'm', baseUrl: 'ftp://x' }, 'The base URL must be an http or https address, got "ftp://x".'],
  [{ model: 'm', baseUrl: 'localhost' }, 'The base URL must be an http or https address, got "localhost".'],
])('settings %j are refused with what to do', (given, message) => {
  expect(() => resolveModel(given, {})).toThrow(SettingsError);
  expect(() => resolveModel(given, {})).toThrow(message);
});

test.each([
  ['nowhere else', {}, true],
  ['OpenAI itself', { baseUrl: 'https://api.openai.com/v1' }, true],
  ['the address beside it', { env: 'https://proxy.example/v1' }, true],
  [
    'the address beside it, named again',
    { baseUrl: 'https://proxy.example/v2', env: 'https://proxy.example/v1' },
    true,
  ],
  ['another server', { baseUrl: 'https://evil.example/v1' }, false],
  [
    'another server than the one beside it',
    { baseUrl: 'https://evil.example', env: 'https://proxy.example' },
    false,
  ],
  ['a look-alike', { baseUrl: 'https://api.openai.com.evil.example/v1' }, false],
  ['plain http', { baseUrl: 'http://api.openai.com/v1' }, false],
  ['a server of Troupe', { troupe: 'https://evil.example' }, false],
  ['another provider', { provider: 'custom' }, false],
])(
  'the key for OpenAI goes to %s: %j',
  (_, { baseUrl, env, troupe, provider }: Record<string, string>, goes) => {
    const { apiKey } = resolveModel(
      {
        model: 'm',
        ...(baseUrl === undefined ? {} : { baseUrl }),
        ...(provider === undefined ? {} : { provider }),
      },
      { OPENAI_API_KEY: 'sk-x', OPENAI_BASE_URL: env, TROUPE_BASE_URL: troupe },
    );
    expect(apiKey).toBe(goes ? 'sk-x' : undefined);
  },
);
