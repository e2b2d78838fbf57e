import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { CodeWindow } from './code-window.js';
import type { HostScope } from './extension-host.js';
import { QUIET_SETTINGS } from './vscode-profile.js';

// A menu in a dialog over a list is the most that there is.
const MAX_LAYERS = 3;

export interface StartOverOptions {
  /** Files of the workspace folder, by path. */
  readonly files?: Readonly<Record<string, string>>;
  /** Settings of Troupe and of the editor, by their whole names. */
  readonly settings?: Readonly<Record<string, unknown>>;
}

/**
 * Puts a window that a test has used, and a chat that it may have left at work, into the state in which the next test
 * expects to find them: an empty chat in front of no editor, these files and these settings.
 */
export async function startOver(
  window: CodeWindow,
  { files = {}, settings = {} }: StartOverOptions,
): Promise<void> {
  const { page, chat } = window;
  // What lies over the workbench goes: a menu, a list, a question.
  for (let depth = 0; depth < MAX_LAYERS; depth += 1) await page.keyboard.press('Escape');
  await window.host.evaluate(tidyUp);
  await chat.ready();
  await chat.turns.first().waitFor({ state: 'detached' });
  const wanted = { ...QUIET_SETTINGS, ...settings };
  const gone = Object.keys(readSettings(window)).filter((name) => !(name in wanted));
  await window.host.evaluate(changeSettings, { gone, settings });
  putFiles(window.workspace, files);
  await chat.indexed(Object.keys(files).length);
  await chat.message.fill('');
}

function readSettings({ server }: CodeWindow): Readonly<Record<string, unknown>> {
  const path = join(server.profile.userData, 'User/settings.json');
  return JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
}

/** Runs in the extension host. */
async function tidyUp({ vscode }: HostScope): Promise<void> {
  const { commands, window, workspace } = vscode;
  await commands.executeCommand('troupe.stop');
  for (const terminal of window.terminals) terminal.dispose();
  for (const document of workspace.textDocuments) {
    // The editor changes its settings through a document, and saves it without being asked.
    if (!document.isDirty || document.uri.path.endsWith('/User/settings.json')) continue;
    await window.showTextDocument(document);
    await commands.executeCommand('workbench.action.files.revert');
  }
  await commands.executeCommand('workbench.action.closeAllEditors');
  await commands.executeCommand('workbench.action.closePanel');
  await commands.executeCommand('notifications.clearAll');
  await commands.executeCommand('troupe.keepAll');
  await commands.executeCommand('troupe.newChat');
  await commands.executeCommand('troupe.focusChat');
}

/** Runs in the extension host. */
async function changeSettings(
  { vscode }: HostScope,
  {
    gone,
    settings,
  }: { readonly gone: readonly string[]; readonly settings: Readonly<Record<string, unknown>> },
): Promise<void> {
  const configuration = vscode.workspace.getConfiguration();
  const { Global } = vscode.ConfigurationTarget;
  for (const name of gone) await configuration.update(name, undefined, Global);
  for (const [name, value] of Object.entries(settings)) await configuration.update(name, value, Global);
}

/** Leaves alone what is already there, so that nobody is told of changes that are none. */
function putFiles(root: string, files: Readonly<Record<string, string>>): void {
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const isWanted = Object.keys(files).some((name) => `${join(root, name)}/`.startsWith(`${path}/`));
    if (!isWanted) rmSync(path, { recursive: true, force: true });
  }
  for (const [name, text] of Object.entries(files)) {
    const path = join(root, name);
    if (isFile(path, text)) continue;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
}

function isFile(path: string, text: string): boolean {
  try {
    return readFileSync(path, 'utf8') === text;
  } catch {
    return false;
  }
}
