import * as fc from 'fast-check';
import { PassThrough } from 'node:stream';
import { describe, expect, test } from 'vitest';
import type { LLMConfig } from '../../../../src/actors/protocol/llm.js';
import { drawModels } from '../../../../src/host/cli/models/draw-models.js';
import { ModelCatalog } from '../../../../src/host/cli/models/model-catalog.js';
import { resolveName } from '../../../../src/host/cli/models/resolve-name.js';
import { Output } from '../../../../src/host/cli/terminal/output.js';
import { OFFLINE } from '../../../../src/host/providers/offline.js';
import type { ProviderSettings } from '../../../../src/host/providers/provider-record.js';
import { type ModelSettings, resolveModel } from '../../../../src/host/settings.js';

const ADDRESS = 'http://127.0.0.1:8080/v1';

const RECORDS: ProviderSettings['records'] = [
  { id: 'router', baseUrl: 'https://router.example/v1' },
  { id: 'local', baseUrl: ADDRESS, models: { 'org/coder': {}, writer: {} } },
];

/** Settings of a person: an address or not, keys or none, a file of providers or none. */
const settings = fc.record({
  given: fc.constantFrom<ModelSettings>(
    {},
    { baseUrl: ADDRESS },
    { provider: 'openai' },
    { provider: 'anthropic' },
    { provider: 'anthropic', baseUrl: ADDRESS },
    { provider: 'openai-responses' },
    { provider: 'router' },
  ),
  env: fc.record({
    OPENAI_API_KEY: fc.constantFrom('', 'key'),
    ANTHROPIC_API_KEY: fc.constantFrom('', 'key'),
    OPENAI_BASE_URL: fc.constantFrom('', ADDRESS),
    TROUPE_BASE_URL: fc.constantFrom('', ADDRESS),
    TROUPE_PROVIDER: fc.constantFrom('', 'openai', 'anthropic', 'router'),
  }),
  providers: fc.constantFrom<ProviderSettings>(
    { records: [] },
    { records: RECORDS },
    { records: RECORDS, defaultModel: 'router/auto' },
    { records: RECORDS, defaultModel: 'local/writer' },
  ),
});

// Names as servers have them: with slashes too, also with those of companies and of the server itself in front.
const NAMES = ['gpt-6', 'claude-5.1', 'org/coder', 'openai/gpt-6', 'anthropic/claude-5.1', 'a/b/c:free'];

/** The models of a server of the catalogue, of which those of companies have no slash. */
function modelsOf({ provider, record, config }: Servers[number]): readonly LLMConfig[] {
  const names =
    record?.models !== undefined
      ? Object.keys(record.models)
      : record === undefined && config.baseUrl === undefined
        ? NAMES.filter((name) => !name.includes('/'))
        : NAMES;
  return names.map((model) => ({ ...config, provider, model }));
}

type Servers = readonly Extract<ReturnType<ModelCatalog['servers']>[number], { config: LLMConfig }>[];

/** None where the settings name a provider that there is not. */
function serversOf(catalog: ModelCatalog): Servers {
  try {
    return catalog.servers().filter((server) => 'config' in server);
  } catch {
    return [];
  }
}

const keyOf = ({ provider, model, baseUrl }: LLMConfig): object => ({ provider, model, baseUrl });

describe('the name that is shown of a model', () => {
  test('behind --model, is that model, for every one that troupe models lists', () => {
    let count = 0;
    fc.assert(
      fc.property(settings, ({ given, env, providers }) => {
        // What names one server and what lists all have the same options but these.
        const { provider: _notOfThisCommand, ...options } = given;
        const catalog = new ModelCatalog({ given: options, env, providers });
        // An address beside the name of a provider that has its own is refused, with what to leave out.
        const servers = serversOf(catalog).filter(
          ({ record }) => record === undefined || options.baseUrl === undefined,
        );
        for (const model of servers.flatMap(modelsOf)) {
          const found = resolveModel({ ...options, model: catalog.nameOf(model) }, env, providers);
          expect(keyOf(found)).toEqual(keyOf(model));
          count++;
        }
      }),
      { numRuns: 500 },
    );
    expect(count).toBeGreaterThan(500);
  });

  test('in a chat, is that model, for every one that /models lists and for the one it began with', () => {
    let count = 0;
    fc.assert(
      fc.property(settings, fc.constantFrom(...NAMES), ({ given, env, providers }, first) => {
        let chosen: LLMConfig;
        try {
          chosen = resolveModel({ ...given, model: first }, env, providers);
        } catch {
          return;
        }
        const catalog = new ModelCatalog({ given, env, providers, chosen });
        for (const model of [chosen, ...serversOf(catalog).flatMap(modelsOf)]) {
          expect(keyOf(catalog.resolve(catalog.nameOf(model)))).toEqual(keyOf(model));
          count++;
        }
      }),
      { numRuns: 500 },
    );
    expect(count).toBeGreaterThan(500);
  });

  test.each<[string, ModelSettings, string, string]>([
    ['at an address', { baseUrl: ADDRESS }, 'steered', 'steered'],
    ['at an address, with a slash', { baseUrl: ADDRESS }, 'openai/gpt-6', 'openai/gpt-6'],
    ['of OpenAI', {}, 'gpt-6', 'openai/gpt-6'],
    ['of Anthropic', {}, 'anthropic/claude-5.1', 'anthropic/claude-5.1'],
    ['of a named company', { provider: 'anthropic' }, 'claude-5.1', 'anthropic/claude-5.1'],
    ['of the file', {}, 'router/openai/gpt-6', 'router/openai/gpt-6'],
  ])('of one %s', (_what, given, name, expected) => {
    const providers = { records: RECORDS };
    const chosen = resolveModel({ ...given, model: name }, {}, providers);
    expect(new ModelCatalog({ given, env: {}, providers, chosen }).nameOf(chosen)).toBe(expected);
  });

  test('of the stand-in is the stand-in, in a chat and behind --model', () => {
    const context = { given: {}, env: { OPENAI_API_KEY: 'key' }, providers: { records: [] } };
    const name = new ModelCatalog({ ...context, chosen: OFFLINE }).nameOf(OFFLINE);
    expect(resolveName(name, context)).toBe(OFFLINE);
    expect(resolveName(name, { ...context, chosen: OFFLINE })).toBe(OFFLINE);
  });

  test('of another company takes its own key, and not that of the named one', () => {
    const given = { provider: 'anthropic', apiKey: 'key-of-anthropic' };
    const env = { OPENAI_API_KEY: 'key-of-openai', TROUPE_API_KEY: 'key-of-anthropic' };
    const providers = { records: [] };
    const chosen = resolveModel({ ...given, model: 'claude-5.1' }, env, providers);
    expect(resolveName('openai/gpt-6', { given, env, providers, chosen })).toEqual({
      provider: 'openai',
      model: 'gpt-6',
      apiKey: 'key-of-openai',
    });
  });

  test('is whole on a terminal of any width', () => {
    const name = 'router/some-vendor/some-very-long-name-of-a-model-with-its-date-2026-11-27:free';
    const model = { name, provider: 'router', model: 'x', contextWindow: 200_000, from: {} };
    for (const columns of [20, 40, 80, 90, 120]) {
      const stream = Object.assign(new PassThrough(), { isTTY: true, columns });
      const [, line = ''] = drawModels([model], new Output(stream, { hasColor: false }), { first: 1 });
      expect(line.split(/ {2,}/)[1]).toBe(name);
    }
  });
});
