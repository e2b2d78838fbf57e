import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ListedModel, LLMConfig } from '../../../src/actors/protocol/llm.js';
import type { AbsPath } from '../../../src/actors/protocol/workspace.js';
import { ModelLists } from '../../../src/host/node/model-lists.js';
import { makeTempDir, removeTempDir } from '../../doubles/temp-dir.js';

let dir: AbsPath;
beforeEach(() => {
  dir = makeTempDir();
});
afterEach(() => {
  removeTempDir(dir);
});

const SERVER: LLMConfig = {
  provider: 'one',
  api: 'openai',
  model: 'm',
  baseUrl: 'https://one.example/v1',
  apiKey: 'key-of-one-0123456789',
  headers: { 'X-Secret': 'header-of-one' },
};
const MODELS: readonly ListedModel[] = [
  {
    id: 'm',
    title: 'Em',
    contextWindow: 8_000,
    prices: { input: 1, output: 2 },
    capabilities: { tools: true },
  },
  { id: 'n' },
];

test('a list that was kept is that of its server alone, and holds no secret', async () => {
  await new ModelLists(dir).write(SERVER, MODELS);
  const lists = new ModelLists(dir);
  expect(await lists.read({ ...SERVER, provider: 'renamed' })).toEqual(MODELS);
  expect(await lists.read({ ...SERVER, baseUrl: 'https://two.example/v1' })).toEqual([]);
  expect(await lists.read({ ...SERVER, api: 'anthropic' })).toEqual([]);
  const [name = ''] = readdirSync(join(dir, 'models'));
  const path = join(dir, 'models', name);
  expect(readFileSync(path, 'utf8')).not.toMatch(/key-of-one|header-of-one/);
  expect(statSync(path).mode & 0o077).toBe(0);
  await lists.write(SERVER, []);
  expect(await lists.read(SERVER)).toEqual([]);
});

test('what was kept is added to a model and to its fallback', async () => {
  const lists = new ModelLists(dir);
  const fallback: LLMConfig = {
    provider: 'two',
    api: 'openai',
    model: 'n',
    baseUrl: 'https://two.example/v1',
  };
  await lists.write(SERVER, MODELS);
  await lists.write(fallback, [{ id: 'n', contextWindow: 4_000 }]);
  expect(await lists.addTo({ ...SERVER, fallback })).toEqual({
    ...SERVER,
    listed: MODELS[0],
    fallback: { ...fallback, listed: { id: 'n', contextWindow: 4_000 } },
  });
  const unlisted = { ...SERVER, model: 'other' };
  expect(await lists.addTo(unlisted)).toEqual(unlisted);
});

test.each([
  ['no JSON', '{"server'],
  ['no list', '[]'],
  ['the list of another server', JSON.stringify({ server: 'openai https://two.example/v1', models: MODELS })],
  [
    'models of another form',
    JSON.stringify({
      server: 'openai https://one.example/v1',
      models: [
        null,
        'm',
        { id: 7 },
        { id: 'm', title: {} },
        { id: 'm', contextWindow: '8000' },
        { id: 'm', contextWindow: -1 },
        { id: 'm', maxOutputTokens: 0.5 },
        { id: 'm', prices: { input: 1 } },
        { id: 'm', prices: { input: -1, output: 1 } },
        { id: 'm', prices: { input: 1, output: 1, long: {} } },
        { id: 'm', capabilities: 'all' },
        { id: 'm', capabilities: { tools: 'yes' } },
        { id: 'm', capabilities: { efforts: ['huge'] } },
      ],
    }),
  ],
])('a file with %s is a list that was not kept', async (_what, text) => {
  const lists = new ModelLists(dir);
  await lists.write(SERVER, MODELS);
  const [name = ''] = readdirSync(join(dir, 'models'));
  writeFileSync(join(dir, 'models', name), text);
  expect(await lists.read(SERVER)).toEqual([]);
});

test('a list that cannot be written is known as long as the program runs', async () => {
  mkdirSync(join(dir, 'file'));
  writeFileSync(join(dir, 'file/models'), '');
  for (const folder of [null, join(dir, 'file')]) {
    const lists = new ModelLists(folder);
    await lists.write(SERVER, MODELS);
    expect(await lists.read(SERVER)).toEqual(MODELS);
    expect(await lists.addTo(SERVER)).toEqual({ ...SERVER, listed: MODELS[0] });
    expect(await new ModelLists(folder).read(SERVER)).toEqual([]);
  }
});
