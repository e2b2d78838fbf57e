import { describe, expect, test } from 'vitest';
import { LLMAuthError, LLMConnectionError, SettingsError } from '../../../../src/actors/protocol/errors.js';
import { ProviderRegistry } from '../../../../src/actors/llm/registry.js';
import type { ListedModel, LLMConfig } from '../../../../src/actors/protocol/llm.js';
import { BUILT_IN_PROVIDERS } from '../../../../src/host/providers/built-in-providers.js';
import { describeKnownModel } from '../../../../src/host/providers/known-model.js';
import { listModels } from '../../../../src/host/providers/list-models.js';
import type { ChosenModel } from '../../../../src/host/vscode/setup/chosen-model.js';
import { ModelSetup, type ModelSetupOptions } from '../../../../src/host/vscode/setup/model-setup.js';
import { type Play, PlayedPrompts } from './played-prompts.js';

const OFFLINE = { provider: 'offline', model: '', baseUrl: '' };

type Listing = (config: LLMConfig) => readonly (string | ListedModel)[] | Error;

/** The real providers, whose servers list what the test says. */
function registryOf(list: Listing): ProviderRegistry {
  const listModels = (config: LLMConfig): Promise<readonly ListedModel[]> => {
    const listed = list(config);
    return listed instanceof Error
      ? Promise.reject(listed)
      : Promise.resolve(listed.map((model) => (typeof model === 'string' ? { id: model } : model)));
  };
  return new ProviderRegistry(BUILT_IN_PROVIDERS.map((provider) => ({ ...provider, listModels })));
}

/** Plays the set-up, and gives all that was asked, requested and stored. */
async function play(
  plays: readonly Play[],
  {
    list = () => ['small', 'big'],
    ...options
  }: Partial<ModelSetupOptions> & {
    /** What a server lists, or why it does not. */
    readonly list?: Listing;
  } = {},
) {
  const prompts = new PlayedPrompts(...plays);
  const saved: ChosenModel[] = [];
  const listed: LLMConfig[] = [];
  const tested: LLMConfig[] = [];
  const { testModel, ...others } = options;
  const isStored = await new ModelSetup({
    prompts,
    current: OFFLINE,
    recent: [],
    loadProviders: () => Promise.resolve({ records: [] }),
    listEditorModels: () => Promise.resolve([]),
    storedKey: () => Promise.resolve(undefined),
    listModels: (server, signal) => {
      if ('config' in server) listed.push(server.config);
      return listModels(server, { registry: registryOf(list), keep: () => Promise.resolve(), signal });
    },
    describe: (config) => describeKnownModel(config, registryOf(list)),
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

  test('takes the address with /v1 where a server of one’s own answers there, and says so', async () => {
    const { saved, listed, asked } = await play(
      [{ row: 'A server of your own' }, { text: 'http://box:8000' }, { row: 'small' }, 'loaded'],
      { list: ({ baseUrl }) => (baseUrl === 'http://box:8000/v1' ? ['small'] : []) },
    );
    expect(saved).toEqual([{ provider: 'openai', model: 'small', baseUrl: 'http://box:8000/v1' }]);
    expect(listed).toMatchObject([{ baseUrl: 'http://box:8000' }]);
    expect(asked[2]).toMatchObject({
      rows: [
        'small',
        expect.stringMatching(
          /answers at http:\/\/box:8000\/v1 \/ .*no list of models at http:\/\/box:8000\./,
        ),
      ],
    });
  });

  test('asks for the key of a server that wants one at /v1, and sends it there', async () => {
    const { saved, asked } = await play(
      [
        { row: 'A server of your own' },
        { text: 'http://localhost:8000/' },
        'loaded',
        { text: 'sk-1' },
        { row: 'small' },
        'loaded',
      ],
      {
        list: ({ baseUrl, apiKey }) =>
          baseUrl !== 'http://localhost:8000/v1'
            ? []
            : apiKey === 'sk-1'
              ? ['small']
              : new LLMAuthError('It refused the API key.', {}),
      },
    );
    expect(asked[3]).toMatchObject({ isSecret: true });
    expect(saved).toEqual([
      { provider: 'openai', model: 'small', baseUrl: 'http://localhost:8000/v1', apiKey: 'sk-1' },
    ]);
  });

  test('takes the name of a model that is typed, also where the server has no list', async () => {
    const { saved, asked } = await play(
      [{ row: 'vLLM' }, { text: 'http://a/v1' }, { typed: 'mine' }, 'loaded'],
      { list: () => [] },
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
        list: ({ baseUrl }) =>
          baseUrl === 'http://localhost:1/v1'
            ? new LLMConnectionError('http://localhost:1 cannot be reached.', {})
            : ['small'],
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
        'loaded',
        { text: 'sk-a' },
        'loaded',
        { text: 'sk-a' },
        { row: 'Change the address' },
        { text: 'http://b/v1' },
        { row: 'small' },
        'loaded',
      ],
      {
        list: ({ baseUrl }) =>
          baseUrl === 'http://a/v1'
            ? new LLMAuthError('The server refused the key.', { status: 401 })
            : ['small'],
      },
    );
    expect(listed.map(({ baseUrl, apiKey }) => [baseUrl, apiKey])).toEqual([
      ['http://a/v1', undefined],
      ['http://a/v1', 'sk-a'],
      ['http://a/v1', 'sk-a'],
      ['http://b/v1', undefined],
    ]);
    expect(saved).toEqual([{ provider: 'openai', model: 'small', baseUrl: 'http://b/v1' }]);
  });

  test.each(['http://a/v1', 'http://a/v1/', 'http://a:80/other'])(
    'keeps the key when only the path of the address changes, to %s',
    async (address) => {
      const { saved, listed } = await play(
        [
          { row: 'Ollama' },
          { text: 'http://a' },
          'loaded',
          { text: 'sk-a' },
          { row: 'Change the address' },
          { text: address },
          { row: 'small' },
          'loaded',
        ],
        {
          list: ({ baseUrl, apiKey }) =>
            apiKey === undefined
              ? new LLMAuthError('No key.', { status: 401 })
              : baseUrl === 'http://a'
                ? new LLMConnectionError('There is a web page.', {})
                : ['small'],
        },
      );
      expect(listed.at(-1)).toMatchObject({ baseUrl: address, apiKey: 'sk-a' });
      expect(saved).toMatchObject([{ baseUrl: address, apiKey: 'sk-a' }]);
    },
  );

  test.each(['https://a/v1', 'http://a:81/v1', 'http://a.b/v1'])(
    'forgets the key when the address leads elsewhere, to %s',
    async (address) => {
      const { listed } = await play(
        [
          { row: 'Ollama' },
          { text: 'http://a/v1' },
          'loaded',
          { text: 'sk-a' },
          'back',
          'back',
          { text: address },
          'cancel',
        ],
        {
          list: ({ apiKey }) => (apiKey === undefined ? new LLMAuthError('No key.', { status: 401 }) : []),
        },
      );
      expect(listed.at(-1)).not.toHaveProperty('apiKey');
    },
  );

  test('asks for the key when a service refuses it with its list, and not for a model', async () => {
    const refusal = new LLMAuthError('The server refused the key.', { status: 401 });
    const { saved, asked } = await play(
      [{ row: 'DeepSeek' }, { text: 'sk-wrong' }, 'loaded', { text: 'sk-right' }, { row: 'big' }, 'loaded'],
      { list: ({ apiKey }) => (apiKey === 'sk-right' ? ['big'] : refusal) },
    );
    expect(asked[3]).toMatchObject({ value: 'sk-wrong', problem: refusal.message, isSecret: true });
    expect(saved).toMatchObject([{ model: 'big', apiKey: 'sk-right' }]);
  });

  test('takes the name of a model where a key that is refused with the list is given again', async () => {
    const { saved } = await play(
      [
        { row: 'DeepSeek' },
        { text: 'sk-narrow' },
        'loaded',
        { text: 'sk-narrow' },
        { typed: 'mine' },
        'loaded',
      ],
      { list: () => new LLMAuthError('Not this one.', { status: 403 }) },
    );
    expect(saved).toMatchObject([{ model: 'mine', apiKey: 'sk-narrow' }]);
  });

  test('goes back over a list that it never showed', async () => {
    const { asked } = await play(
      [{ row: 'Ollama' }, { text: 'http://a/v1' }, 'loaded', 'back', 'back', 'cancel'],
      { list: () => new LLMAuthError('No key.', { status: 401 }) },
    );
    expect(asked.map((one) => ('prompt' in one ? one.prompt : one.placeholder).slice(0, 15))).toEqual([
      'Who answers? Wh',
      expect.stringContaining('address'),
      expect.stringContaining('Which model'),
      expect.stringContaining('API key'),
      expect.stringContaining('address'),
      'Who answers? Wh',
    ]);
  });

  test('takes no key for the name of a model', async () => {
    const { saved, asked } = await play([
      { row: 'DeepSeek' },
      { text: 'sk-1' },
      { typed: 'sk-abcdefghijkl' },
      { text: 'sk-abcdefghijkl' },
      { row: 'big' },
      'loaded',
    ]);
    expect(asked[3]).toMatchObject({ isSecret: true });
    expect(saved).toMatchObject([{ model: 'big', apiKey: 'sk-abcdefghijkl' }]);
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

  test('shows what a server says of its models beside them', async () => {
    const { asked } = await play([{ row: 'OpenRouter' }, { text: 'sk-1' }, 'cancel'], {
      list: () => [
        {
          id: 'org/large',
          title: 'Large',
          contextWindow: 262_144,
          prices: { input: 2, output: 10 },
          capabilities: { tools: true, images: true, reasoning: true },
        },
        { id: 'org/half', largestWindow: 8_000, capabilities: { tools: false } },
        { id: 'org/plain' },
      ],
    });
    expect(asked[2]).toMatchObject({
      rows: [
        'org/half / reads up to 8,000 tokens · no tools',
        'org/large / reads 262,144 tokens · $2 in, $10 out for a million tokens · tools, images, reasoning',
        'org/plain',
      ],
    });
  });

  test('shows what is known of a recent model, and of those that a file names whether or not its server lists them', async () => {
    const list: Listing = () => [
      { id: 'a', contextWindow: 4_000 },
      { id: 'other', contextWindow: 5_000 },
    ];
    const recent = [{ provider: 'openai', model: 'a', baseUrl: 'http://a/v1' }];
    const server = await play([{ row: 'Ollama' }, { text: 'http://a/v1' }, 'cancel'], { recent, list });
    expect(server.asked[2]).toMatchObject({ rows: ['a / reads 4,000 tokens', 'other / reads 5,000 tokens'] });
    const record = {
      id: 'mine',
      baseUrl: 'https://models.example/v1',
      models: { a: {}, b: { prices: { input: 1, output: 2 } } },
    };
    const loadProviders = () => Promise.resolve({ records: [record] });
    const rows = (window: string) => [`a${window}`, 'b / $1 in, $2 out for a million tokens'];
    const file = await play([{ row: 'mine' }, 'cancel'], { loadProviders, list });
    expect(file.asked[1]).toMatchObject({ rows: rows(' / reads 4,000 tokens') });
    const down = await play([{ row: 'mine' }, 'cancel'], {
      loadProviders,
      list: () => new LLMConnectionError('It is down.', {}),
    });
    expect(down.asked[1]).toMatchObject({ rows: rows('') });
  });

  test('asks for the effort of a model that reasons, tests the model with it, and stores it', async () => {
    const list: Listing = () => [
      { id: 'thinker', capabilities: { reasoning: true, efforts: ['low', 'high'] } },
      { id: 'plain', capabilities: { reasoning: false } },
    ];
    const steps = [{ row: 'Ollama' }, { text: 'http://a/v1' }] as const;
    const { saved, tested, asked } = await play([...steps, { row: 'thinker' }, { row: 'high' }, 'loaded'], {
      list,
    });
    expect(asked[3]).toMatchObject({ rows: ['Default / what the model does by itself', 'low', 'high'] });
    expect(tested).toMatchObject([{ model: 'thinker', effort: 'high' }]);
    expect(saved).toEqual([{ provider: 'openai', model: 'thinker', baseUrl: 'http://a/v1', effort: 'high' }]);
    const standard = await play([...steps, { row: 'thinker' }, { row: 'Default' }, 'loaded'], { list });
    expect(standard.saved).toEqual([{ provider: 'openai', model: 'thinker', baseUrl: 'http://a/v1' }]);
    const plain = await play([...steps, { row: 'plain' }, 'loaded'], { list });
    expect(plain.saved).toMatchObject([{ model: 'plain' }]);
    const back = await play(
      [
        ...steps,
        { row: 'thinker' },
        'back',
        { row: 'thinker' },
        { row: 'low' },
        'back',
        { row: 'high' },
        'loaded',
      ],
      {
        list,
        testModel: ({ effort }) =>
          effort === 'high' ? Promise.resolve() : Promise.reject(new LLMConnectionError('It is down.', {})),
      },
    );
    expect(back.saved).toMatchObject([{ model: 'thinker', effort: 'high' }]);
  });

  test('knows the efforts of a model that the server only names, and marks the chosen one', async () => {
    const current = {
      provider: 'openai',
      model: 'claude-opus-5-5',
      baseUrl: 'https://api.anthropic.com',
      effort: 'max',
    } as const;
    const recent = [current];
    const { asked } = await play(
      [{ row: 'Anthropic' }, { text: 'sk-1' }, { row: 'claude-opus-5-5' }, 'cancel'],
      { current, recent, list: () => ['claude-opus-5-5'] },
    );
    expect(asked[0]).toMatchObject({ rows: expect.arrayContaining(['$(history) claude-opus-5-5']) });
    expect(asked[2]).toMatchObject({
      rows: [
        'claude-opus-5-5 / reads 1,000,000 tokens · $4 in, $20 out for a million tokens · tools, images, reasoning',
      ],
    });
    expect(asked[3]).toMatchObject({
      rows: ['Default / what the model does by itself', 'low', 'medium', 'high', 'xhigh', 'max'],
    });
    const again = await play([{ row: 'claude-opus-5-5' }], { recent });
    expect(again.saved).toEqual([current]);
  });
});
