import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { test } from './harness/test.js';
import { workerUrls } from './harness/worker-threads.js';

const FILES = { 'src/needle.ts': 'export const needle = 42;\n' };

// Units: bytes of minified code that the extension host reads before the view is there. The engine is many times that.
const MAX_ACTIVATION_BYTES = 130_000;

test('Troupe sleeps until its view or a command of it is used', async ({ openWindow }) => {
  const window = await openWindow({ files: FILES, hasAllBuiltIn: true });
  const look = (): Promise<{ isActive: boolean; events: string[] }> =>
    window.host.evaluate(({ vscode }) => {
      const extension = vscode.extensions.getExtension<unknown>('troupe.troupe');
      if (extension === undefined) throw new Error('Troupe is not installed.');
      const { activationEvents } = extension.packageJSON as { activationEvents: string[] };
      return { isActive: extension.isActive, events: activationEvents };
    });
  const { isActive, events } = await look();
  expect(isActive).toBe(false);
  const isExpected =
    /^on(?:(?:View|Command|WebviewPanel):troupe\.|LanguageModelTool:troupe_|Walkthrough:start$)/;
  expect(events.filter((event) => !isExpected.test(event))).toEqual([]);
  expect(await workerUrls(window.host)).toEqual([]);

  await window.openChat();

  expect(await look()).toMatchObject({ isActive: true });
});

test('Troupe loads little code to activate, and none of the engine', async ({ openWindow }) => {
  const window = await openWindow({ files: FILES });
  const main = await window.host.evaluate(async ({ vscode }) => {
    const extension = vscode.extensions.getExtension<unknown>('troupe.troupe');
    if (extension === undefined) throw new Error('Troupe is not installed.');
    await extension.activate();
    return `${extension.extensionPath}/dist/extension.js`;
  });

  const loaded = loadedAtFirst(main);

  expect(loaded.filter((code) => code.includes('/chat/completions'))).toEqual([]);
  expect(loaded.reduce((bytes, code) => bytes + code.length, 0)).toBeLessThan(MAX_ACTIVATION_BYTES);
});

test('Troupe hands nothing to other extensions', async ({ openWindow }) => {
  const window = await openWindow({ files: FILES });
  const exported = await window.host.evaluate(async ({ vscode }) => {
    const value: unknown = await vscode.extensions.getExtension('troupe.troupe')?.activate();
    return { type: typeof value };
  });
  expect(exported).toEqual({ type: 'undefined' });
});

test('the status bar says how the index is, and a click on it opens the chat', async ({ openWindow }) => {
  const window = await openWindow({ files: FILES });
  const chat = await window.openChat();
  const says = (words: string): Promise<void> =>
    window.page
      .locator(`[id^="troupe."] [aria-label*="${words}"], [id^="troupe."][aria-label*="${words}"]`)
      .first()
      .waitFor();
  await says('1 file indexed');
  writeFileSync(join(window.workspace, 'other.ts'), '');
  await says('2 files indexed');
  await window.page.getByRole('tab', { name: 'Explorer' }).click();
  await chat.message.waitFor({ state: 'hidden' });

  await window.statusBarItem.click();

  await chat.focused(chat.message).waitFor();
  await says('2 files indexed');
});

/** The code of a bundle and of all that it imports statically, each file once. */
function loadedAtFirst(main: string): string[] {
  const seen = new Map<string, string>();
  const read = (file: string): void => {
    if (seen.has(file)) return;
    const code = readFileSync(file, 'utf8');
    seen.set(file, code);
    for (const [, imported] of code.matchAll(/(?:\bfrom|\bimport)\s*"(\.[^"]+)"/g)) {
      if (imported !== undefined) read(join(dirname(file), imported));
    }
  };
  read(main);
  return [...seen.values()];
}
