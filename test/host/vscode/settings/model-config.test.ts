import { describe, expect, test } from 'vitest';
import { chooseFromFile, chooseModel, originOf } from '../../../../src/host/vscode/settings/model-config.js';

describe('the model', () => {
  test('is the offline one, whatever else is set, when the provider is offline', () => {
    expect(chooseModel({ provider: 'offline', model: 'x', baseUrl: 'http://a' }, 'key')).toEqual({
      model: { provider: 'offline', model: 'rules' },
    });
  });

  test('is the one of the settings with its key', () => {
    expect(chooseModel({ provider: 'openai', model: 'gpt-5', baseUrl: '' }, 'key')).toEqual({
      model: { provider: 'openai', model: 'gpt-5', apiKey: 'key' },
    });
  });

  test('of a server of one’s own needs no key', () => {
    expect(
      chooseModel({ provider: 'openai', model: 'qwen', baseUrl: 'http://localhost:1/v1' }, undefined),
    ).toEqual({
      model: { provider: 'openai', model: 'qwen', baseUrl: 'http://localhost:1/v1' },
    });
  });

  test.each(['', 'https://api.openai.com/v1'])('of OpenAI at %j needs one', (baseUrl) => {
    expect(chooseModel({ provider: 'openai', model: 'gpt-5', baseUrl }, undefined)).toEqual({
      problem: 'OpenAI requires an API key and none is stored. Run "Troupe: Set API Key".',
    });
  });

  test('of the editor needs neither a key nor an address', () => {
    expect(chooseModel({ provider: 'vscode', model: 'copilot/fast', baseUrl: 'http://a/v1' }, 'key')).toEqual(
      {
        model: { provider: 'vscode', model: 'copilot/fast' },
      },
    );
  });

  test('of a provider in the file of the person has the address and the key of that file', () => {
    const record = { id: 'mine', baseUrl: 'https://models.example/v1', apiKey: 'k' };
    const providers = { records: [record] };
    expect(chooseFromFile({ provider: 'mine', model: 'm' }, providers)).toEqual({
      model: { provider: 'mine', api: 'openai', model: 'm', baseUrl: record.baseUrl, apiKey: 'k' },
    });
    expect(chooseFromFile({ provider: 'other', model: 'm' }, providers)).toEqual({
      problem: 'There is no provider "other" in your providers.json. Run "Troupe: Select Model".',
    });
    const keyProblems = new Map([['mine', 'The variable MY_KEY is not set.']]);
    expect(chooseFromFile({ provider: 'mine', model: 'm' }, { ...providers, keyProblems })).toEqual({
      problem: 'The variable MY_KEY is not set.',
    });
  });

  test('needs a name', () => {
    expect(chooseModel({ provider: 'openai', model: '', baseUrl: '' }, 'key')).toEqual({
      problem: 'No model is named. Run "Troupe: Select Model", or set troupe.model.',
    });
  });
});

test.each([
  ['', 'https://api.openai.com'],
  ['https://API.openai.com:443/v1', 'https://api.openai.com'],
  ['http://localhost:11434/v1', 'http://localhost:11434'],
])('requests to %j go to %s', (baseUrl, origin) => {
  expect(originOf(baseUrl)).toBe(origin);
});
