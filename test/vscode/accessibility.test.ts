import axe from 'axe-core';
import { expect } from 'vitest';
import type { CodeWindow } from './harness/code-window.js';
import { modelSettings } from './harness/model-requests.js';
import { test } from './harness/test.js';

const FILES = { 'src/needle.ts': 'export const needle = 42;\n', 'README.md': '# Haystack\n' };
const THEMES = [
  'Light 2026',
  'Light Modern',
  'Default High Contrast Light',
  'Dark 2026',
  'Dark Modern',
  'Default High Contrast',
];

declare global {
  interface Window {
    readonly axe: typeof axe;
  }
}

/** What axe finds wrong in the view, as `theme: rule: element`. */
async function violations(window: CodeWindow): Promise<string[]> {
  const { chat } = window;
  const found: string[] = [];
  for (const theme of THEMES) {
    await window.changeSetting('workbench.colorTheme', theme);
    await chat.frame.locator(`body[data-vscode-theme-id="${theme}"]`).waitFor();
    // The view is see-through, and axe sees nothing of what lies behind its document.
    const behind = await window.page
      .locator('.part.sidebar')
      .evaluate((part) => getComputedStyle(part).backgroundColor);
    await chat.body.evaluate((body, color) => {
      body.ownerDocument.documentElement.style.backgroundColor = color;
    }, behind);
    await chat.body.evaluate(axe.source);
    const { violations } = await chat.body.evaluate(() => self.axe.run());
    for (const { id, nodes } of violations)
      found.push(...nodes.map(({ html }) => `${theme}: ${id}: ${html}`));
  }
  return found;
}

// The first of the file: nobody has used the window yet.
test('the view of a newcomer has nothing that axe objects to', async ({ shareWindow }) => {
  const window = await shareWindow({ files: FILES });
  await window.openChat();
  expect(await violations(window)).toEqual([]);
});

test('a conversation with opened steps and a question has nothing that axe objects to', async ({
  shareWindow,
}) => {
  const window = await shareWindow({ files: FILES });
  const chat = await window.openChat();
  const turn = await chat.ask('Where is needle defined?');
  for (const step of await turn.locator('summary').all()) await step.click({ position: { x: 8, y: 8 } });
  await chat.send('Replace "42" with "43" in src/needle.ts');
  await chat.button('Approve').waitFor();
  expect(await violations(window)).toEqual([]);
});

test('the list of files to mention has nothing that axe objects to', async ({ shareWindow }) => {
  const window = await shareWindow({ files: FILES });
  const chat = await window.openChat();
  await chat.mention('README.md');
  await chat.typeMention('e');
  await chat.files.getByRole('option').nth(1).waitFor();
  expect(await violations(window)).toEqual([]);
});

test('an error has nothing that axe objects to', async ({ startModel, shareWindow }) => {
  const model = await startModel({ auth: { apiKeys: ['sk-another'] } });
  const window = await shareWindow({ files: FILES, settings: modelSettings(model.url) });
  const chat = await window.openChat();
  await chat.ask('Where is needle defined?');
  await chat.alert.waitFor();
  expect(await violations(window)).toEqual([]);
});
