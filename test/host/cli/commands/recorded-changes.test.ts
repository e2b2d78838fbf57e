import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { FileChange } from '../../../../src/actors/protocol/file-changes.js';
import type { AbsPath } from '../../../../src/actors/protocol/workspace.js';
import { hashOf } from '../../../../src/actors/tools/text/content-hash.js';
import { RecordedChanges } from '../../../../src/host/cli/commands/recorded-changes.js';
import { createDiskChanges } from '../../../../src/host/node/create-disk-changes.js';
import { makeTempDir, removeTempDir, writeFiles } from '../../../doubles/temp-dir.js';

let dir: AbsPath;
let state: AbsPath;
let changes: RecordedChanges;
beforeEach(() => {
  dir = makeTempDir();
  state = makeTempDir();
  writeFiles(dir, { 'a.txt': 'one\n', 'b.txt': 'bee\n' });
  changes = new RecordedChanges(createDiskChanges(state), dir);
});
afterEach(() => {
  removeTempDir(dir);
  removeTempDir(state);
});

const at = (name: string): AbsPath => join(dir, name) as AbsPath;

async function write(name: string, text: string, isNew = false): Promise<FileChange> {
  const expected = isNew ? null : await hashOf(readFileSync(at(name)));
  return { kind: 'write', path: at(name), bytes: Buffer.from(text), expected };
}

describe('RecordedChanges', () => {
  test('tells of files that are new, and of those that are gone', async () => {
    await changes.apply([await write('c.txt', 'sea\n', true), { kind: 'remove', path: at('b.txt') }]);
    expect(await changes.diff()).toBe(
      '--- /dev/null\n+++ b/c.txt\n@@ -0,0 +1,1 @@\n+sea\n--- a/b.txt\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-bee\n',
    );
  });

  test('tells what has become of all files since the beginning, whoever changed them last', async () => {
    await changes.apply([await write('a.txt', 'two\n')]);
    await changes.apply([await write('b.txt', 'changed\n')]);
    await changes.apply([await write('b.txt', 'bee\n')]);
    writeFileSync(at('a.txt'), 'three\n');
    expect(await changes.diff()).toBe('--- a/a.txt\n+++ b/a.txt\n@@ -1,1 +1,1 @@\n-one\n+three\n');
    changes.forget();
    expect(await changes.diff()).toBe('');
  });

  test('records nothing of what could not be done', async () => {
    const stale = {
      ...(await write('a.txt', 'two\n')),
      expected: await hashOf(Buffer.from('other')),
    } as FileChange;
    await expect(changes.apply([stale])).rejects.toThrow();
    expect(await changes.diff()).toBe('');
  });

  test('names what is no text, and what is too large', async () => {
    writeFiles(dir, { 'large.txt': 'x'.repeat(300_000), 'image.png': 'PNG\0' });
    await changes.apply([await write('large.txt', 'y'.repeat(300_000)), await write('image.png', 'GIF\0')]);
    expect(await changes.diff()).toBe(
      'large.txt: too large to be compared\nimage.png: no text, and changed\n',
    );
  });
});
