import { describe, expect, test } from 'vitest';
import { SettingsError } from '../../src/actors/protocol/errors.js';
import { OFFLINE } from '../../src/host/providers/offline.js';
import { NO_PROVIDERS, type ProviderSettings } from '../../src/host/providers/provider-record.js';
import { type ModelSettings, resolveModel } from '../../src/host/settings.js';

const ADDRESS = 'http://127.0.0.1:1/v1';
const KEYS = { TROUPE_API_KEY: 'ours', OPENAI_API_KEY: 'of-openai', ANTHROPIC_API_KEY: 'of-anthropic' };

const providers: ProviderSettings = {
  records: [
    { id: 'one', baseUrl: 'https://one.example/v1', apiKey: 'key-of-one', fallback: 'two/spare' },
    {
      id: 'two',
      baseUrl: 'https://two.example/v1',
      apiKey: 'key-of-two',
      models: { spare: { contextWindow: 8_000 }, other: {} },
    },
  ],
  fallback: 'one/general',
};

const fallbackOf = (given: ModelSettings, env: Record<string, string> = {}, all = providers) =>
  resolveModel(given, env, all).fallback;

const SPARE = {
  provider: 'two',
  api: 'openai',
  model: 'spare',
  baseUrl: 'https://two.example/v1',
  apiKey: 'key-of-two',
  contextWindow: 8_000,
};

describe('the fallback of a model', () => {
  test('is the one that is given, else that of its provider, else that of all', () => {
    expect(fallbackOf({ model: 'one/m' })).toEqual(SPARE);
    expect(fallbackOf({ model: 'one/m', fallback: 'two/other' })).toMatchObject({ model: 'other' });
    expect(fallbackOf({ model: 'two/other' })).toMatchObject({ provider: 'one', model: 'general' });
    expect(fallbackOf({ model: 'm', baseUrl: ADDRESS })).toMatchObject({ provider: 'one', model: 'general' });
    expect(fallbackOf({ model: 'm' }, {}, NO_PROVIDERS)).toBeUndefined();
  });

  test('has no fallback itself, and is no model that has failed', () => {
    expect(fallbackOf({ model: 'two/other' })).not.toHaveProperty('fallback');
    expect(fallbackOf({ model: 'two/spare', fallback: 'two/spare' })).toBeUndefined();
    expect(fallbackOf({ model: 'm', baseUrl: ADDRESS, fallback: 'm' })).toBeUndefined();
  });

  test('is none of the stand-in, which cannot fail', () => {
    expect(resolveModel({ fallback: 'one/general' }, {}, providers)).toEqual(OFFLINE);
  });

  test('without a provider is another model of the same server', () => {
    expect(fallbackOf({ model: 'two/spare', fallback: 'other' })).toEqual({
      provider: 'two',
      api: 'openai',
      model: 'other',
      baseUrl: 'https://two.example/v1',
      apiKey: 'key-of-two',
    });
    expect(fallbackOf({ model: 'm', baseUrl: ADDRESS, fallback: 'org/small' }, KEYS)).toEqual({
      provider: 'openai',
      model: 'org/small',
      baseUrl: ADDRESS,
      apiKey: 'ours',
    });
  });

  test('of a company gets the key of the company alone', () => {
    const given = { model: 'one/m', fallback: 'anthropic/claude-haiku-4-5' };
    expect(fallbackOf(given, KEYS)).toEqual({
      provider: 'anthropic',
      model: 'claude-haiku-4-5',
      apiKey: 'of-anthropic',
    });
    // The address of the environment is that of the chosen model, and so is its key.
    const env = { ...KEYS, TROUPE_BASE_URL: ADDRESS, OPENAI_BASE_URL: ADDRESS };
    expect(fallbackOf({ model: 'one/m', fallback: 'openai/gpt-6-luna' }, env)).toEqual({
      provider: 'openai',
      model: 'gpt-6-luna',
      apiKey: 'of-openai',
    });
  });

  test.each([
    ['gpt-6', 'three/m', 'no model provider named "three"'],
    ['one/m', 'three/m', 'no model provider named "three"'],
    ['one/m', 'two/othr', 'has no model "othr". Did you mean "other"?'],
    ['two/spare', 'othr', 'has no model "othr". Did you mean "other"?'],
  ])('of %s that is "%s" is refused', (model, fallback, message) => {
    expect(() => fallbackOf({ model, fallback })).toThrow(SettingsError);
    expect(() => fallbackOf({ model, fallback })).toThrow(message);
  });
});

test('the effort that is given counts before that of the record, and is not for the fallback', () => {
  const effortful: ProviderSettings = {
    records: [{ id: 'one', baseUrl: ADDRESS, models: { m: { effort: 'low' }, spare: { effort: 'high' } } }],
  };
  const given = { model: 'one/m', fallback: 'one/spare' } as const;
  expect(resolveModel(given, {}, effortful)).toMatchObject({ effort: 'low', fallback: { effort: 'high' } });
  expect(resolveModel({ ...given, effort: 'max' }, {}, effortful)).toMatchObject({
    effort: 'max',
    fallback: { effort: 'high' },
  });
});
