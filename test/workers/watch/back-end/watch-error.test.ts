import { expect, test } from 'vitest';
import { explainWatchError } from '../../../../src/workers/watch/back-end/watch-error.js';

test.each([
  [
    "inotify_add_watch on '/w/a' failed: No space left on device",
    "Not all of /w is watched, because the system's file watches are used up: raise fs.inotify.max_user_watches.",
  ],
  [
    "ENOSPC: System limit for number of file watchers reached, watch '/w/a'",
    "Not all of /w is watched, because the system's file watches are used up: raise fs.inotify.max_user_watches.",
  ],
  [
    "EMFILE: too many open files, watch '/w'",
    "Not all of /w is watched, because the system's file watchers are used up: raise fs.inotify.max_user_instances.",
  ],
  [
    "EMFILE: too many open files, scandir '/w/a'",
    'Not all of /w is watched, because this program has too many files open: raise its limit (ulimit -n).',
  ],
  [
    'Permission denied',
    '/w is not watched, because it may not be read: allow it, or leave out what cannot be read.',
  ],
  ['Not a directory', '/w is not watched: Not a directory.'],
])('explainWatchError says what to do when the error is "%s"', (message, sentence) => {
  expect(explainWatchError('/w', message)).toBe(sentence);
});
