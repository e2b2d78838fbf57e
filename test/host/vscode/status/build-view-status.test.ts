import { describe, expect, test } from 'vitest';
import type { AgentMode } from '../../../../src/actors/protocol/agent.js';
import type { ViewCommand } from '../../../../src/actors/protocol/ui.js';
import type { HostState } from '../../../../src/host/vscode/engine/lazy-host.js';
import { DEFAULT_SETTINGS } from '../../../../src/host/vscode/settings/settings.js';
import { type StatusContext, buildViewStatus } from '../../../../src/host/vscode/status/build-view-status.js';

const statusOf = (
  facts: Partial<StatusContext> = {},
  chosenMode?: AgentMode,
  host: HostState = { status: 'closed' },
) =>
  buildViewStatus(
    {
      folders: { paths: ['/a'] },
      settings: DEFAULT_SETTINGS,
      settingProblems: [],
      settingWarnings: [],
      model: { model: { provider: 'offline', model: 'rules' } },
      isTrusted: true,
      ...facts,
    },
    chosenMode,
    host,
  );

test('the status names mode, model and index', () => {
  expect(statusOf()).toEqual({
    mode: 'agent',
    provider: 'offline',
    model: 'rules',
    index: { phase: 'none', files: 0 },
    isTrusted: true,
    offersSetup: true,
  });
});

test('the status says that there is no folder, and no index to wait for', () => {
  const host: HostState = { status: 'open', life: 'alive', roots: [], missing: [], isEmpty: true };
  const status = statusOf({ folders: { paths: [] } }, undefined, host);
  expect(status).toMatchObject({ isWithoutFolder: true, index: { phase: 'none' } });
  expect(status).not.toHaveProperty('problem');
  expect(statusOf()).not.toHaveProperty('isWithoutFolder');
});

test('the status names the effort that the model is asked with', () => {
  const model = { provider: 'openai', model: 'gpt-6', effort: 'high' } as const;
  expect(statusOf({ model: { model } })).toMatchObject({ effort: 'high' });
  expect(statusOf({ model: { problem: 'No key.' } })).not.toHaveProperty('effort');
});

test('the status names the model of the settings, also while its key is missing', () => {
  const settings = { ...DEFAULT_SETTINGS, provider: 'openai', model: 'gpt-5' } as const;
  expect(statusOf({ settings, model: { problem: 'No key.' } })).toMatchObject({
    provider: 'OpenAI',
    model: 'gpt-5',
    problem: 'No key.',
  });
});

test.each([
  ['https://openrouter.ai/api/v1', 'OpenRouter', 'openrouter.ai'],
  ['http://127.0.0.1:1234/v1', '127.0.0.1:1234', '127.0.0.1:1234'],
])('the status names the server at %s as %s', (baseUrl, provider, host) => {
  const settings = { ...DEFAULT_SETTINGS, provider: 'openai', model: 'm', baseUrl };
  expect(statusOf({ settings })).toMatchObject({ provider, host, model: 'm' });
});

test('the status names the server of a provider in the file of the person', () => {
  const settings = { ...DEFAULT_SETTINGS, provider: 'mine', model: 'm', baseUrl: 'http://other/v1' };
  const model = { model: { provider: 'mine', model: 'm', baseUrl: 'https://models.example/v1' } };
  expect(statusOf({ settings, model })).toMatchObject({ provider: 'mine', host: 'models.example' });
});

test('the status names no server for a model of the editor', () => {
  const settings = { ...DEFAULT_SETTINGS, provider: 'vscode', model: 'copilot/fast', baseUrl: 'http://a/v1' };
  const status = statusOf({ settings, model: { model: { provider: 'vscode', model: 'copilot/fast' } } });
  expect(status).toMatchObject({ provider: 'vscode', model: 'copilot/fast' });
  expect(status.host).toBeUndefined();
});

test.each([
  ['agent', undefined, true, 'agent'],
  ['agent', undefined, false, 'gather'],
  ['gather', 'agent', false, 'gather'],
  ['agent', 'ask', true, 'ask'],
  ['agent', 'ask', false, 'ask'],
] as const)(
  'the mode with the setting %s, the choice %s and trust %s is %s',
  (mode, chosenMode, isTrusted, effective) => {
    const settings = { ...DEFAULT_SETTINGS, mode };
    expect(statusOf({ settings, isTrusted }, chosenMode).mode).toBe(effective);
  },
);

describe('the problem', () => {
  const folders = { problem: 'This workspace is virtual.' };
  const settingProblems = ['A is wrong.', 'B is wrong.'];
  const model = { problem: 'No key.' };
  const host = { status: 'failed', error: new Error('The root is gone.') } as const;

  const settings = { ...DEFAULT_SETTINGS, provider: 'openai', model: 'gpt-5' } as const;

  test.each<[facts: Partial<StatusContext>, problem: string, remedy: ViewCommand]>([
    [{ folders, settingProblems, model }, 'This workspace is virtual.', 'openFolder'],
    [{ settingProblems, model }, 'A is wrong. B is wrong.', 'openSettings'],
    [{ model }, 'No key.', 'selectModel'],
    [{ model, settings }, 'No key.', 'setApiKey'],
    [{}, 'The root is gone.', 'showOutput'],
  ])('is the one that a person must solve first, with what helps', (facts, problem, remedy) => {
    expect(statusOf(facts, undefined, host)).toMatchObject({ problem, remedy });
  });
});

test('a model is offered for as long as none is set up', () => {
  const settings = { ...DEFAULT_SETTINGS, provider: 'openai', model: 'gpt-5' } as const;
  expect(statusOf({ settings })).not.toHaveProperty('offersSetup');
});

test("the status warns of settings that stand in nobody's way", () => {
  expect(statusOf({ settingWarnings: ['A is off.', 'B is off.'] })).toMatchObject({
    warning: 'A is off. B is off.',
  });
  expect(statusOf({ settingWarnings: ['A is off.'] })).not.toHaveProperty('problem');
});
