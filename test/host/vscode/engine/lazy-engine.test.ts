import { describe, expect, test } from 'vitest';
import { SettingsError } from '../../../../src/actors/protocol/errors.js';
import type { LLMMessage } from '../../../../src/actors/protocol/llm.js';
import { type EnginePlan, LazyEngine } from '../../../../src/host/vscode/engine/lazy-engine.js';
import { errorOf } from '../../../doubles/error-of.js';
import { collect, makeEngine } from '../../../doubles/make-engine.js';
import { says } from '../../../doubles/played-model.js';
import { FakeHost } from '../fake-host.js';

const planOf = (model: string, maxIterations = 50): EnginePlan => ({
  model: { provider: 'openai', model },
  limits: { maxIterations },
});

/** A lazy engine over real engines whose models answer with the name of the plan's model. */
function makeLazyEngine(history: readonly LLMMessage[] = []) {
  const makeHost = () =>
    new FakeHost(['/a'], (options) => {
      const given = options?.history === undefined ? {} : { history: options.history };
      return makeEngine([says(options?.model?.model ?? '')], [], given).engine;
    });
  const wanted = { plan: planOf('one'), host: makeHost() };
  const lazy = new LazyEngine({
    openHost: () => Promise.resolve(wanted.host.host),
    plan: () => Promise.resolve(wanted.plan),
    history,
  });
  const say = async (message: string): Promise<void> => {
    await collect((await lazy.open()).processMessage(message, 'ask'));
  };
  return { lazy, wanted, makeHost, say };
}

const user = (content: string): LLMMessage => ({ role: 'user', content });
const assistant = (content: string): LLMMessage => ({ role: 'assistant', content });

describe('a conversation', () => {
  test('has one engine as long as nothing changes', async () => {
    const { lazy, wanted } = makeLazyEngine();
    expect(await lazy.open()).toBe(await lazy.open());
    expect(wanted.host.engines.map(({ options }) => options)).toEqual([{ ...planOf('one'), history: [] }]);
  });

  test('goes on with another model, which is told what was said', async () => {
    const { lazy, wanted, say } = makeLazyEngine();
    await say('Hi');
    wanted.plan = planOf('two');
    await say('And you?');
    expect((await lazy.open()).history).toEqual([
      user('Hi'),
      assistant('one'),
      user('And you?'),
      assistant('two'),
    ]);
  });

  test('goes on under another limit', async () => {
    const { lazy, wanted } = makeLazyEngine();
    const before = await lazy.open();
    wanted.plan = planOf('one', 3);
    expect(await lazy.open()).not.toBe(before);
    expect(wanted.host.engines.at(-1)?.options?.limits).toEqual({ maxIterations: 3 });
  });

  test('goes on over another host', async () => {
    const { wanted, makeHost, say } = makeLazyEngine();
    await say('Hi');
    wanted.host = makeHost();
    await say('Again');
    expect(wanted.host.engines[0]?.options?.history).toEqual([user('Hi'), assistant('one')]);
  });

  test('begins with what was said before', async () => {
    const past = [user('Old'), assistant('Older')];
    const { lazy } = makeLazyEngine(past);
    expect((await lazy.open()).history).toEqual(past);
  });

  test('that is cleared is forgotten by every engine, past and to come', async () => {
    const { lazy, say } = makeLazyEngine([user('Old'), assistant('Older')]);
    await say('Hi');
    const before = await lazy.open();
    lazy.clear();
    expect([before.history, (await lazy.open()).history]).toEqual([[], []]);
  });
});

test('without a model there is no engine, and no host is started for it', async () => {
  const problem = new SettingsError('No model.', { setting: 'troupe' });
  let opened = 0;
  const lazy = new LazyEngine({
    openHost: () => {
      opened += 1;
      return Promise.reject(new Error('no host'));
    },
    plan: () => Promise.reject(problem),
    history: [],
  });
  expect(await errorOf(() => lazy.open())).toBe(problem);
  expect(opened).toBe(0);
});
