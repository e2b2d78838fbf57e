import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AbsPath } from '../../src/actors/protocol/workspace.js';
import { makeTempDir, removeTempDir } from '../doubles/temp-dir.js';
import { type BuiltEntries, buildEntries } from './build-entries.js';
import { type Trial, tryDisk, whyNoDisk } from './small-disk.js';
import { describeUnless } from '../doubles/run-unless.js';

const noDisk = whyNoDisk();

let entries: BuiltEntries;
let top: AbsPath;
beforeAll(async () => {
  entries = await buildEntries({ 'small-disk.entry': 'test/threads/entries/small-disk.entry.ts' });
});
afterAll(() => {
  entries.remove();
});
beforeEach(() => {
  top = makeTempDir();
});
afterEach(() => {
  removeTempDir(top);
});

/** The index is right, and what was there is what is there. */
function unharmed(snapshot: string, error: string, output: string): Trial {
  const files = ['.gitignore', 'src/needle.ts'];
  return {
    phase: 'ready',
    snapshot,
    files,
    filesOfGit: files,
    edit: { outcome: 'tool_error', error, output },
    needle: 'export const needle = 42;\n',
    changed: [],
  };
}

/** What changed but for the cache: a host that closes first never writes its index there. */
function outsideCache({ changed }: Trial): readonly string[] {
  return changed.filter((path) => !path.startsWith('/cache/'));
}

const EDITED = { edit: { outcome: 'success' }, needle: 'export const nadel = 42;\n' };

describeUnless(noDisk)('a host on a disk that is', () => {
  test('full has a whole index, refuses an edit and loses nothing, and does it when there is room', async () => {
    const { inTrouble, leftElsewhere, afterwards } = await tryDisk(entries, top, 'full');
    const why = 'cannot be written: the disk is full. Nothing was changed.';
    expect(inTrouble).toEqual([
      unharmed('none', 'DISK_FULL', `${join(top, 'disk/state/changes')} ${why}`),
      unharmed('none', 'DISK_FULL', `src/needle.ts ${why}`),
    ]);
    expect(leftElsewhere).toEqual([]);
    expect(afterwards).toMatchObject(EDITED);
    expect(outsideCache(afterwards)).toEqual(['/work/src/needle.ts']);
  });

  test('read-only has the index that was kept, refuses an edit, and does it once it can', async () => {
    const { inTrouble, leftElsewhere, afterwards } = await tryDisk(entries, top, 'read-only');
    const why = 'src/needle.ts cannot be changed: the disk is read-only. Nothing was changed.';
    const refused = unharmed('used', 'PERMISSION_DENIED', why);
    expect(inTrouble).toEqual([refused, refused]);
    expect(leftElsewhere).toEqual([]);
    expect(afterwards).toMatchObject(EDITED);
    expect(outsideCache(afterwards)).toEqual(['/work/src/needle.ts']);
  });
});
