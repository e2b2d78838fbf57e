import { expect, test } from 'vitest';
import type { ViewStatus } from '../../../../../src/actors/protocol/ui.js';
import { describeIndex, mayRestart } from '../../../../../src/host/vscode/webview/text/describe-index.js';

test.each<[index: ViewStatus['index'], sentence: string, mayRestart: boolean]>([
  [{ phase: 'none', files: 0 }, 'No folder', false],
  [{ phase: 'idle', files: 0 }, 'Index not started', false],
  [{ phase: 'scanning', files: 1 }, 'Scanning, 1 file', false],
  [{ phase: 'scanning', files: 12_345 }, 'Scanning, 12,345 files', false],
  [{ phase: 'ready', files: 3 }, 'Index ready, 3 files', false],
  [
    { phase: 'degraded', files: 3, reason: 'The watcher of a\u202eb stopped.' },
    'Index degraded: The watcher of a⟨U+202E⟩b stopped.',
    true,
  ],
  [{ phase: 'failed', files: 0 }, 'Index failed', true],
  [{ phase: 'restarting', files: 3 }, 'Restarting the index', false],
])('the index %o is said as %j', (index, sentence, restart) => {
  expect(describeIndex(index)).toBe(sentence);
  expect(mayRestart(index)).toBe(restart);
});
