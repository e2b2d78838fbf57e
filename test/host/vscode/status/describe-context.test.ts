import { expect, test } from 'vitest';
import { describeContext, describeThreadUsage } from '../../../../src/host/vscode/status/describe-context.js';

const USAGE = { inputTokens: 900, outputTokens: 100 };

test('the context has what the newest request used of the window', () => {
  expect(describeContext(USAGE, 4_000)).toEqual({ context: { usedTokens: 1_000, windowTokens: 4_000 } });
});

test.each([
  ['no reply', undefined, 4_000],
  ['no known window', USAGE, undefined],
  ['a window without an end', USAGE, Infinity],
  ['a provider that counts nothing', { inputTokens: 0, outputTokens: 0 }, 4_000],
] as const)('with %s there is none', (_what, usage, windowTokens) => {
  expect(describeContext(usage, windowTokens)).toEqual({});
});

test('the usage is that of the chat and of its last turn, unless only the stand-in has answered', () => {
  const used = { requests: 2, usage: USAGE, isPartlyUnpriced: true };
  expect(describeThreadUsage({ total: used, lastTurn: used, models: new Map([['a/m', used]]) })).toEqual({
    usage: { chat: used, lastTurn: used },
  });
  expect(describeThreadUsage({ total: used, models: new Map([['offline/rules', used]]) })).toEqual({});
  expect(describeThreadUsage({ total: { ...used, requests: 0 }, models: new Map() })).toEqual({});
});
