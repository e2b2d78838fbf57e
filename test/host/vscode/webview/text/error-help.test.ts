import { expect, test } from 'vitest';
import type { ErrorCode } from '../../../../../src/actors/protocol/errors.js';
import type { ViewCommand } from '../../../../../src/actors/protocol/ui.js';
import { adviseOnError, findErrorHelp } from '../../../../../src/host/vscode/webview/text/error-help.js';

test.each<[code: ErrorCode, advice: RegExp, command: ViewCommand]>([
  ['LLM_AUTH', /key/, 'setApiKey'],
  ['LLM_REQUEST', /^$/, 'selectModel'],
  ['LLM_CONNECTION', /network/, 'openSettings'],
  ['LLM_RATE_LIMIT', /wait/i, 'showOutput'],
  ['SETTINGS', /setting/, 'openSettings'],
  ['ACTOR_LOST', /restart/, 'restartIndex'],
  ['MAILBOX_FULL', /log/, 'showOutput'],
])('an error %s comes with advice and a command', (code, advice, command) => {
  expect(adviseOnError(code)).toMatch(advice);
  expect(findErrorHelp(code).command).toBe(command);
});
