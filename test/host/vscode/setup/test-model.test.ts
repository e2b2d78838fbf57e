import { expect, test } from 'vitest';
import { LLMAuthError } from '../../../../src/actors/protocol/errors.js';
import type { LLMAdapter, ModelDelta } from '../../../../src/actors/protocol/llm.js';
import { testModel } from '../../../../src/host/vscode/setup/test-model.js';
import { errorOf } from '../../../doubles/error-of.js';

/** A model that streams what `run` does, and tells whether its stream was closed. */
function adapterOf(run: () => AsyncGenerator<ModelDelta, void, undefined>): LLMAdapter {
  return {
    provider: 'p',
    model: 'm',
    streamComplete: run,
    complete: () => Promise.reject(new Error('never')),
    estimateTokens: () => 0,
  };
}

test('the test of a model ends with its first words, and hangs up', async () => {
  let isClosed = false;
  const model = adapterOf(async function* () {
    try {
      yield { type: 'text', text: 'O' };
      await new Promise(() => undefined);
    } finally {
      isClosed = true;
    }
  });
  await testModel(model, new AbortController().signal);
  expect(isClosed).toBe(true);
});

test('the test of a model fails with its error', async () => {
  const refusal = new LLMAuthError('No.', {});
  const refused = adapterOf(async function* () {
    yield { type: 'usage', usage: { inputTokens: 1, outputTokens: 0 } };
    throw refusal;
  });
  expect(await errorOf(() => testModel(refused, new AbortController().signal))).toBe(refusal);
});

test('the test of a model fails when the model ends without a word', async () => {
  const silent = adapterOf(async function* () {
    yield { type: 'usage', usage: { inputTokens: 1, outputTokens: 0 } };
    yield { type: 'finish', reason: 'end' };
  });
  expect(await errorOf(() => testModel(silent, new AbortController().signal))).toMatchObject({
    code: 'LLM_RESPONSE',
  });
});
