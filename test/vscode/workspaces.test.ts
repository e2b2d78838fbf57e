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

test('a window without a folder says that one has to be opened', async ({ openWindow }) => {
  const chat = await (await openWindow({ open: () => ({ nothing: true }) })).openChat();
  await chat.shown(chat.body, 'No folder is open. Open one').waitFor();
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

test('a folder that disappears is said to be gone, and the view goes on', async ({ openWindow }) => {
  const window = await openWindow({ files: FILES });
  const chat = await window.openChat();
  await chat.ask('Where is needle defined?');

  rmSync(window.workspace, { recursive: true });

  await chat.status
    .getByText(/degraded|failed|gone|missing/i)
    .first()
    .waitFor();
  const turn = await chat.ask('Where is needle defined?');
  expect(await turn.textContent()).not.toContain('export const needle');
});

test('a folder that is there no more when the window opens is named, and the other one works', async ({
  openWindow,
}) => {
  const window = await openWindow({
    open(folder) {
      writeFiles(folder, { 'here/needle.ts': 'export const needle = 42;\n' });
      return workspaceOf(folder, [{ path: 'here' }, { path: 'gone' }]);
    },
  });
  const chat = await window.openChat();
  await chat.frame.getByText(/gone/).first().waitFor();
  const turn = await chat.ask('Where is needle defined?');
  await turn.getByText('needle.ts').first().waitFor();
});

test('a workspace that is not on the disk is said to be out of reach', async ({ openWindow }) => {
  const window = await openWindow({
    open: (folder) => workspaceOf(folder, [{ uri: 'memory:/project', name: 'In memory' }]),
  });
  const chat = await window.openChat();
  await chat.frame
    .getByText(/folder/i)
    .first()
    .waitFor();
});

test('a window in restricted mode offers to read and nothing else', async ({ openWindow }) => {
  const chat = await (await openWindow({ files: FILES, isTrusted: false })).openChat();
  await chat.frame
    .getByText(/restricted|trust/i)
    .first()
    .waitFor();
  const turn = await chat.ask('Where is needle defined?');
  await turn.getByText('src/needle.ts').first().waitFor();
});

test('a broken setting is named with what it should be, and works again once it is mended', async ({
  openWindow,
}) => {
  const window = await openWindow({ files: FILES, settings: { 'troupe.maxIterations': -3 } });
  const chat = await window.openChat();
  await chat.frame
    .getByText(/maxIterations|max iterations/i)
    .first()
    .waitFor();

  await window.changeSetting('troupe.maxIterations', 5);

  const turn = await chat.ask('Where is needle defined?');
  await turn.getByText('src/needle.ts').first().waitFor();
});
