import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { modelSettings, requestTexts } from './harness/model-requests.js';
import { test } from './harness/test.js';

const FILES = {
  'src/needle.ts': 'export const needle = 42;\n',
  'src/need-less.ts': 'export const nothing = 0;\n',
  'docs/hay.md': 'Hay.\n',
};

test('a file mentioned by keyboard alone goes with the message, and its content reaches the model', async ({
  startModel,
  shareWindow,
}) => {
  const model = await startModel();
  model.on({}, { content: 'It is 42.' });
  const window = await shareWindow({ files: FILES, settings: modelSettings(model.url) });
  const chat = await window.openChat();
  const { keyboard } = window.page;
  await chat.message.focus();

  await keyboard.type('What is in @need');
  const chosen = chat.files.getByRole('option', { name: 'needle.ts' });
  await chosen.waitFor();
  expect(await chosen.locator('mark').allTextContents()).toEqual(['need']);
  await chat.choose(chosen);
  await chat.files.waitFor({ state: 'hidden' });
  await keyboard.type('?');
  await keyboard.press('Enter');

  await chat.conversation.getByText('It is 42.').waitFor();
  expect(requestTexts(model)[0]).toContain('export const needle = 42;');
});

test('a file that has unsaved changes is mentioned and searched with them', async ({
  startModel,
  shareWindow,
}) => {
  const model = await startModel();
  const search = { name: 'search_for_files', arguments: JSON.stringify({ query: 'needle =' }) };
  model.on({ hasToolResult: false }, { content: 'I look.', toolCalls: [search] });
  model.on({ hasToolResult: true }, { content: 'It is 43.' });
  const window = await shareWindow({
    files: FILES,
    // A VS Code in a browser saves by itself.
    settings: { ...modelSettings(model.url), 'files.autoSave': 'off' },
  });
  const path = join(window.workspace, 'src/needle.ts');
  await window.host.evaluate(async ({ vscode }, path) => {
    const editor = await vscode.window.showTextDocument(vscode.Uri.file(path));
    const all = new vscode.Range(0, 0, editor.document.lineCount, 0);
    await editor.edit((edit) => {
      edit.replace(all, 'export const needle = 43;\n');
    });
  }, path);
  const chat = await window.openChat();

  await chat.mention('needle.ts');
  await chat.ask('What is it?');

  const [request, searched] = requestTexts(model);
  expect(request).toContain('export const needle = 43;');
  expect(searched).toContain('src/needle.ts:1: export const needle = 43;');
  expect(`${request} ${searched}`).not.toContain('export const needle = 42;');
  expect(readFileSync(path, 'utf8')).toBe(FILES['src/needle.ts']);
});

test('the selection goes with the message as it is in the editor', async ({ startModel, shareWindow }) => {
  const model = await startModel();
  model.on({}, { content: 'I see.' });
  const window = await shareWindow({ files: FILES, settings: modelSettings(model.url) });
  const chat = await window.openChat();
  await window.select('src/needle.ts', 0, 13, 19);

  await window.runCommand('troupe.attachSelection');
  await chat.button('needle.ts:1').waitFor();
  const turn = await chat.ask('What is it?');

  await turn.getByRole('button', { name: 'needle.ts:1' }).waitFor();
  expect(requestTexts(model)[0]).toMatch(
    /What is it\?.*Selection in [^"]*needle\.ts, line 1:.*\\n```\\nneedle\\n```/,
  );
});
