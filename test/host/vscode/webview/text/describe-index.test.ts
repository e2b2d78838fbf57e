import { expect, test } from 'vitest';
import type { ViewStatus } from '../../../../../src/actors/protocol/ui.js';
import {
  describeIndex,
  isAtWork,
  mayRestart,
} from '../../../../../src/host/vscode/webview/text/describe-index.js';

test.each<[index: ViewStatus['index'], sentence: string | undefined, what: 'rests' | 'works' | 'fails']>([
  [{ phase: 'none', files: 0 }, undefined, 'rests'],
  [{ phase: 'ready', files: 3 }, undefined, 'rests'],
  [{ phase: 'idle', files: 0 }, 'Starting the index…', 'works'],
  [{ phase: 'scanning', files: 1 }, 'Indexing the folder: 1 file so far', 'works'],
  [{ phase: 'scanning', files: 12_345 }, 'Indexing the folder: 12,345 files so far', 'works'],
  [
    { phase: 'degraded', files: 3, reason: 'The watcher of a\u202eb stopped.' },
    'The index is incomplete: The watcher of a⟨U+202E⟩b stopped.',
    'fails',
  ],
  [{ phase: 'failed', files: 0 }, 'The index failed.', 'fails'],
  [{ phase: 'restarting', files: 3 }, 'Restarting the index.', 'rests'],
])('the index %o is said as %j', (index, sentence, what) => {
  expect(describeIndex(index)).toBe(sentence);
  expect(isAtWork(index)).toBe(what === 'works');
  expect(mayRestart(index)).toBe(what === 'fails');
});
