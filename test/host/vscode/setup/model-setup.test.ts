import { describe, expect, test } from 'vitest';
import { LLMAuthError, LLMConnectionError, SettingsError } from '../../../../src/actors/protocol/errors.js';
import type { LLMConfig } from '../../../../src/actors/protocol/llm.js';
import {
  type ChosenModel,
  ModelSetup,
  type ModelSetupOptions,
} from '../../../../src/host/vscode/setup/model-setup.js';
import { type Play, PlayedPrompts } from './played-prompts.js';

const OFFLINE = { provider: 'offline', model: '', baseUrl: '' };

/** Plays the set-up, and gives all that was asked, requested and stored. */
async function play(plays: readonly Play[], options: Partial<ModelSetupOptions> = {}) {
  const prompts = new PlayedPrompts(...plays);
  const saved: ChosenModel[] = [];
  const listed: LLMConfig[] = [];
  const tested: LLMConfig[] = [];
  const { listModels, testModel, ...others } = options;
  const isStored = await new ModelSetup({
    prompts,
    current: OFFLINE,
    recent: [],
    loadProviders: () => Promise.resolve({ records: [] }),
    listEditorModels: () => Promise.resolve([]),
    storedKey: () => Promise.resolve(undefined),
    listModels: (config, signal) => {
      listed.push(config);
      return listModels?.(config, signal) ?? Promise.resolve(['small', 'big']);
    },
    testModel: (config, signal) => {
      tested.push(config);
      return testModel?.(config, signal) ?? Promise.resolve();
    },
    save: (chosen) => {
      saved.push(chosen);
      return Promise.resolve();
    },
    ...others,
  }).run();
  expect(prompts.isOver).toBe(true);
  return { isStored, saved, listed, tested, asked: prompts.asked };
}

describe('the set-up of a model', () => {
  test('asks a service for its key and its models, tests the model, and stores all at the end', async () => {
    const { saved, listed, tested, asked } = await play([
      { row: 'DeepSeek' },
      { text: ' sk-1 ' },
      { row: 'big' },
      'loaded',
    ]);
    const server = { provider: 'openai', baseUrl: 'https://api.deepseek.com/v1', apiKey: 'sk-1' };
    expect(saved).toEqual([{ ...server, model: 'big' }]);
    expect(listed).toMatchObject([server]);
    expect(tested).toEqual([{ ...server, model: 'big' }]);
    expect(asked[1]).toMatchObject({ isSecret: true, prompt: expect.stringContaining('DeepSeek') });
    expect(asked[2]).toMatchObject({ rows: ['big', 'small'] });
  });

  test('takes a key that is stored, and does not store it again', async () => {
    const { saved, tested } = await play([{ row: 'OpenAI' }, { row: 'small' }, 'loaded'], {
      storedKey: (baseUrl) => Promise.resolve(baseUrl === '' ? 'sk-kept' : undefined),
    });
    expect(tested).toEqual([{ provider: 'openai', model: 'small', apiKey: 'sk-kept' }]);
    expect(saved).toEqual([{ provider: 'openai', model: 'small', baseUrl: '' }]);
  });

  test('asks a server of one’s own for its address and for no key', async () => {
    const { saved, asked } = await play([
      { row: 'Ollama' },
      { text: 'http://box:11434/v1' },
      { row: 'small' },
      'loaded',
    ]);
    expect(asked[1]).toMatchObject({ value: 'http://localhost:11434/v1' });
    expect(saved).toEqual([{ provider: 'openai', model: 'small', baseUrl: 'http://box:11434/v1' }]);
  });

  test('takes the name of a model that is typed, also where the server has no list', async () => {
    const { saved, asked } = await play(
      [{ row: 'vLLM' }, { text: 'http://a/v1' }, { typed: 'mine' }, 'loaded'],
      { listModels: () => Promise.resolve([]) },
    );
    expect(asked[2]).toMatchObject({ rows: ['$(info) The server names no models. Type the name of one.'] });
    expect(saved).toMatchObject([{ model: 'mine' }]);
  });

  test('says in place that a key is wrong, and keeps what was typed', async () => {
    const refusal = new LLMAuthError('The server refused the key. Check it.', { status: 401 });
    let isRefused = true;
    const { saved, asked, tested } = await play(
      [
        { row: 'OpenRouter' },
        { text: 'sk-wrong' },
        { row: 'big' },
        { row: 'The server refused the key.' },
        { text: 'sk-right' },
        'loaded',
      ],
      {
        testModel: ({ apiKey }) => {
          isRefused = apiKey === 'sk-wrong';
          return isRefused ? Promise.reject(refusal) : Promise.resolve();
        },
      },
    );
    expect(asked[3]).toMatchObject({
      rows: [
        '$(error) The server refused the key. / Check it.',
        '$(refresh) Try again',
        '$(key) Change the key',
        '$(list-flat) Choose another model',
        '$(check) Use anyway',
      ],
    });
    expect(asked[4]).toMatchObject({ value: 'sk-wrong', problem: refusal.message, isSecret: true });
    expect(tested.map(({ model }) => model)).toEqual(['big', 'big']);
    expect(saved).toMatchObject([{ model: 'big', apiKey: 'sk-right' }]);
  });

  test('says in place that a server cannot be reached, and asks for its address again', async () => {
    const { saved, asked } = await play(
      [
        { row: 'LM Studio' },
        { text: 'http://localhost:1/v1' },
        { row: 'cannot be reached' },
        { text: 'http://localhost:2/v1' },
        { row: 'small' },
        'loaded',
      ],
      {
        listModels: ({ baseUrl }) =>
          baseUrl === 'http://localhost:1/v1'
            ? Promise.reject(new LLMConnectionError('http://localhost:1 cannot be reached.', {}))
            : Promise.resolve(['small']),
      },
    );
    expect(asked[3]).toMatchObject({
      value: 'http://localhost:1/v1',
      problem: 'http://localhost:1 cannot be reached.',
    });
    expect(saved).toMatchObject([{ baseUrl: 'http://localhost:2/v1' }]);
  });

  test('sends a key that was typed to the server that it was typed for, and to no other', async () => {
    const { listed, saved } = await play(
      [
        { row: 'Ollama' },
        { text: 'http://a/v1' },
        { row: 'Change the key' },
        { text: 'sk-a' },
        { row: 'Change the address' },
        { text: 'http://b/v1' },
        { row: 'small' },
        'loaded',
      ],
      {
        listModels: ({ baseUrl }) =>
          baseUrl === 'http://a/v1'
            ? Promise.reject(new LLMAuthError('The server refused the key.', { status: 401 }))
            : Promise.resolve(['small']),
      },
    );
    expect(listed.map(({ baseUrl, apiKey }) => [baseUrl, apiKey])).toEqual([
      ['http://a/v1', undefined],
      ['http://a/v1', 'sk-a'],
      ['http://b/v1', undefined],
    ]);
    expect(saved).toEqual([{ provider: 'openai', model: 'small', baseUrl: 'http://b/v1' }]);
  });

  test('stores a model that does not answer, if the person says so', async () => {
    const { saved } = await play(
      [{ row: 'Ollama' }, { text: 'http://a/v1' }, { row: 'big' }, { row: 'Use anyway' }],
      {
        testModel: () => Promise.reject(new LLMConnectionError('It is down.', {})),
      },
    );
    expect(saved).toMatchObject([{ model: 'big', baseUrl: 'http://a/v1' }]);
  });

  test('goes back one step at a time, with the answers so far', async () => {
    const { saved, asked } = await play([
      { row: 'Ollama' },
      { text: 'http://a/v1' },
      'back',
      { text: 'http://b/v1' },
      'back',
      'back',
      { row: 'vLLM' },
      { text: 'http://c/v1' },
      { row: 'small' },
      'loaded',
    ]);
    expect(asked[3]).toMatchObject({ value: 'http://a/v1' });
    expect(asked[5]).toMatchObject({ value: 'http://b/v1' });
    expect(saved).toMatchObject([{ baseUrl: 'http://c/v1' }]);
  });

  const STEPS: readonly Play[] = [{ row: 'DeepSeek' }, { text: 'sk-1' }, { row: 'big' }];
  test.each([0, 1, 2, 3])('changes nothing when it is left at step %i', async (step) => {
    const { isStored, saved } = await play([...STEPS.slice(0, step), 'cancel'], {
      testModel: () => Promise.reject(new Error('slow')),
    });
    expect({ isStored, saved }).toEqual({ isStored: false, saved: [] });
  });

  test('offers what was used recently first, and takes it at once', async () => {
    const recent = [{ provider: 'openai', model: 'kept', baseUrl: 'http://localhost:1/v1' }];
    const { saved, asked } = await play([{ row: 'kept' }], { recent });
    expect(saved).toEqual(recent);
    expect(asked[0]).toMatchObject({ rows: expect.arrayContaining(['Recently used', '$(history) kept']) });
  });

  test('lists recent models of a server before its others, each once', async () => {
    const recent = [{ provider: 'openai', model: 'small', baseUrl: 'http://a/v1' }];
    const { asked } = await play([{ row: 'Ollama' }, { text: 'http://a/v1' }, 'cancel'], { recent });
    expect(asked[2]).toMatchObject({ rows: ['small', 'big'] });
  });

  test('offers the models of the editor, and those of a file of providers', async () => {
    const editor = await play([{ row: 'Models of this editor' }, { row: 'Fast' }, 'loaded'], {
      listEditorModels: () => Promise.resolve([{ id: 'copilot/fast', name: 'Fast' }]),
    });
    expect(editor.saved).toEqual([{ provider: 'vscode', model: 'copilot/fast', baseUrl: '' }]);
    expect(editor.tested).toEqual([{ provider: 'vscode', model: 'copilot/fast' }]);

    const record = {
      id: 'mine',
      baseUrl: 'https://models.example/v1',
      apiKey: 'k',
      models: { a: {}, b: {} },
    };
    const file = await play([{ row: 'mine' }, { row: 'b' }, 'loaded'], {
      loadProviders: () => Promise.resolve({ records: [record] }),
    });
    expect(file.saved).toEqual([{ provider: 'mine', model: 'b', baseUrl: '' }]);
    expect(file.tested).toMatchObject([{ provider: 'mine', api: 'openai', model: 'b', apiKey: 'k' }]);
  });

  test('says why a file of providers cannot be read, reads it again, and goes on without it', async () => {
    let reads = 0;
    const { asked, saved } = await play([{ row: 'cannot be read' }, { row: 'Offline' }], {
      loadProviders: () => {
        reads += 1;
        return Promise.reject(new SettingsError('The file is wrong.', { setting: 'providers' }));
      },
    });
    expect(asked[0]).toMatchObject({
      rows: expect.arrayContaining(['$(error) The file cannot be read / The file is wrong.']),
    });
    expect(reads).toBe(2);
    expect(saved).toEqual([OFFLINE]);
  });
});
