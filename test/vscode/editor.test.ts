import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LLMock } from '@copilotkit/aimock';
import type { Locator } from 'playwright-core';
import { describe, expect } from 'vitest';
import type { CodeWindow } from './harness/code-window.js';
import { modelSettings, requestTexts } from './harness/model-requests.js';
import { test } from './harness/test.js';
import { until } from '../doubles/until.js';
import { untilEqual } from '../doubles/until-equal.js';

const FILES = {
  'src/cart.ts': 'export const price = 42;\nexport const broken: number = "x";\n',
  'src/other.ts': 'export const other = 1;\n',
  'notes.md': '# Notes\n',
};
const ANSWER = 'The answer of the model.';

interface Call {
  readonly name: string;
  readonly arguments: Readonly<Record<string, string>>;
}

/** Has the model make these calls for that message, one after the other, and then say that it is done. */
function play(model: LLMock, userMessage: string, calls: readonly Call[]): void {
  for (const [turnIndex, { name, arguments: parameters }] of calls.entries())
    model.on({ userMessage, turnIndex }, { toolCalls: [{ name, arguments: JSON.stringify(parameters) }] });
  model.on({ userMessage, turnIndex: calls.length }, { content: `${userMessage}: done.` });
}

/** Shows a file in an editor, with lines of it selected. Lines count from 0. */
async function openFile(window: CodeWindow, path: string, lines?: readonly [number, number]): Promise<void> {
  await window.host.evaluate(
    async ({ vscode }, [path, lines]) => {
      const { Uri, window, workspace, Range } = vscode;
      const folder = workspace.workspaceFolders?.[0];
      if (folder === undefined) throw new Error('There is no folder.');
      const selection = lines === undefined ? {} : { selection: new Range(lines[0], 0, lines[1], 0) };
      await window.showTextDocument(Uri.joinPath(folder.uri, path), { preview: false, ...selection });
    },
    [path, lines] as const,
  );
}

/** The notification whose text has these words. */
function notice(window: CodeWindow, words: string): Locator {
  return window.page.locator('.notification-toast', { hasText: words });
}

/** The row of the open list that has the focus. */
async function focusRow(window: CodeWindow, words: string): Promise<void> {
  await window.page.keyboard.type(words);
  await window.quickInput.locator('.monaco-list-row.focused', { hasText: words }).waitFor();
}

function terminals(window: CodeWindow): Promise<string[]> {
  return window.host.evaluate(({ vscode }) =>
    vscode.window.terminals.map(({ name }) => name).filter((name) => name.startsWith('Troupe')),
  );
}

describe('the set-up of a model', () => {
  test('by keyboard alone ends in an answer, and says what is wrong in place', async ({
    startModel,
    openWindow,
  }) => {
    const model = await startModel({ auth: { apiKeys: ['sk-right-0123456789'] } });
    for (const name of ['mock-model', 'mouse-7b']) model.on({ model: name }, { content: ANSWER });
    const window = await openWindow({ files: FILES });
    const chat = await window.openChat();
    const { keyboard } = window.page;
    const { quickInput } = window;
    const input = quickInput.locator('input.input');

    await window.runCommandByKeyboard('troupe.selectModel');
    await quickInput.getByText('OpenRouter').waitFor();
    await focusRow(window, 'A server of your own');
    await keyboard.press('Enter');
    await quickInput.getByText('The address of the server').waitFor();
    await input.fill(`${model.url}/v1`);
    await keyboard.press('Enter');
    // The server refuses to list its models without a key, which is asked for.
    await quickInput.getByText('The model server refused the API key').waitFor();
    await quickInput.locator('input[placeholder^="The API key for"]').waitFor();
    expect(await input.getAttribute('type')).toBe('password');
    await input.fill('sk-right-0123456789');
    await keyboard.press('Enter');
    await quickInput.locator('input[placeholder^="Which model?"]').waitFor();
    await quickInput.locator('.monaco-list-row', { hasText: 'mock-model' }).waitFor();
    // A model that is offered comes before the part of its name that is typed.
    const focused = (words: string) => quickInput.locator('.monaco-list-row.focused', { hasText: words });
    for (const [part, first] of [
      ['mock-mo', 'mock-model'],
      ['use', 'mouse-7b'],
      ['name-of-none', 'Use the name “name-of-none”'],
    ] as const) {
      await keyboard.press('ControlOrMeta+A');
      await keyboard.type(part);
      await quickInput.getByText(`Use the name “${part}”`).waitFor();
      await focused(first).waitFor();
    }
    await keyboard.press('ControlOrMeta+A');
    await keyboard.type('mock-mo');
    await focused('mock-model').waitFor();
    await keyboard.press('Enter');
    await quickInput.waitFor({ state: 'hidden' });
    await chat.focused(chat.message).waitFor();

    const turn = await chat.ask('Where is the needle?');

    await chat.shown(turn, ANSWER).waitFor();
    const settings = readFileSync(join(window.server.profile.userData, 'User/settings.json'), 'utf8');
    expect(settings).toContain('mock-model');
    expect(settings).not.toContain('sk-right');
  });

  test('that is left changes nothing', async ({ shareWindow }) => {
    const window = await shareWindow({ files: FILES });
    await window.openChat();
    await window.runCommandByKeyboard('troupe.selectModel');
    await window.quickInput.getByText('Ollama').waitFor();
    await focusRow(window, 'Ollama');
    await window.page.keyboard.press('Enter');
    await window.quickInput.getByText('The address of the server').waitFor();
    await window.page.keyboard.press('Escape');
    await window.quickInput.waitFor({ state: 'hidden' });
    expect(
      await window.host.evaluate(({ vscode }) => vscode.workspace.getConfiguration('troupe').get('provider')),
    ).toBe('offline');
  });
});

describe('the menus and actions of the editor', () => {
  test('send what is wrong in a file, and mention files of the explorer', async ({
    startModel,
    shareWindow,
  }) => {
    const model = await startModel();
    model.on({}, { content: ANSWER });
    const window = await shareWindow({ files: FILES, settings: modelSettings(model.url) });
    const chat = await window.openChat();
    await openFile(window, 'src/cart.ts', [1, 1]);
    // The editor's own problem: the action must be offered for whatever knows of one.
    await window.host.evaluate(async ({ vscode }) => {
      const document = vscode.window.activeTextEditor?.document;
      if (document === undefined) throw new Error('No editor is open.');
      const problems = vscode.languages.createDiagnosticCollection('test');
      const range = new vscode.Range(1, 13, 1, 19);
      problems.set(document.uri, [new vscode.Diagnostic(range, 'A text is no number.')]);
      (globalThis as { problems?: unknown }).problems = problems;
      const actions = await vscode.commands.executeCommand<
        { title: string; command?: { command: string; arguments?: unknown[] } }[]
      >('vscode.executeCodeActionProvider', document.uri, range);
      const fix = actions.find(({ title }) => title === 'Fix with Troupe');
      if (fix?.command === undefined)
        throw new Error(`It offers ${actions.map(({ title }) => title).join(', ')}.`);
      await vscode.commands.executeCommand(fix.command.command, ...(fix.command.arguments ?? []));
    });

    const turn = chat.turns.first();
    await chat.ended(turn);
    await chat.shown(turn, 'Fix the problem in line 2.').waitFor();
    expect(requestTexts(model)[0]).toContain('export const broken');
    expect(requestTexts(model)[0]).toContain('A text is no number.');

    await window.host.evaluate(async ({ vscode }) => {
      const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
      if (folder === undefined) throw new Error('There is no folder.');
      const [file, other] = ['notes.md', 'src'].map((name) => vscode.Uri.joinPath(folder, name));
      await vscode.commands.executeCommand('troupe.mentionInChat', file, [file, other]);
    });
    await chat.message.pressSequentially('What are they?');
    await chat.message.press('Enter');
    await chat.ended(chat.turns.nth(1));
    const last = requestTexts(model).at(-1) ?? '';
    expect(last).toContain('# Notes');
    expect(last).toContain('other.ts');
  });

  test('are in the menu of the explorer', async ({ shareWindow }) => {
    const window = await shareWindow({ files: FILES });
    await window.openChat();
    await window.page.getByRole('tab', { name: 'Explorer' }).click();
    await window.page.getByRole('treeitem', { name: 'notes.md' }).click({ button: 'right' });
    await window.page.getByRole('menuitem', { name: 'Mention in Chat' }).waitFor();
  });
});

describe('what goes on', () => {
  test('is not asked about any more once a setting allows it', async ({ startModel, openWindow }) => {
    const model = await startModel();
    play(model, 'Make both', [
      { name: 'create_file_or_folder', arguments: { uri: 'made.txt' } },
      { name: 'run_command', arguments: { command: 'touch also.txt' } },
    ]);
    const window = await openWindow({ files: FILES, settings: modelSettings(model.url) });
    const chat = await window.openChat();
    await chat.send('Make both');
    await chat.button('Approve').waitFor();
    const isThere = (name: string): boolean => existsSync(join(window.workspace, name));
    expect([isThere('made.txt'), isThere('also.txt')]).toEqual([false, false]);

    await window.changeSetting('troupe.approveEdits', 'auto');
    await until(() => isThere('made.txt'), 'the edit is made');
    await chat.frame.getByRole('region', { name: /command/ }).waitFor();
    expect(isThere('also.txt')).toBe(false);
    await window.changeSetting('troupe.approveCommands', 'auto');

    const turn = chat.turns.first();
    await chat.ended(turn);
    await chat.shown(turn, 'Make both: done.').waitFor();
    expect(isThere('also.txt')).toBe(true);
  });

  test('is told while the chat is hidden, and approved there', async ({ startModel, shareWindow }) => {
    const model = await startModel();
    const wait = 'until [ -e go.txt ]; do sleep 0.1; done';
    play(model, 'Make it', [
      { name: 'run_command', arguments: { command: wait } },
      { name: 'run_command', arguments: { command: 'touch made.txt' } },
    ]);
    const window = await shareWindow({ files: FILES, settings: modelSettings(model.url) });
    const chat = await window.openChat();
    await chat.send('Make it');
    await chat.conversation.getByText('Running').waitFor();
    await window.page.getByRole('tab', { name: 'Explorer' }).click();
    await chat.message.waitFor({ state: 'hidden' });
    expect(await notice(window, 'Troupe asks').count()).toBe(0);
    writeFileSync(join(window.workspace, 'go.txt'), '');

    const question = notice(window, 'The command: touch made.txt');
    await question.waitFor();
    await window.statusBarItem.getByText('Troupe asks').waitFor();
    await question.getByRole('button', { name: 'Approve' }).click();

    await notice(window, 'Troupe has finished.').waitFor();
    expect(readFileSync(join(window.workspace, 'made.txt'), 'utf8')).toBe('');
    await window.statusBarItem.click();
    await chat.shown(chat.turns.first(), 'Make it: done.').waitFor();
  });
});

describe('terminals of the agent', () => {
  test('are terminals of the editor, listed and ended one by one', async ({ startModel, shareWindow }) => {
    const model = await startModel();
    const loop = (id: string): Call => ({
      name: 'run_persistent_command',
      arguments: { persistent_terminal_id: id, command: `echo from-${id}; sleep 1000` },
    });
    play(model, 'Serve', [
      { name: 'open_persistent_terminal', arguments: {} },
      { name: 'open_persistent_terminal', arguments: {} },
      loop('1'),
      loop('2'),
      { name: 'run_persistent_command', arguments: { persistent_terminal_id: '1', command: '' } },
    ]);
    const settings = { ...modelSettings(model.url), 'troupe.approveCommands': 'auto' };
    const window = await shareWindow({ files: FILES, settings });
    const chat = await window.openChat();
    await chat.send('Serve');
    await chat.ended(chat.turns.first());
    expect(await terminals(window)).toEqual(['Troupe 1', 'Troupe 2']);

    await window.runCommand('troupe.showTerminals');
    const row = window.quickInput.locator('.monaco-list-row', { hasText: 'sleep 1000' });
    await untilEqual(() => row.count(), 2, 'both terminals are listed');
    await row.first().hover();
    await row.first().getByRole('button', { name: 'End' }).click();
    await untilEqual(() => row.count(), 1, 'one terminal is listed');
    await untilEqual(() => terminals(window), ['Troupe 2'], 'the first terminal is closed');
    await row.first().hover();
    await row.first().getByRole('button', { name: 'End' }).click();
    await window.quickInput.waitFor({ state: 'hidden' });
    await untilEqual(() => terminals(window), [], 'all terminals are closed');
  });
});

describe('conversations', () => {
  test('are kept by New Chat, in which their turns go on, and opened again', async ({
    startModel,
    shareWindow,
  }) => {
    const model = await startModel();
    model.on({ userMessage: 'First' }, { content: 'The first answer.' });
    play(model, 'Second', [{ name: 'run_command', arguments: { command: 'touch never.txt' } }]);
    const window = await shareWindow({ files: FILES, settings: modelSettings(model.url) });
    const chat = await window.openChat();
    await chat.ask('First');
    await window.newChat();
    await chat.send('Second');
    await chat.button('Approve').waitFor();

    await window.runCommand('troupe.openConversation');
    await window.quickInput.locator('.monaco-list-row', { hasText: 'First' }).click();

    await chat.shown(chat.turns.first(), 'The first answer.').waitFor();
    expect(await chat.turns.count()).toBe(1);
    await window.runCommand('troupe.openConversation');
    await window.quickInput.locator('.monaco-list-row', { hasText: 'Second' }).waitFor();
  });

  test('are shown in a tab of the editor, in step with the view, and survive a reload there', async ({
    startModel,
    openWindow,
  }) => {
    const model = await startModel();
    model.on({}, { content: ANSWER });
    const window = await openWindow({ files: FILES, settings: modelSettings(model.url) });
    const chat = await window.openChat();
    await window.runCommand('troupe.openInEditor');
    const pages = window.page.locator('iframe.webview.ready');
    await untilEqual(() => pages.count(), 2, 'both chats are shown');
    const frames = [0, 1].map((index) => pages.nth(index).contentFrame().frameLocator('#active-frame'));
    for (const frame of frames) await frame.locator('body[data-ready="true"]').waitFor();
    const [one, other] = frames;
    if (one === undefined || other === undefined) throw new Error('There are two pages.');
    await one.getByRole('textbox', { name: 'Message' }).fill('Hello');
    await one.getByRole('textbox', { name: 'Message' }).press('Enter');
    for (const frame of frames) await frame.getByText(ANSWER).waitFor();

    // The browser keeps its tabs every few seconds.
    await until(() => window.page.evaluate(isTabStored, 'troupe.chatEditor'), 'the tab is stored');
    await window.reload();

    await untilEqual(() => pages.count(), 2, 'both chats are shown');
    for (const index of [0, 1])
      await pages.nth(index).contentFrame().frameLocator('#active-frame').getByText(ANSWER).waitFor();
    expect(chat).toBeDefined();
  });
});

/** Whether VS Code in a browser has stored tabs with one of that type. Runs in the window. */
async function isTabStored(type: string): Promise<boolean> {
  const ask = <Result>(request: IDBRequest<Result>): Promise<Result> =>
    new Promise((resolve, reject) => {
      request.addEventListener('success', () => {
        resolve(request.result);
      });
      request.addEventListener('error', () => {
        reject(request.error ?? new Error('It cannot be read.'));
      });
    });
  for (const { name = '' } of await indexedDB.databases()) {
    const database = await ask(indexedDB.open(name));
    const stores = [...database.objectStoreNames];
    const values = await Promise.all(
      stores.map((store) => ask<unknown[]>(database.transaction(store).objectStore(store).getAll())),
    );
    database.close();
    const isTabs = (value: unknown): boolean =>
      typeof value === 'string' && value.includes('serializedGrid') && value.includes(type);
    if (values.flat().some(isTabs)) return true;
  }
  return false;
}
