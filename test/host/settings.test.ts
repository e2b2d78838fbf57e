import { expect, test } from 'vitest';
import { SettingsError } from '../../src/actors/protocol/errors.js';
import type { ProviderSettings } from '../../src/host/providers/provider-record.js';
import { OFFLINE } from '../../src/host/providers/offline.js';
import { type ModelSettings, resolveModel } from '../../src/host/settings.js';

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
    'A base URL needs the name of a model: give one as the option "model" or in TROUPE_MODEL.',
  ],
  [
    { provider: 'openai' },
    'The provider "openai" needs a model: give one as the option "model" or in TROUPE_MODEL.',
  ],
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

const providers: ProviderSettings = {
  defaultModel: 'deepseek/chat',
  records: [
    {
      id: 'deepseek',
      baseUrl: 'https://api.deepseek.com/v1',
      apiKey: 'key-of-deepseek',
      models: { chat: {}, reasoner: {} },
      defaultModel: 'reasoner',
    },
    { id: 'local', baseUrl: 'http://127.0.0.1:8000/v1' },
  ],
};
const { defaultModel: _, ...withoutDefault } = providers;
const env = { TROUPE_API_KEY: 'key-of-troupe', OPENAI_API_KEY: 'key-of-openai', TROUPE_CONTEXT_WINDOW: '99' };

/** The provider, the model and the key that settings lead to. */
const resolve = (...parameters: Parameters<typeof resolveModel>): string => {
  const { provider, model, apiKey } = resolveModel(...parameters);
  return `${provider} ${model} ${apiKey ?? '-'}`;
};

test.each<[string, ModelSettings, Record<string, string>, string]>([
  ['the default', {}, {}, 'deepseek chat key-of-deepseek'],
  [
    'the default, beside an address for others',
    {},
    { TROUPE_BASE_URL: 'https://x.example' },
    'deepseek chat key-of-deepseek',
  ],
  ['a bare name', { model: 'reasoner' }, {}, 'deepseek reasoner key-of-deepseek'],
  ['a name with its provider', { model: 'local/org/m:7b' }, {}, 'local org/m:7b -'],
  ['the same in the environment', {}, { TROUPE_MODEL: 'local/m' }, 'local m -'],
  ['a provider alone', { provider: 'deepseek' }, {}, 'deepseek reasoner key-of-deepseek'],
  ['a provider and a name', { provider: 'local', model: 'deepseek/chat' }, {}, 'local deepseek/chat -'],
  [
    'a name, and a provider further away',
    { model: 'deepseek/chat' },
    { TROUPE_PROVIDER: 'local' },
    'deepseek chat key-of-deepseek',
  ],
  ['a bare name, and a provider further away', { model: 'm' }, { TROUPE_PROVIDER: 'local' }, 'local m -'],
  ['OpenAI', { model: 'openai/gpt-5' }, {}, 'openai gpt-5 key-of-troupe'],
  ['a server of its own', { model: 'm', baseUrl: 'https://x.example/v1' }, {}, 'openai m key-of-troupe'],
  ['the stand-in', { provider: 'offline' }, {}, 'offline rules -'],
])(
  'with several providers, settings lead from %s to the right one with its own key',
  (_name, given, more, expected) => {
    expect(resolve(given, { ...env, ...more }, providers)).toBe(expected);
  },
);

test('the address, the key and the window of the environment are not for a provider with its own', () => {
  const more = { ...env, TROUPE_BASE_URL: 'https://x.example/v1', OPENAI_BASE_URL: 'https://y.example/v1' };
  expect(resolveModel({ model: 'local/m' }, more, providers)).toEqual({
    provider: 'local',
    api: 'openai',
    model: 'm',
    baseUrl: 'http://127.0.0.1:8000/v1',
  });
  expect(resolve({ model: 'm' }, more, providers)).toBe('openai m key-of-troupe');
  expect(resolveModel({ model: 'local/m', contextWindow: 7 }, env, providers)).toMatchObject({
    contextWindow: 7,
  });
});

test.each<[ModelSettings]>([[{ apiKey: 'another' }], [{ baseUrl: 'https://evil.example/v1' }]])(
  'a provider with an address and a key of its own takes no other: %j',
  (given) => {
    expect(() => resolveModel({ model: 'deepseek/chat', ...given }, {}, providers)).toThrow(
      'The provider "deepseek" has an address and a key of its own: leave out the base URL and the key.',
    );
  },
);

test('a person who has providers and names no model is offline, unless there is a default', () => {
  expect(resolveModel({}, env, withoutDefault)).toEqual(OFFLINE);
  expect(resolveModel({}, env, { ...withoutDefault, defaultModel: 'offline/rules' })).toEqual(OFFLINE);
});

test('an unknown provider is refused with the known ones, where no server has models with slashes', () => {
  const message =
    'There is no model provider named "depseek". Did you mean "deepseek"? Known providers: anthropic, deepseek, local, offline, openai, openai-responses.';
  expect(() => resolveModel({ model: 'depseek/chat' }, {}, withoutDefault)).toThrow(message);
  expect(() => resolveModel({}, {}, { ...withoutDefault, defaultModel: 'depseek/chat' })).toThrow(message);
  expect(() => resolveModel({ model: 'claude/opus' }, {})).toThrow(
    'Known providers: anthropic, offline, openai, openai-responses.',
  );
  const elsewhere = { model: 'anthropic/claude', baseUrl: 'https://openrouter.ai/api/v1' };
  expect(resolve(elsewhere, {}, withoutDefault)).toBe('openai anthropic/claude -');
});

test('an address that is given needs a model, whatever the default is', () => {
  expect(() => resolveModel({ baseUrl: 'https://x.example/v1' }, {}, providers)).toThrow(
    'A base URL needs the name of a model',
  );
});

test('a provider without a default model is refused without the name of one', () => {
  expect(() => resolveModel({ provider: 'local' }, {}, providers)).toThrow(
    'The provider "local" needs the name of a model: local/NAME.',
  );
});

test('a record of OpenAI replaces the settings of the environment', () => {
  const own = {
    records: [{ id: 'openai', apiKey: 'mine', models: { 'gpt-5': { contextWindow: 400_000 } } }],
  };
  for (const model of ['gpt-5', 'openai/gpt-5'])
    expect(resolveModel({ model }, env, own)).toEqual({
      provider: 'openai',
      api: 'openai-responses',
      model: 'gpt-5',
      apiKey: 'mine',
      contextWindow: 400_000,
    });
});

test('the key for Anthropic goes to Anthropic, and the one for OpenAI does not', () => {
  const keys = { OPENAI_API_KEY: 'sk-o', ANTHROPIC_API_KEY: 'sk-a', OPENAI_BASE_URL: 'https://o.example/v1' };
  const claude = { provider: 'anthropic', model: 'claude' };
  expect(resolveModel(claude, keys)).toEqual({ ...claude, apiKey: 'sk-a' });
  const { OPENAI_BASE_URL: _, ...home } = keys;
  expect(resolveModel({ model: 'anthropic/claude' }, home)).toEqual({ ...claude, apiKey: 'sk-a' });
  const own = 'https://api.anthropic.com/v1';
  expect(resolveModel({ ...claude, baseUrl: own }, keys)).toEqual({
    ...claude,
    baseUrl: own,
    apiKey: 'sk-a',
  });
  for (const baseUrl of [
    'https://x.example',
    'https://api.anthropic.com.x.example',
    'https://o.example/v1',
  ]) {
    expect(resolveModel({ ...claude, baseUrl }, keys)).toEqual({ ...claude, baseUrl });
    expect(resolveModel({ provider: 'openai', model: 'm', baseUrl }, keys).apiKey).not.toBe('sk-a');
  }
  expect(resolveModel({ provider: 'openai-responses', model: 'gpt-5' }, home)).toEqual({
    provider: 'openai-responses',
    model: 'gpt-5',
    apiKey: 'sk-o',
  });
});
