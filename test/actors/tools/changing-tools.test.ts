import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Diagnostic } from '../../../src/actors/protocol/diagnostics.js';
import type { AbsPath } from '../../../src/actors/protocol/workspace.js';
import type { Tool } from '../../../src/actors/protocol/tool.js';
import { createCreateFileOrFolderTool } from '../../../src/actors/tools/files/create-file-or-folder.js';
import { createDeleteFileOrFolderTool } from '../../../src/actors/tools/files/delete-file-or-folder.js';
import { LateErrors } from '../../../src/actors/tools/diagnostics/late-errors.js';
import { createEditFileTool, pathsOfEdit } from '../../../src/actors/tools/files/edit-file.js';
import { createReadFileTool } from '../../../src/actors/tools/files/read-file.js';
import { createReadLintErrorsTool } from '../../../src/actors/tools/files/read-lint-errors.js';
import { createRewriteFileTool } from '../../../src/actors/tools/files/rewrite-file.js';
import { errorOf } from '../../doubles/error-of.js';
import { settle } from '../../doubles/settle.js';
import { makeToolWorld, observe, type ToolWorld } from './tool-world.js';

let world: ToolWorld;
beforeEach(() => {
  world = makeToolWorld({
    app: { 'a.ts': 'one\ntwo\nthree\n', 'src/b.ts': 'beta\n', 'src/deep/c.ts': 'gamma\n' },
  });
});
afterEach(() => {
  world.dispose();
});

const at = (path: string): string => join(world.base, 'app', path);
const read = (path: string): string => readFileSync(at(path), 'utf8');
const block = (original: string, updated: string): string =>
  `<<<<<<< ORIGINAL\n${original}\n=======\n${updated}\n>>>>>>> UPDATED`;
const patch = (...lines: string[]): string => ['*** Begin Patch', ...lines, '*** End Patch'].join('\n');

const edit = (uri: string, text: string): Promise<string> =>
  observe(createEditFileTool(world.deps), { uri, search_replace_blocks: text }, world.context);
const rewrite = (uri: string, content: string): Promise<string> =>
  observe(createRewriteFileTool(world.deps), { uri, new_content: content }, world.context);
const create = (uri: string): Promise<string> =>
  observe(createCreateFileOrFolderTool(world.deps), { uri }, world.context);
const remove = (uri: string, isRecursive = false): Promise<string> =>
  observe(createDeleteFileOrFolderTool(world.deps), { uri, is_recursive: isRecursive }, world.context);
const readTool = (uri: string): Promise<string> =>
  observe(createReadFileTool(world.deps), { uri }, world.context);

async function preview<Params, Result>(tool: Tool<Params, Result>, raw: unknown): Promise<unknown> {
  return tool.preview?.(tool.validate(raw), world.context);
}

describe('edit_file', () => {
  test('replaces lines and leaves all others', async () => {
    expect(await edit('a.ts', block('two', 'zwei'))).toBe('Edited a.ts: 1 block applied.');
    expect(read('a.ts')).toBe('one\nzwei\nthree\n');
  });

  test('says how a block was found that does not match exactly', async () => {
    writeFileSync(at('a.ts'), '  one\n  two\n');
    expect(await edit('a.ts', block('one\ntwo', 'one\n2'))).toBe(
      'Edited a.ts: 1 block applied (block 1 matched only when indentation is passed over).',
    );
    expect(read('a.ts')).toBe('  one\n  2\n');
  });

  test('changes nothing when one block of several does not fit, and shows the nearest lines', async () => {
    const error = await errorOf(() =>
      edit('a.ts', `${block('one', 'eins')}\n${block('one\ntoo\nthree', '')}`),
    );
    expect(error).toMatchObject({
      code: 'TOOL_EXECUTION',
      message: expect.stringContaining('Lines 1 to 3 are the nearest'),
    });
    expect(read('a.ts')).toBe('one\ntwo\nthree\n');
  });

  test('refuses text that is no block', async () => {
    expect(await errorOf(() => edit('a.ts', 'two'))).toMatchObject({ code: 'INVALID_PARAMS' });
  });

  test('says the closest names of a file that is missing', async () => {
    expect(await errorOf(() => edit('ab.ts', block('a', 'b')))).toMatchObject({
      code: 'FILE_NOT_FOUND',
      details: { suggestions: ['a.ts'] },
    });
  });

  test.each([
    [
      'GBK',
      Buffer.from([
        0xb1, 0xe0, 0xb3, 0xcc, 0xd3, 0xef, 0xd1, 0xd4, 0xca, 0xc7, 0xba, 0xc3, 0xb5, 0xc4, 0x0d, 0x0a,
      ]),
    ],
    ['UTF-16 with BOM', Buffer.from('\uFEFFé\r\n', 'utf16le')],
    ['UTF-8 with BOM', Buffer.from('\uFEFFé\r\n')],
  ])('keeps the encoding and the line ends of %s', async (name, line) => {
    const wide = name.startsWith('UTF-16');
    const tail = wide ? Buffer.from('two\r\nend', 'utf16le') : Buffer.from('two\r\nend');
    writeFileSync(at('a.ts'), Buffer.concat([line, tail]));
    await edit('a.ts', block('two', 'drei'));
    const expected = wide ? Buffer.from('drei\r\nend', 'utf16le') : Buffer.from('drei\r\nend');
    expect(readFileSync(at('a.ts'))).toEqual(Buffer.concat([line, expected]));
  });

  test('refuses what is no text, and characters that the encoding has no bytes for', async () => {
    writeFileSync(at('a.ts'), Buffer.from([1, 0, 2]));
    expect(await errorOf(() => edit('a.ts', block('a', 'b')))).toMatchObject({
      message: 'a.ts is a binary file and cannot be changed as text.',
    });
    writeFileSync(
      at('a.ts'),
      Buffer.from('// gr\xfc\xdfe an alle, das ist sch\xf6n und der Rest ist nicht gut\ntwo\n', 'latin1'),
    );
    expect(await errorOf(() => edit('a.ts', block('two', '編')))).toMatchObject({
      message: expect.stringContaining('windows-1252, which cannot hold "編"'),
    });
  });

  test('applies a patch of many files, and keeps the mode of one that moves', async () => {
    chmodSync(at('src/b.ts'), 0o755);
    const text = patch(
      '*** Update File: a.ts',
      '@@',
      '-two',
      '+2',
      '*** Update File: src/b.ts',
      '*** Move to: lib/b.ts',
      '@@',
      '-beta',
      '+BETA',
      '*** Add File: new/d.ts',
      '+delta',
      '*** Delete File: src/deep/c.ts',
    );
    expect(await edit('a.ts', text)).toBe(
      'Edited a.ts: 1 block applied.\nMoved src/b.ts to lib/b.ts: 1 block applied.\nCreated new/d.ts.\nDeleted src/deep/c.ts.',
    );
    expect([read('a.ts'), read('lib/b.ts'), read('new/d.ts')]).toEqual([
      'one\n2\nthree\n',
      'BETA\n',
      'delta\n',
    ]);
    expect([existsSync(at('src/b.ts')), existsSync(at('src/deep/c.ts'))]).toEqual([false, false]);
    expect(statSync(at('lib/b.ts')).mode & 0o777).toBe(0o755);
    expect(pathsOfEdit({ uri: 'a.ts', search_replace_blocks: text })).toEqual([
      'a.ts',
      'src/b.ts',
      'lib/b.ts',
      'new/d.ts',
      'src/deep/c.ts',
    ]);
  });

  test('applies nothing of a patch when one file does not fit, or leads outside', async () => {
    const change = ['*** Update File: a.ts', '@@', '-two', '+2'];
    for (const [last, code] of [
      [['*** Update File: src/b.ts', '@@', '-none', '+x'], 'TOOL_EXECUTION'],
      [['*** Add File: ../outside.ts', '+x'], 'WORKSPACE_BOUNDARY'],
      [['*** Add File: src/b.ts', '+x'], 'FILE_EXISTS'],
      [['*** Update File: src/b.ts', '*** Move to: ../b.ts'], 'WORKSPACE_BOUNDARY'],
    ] as const) {
      expect(await errorOf(() => edit('a.ts', patch(...change, ...last)))).toMatchObject({ code });
    }
    expect([read('a.ts'), read('src/b.ts'), readdirSync(world.base).sort()]).toEqual([
      'one\ntwo\nthree\n',
      'beta\n',
      ['app'],
    ]);
  });

  test('shows a diff first, and does what was shown or nothing', async () => {
    const tool = createEditFileTool(world.deps);
    const params = tool.validate({ uri: 'a.ts', search_replace_blocks: block('two', 'zwei') });
    let plan: unknown;
    const keepPlan = (planned: unknown): void => {
      plan = planned;
    };
    expect(await tool.preview?.(params, { ...world.context, keepPlan })).toMatchObject({
      kind: 'diff',
      path: 'a.ts',
      diff: '--- a/a.ts\n+++ b/a.ts\n@@ -1,3 +1,3 @@\n one\n-two\n+zwei\n three\n',
    });
    writeFileSync(at('a.ts'), 'one\ntwo\nthree\nfour\n');
    expect(await errorOf(() => tool.run(params, { ...world.context, plan }))).toMatchObject({
      code: 'STALE_FILE',
    });
    expect(read('a.ts')).toBe('one\ntwo\nthree\nfour\n');
  });
});

describe('a file with other names', () => {
  test.each([
    ['edit_file', () => edit('a.ts', block('two', 'zwei'))],
    [
      'edit_file with a patch that moves it',
      () =>
        edit(
          'a.ts',
          '*** Begin Patch\n*** Update File: a.ts\n*** Move to: c.ts\n@@\n-two\n+zwei\n*** End Patch',
        ),
    ],
    [
      'rewrite_file',
      async () => {
        await readTool('a.ts');
        return rewrite('a.ts', 'x\n');
      },
    ],
  ])('is separated from them by %s, which says so', async (_, change) => {
    linkSync(at('a.ts'), at('twin.ts'));
    expect(await change()).toContain('It had another name (hard links), which keeps the old content.');
    expect(read('twin.ts')).toBe('one\ntwo\nthree\n');
  });

  test('stays with them when it is only moved', async () => {
    linkSync(at('a.ts'), at('twin.ts'));
    const patch = '*** Begin Patch\n*** Update File: a.ts\n*** Move to: c.ts\n*** End Patch';
    expect(await edit('a.ts', patch)).not.toContain('hard links');
    expect(statSync(at('c.ts')).ino).toBe(statSync(at('twin.ts')).ino);
  });
});

describe('what the conversation has read', () => {
  test('must still be there, and a write of the agent counts as read', async () => {
    await readTool('a.ts');
    await edit('a.ts', block('two', 'zwei'));
    await edit('a.ts', block('three', 'drei'));
    writeFileSync(at('a.ts'), 'by a person\n');
    for (const change of [
      () => edit('a.ts', block('by a person', 'x')),
      () => rewrite('a.ts', 'x'),
      () => remove('a.ts'),
    ]) {
      expect(await errorOf(change)).toMatchObject({
        code: 'STALE_FILE',
        message: expect.stringContaining('read it again'),
      });
    }
    expect(read('a.ts')).toBe('by a person\n');
    await readTool('a.ts');
    await rewrite('a.ts', 'x\n');
    expect(read('a.ts')).toBe('x\n');
  });

  test('is not what another conversation has read', async () => {
    await readTool('a.ts');
    const other = { ...world.context, reads: undefined };
    const { reads: _, ...context } = other;
    const tool = createRewriteFileTool(world.deps);
    expect(await errorOf(() => observe(tool, { uri: 'a.ts', new_content: '' }, context))).toMatchObject({
      message: expect.stringContaining('read it first'),
    });
  });
});

describe('rewrite_file', () => {
  test('refuses a file that was not read', async () => {
    expect(await errorOf(() => rewrite('a.ts', 'x'))).toMatchObject({
      message: expect.stringContaining('read it first'),
    });
  });

  test('makes a file that is missing, and shows all of it first', async () => {
    const tool = createRewriteFileTool(world.deps);
    const params = { uri: 'made/new.ts', new_content: 'one\ntwo\n' };
    expect(await preview(tool, params)).toMatchObject({
      kind: 'diff',
      path: 'made/new.ts',
      diff: '--- /dev/null\n+++ b/made/new.ts\n@@ -0,0 +1,2 @@\n+one\n+two\n',
    });
    expect(existsSync(at('made'))).toBe(false);
    expect(await rewrite('made/new.ts', 'one\ntwo\n')).toBe('Created made/new.ts.');
    expect(read('made/new.ts')).toBe('one\ntwo\n');
    await rewrite('made/new.ts', 'three\n');
    expect(read('made/new.ts')).toBe('three\n');
  });

  test.each([
    ['made/', 'FILE_NOT_FOUND'],
    ['../outside.ts', 'WORKSPACE_BOUNDARY'],
    ['src', 'TOOL_EXECUTION'],
  ])('makes nothing at %s', async (uri, code) => {
    expect(await errorOf(() => rewrite(uri, 'x'))).toMatchObject({ code });
    expect(readdirSync(world.base)).toEqual(['app']);
    expect(readdirSync(at('.')).sort()).toEqual(['a.ts', 'src']);
  });

  test('fills a file that was just made', async () => {
    expect(await create('made/new.ts')).toBe('Made the empty file made/new.ts.');
    expect(await rewrite('made/new.ts', 'x\n')).toBe('Wrote made/new.ts.');
    expect(read('made/new.ts')).toBe('x\n');
  });

  test('keeps CRLF and the BOM', async () => {
    writeFileSync(at('a.ts'), '\uFEFFone\r\ntwo\r\n');
    await readTool('a.ts');
    await rewrite('a.ts', 'eins\nzwei\n');
    expect(read('a.ts')).toBe('\uFEFFeins\r\nzwei\r\n');
  });

  test('shows a diff first', async () => {
    await readTool('src/b.ts');
    expect(
      await preview(createRewriteFileTool(world.deps), { uri: 'src/b.ts', new_content: 'B' }),
    ).toMatchObject({
      kind: 'diff',
      path: 'src/b.ts',
      diff: '--- a/src/b.ts\n+++ b/src/b.ts\n@@ -1,1 +1,1 @@\n-beta\n+B\n\\ No newline at end of file\n',
    });
  });
});

describe('create_file_or_folder', () => {
  test('makes a folder where the path ends with a slash', async () => {
    expect(await create('x/y/')).toBe('Made the folder x/y.');
    expect(statSync(at('x/y')).isDirectory()).toBe(true);
  });

  test.each(['a.ts', 'src/', 'src', './'])('changes nothing where something is: %s', async (uri) => {
    expect(await errorOf(() => create(uri))).toMatchObject({ code: 'FILE_EXISTS' });
  });
});

describe('delete_file_or_folder', () => {
  test('deletes a file, an empty folder, and a full one only when asked', async () => {
    mkdirSync(at('empty'));
    expect(await remove('a.ts')).toBe('Deleted the file a.ts.');
    expect(await remove('empty')).toBe('Deleted the folder empty.');
    expect(await errorOf(() => remove('src'))).toMatchObject({
      message: expect.stringContaining('not empty'),
    });
    expect(existsSync(at('src/b.ts'))).toBe(true);
    expect(await remove('src', true)).toBe('Deleted the folder src.');
    expect(readdirSync(at('.'))).toEqual([]);
  });

  test('deletes a link and not what it leads to', async () => {
    symlinkSync('src', at('link'));
    symlinkSync('nowhere', at('dangling'));
    expect(await remove('link', true)).toBe('Deleted the link link.');
    expect(await remove('dangling')).toBe('Deleted the link dangling.');
    expect(readdirSync(at('.')).sort()).toEqual(['a.ts', 'src']);
    expect(read('src/b.ts')).toBe('beta\n');
  });

  test('never deletes a root, nor a folder that holds one', async () => {
    const inner = { ...world.context, roots: [...world.roots, at('src/deep') as AbsPath] };
    const tool = createDeleteFileOrFolderTool(world.deps);
    for (const uri of ['.', at('.'), 'src', 'src/deep']) {
      const error = await errorOf(() => observe(tool, { uri, is_recursive: true }, inner));
      expect(error).toMatchObject({ message: expect.stringContaining('never deleted') });
    }
    expect(read('src/deep/c.ts')).toBe('gamma\n');
  });

  test('shows what goes first', async () => {
    const tool = createDeleteFileOrFolderTool(world.deps);
    expect(await preview(tool, { uri: 'src', is_recursive: true })).toMatchObject({
      kind: 'text',
      text: 'Deletes the folder src with all that is in it: 2 files, and what git ignores there.\n- src/b.ts\n- src/deep/c.ts',
    });
  });

  test('deletes what it was asked to only while it is there', async () => {
    rmSync(at('a.ts'));
    expect(await errorOf(() => remove('a.ts'))).toMatchObject({ code: 'FILE_NOT_FOUND' });
  });
});

describe('diagnostics', () => {
  const wrong = (message: string, line = 1, severity: Diagnostic['severity'] = 'error'): Diagnostic => ({
    severity,
    message,
    line,
    column: 1,
    source: 'ts',
    code: '2322',
  });

  test('are listed when they are asked for', async () => {
    const deps = {
      ...world.deps,
      diagnostics: { diagnosticsOf: async () => [wrong('old')], diagnosticsAfterChange: async () => [] },
    };
    expect(await observe(createReadLintErrorsTool(deps), { uri: 'a.ts' }, world.context)).toBe(
      'a.ts:1:1: error: old (ts 2322)',
    );
  });

  test('that cannot be had do not undo a change that is made', async () => {
    const fail = (): Promise<never> => Promise.reject(new Error('no language server'));
    const lateErrors = new LateErrors({ diagnosticsOf: fail, diagnosticsAfterChange: fail });
    const raw = { uri: 'a.ts', search_replace_blocks: block('two', '2') };
    const context = { ...world.context, thread: 't' };
    expect(await observe(createEditFileTool({ ...world.deps, lateErrors }), raw, context)).toBe(
      'Edited a.ts: 1 block applied.',
    );
    expect(await lateErrors.take('t')).toEqual([]);
  });

  test.each([
    [
      'edit_file',
      (deps: typeof world.deps) => createEditFileTool(deps),
      { uri: 'a.ts', search_replace_blocks: block('two', '2') },
    ],
    [
      'rewrite_file',
      (deps: typeof world.deps) => createRewriteFileTool(deps),
      { uri: 'new.ts', new_content: 'x' },
    ],
  ])('are not waited for by %s', async (_name, create, raw) => {
    let hasAnalysed = (): void => undefined;
    const found: Diagnostic[] = [];
    const lateErrors = new LateErrors({
      diagnosticsOf: async () => [...found],
      diagnosticsAfterChange: () =>
        new Promise((resolve) => {
          hasAnalysed = () => {
            resolve(found);
          };
        }),
    });
    const context = { ...world.context, thread: 't' };
    await observe(
      create({ ...world.deps, lateErrors }) as ReturnType<typeof createEditFileTool>,
      raw,
      context,
    );
    expect(await lateErrors.take('t')).toEqual([]);
    found.push(wrong('new'));
    hasAnalysed();
    await settle();
    expect(await lateErrors.take('t')).toEqual([`${raw.uri}:1:1: error: new (ts 2322)`]);
  });

  test('have no source without an editor', async () => {
    const tool = createReadLintErrorsTool(world.deps);
    expect(await errorOf(() => observe(tool, { uri: 'a.ts' }, world.context))).toMatchObject({
      message: expect.stringContaining('no source of diagnostics'),
    });
  });
});
