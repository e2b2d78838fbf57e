import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AbsPath } from '../../../../src/actors/protocol/workspace.js';
import { nodeFiles } from '../../../../src/host/node/files.js';
import { type EditorDocument, EditorFiles } from '../../../../src/host/vscode/editor/editor-files.js';
import { makeTempDir, removeTempDir } from '../../../doubles/temp-dir.js';

let dir: AbsPath;
const documents: EditorDocument[] = [];
const files = new EditorFiles(nodeFiles, () => documents);
const at = (name: string): AbsPath => join(dir, name) as AbsPath;
const read = async (name: string): Promise<string> => Buffer.from(await files.readFile(at(name))).toString();

beforeEach(() => {
  dir = makeTempDir();
  writeFileSync(at('a.txt'), 'on disk');
});
afterEach(() => {
  documents.length = 0;
  removeTempDir(dir);
});

function open(path: string, text: string, rest: Partial<EditorDocument> & { scheme?: string } = {}): void {
  const { scheme = 'file', ...flags } = rest;
  documents.push({
    uri: { scheme, fsPath: path },
    isDirty: true,
    isClosed: false,
    version: 1,
    getText: () => text,
    ...flags,
  });
}

describe('a file', () => {
  test('that is not open is what is on the disk', async () => {
    expect(await read('a.txt')).toBe('on disk');
    expect(await files.stat(at('a.txt'))).toEqual(await nodeFiles.stat(at('a.txt')));
  });

  test('with unsaved changes is what the editor has, in UTF-8', async () => {
    open(at('a.txt'), 'typed: ä😀');
    expect(await read('a.txt')).toBe('typed: ä😀');
    expect(await files.stat(at('a.txt'))).toEqual({ ...(await nodeFiles.stat(at('a.txt'))), size: 13 });
  });

  test('that is open without changes is what is on the disk', async () => {
    open(at('a.txt'), 'stale', { isDirty: false });
    expect(await read('a.txt')).toBe('on disk');
  });

  test('is not what a document of another scheme has under the same path', async () => {
    open(at('a.txt'), 'of git', { scheme: 'git' });
    expect(await read('a.txt')).toBe('on disk');
  });

  test('is what the editor has when it was opened through a link', async () => {
    symlinkSync(at('a.txt'), at('link.txt'));
    open(at('link.txt'), 'typed');
    expect(await read('a.txt')).toBe('typed');
  });

  test('is what the editor has when the folder was opened through a link', async () => {
    mkdirSync(at('real'));
    renameSync(at('a.txt'), at('real/a.txt'));
    symlinkSync(at('real'), at('folder'));
    open(at('folder/a.txt'), 'typed');
    expect(await files.realpath(at('folder/a.txt'))).toBe(at('real/a.txt'));
    expect(await read('real/a.txt')).toBe('typed');
  });

  test('that was deleted under its unsaved changes is still there', async () => {
    rmSync(at('a.txt'));
    open(at('a.txt'), 'typed');
    expect(await files.realpath(at('a.txt'))).toBe(at('a.txt'));
    expect(await files.stat(at('a.txt'))).toEqual({ isFile: true, isDirectory: false, size: 5, mtimeMs: 0 });
    expect(await read('a.txt')).toBe('typed');
  });

  test.each([
    ['saved', { isDirty: false, isClosed: false }],
    ['closed', { isDirty: true, isClosed: true }],
  ])('that is %s while it is looked for is what is on the disk', async (_, after) => {
    open(at('a.txt'), 'typed');
    const read = files.readFile(at('a.txt'));
    documents[0] = Object.assign(documents[0] ?? {}, after) as EditorDocument;
    expect(Buffer.from(await read).toString()).toBe('on disk');
  });

  test('is listed once while it is unsaved, by its own path', async () => {
    writeFileSync(at('saved.txt'), '');
    symlinkSync(at('a.txt'), at('link.txt'));
    open(at('link.txt'), 'typed');
    open(at('a.txt'), 'typed');
    open(at('saved.txt'), '', { isDirty: false });
    open(at('a.txt'), 'of git', { scheme: 'git' });
    open(at('gone/b.txt'), 'nowhere');
    expect(await files.listUnsaved()).toEqual([{ path: at('a.txt'), content: Buffer.from('typed') }]);
  });

  test('is not listed that is saved while it is looked for', async () => {
    open(at('a.txt'), 'typed');
    const listed = files.listUnsaved();
    documents[0] = Object.assign(documents[0] ?? {}, { isDirty: false }) as EditorDocument;
    expect(await listed).toEqual([]);
  });

  test('that is nowhere is missing', async () => {
    open(at('b.txt'), 'typed');
    await expect(files.realpath(at('c.txt'))).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(files.stat(at('c.txt'))).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(files.readFile(at('c.txt'))).rejects.toMatchObject({ code: 'ENOENT' });
  });

  test('is not read once that is cancelled', async () => {
    open(at('a.txt'), 'typed');
    const reason = new Error('stop');
    await expect(files.readFile(at('a.txt'), AbortSignal.abort(reason))).rejects.toBe(reason);
  });
});
