import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SettingsError } from '../../../../src/actors/protocol/errors.js';
import type { LLMConfig } from '../../../../src/actors/protocol/llm.js';
import type { AbsPath } from '../../../../src/actors/protocol/workspace.js';
import { ModelLists } from '../../../../src/host/node/model-lists.js';
import type { ProviderSettings } from '../../../../src/host/providers/provider-record.js';
import { completeModel } from '../../../../src/host/vscode/settings/complete-model.js';
import { makeTempDir, removeTempDir } from '../../../doubles/temp-dir.js';

let dir: AbsPath;
beforeEach(() => {
  dir = makeTempDir();
});
afterEach(() => {
  removeTempDir(dir);
});

const KEYS = new Map([
  ['', 'key-of-openai'],
  ['https://api.anthropic.com', 'key-of-anthropic'],
]);

const providers: ProviderSettings = {
  records: [
    { id: 'mine', baseUrl: 'https://mine.example/v1', apiKey: 'key-of-mine', fallback: 'spare/small' },
    { id: 'spare', baseUrl: 'https://spare.example/v1', apiKey: 'key-of-spare' },
  ],
  fallback: 'mine/general',
};

const complete = (
  chosen: LLMConfig,
  given: { readonly effort?: 'low' | 'max'; readonly fallbackModel?: string } = {},
) =>
  completeModel(
    chosen,
    { effort: '', fallbackModel: '', ...given },
    {
      providers,
      storedKey: (baseUrl) => Promise.resolve(KEYS.get(baseUrl)),
      lists: new ModelLists(dir),
    },
  );

const OPENAI: LLMConfig = { provider: 'openai', model: 'gpt-6-luna', apiKey: 'key-of-openai' };
const MINE: LLMConfig = { provider: 'mine', api: 'openai', model: 'm', baseUrl: 'https://mine.example/v1' };

describe('the chosen model', () => {
  test('comes with what its server has said of it, and with what is known of it', async () => {
    await new ModelLists(dir).write(MINE, [{ id: 'm', contextWindow: 9_000 }]);
    const { model, known } = await complete(MINE);
    expect(model).toMatchObject({ ...MINE, listed: { contextWindow: 9_000 } });
    expect(known).toMatchObject({ contextWindow: 9_000 });
    expect((await complete(OPENAI)).known.capabilities).toMatchObject({ tools: true, reasoning: true });
  });

  test('is asked with the effort of the settings, unless it is known not to take it', async () => {
    expect((await complete(OPENAI, { effort: 'low' })).model).toMatchObject({ effort: 'low' });
    expect((await complete(MINE, { effort: 'max' })).model).toMatchObject({ effort: 'max' });
    await expect(complete({ ...OPENAI, model: 'gpt-4.1' }, { effort: 'low' })).rejects.toThrow(SettingsError);
  });
});

describe('the fallback of the chosen model', () => {
  test.each<[string, LLMConfig, string, object | undefined]>([
    ['is none by itself', OPENAI, '', undefined],
    [
      'is that of its provider in the file',
      MINE,
      '',
      { provider: 'spare', model: 'small', apiKey: 'key-of-spare' },
    ],
    [
      'is that of the file for its other providers',
      { ...MINE, provider: 'spare' },
      '',
      { provider: 'mine', model: 'general', apiKey: 'key-of-mine' },
    ],
    [
      'is that of the settings before that of the file',
      MINE,
      'mine/other',
      { provider: 'mine', model: 'other', apiKey: 'key-of-mine' },
    ],
    [
      'may be a model of a company, with the key that is stored for it',
      OPENAI,
      'anthropic/claude-haiku-4-5',
      {
        provider: 'anthropic',
        api: 'anthropic',
        model: 'claude-haiku-4-5',
        baseUrl: 'https://api.anthropic.com',
        apiKey: 'key-of-anthropic',
      },
    ],
    [
      'may be a model of the editor',
      OPENAI,
      'vscode/copilot/fast',
      { provider: 'vscode', model: 'copilot/fast' },
    ],
    [
      'without a provider is another model of the same server',
      { ...OPENAI, baseUrl: 'http://localhost:1/v1' },
      'org/small',
      { provider: 'openai', model: 'org/small', baseUrl: 'http://localhost:1/v1', apiKey: 'key-of-openai' },
    ],
    ['is no model that has failed', OPENAI, 'gpt-6-luna', undefined],
  ])('%s', async (_what, chosen, fallbackModel, expected) => {
    const { fallback } = (await complete(chosen, { fallbackModel })).model;
    if (expected === undefined) expect(fallback).toBeUndefined();
    else expect(fallback).toMatchObject(expected);
  });

  test.each([
    ['deepseek/deepseek-chat', 'needs an API key for DeepSeek, and none is stored'],
    ['nobody/m', 'There is no model provider named "nobody"'],
  ])('that is "%s" is refused', async (fallbackModel, message) => {
    await expect(complete(OPENAI, { fallbackModel })).rejects.toThrow(message);
    await expect(complete(OPENAI, { fallbackModel })).rejects.toThrow(SettingsError);
  });
});
