import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { writeFiles } from '../doubles/temp-dir.js';
import { modelSettings, requestTexts } from './harness/model-requests.js';
import { test } from './harness/test.js';
import type { Opened } from './harness/vscode-server.js';

const FILES = { 'src/needle.ts': 'export const needle = 42;\n' };

/** A workspace file with folders by path or URI, in the temporary folder. */
function workspaceOf(folder: string, folders: readonly object[]): Opened {
  const workspaceFile = join(folder, 'many.code-workspace');
  writeFileSync(workspaceFile, JSON.stringify({ folders }));
  return { workspaceFile };
}

test('a window without a folder is answered, says that none is open, and finds its chat again', async ({
  startModel,
  openWindow,
}) => {
  const model = await startModel();
  model.on({}, { content: 'Answered without a folder.' });
  const window = await openWindow({
    settings: modelSettings(model.url),
    open: () => ({ nothing: true }),
  });
  const chat = await window.openChat();
  await chat.shown(chat.body, 'No folder is open').waitFor();
  await chat.button('Open folder').waitFor();
  const turn = await chat.ask('What is a monad?');
  await chat.shown(turn, 'Answered without a folder.').waitFor();
  // No tool is there that could read, change or run anything.
  expect(model.getRequests().map(({ body }) => (body as { tools?: unknown }).tools ?? [])).toEqual([[]]);

  await window.reload();

  // A window without a folder may show it again by itself or not, and a click on the icon of what is shown hides it.
  await window.host.evaluate(async ({ vscode }) => {
    await vscode.commands.executeCommand('troupe.focusChat');
  });
  await chat.ready();
  await chat.shown(chat.conversation, 'Answered without a folder.').waitFor();
});

test('two folders of one name are told apart, and the chosen file is the one that reaches the model', async ({
  startModel,
  openWindow,
}) => {
  const model = await startModel();
  model.on({}, { content: 'Read.' });
  const window = await openWindow({
    settings: modelSettings(model.url),
    open(folder) {
      writeFiles(folder, { 'one/app/main.ts': 'const one = 1;\n', 'two/app/main.ts': 'const two = 2;\n' });
      return workspaceOf(folder, [{ path: 'one/app' }, { path: 'two/app' }]);
    },
  });
  const chat = await window.openChat();

  await chat.typeMention('main');
  const options = chat.files.getByRole('option');
  await options.nth(1).waitFor();
  const names = await options.allTextContents();
  expect(new Set(names).size).toBe(2);
  await chat.choose(options.filter({ hasText: 'two' }));
  await chat.ask('What is it?');

  const [request] = requestTexts(model);
  expect(request).toContain('const two = 2;');
  expect(request).not.toContain('const one = 1;');
});

test('a folder that disappears is said to be gone, the view goes on, and it is read again when it is back', async ({
  openWindow,
}) => {
  const window = await openWindow({ files: FILES });
  const chat = await window.openChat();
  await chat.ask('Where is needle defined?');

  rmSync(window.workspace, { recursive: true });

  await chat.shown(chat.status, 'is gone: it is read again when it is back').waitFor();
  const turn = await chat.ask('Where is needle defined?');
  await chat.shown(turn, 'There was no file to search').waitFor();
  await chat.button('Restart index').waitFor();

  writeFiles(window.workspace, { ...FILES, 'src/other.ts': '' });

  await chat.indexed(2);
});

test('a folder that is not there when the window opens is named, and the other one works', async ({
  openWindow,
}) => {
  const window = await openWindow({
    open(folder) {
      writeFiles(folder, { 'here/needle.ts': 'export const needle = 42;\n' });
      return workspaceOf(folder, [{ path: 'here' }, { path: 'lost' }]);
    },
  });
  const chat = await window.openChat();
  await chat.shown(chat.status, /incomplete.*lost does not exist/).waitFor();
  const turn = await chat.ask('Where is needle defined?');
  await chat.shown(turn, 'needle.ts:1').waitFor();
});

test('a workspace that is not on a disk says what Troupe needs', async ({ openWindow }) => {
  const window = await openWindow({
    open: (folder) => workspaceOf(folder, [{ uri: 'memory:/project', name: 'In memory' }]),
  });
  const chat = await window.openChat();
  await chat.shown(chat.body, 'This workspace is virtual (memory)').waitFor();
  expect(await chat.button('Send').isEnabled()).toBe(false);
});

test('a window in restricted mode offers to read and nothing else', async ({ openWindow }) => {
  const window = await openWindow({ files: FILES, isTrusted: false });
  const chat = await window.openChat();
  await chat.shown(chat.body, 'Restricted mode').waitFor();
  expect(await chat.mode.getAttribute('aria-label')).toBe('Mode: Read only');
  await chat.mode.click();
  const agent = chat.frame.getByRole('menuitemradio', { name: /^Agent/ });
  expect(await agent.getAttribute('aria-disabled')).toBe('true');
  await chat.mode.click();
  const turn = await chat.ask('Where is needle defined?');
  await chat.shown(turn, 'src/needle.ts:1').waitFor();
});

test('a broken setting is named with what it should be, and works once it is mended', async ({
  openWindow,
}) => {
  const window = await openWindow({ files: FILES, settings: { 'troupe.mode': 'bold' } });
  const chat = await window.openChat();
  await chat.shown(chat.body, 'The setting troupe.mode must be one of').waitFor();
  expect(await chat.button('Send').isEnabled()).toBe(false);

  await window.changeSetting('troupe.mode', 'agent');

  const turn = await chat.ask('Where is needle defined?');
  await chat.shown(turn, 'src/needle.ts:1').waitFor();
});

test("a broken setting that stands in nobody's way is named, and questions are answered", async ({
  openWindow,
}) => {
  const window = await openWindow({
    files: FILES,
    settings: { 'troupe.sound': null, 'troupe.maxIterations': -3 },
  });
  const chat = await window.openChat();
  await chat.shown(chat.body, 'The setting troupe.sound must be true or false').waitFor();
  const turn = await chat.ask('Where is needle defined?');
  await chat.shown(turn, 'src/needle.ts:1').waitFor();
});

test('a pattern that is no pattern is named, and the index is there once it is mended', async ({
  openWindow,
}) => {
  const window = await openWindow({ files: FILES, settings: { 'troupe.ignorePatterns': ['[z-a'] } });
  const chat = await window.openChat();
  await chat.shown(chat.body, /\[z-a/).waitFor();

  await window.changeSetting('troupe.ignorePatterns', ['*.md']);

  await chat.indexed(1);
});
