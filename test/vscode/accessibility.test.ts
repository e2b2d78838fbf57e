import axe from 'axe-core';
import { expect } from 'vitest';
import type { ChatView } from './harness/chat-view.js';
import { test } from './harness/test.js';

const FILES = {
  'src/needle.ts': 'export const needle = 42;\n',
  'README.md': '# Haystack\n',
};
const THEMES = ['Light Modern', 'Dark Modern', 'Light 2026', 'Dark 2026', 'Default High Contrast'];

declare global {
  interface Window {
    readonly axe: typeof axe;
  }
}

/** What axe finds wrong in the view, as `rule: element`. */
async function violations(chat: ChatView): Promise<string[]> {
  await chat.body.evaluate(axe.source);
  const { violations } = await chat.body.evaluate(() => window.axe.run());
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

test.for(THEMES)('the view has nothing that axe objects to in %s', async (theme, { openWindow }) => {
  const window = await openWindow({ files: FILES, settings: { 'workbench.colorTheme': theme } });
  const chat = await window.openChat();
  expect(await violations(chat)).toEqual([]);

  const turn = await chat.ask('Where is needle defined?');
  await turn.locator('summary').first().click();
  expect(await violations(chat)).toEqual([]);

  await chat.typeMention('need');
  await chat.files.getByRole('option').first().waitFor();
  expect(await violations(chat)).toEqual([]);
});
