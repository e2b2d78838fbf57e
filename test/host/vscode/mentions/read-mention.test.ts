import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Mention } from '../../../../src/actors/protocol/ui.js';
import type { AbsPath } from '../../../../src/actors/protocol/workspace.js';
import { createGetDirTreeTool } from '../../../../src/actors/tools/files/get-dir-tree.js';
import { createReadFileTool } from '../../../../src/actors/tools/files/read-file.js';
import { ToolRegistry } from '../../../../src/actors/tools/calls/registry.js';
import { WorkspaceGate } from '../../../../src/actors/tools/gate/workspace-gate.js';
import { nodeFiles } from '../../../../src/host/node/files.js';
import { EditorFiles } from '../../../../src/host/vscode/editor/editor-files.js';
import { readMention } from '../../../../src/host/vscode/mentions/read-mention.js';
import { memoryWorkspace } from '../../../doubles/memory-workspace.js';
import { makeTempDir, removeTempDir, writeFiles } from '../../../doubles/temp-dir.js';

let dir: AbsPath;
beforeEach(() => {
  dir = makeTempDir();
  writeFiles(dir, {
    'one/a.ts': 'let a;\n',
    'two/a.ts': 'let b;\n',
    'one/bin': new Uint8Array([0, 1]),
    secret: 'no',
  });
});
afterEach(() => {
  removeTempDir(dir);
});

/** What a mention in two roots becomes, with an unsaved document where one is given. */
function read(
  root: string,
  path: string,
  unsaved?: { path: string; text: string },
  signal = new AbortController().signal,
) {
  const roots = [join(dir, 'one'), join(dir, 'two')] as AbsPath[];
  const documents =
    unsaved === undefined
      ? []
      : [
          {
            uri: { scheme: 'file', fsPath: join(dir, unsaved.path) },
            isDirty: true,
            isClosed: false,
            version: 1,
            getText: () => unsaved.text,
          },
        ];
  const files = new EditorFiles(nodeFiles, () => documents);
  const workspace = memoryWorkspace(Object.fromEntries(roots.map((root) => [root, { 'a.ts': '' }])));
  const deps = { workspace, files, gate: new WorkspaceGate(roots, files) };
  const tools = new ToolRegistry();
  tools.register(createReadFileTool(deps));
  tools.register(createGetDirTreeTool(deps));
  const mention: Mention = { root: join(dir, root), path: path as Mention['path'] };
  return readMention({ tools, workspace: { roots } }, mention, signal);
}

test('a file is its text, as the tool shows it', async () => {
  expect(await read('one', 'a.ts')).toBe('a.ts (1 line)\n```\nlet a;\n```');
});

test('a file of another root is the one of that root', async () => {
  expect(await read('two', 'a.ts')).toBe(`${join(dir, 'two/a.ts')} (1 line)\n\`\`\`\nlet b;\n\`\`\``);
});

test('a file with unsaved changes is what the editor has', async () => {
  expect(await read('one', 'a.ts', { path: 'one/a.ts', text: 'let c;\n' })).toBe(
    'a.ts (1 line)\n```\nlet c;\n```',
  );
});

test('a directory is its tree', async () => {
  mkdirSync(join(dir, 'one/src'));
  expect(await read('one', 'src')).toBe(`Directory of ${join(dir, 'one')}/src:`);
  expect(await read('two', '')).toBe(`Directory of ${join(dir, 'two')}/:`);
});

test('what cannot be shown is a sentence that says why', async () => {
  expect(await read('one', 'bin')).toBe('bin is a binary file of 2 bytes and cannot be shown as text.');
  expect(await read('one', 'b.ts')).toMatch(/^b\.ts does not exist/);
});

test.each([
  ['', 'secret'],
  ['one', '../secret'],
  ['one', 'link'],
])('a place outside the roots (%j, %j) is refused', async (root, path) => {
  symlinkSync(join(dir, 'secret'), join(dir, 'one/link'));
  const text = await read(root, path);
  expect(text).toMatch(/is outside the workspace/);
  expect(text).not.toContain('\nno\n');
});

test('reading ends at once when it is stopped', async () => {
  const reason = new Error('stop');
  await expect(read('one', 'a.ts', undefined, AbortSignal.abort(reason))).rejects.toBe(reason);
});
