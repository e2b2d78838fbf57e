import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { FileChange } from '../../../../src/actors/protocol/file-changes.js';
import type { AbsPath } from '../../../../src/actors/protocol/workspace.js';
import { hashOf } from '../../../../src/actors/tools/text/content-hash.js';
import { DiskChanges } from '../../../../src/host/node/file-changes/file-changes.js';
import { nodeFiles } from '../../../../src/host/node/files.js';
import { RecordFolder } from '../../../../src/host/node/record-folder.js';
import { describeChangedFile } from '../../../../src/host/vscode/review/describe-changed-file.js';
import { splitText } from '../../../../src/host/vscode/review/hunks.js';
import { RecordedChanges } from '../../../../src/host/vscode/review/recorded-changes.js';
import { rejectHunks, replaceLines } from '../../../../src/host/vscode/review/reject-hunks.js';
import { ReviewedFiles } from '../../../../src/host/vscode/review/reviewed-files.js';
import { ReviewStore } from '../../../../src/host/vscode/review/review-store.js';
import { makeTempDir, removeTempDir, writeFiles } from '../../../doubles/temp-dir.js';

const SOURCE = Array.from({ length: 20 }, (_, index) => `line ${index}\n`).join('');

let folder: AbsPath;
beforeEach(() => {
  folder = makeTempDir();
});
afterEach(() => {
  removeTempDir(folder);
});

const at = (name: string): AbsPath => join(folder, 'app', name) as AbsPath;
const decode = (bytes: Uint8Array): Promise<string> => Promise.resolve(Buffer.from(bytes).toString());

/** A window: the files under review, and a way to change files as the agent does. */
function openWindow() {
  const problems: string[] = [];
  const store = new ReviewStore({ folder: new RecordFolder(join(folder, 'review')), decode });
  const files = new ReviewedFiles({
    store,
    decode,
    readCurrent: async (path) => {
      const bytes = await nodeFiles.readFile(path as AbsPath).catch(() => undefined);
      return bytes && { bytes, text: await decode(bytes) };
    },
    onChange: () => undefined,
    onProblem: (what, error) => problems.push(`${what}: ${String(error)}`),
  });
  const changes = new RecordedChanges({
    changes: new DiskChanges({ journal: join(folder, 'journal') }),
    files: { readFile: (path) => nodeFiles.readFile(path), isUnsaved: () => Promise.resolve(false) },
    onApplied: (steps) => files.record(steps),
  });
  const write = async (name: string, text: string): Promise<void> => {
    const old = await nodeFiles.readFile(at(name)).catch(() => undefined);
    const expected = old === undefined ? null : await hashOf(old);
    await changes.apply([{ kind: 'write', path: at(name), bytes: Buffer.from(text), expected }]);
  };
  const listed = async (): Promise<unknown[]> => {
    await files.settled();
    expect(problems).toEqual([]);
    return files.list.map((file) => {
      const { path: _path, ...rest } = describeChangedFile(file, relative(at(''), file.pending.path));
      return Object.values(rest);
    });
  };
  /** Undoes hunks as the editor does, and looks at the file again. */
  const undo = async (name: string, ...hunks: readonly number[]): Promise<void> => {
    const file = files.get(at(name));
    if (file?.pending.changes === undefined) throw new Error('There is nothing to undo.');
    const lines = splitText(readFileSync(at(name), 'utf8'));
    const isRejected = (index: number): boolean => hunks.includes(index);
    const left = replaceLines(lines, rejectHunks(file.pending.changes, file.located, isRejected));
    writeFileSync(at(name), left.join('\n'));
    await files.refresh();
  };
  return { files, changes, write, listed, undo };
}

const changed = (text: string, ...lines: readonly number[]): string =>
  lines.reduce((after, line) => after.replace(`line ${line}\n`, `LINE ${line}\n`), text);

describe('changes of the agent', () => {
  test('are listed until they are kept, by hunk and by file', async () => {
    writeFiles(folder, { 'app/a.ts': SOURCE });
    const { files, write, listed } = openWindow();
    await write('a.ts', changed(SOURCE, 2, 9, 15));
    await write('b.ts', 'new\nfile\n');
    expect(await listed()).toEqual([
      ['a.ts', 'changed', 3, 3],
      ['b.ts', 'created', 2, 0],
    ]);
    await files.keep(at('a.ts'), 1);
    expect(await listed()).toEqual([
      ['a.ts', 'changed', 2, 2],
      ['b.ts', 'created', 2, 0],
    ]);
    await files.keep(at('b.ts'));
    await files.keep(at('a.ts'), 0);
    await files.keep(at('a.ts'), 0);
    expect(await listed()).toEqual([]);
    expect(readdirSync(join(folder, 'review'))).toEqual([]);
    expect(readFileSync(at('a.ts'), 'utf8')).toBe(changed(SOURCE, 2, 9, 15));
  });

  test('that are undone are pending again when the text is', async () => {
    writeFiles(folder, { 'app/a.ts': SOURCE });
    const { files, write, listed, undo } = openWindow();
    await write('a.ts', changed(SOURCE, 2, 15));
    await undo('a.ts', 0);
    expect(await listed()).toEqual([['a.ts', 'changed', 1, 1]]);
    await undo('a.ts', 1);
    expect(await listed()).toEqual([]);
    expect(readFileSync(at('a.ts'), 'utf8')).toBe(SOURCE);
    writeFileSync(at('a.ts'), changed(SOURCE, 2));
    await files.refresh();
    expect(await listed()).toEqual([['a.ts', 'changed', 1, 1]]);
  });

  test('outlive the window, with what was kept and undone of them', async () => {
    writeFiles(folder, { 'app/a.ts': SOURCE, 'app/gone.ts': 'gone\n' });
    const first = openWindow();
    await first.write('a.ts', changed(SOURCE, 2, 9, 15));
    await first.changes.apply([{ kind: 'remove', path: at('gone.ts') }]);
    await first.files.keep(at('a.ts'), 0);
    await first.undo('a.ts', 0);
    const second = openWindow();
    expect(await second.listed()).toEqual([
      ['a.ts', 'changed', 1, 1],
      ['gone.ts', 'deleted', 0, 1],
    ]);
    expect(second.files.get(at('gone.ts'))?.pending.before).toEqual(Buffer.from('gone\n'));
    await second.undo('a.ts', 1);
    expect(readFileSync(at('a.ts'), 'utf8')).toBe(changed(SOURCE, 2));
    // What is undone when a window opens cannot come back.
    const third = openWindow();
    expect(await third.listed()).toEqual([['gone.ts', 'deleted', 0, 1]]);
    expect(third.files.get(at('a.ts'))).toBeUndefined();
  });

  test('and those of a person in between are told apart', async () => {
    writeFiles(folder, { 'app/a.ts': SOURCE });
    const { files, write, undo } = openWindow();
    await write('a.ts', changed(SOURCE, 2));
    const mine = changed(SOURCE, 2).replace('line 18\n', 'mine\n');
    writeFileSync(at('a.ts'), mine);
    await write('a.ts', changed(mine, 9));
    expect(files.get(at('a.ts'))?.pending.changes?.hunks).toHaveLength(2);
    await undo('a.ts', 0, 1);
    expect(readFileSync(at('a.ts'), 'utf8')).toBe(SOURCE.replace('line 18\n', 'mine\n'));
  });

  test('that come to nothing are no changes', async () => {
    writeFiles(folder, { 'app/a.ts': SOURCE });
    const { write, changes, listed } = openWindow();
    await write('a.ts', changed(SOURCE, 2));
    await write('a.ts', SOURCE);
    await write('b.ts', 'b');
    await changes.apply([{ kind: 'remove', path: at('b.ts') }]);
    expect(await listed()).toEqual([]);
  });

  test('are followed when a file is moved, moved and edited, deleted and made again', async () => {
    writeFiles(folder, { 'app/a.ts': SOURCE, 'app/b.ts': SOURCE, 'app/c.ts': SOURCE });
    const { changes, write, listed, files } = openWindow();
    const expected = await hashOf(Buffer.from(SOURCE));
    const bytes = Buffer.from(changed(SOURCE, 4));
    const calls: readonly (readonly FileChange[])[] = [
      [{ kind: 'move', from: at('a.ts'), to: at('a2.ts'), expected }],
      [
        { kind: 'write', path: at('b2.ts'), bytes, expected: null, like: at('b.ts') },
        { kind: 'remove', path: at('b.ts'), expected },
      ],
      [{ kind: 'remove', path: at('c.ts'), expected }],
    ];
    for (const call of calls) await changes.apply(call);
    expect(await listed()).toEqual([
      ['a2.ts', 'moved', 0, 0],
      ['b2.ts', 'moved', 1, 1],
      ['c.ts', 'deleted', 0, 20],
    ]);
    expect(files.get(at('b2.ts'))?.pending.origin).toBe(at('b.ts'));
    await write('c.ts', changed(SOURCE, 1));
    expect((await listed()).at(-1)).toEqual(['c.ts', 'changed', 1, 1]);
  });

  test('to a file that takes the place of a deleted one leave both to be brought back', async () => {
    writeFiles(folder, { 'app/a.ts': 'a\n', 'app/b.ts': 'b\n' });
    const { changes, listed, files } = openWindow();
    await changes.apply([{ kind: 'remove', path: at('b.ts') }]);
    const expected = await hashOf(Buffer.from('a\n'));
    await changes.apply([{ kind: 'move', from: at('a.ts'), to: at('b.ts'), expected }]);
    expect(await listed()).toEqual([
      ['a.ts', 'deleted', 0, 1],
      ['b.ts', 'changed', 1, 1],
    ]);
    expect(files.get(at('b.ts'))?.pending.before).toEqual(Buffer.from('b\n'));
  });

  test('to a folder that is deleted with its contents are each a file', async () => {
    writeFiles(folder, { 'app/x/a.ts': 'a\n', 'app/x/y/b.bin': new Uint8Array([0, 1, 2]) });
    const { changes, listed } = openWindow();
    await changes.apply([{ kind: 'remove', path: at('x'), isRecursive: true }]);
    expect(await listed()).toEqual([
      ['x/a.ts', 'deleted', 0, 1],
      ['x/y/b.bin', 'deleted', 0, 0],
    ]);
  });

  test('to line ends alone are one change of the file', async () => {
    writeFiles(folder, { 'app/a.ts': 'a\r\nb\r\n' });
    const { write, listed } = openWindow();
    await write('a.ts', 'a\nb\n');
    expect(await listed()).toEqual([['a.ts', 'changed', 0, 0]]);
    writeFileSync(at('a.ts'), 'a\r\nb\r\n');
    expect(await openWindow().listed()).toEqual([]);
  });

  test('that fail are no changes', async () => {
    writeFiles(folder, { 'app/a.ts': SOURCE });
    const { changes, listed } = openWindow();
    const wrong = await hashOf(Buffer.from('something else'));
    const change = { kind: 'write', path: at('a.ts'), bytes: Buffer.of(), expected: wrong } as const;
    await expect(changes.apply([change])).rejects.toThrow();
    expect(await listed()).toEqual([]);
  });

  test('whose record is damaged are forgotten, and the others are not', async () => {
    writeFiles(folder, { 'app/a.ts': SOURCE, 'app/b.ts': SOURCE });
    const { write, files } = openWindow();
    await write('a.ts', changed(SOURCE, 1));
    await write('b.ts', changed(SOURCE, 1));
    await files.settled();
    const review = join(folder, 'review');
    const record = readdirSync(review).find((name) => name.endsWith('.before'));
    writeFileSync(join(review, record ?? ''), 'x');
    mkdirSync(join(review, 'folder.json'));
    expect(await openWindow().listed()).toHaveLength(1);
    rmSync(review, { recursive: true });
    expect(await openWindow().listed()).toEqual([]);
  });
});
