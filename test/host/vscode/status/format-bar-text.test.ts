import { expect, test } from 'vitest';
import type { ViewStatus } from '../../../../src/actors/protocol/ui.js';
import { formatBarText } from '../../../../src/host/vscode/status/format-bar-text.js';

test.each<[phase: ViewStatus['index']['phase'], text: string, kind: string]>([
  ['none', '$(comment-discussion) Troupe', 'plain'],
  ['idle', '$(loading~spin) Troupe: 12,345 files', 'plain'],
  ['scanning', '$(loading~spin) Troupe: 12,345 files', 'plain'],
  ['ready', '$(comment-discussion) Troupe', 'plain'],
  ['degraded', '$(warning) Troupe', 'warning'],
  ['restarting', '$(loading~spin) Troupe: restarting', 'warning'],
  ['failed', '$(error) Troupe: no index', 'error'],
])('the status bar says what the phase %s means', (phase, text, kind) => {
  expect(formatBarText({ phase, files: 12_345 }, 'idle', true)).toMatchObject({ text, kind });
});
