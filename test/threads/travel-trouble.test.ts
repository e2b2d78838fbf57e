import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import type { AbsPath } from '../../src/actors/protocol/workspace.js';
import { makeTempDir, removeTempDir } from '../doubles/temp-dir.js';
import { type BuiltEntries, buildEntries } from './build-entries.js';
import { readReport, runOnDisk, whyNoDisk } from './small-disk.js';
import type { TroubleReport } from './travel-trouble.js';
import { testUnless } from '../doubles/run-unless.js';

const noDisk = whyNoDisk();

// Nothing is forbidden to root: the process becomes somebody else.
const NOBODY = ['--reuid=65534', '--regid=65534', '--clear-groups', '--'];
const isRoot = process.getuid?.() === 0;
const canBeNobody = !isRoot || spawnSync('setpriv', [...NOBODY, 'true']).status === 0;
const rootOnly = canBeNobody ? undefined : 'Nothing is forbidden to root, and setpriv does not work here.';

let entries: BuiltEntries;
let top: AbsPath;
beforeAll(async () => {
  entries = await buildEntries({ 'travel-trouble.entry': 'test/threads/entries/travel-trouble.entry.ts' });
  // Somebody else reads them.
  chmodSync(dirname(fileURLToPath(entries.url('travel-trouble.entry'))), 0o755);
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

/** The report of a jump on a disk of its own. */
function onDisk(trouble: string): Promise<TroubleReport> {
  const disk = join(top, 'disk');
  mkdirSync(disk);
  return runOnDisk(entries.url('travel-trouble.entry'), disk, [disk, trouble]);
}

/** The report of a jump by somebody who may not do everything. */
function asNobody(trouble: string): Promise<TroubleReport> {
  chmodSync(top, 0o777);
  const script = [process.execPath, fileURLToPath(entries.url('travel-trouble.entry')), top, trouble];
  return isRoot ? readReport('setpriv', [...NOBODY, ...script]) : readReport(script[0]!, script.slice(1));
}

const UNHARMED = { changed: [], isRestored: true, leftInJournal: 0 };

testUnless(noDisk)('a jump on a full disk changes nothing, and works when there is room', async () => {
  const { outcomes, ...rest } = await onDisk('full');
  expect(rest).toEqual(UNHARMED);
  expect(outcomes.map(({ code }) => code)).toEqual(['DISK_FULL', 'DISK_FULL']);
  expect(outcomes[0]?.message).toContain('Nothing was changed');
});

testUnless(noDisk)('a jump in a read-only workspace changes nothing, and works later', async () => {
  const { outcomes, ...rest } = await onDisk('read-only');
  expect(rest).toEqual(UNHARMED);
  expect(outcomes.map(({ code }) => code)).toEqual(['PERMISSION_DENIED', 'PERMISSION_DENIED']);
  expect(outcomes[0]?.message).toContain('Nothing was changed');
});

testUnless(rootOnly)('a folder that may not be written to stops the whole jump', async () => {
  const { outcomes, ...rest } = await asNobody('unwritable');
  expect(rest).toEqual(UNHARMED);
  expect(outcomes.map(({ code }) => code)).toEqual(['PERMISSION_DENIED', 'PERMISSION_DENIED']);
  expect(outcomes[0]?.message).toContain('d');
});

testUnless(rootOnly)(
  'a file that cannot be read is never overwritten, as it could not come back',
  async () => {
    const { outcomes, ...rest } = await asNobody('unreadable');
    expect(rest).toEqual({ ...UNHARMED, changed: ['big', 'c', 'd/b'] });
    expect(outcomes).toEqual([
      { code: 'none', message: 'It was done.' },
      { code: 'PERMISSION_DENIED', message: expect.stringContaining('Nothing was changed') as string },
    ]);
  },
);
