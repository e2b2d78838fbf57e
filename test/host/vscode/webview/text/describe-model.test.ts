import { expect, test } from 'vitest';
import { describeModel } from '../../../../../src/host/vscode/webview/text/describe-model.js';

test.each([
  [{ provider: 'openai', model: 'gpt-6' }, 'gpt-6', 'gpt-6 from OpenAI'],
  [{ provider: 'mine', model: 'm', host: 'a:1' }, 'm', 'm on a:1'],
  [{ provider: 'mine', model: 'm', effort: 'high' }, 'm · high', 'm from mine, effort high'],
  [{ provider: 'offline', model: 'rules', offersSetup: true } as const, 'No model', 'No model is set up'],
])('the model of %j is "%s", in whole "%s"', (status, name, whole) => {
  expect(describeModel(status)).toEqual({ name, whole });
});
