import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { FileChange } from '../../../../src/actors/protocol/file-changes.js';
import type { AbsPath } from '../../../../src/actors/protocol/workspace.js';
import { hashOf } from '../../../../src/actors/tools/text/content-hash.js';
import { DiskChanges } from '../../../../src/host/node/file-changes/file-changes.js';
import { nodeFiles } from '../../../../src/host/node/files.js';
import { EditorChanges } from '../../../../src/host/vscode/editor/editor-changes.js';
import { type EditorDocument, EditorFiles } from '../../../../src/host/vscode/editor/editor-files.js';
import { FakeClock } from '../../../doubles/fake-clock.js';
import { errorOf } from '../../../doubles/error-of.js';
import { makeTempDir, removeTempDir } from '../../../doubles/temp-dir.js';
import { until } from '../../../doubles/until.js';

/** An editor that keeps texts and saves them to the disk. */
class FakeEditor {
  readonly documents: (EditorDocument & { text: string; isDirty: boolean; version: number })[] = [];
  readonly listeners = new Set<() => void>();
  readonly clock = new FakeClock();
  readonly log: string[] = [];
  takesEdits = true;
  saves = true;

  open(path: string, text: string, isDirty = true): void {
    this.documents.push({
      uri: { scheme: 'file', fsPath: path },
      isDirty,
      isClosed: false,
      version: 1,
      text,
      getText() {
        return this.text;
      },
    });
  }

  /** Somebody types, or the editor takes over what is on the disk. */
  change(text: string, isDirty: boolean): void {
    const [document] = this.documents;
    if (document !== undefined) Object.assign(document, { text, isDirty, version: document.version + 1 });
    for (const listener of this.listeners) listener();
  }

  edit = async (edits: readonly { document: EditorDocument; text: string }[]): Promise<boolean> => {
    this.log.push(`edit ${edits.length}`);
    if (!this.takesEdits) return false;
    for (const { document, text } of edits) this.#own(document).text = text;
    return true;
  };

  save = async (document: EditorDocument): Promise<boolean> => {
    this.log.push('save');
    if (!this.saves) return false;
    const own = this.#own(document);
    writeFileSync(own.uri.fsPath, own.text);
    own.isDirty = false;
    return true;
  };

  #own(document: EditorDocument): FakeEditor['documents'][number] {
    const own = this.documents.find((one) => one === document);
    if (own === undefined) throw new Error('Not a document of this editor');
    return own;
  }
}

let dir: AbsPath;
let editor: FakeEditor;
let changes: EditorChanges;
beforeEach(() => {
  dir = makeTempDir();
  editor = new FakeEditor();
  const files = new EditorFiles(nodeFiles, () => editor.documents);
  changes = new EditorChanges({
    disk: new DiskChanges({ journal: join(dir, '.journal') }),
    findUnsaved: (path) => files.findUnsaved(path),
    findSaved: (path) => files.findSaved(path),
    events: {
      onChange: (listener) => {
        editor.listeners.add(listener);
        return () => editor.listeners.delete(listener);
      },
      clock: editor.clock,
    },
    edit: editor.edit,
    save: editor.save,
  });
  for (const name of ['a', 'b']) writeFileSync(at(name), `${name} on disk`);
});
afterEach(() => {
  removeTempDir(dir);
});

const at = (name: string): AbsPath => join(dir, name) as AbsPath;
const disk = (name: string): string => readFileSync(at(name), 'utf8');
const write = async (name: string, text: string, was: string): Promise<FileChange> => ({
  kind: 'write',
  path: at(name),
  bytes: Buffer.from(text),
  expected: await hashOf(Buffer.from(was)),
});

describe('a change', () => {
  test('of a file with unsaved changes goes through the buffer, and the rest to the disk', async () => {
    editor.open(at('a'), 'a typed');
    await changes.apply([await write('a', 'a new', 'a typed'), await write('b', 'b new', 'b on disk')]);
    expect([disk('a'), disk('b'), editor.log]).toEqual(['a new', 'b new', ['edit 1', 'save']]);
  });

  test('of files that nobody types in asks nothing of the editor', async () => {
    await changes.apply([await write('a', 'a new', 'a on disk')]);
    expect([disk('a'), editor.log]).toEqual(['a new', []]);
  });

  test.each([
    ['takes it over', 'a new', false],
    ['takes it over in an encoding of its own', 'a n\u00ebw', false],
    ['is typed in', 'a typed', true],
  ])(
    'of a file that is open without changes goes to the disk, and waits until it %s',
    async (_, text, isDirty) => {
      editor.open(at('a'), 'a on disk', false);
      let isDone = false;
      const done = changes.apply([await write('a', 'a new', 'a on disk')]).then(() => (isDone = true));
      await until(() => editor.listeners.size > 0, 'the change waits for the editor');
      expect([disk('a'), isDone]).toEqual(['a new', false]);
      editor.change(text, isDirty);
      await done;
      expect([editor.log, editor.listeners.size, editor.clock.pending]).toEqual([[], 0, 0]);
    },
  );

  test('of an open file that the editor does not watch is done after a while', async () => {
    editor.open(at('a'), 'a on disk', false);
    const done = changes.apply([await write('a', 'a new', 'a on disk')]);
    await until(() => editor.listeners.size > 0, 'the change waits for the editor');
    editor.clock.advance(1_500);
    await done;
    expect([disk('a'), editor.listeners.size]).toEqual(['a new', 0]);
  });

  test('of a buffer that was typed in since is refused, and so is all with it', async () => {
    editor.open(at('a'), 'a typed on');
    const both = [await write('b', 'b new', 'b on disk'), await write('a', 'a new', 'a typed')];
    expect(await errorOf(() => changes.check(both))).toMatchObject({ code: 'STALE_FILE' });
    expect(await errorOf(() => changes.apply(both))).toMatchObject({ code: 'STALE_FILE' });
    expect([disk('a'), disk('b'), editor.documents[0]?.text, editor.log]).toEqual([
      'a on disk',
      'b on disk',
      'a typed on',
      [],
    ]);
  });

  test('that fails on the disk is taken back in the buffer', async () => {
    editor.open(at('a'), 'a typed');
    mkdirSync(at('c'));
    const both = [await write('a', 'a new', 'a typed'), await write('b', 'b new', 'not what it is')];
    expect(await errorOf(() => changes.check(both))).toMatchObject({ code: 'STALE_FILE' });
    expect(editor.documents[0]?.text).toBe('a typed');
    expect(await errorOf(() => changes.apply(both))).toMatchObject({ code: 'STALE_FILE' });
    expect([editor.documents[0]?.text, editor.documents[0]?.isDirty, disk('a')]).toEqual([
      'a typed',
      true,
      'a on disk',
    ]);
  });

  test('that the editor does not take changes nothing', async () => {
    editor.open(at('a'), 'a typed');
    editor.takesEdits = false;
    const both = [await write('a', 'a new', 'a typed'), await write('b', 'b new', 'b on disk')];
    expect(await errorOf(() => changes.apply(both))).toMatchObject({
      message: expect.stringContaining('Nothing was changed'),
    });
    expect(disk('b')).toBe('b on disk');
  });

  test('that cannot be saved says that it is unsaved', async () => {
    editor.open(at('a'), 'a typed');
    editor.saves = false;
    expect(await errorOf(async () => changes.apply([await write('a', 'a new', 'a typed')]))).toMatchObject({
      message: expect.stringContaining('could not be saved'),
    });
  });

  test('that removes or moves a file with unsaved changes is refused', async () => {
    editor.open(at('a'), 'a typed');
    const expected = await hashOf(Buffer.from('a on disk'));
    for (const change of [
      { kind: 'remove', path: at('a'), expected },
      { kind: 'move', from: at('a'), to: at('z'), expected },
    ] as const) {
      expect(await errorOf(() => changes.apply([change]))).toMatchObject({
        message: expect.stringContaining('unsaved changes'),
      });
    }
    expect(disk('a')).toBe('a on disk');
  });
});
