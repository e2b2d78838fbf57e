import type { LLMock } from '@copilotkit/aimock';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { describe, expect } from 'vitest';
import type { ChatView } from './harness/chat-view.js';
import type { CodeWindow } from './harness/code-window.js';
import { modelSettings, requestTexts } from './harness/model-requests.js';
import { test } from './harness/test.js';
import { untilEqual } from '../doubles/until-equal.js';

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

/** An edit by a patch: for each file the lines that change. */
function patch(...parts: readonly string[]): Call {
  const text = ['*** Begin Patch', ...parts, '*** End Patch'].join('\n');
  return { name: 'edit_file', arguments: { uri: 'a.ts', search_replace_blocks: text } };
}

function update(file: string, ...lines: readonly number[]): string {
  const hunks = lines.map(
    (line) => `@@\n-${file} line ${line}\n+${file} LINE ${line}\n+${file} added ${line}`,
  );
  return [`*** Update File: ${file}`, ...hunks].join('\n');
}

const PLACES = [2, 12, 22, 32] as const;

function source(file: string, eol: (line: number) => string): string {
  return Array.from({ length: 40 }, (_, line) => `${file} line ${line}${eol(line)}`).join('');
}

// Three ways in which files differ from what an editor would write: a BOM with Windows line ends, two kinds of line
// ends, and no line end at the end.
const FILES = {
  'a.ts': source('a.ts', () => '\n'),
  'b.ts': `\uFEFF${source('b.ts', () => '\r\n')}`,
  'c.ts': source('c.ts', (line) => (line === 39 ? '' : line % 3 === 0 ? '\r\n' : '\n')),
};
const TWELVE = patch(...Object.keys(FILES).map((file) => update(file, ...PLACES)));

/** The text of a file after the edit of some of its places. */
function edited(file: keyof typeof FILES, ...places: readonly number[]): string {
  return places.reduce(
    (text, line) =>
      text.replace(
        new RegExp(`${file} line ${line}(\r?\n)`),
        `${file} LINE ${line}$1${file} added ${line}$1`,
      ),
    FILES[file],
  );
}

function read(window: CodeWindow, file: string): string {
  return readFileSync(join(window.workspace, file), 'utf8');
}

async function holds(window: CodeWindow, files: Readonly<Record<string, string>>): Promise<void> {
  await untilEqual(
    () => Object.fromEntries(Object.keys(files).map((file) => [file, read(window, file)])),
    files,
    'the files hold what they should',
  );
}

function bar(chat: ChatView): Locator {
  return chat.frame.getByRole('region', { name: 'Changes to review' });
}

function tab(window: CodeWindow, name: RegExp): Locator {
  return window.page.locator('.tabs-container').getByRole('tab', { name });
}

/** A button above the editor in front. */
function title(window: CodeWindow, name: string): Locator {
  return window.page.locator('.editor-actions').getByRole('button', { name, disabled: false });
}

/** Runs one of our commands as a button of the editor does. */
async function run(window: CodeWindow, name: string, file: string, hunk?: number): Promise<void> {
  await window.host.evaluate(
    async ({ vscode }, [name, path, hunk]) => {
      await vscode.commands.executeCommand(`troupe.${name}`, path, ...(hunk === undefined ? [] : [hunk]));
    },
    [name, join(window.workspace, file), hunk] as const,
  );
}

async function show(window: CodeWindow, file: string): Promise<void> {
  await window.host.evaluate(
    async ({ vscode }, path) => {
      await vscode.window.showTextDocument(vscode.Uri.file(path), { preview: false });
    },
    join(window.workspace, file),
  );
}

describe('a change', () => {
  test('of three files is reviewed where code is read, hunk by hunk, file by file, and undone to the byte', async ({
    startModel,
    shareWindow,
  }) => {
    const model = await startModel();
    play(model, 'Mend it', [TWELVE]);
    const window = await shareWindow({ files: FILES, settings: modelSettings(model.url) });
    const chat = await window.openChat();
    await chat.send('Mend it');
    const turn = chat.turns.first();

    // Before: the diff opens by itself, the card says how much it is, and the answer is above the diff.
    await tab(window, /^Proposed by Troupe/).waitFor();
    const card = chat.frame.getByRole('region', { name: /^Approval of/ });
    await card.getByText('12 places in 3 files').waitFor();
    await window.page.locator('.modified-in-monaco-diff-editor').getByText('added').first().waitFor();
    expect(read(window, 'a.ts')).toBe(FILES['a.ts']);
    await title(window, 'Accept Proposed Change').click();
    await chat.ended(turn);
    await tab(window, /^Proposed by Troupe/).waitFor({ state: 'detached' });
    await holds(window, {
      'a.ts': edited('a.ts', ...PLACES),
      'b.ts': edited('b.ts', ...PLACES),
      'c.ts': edited('c.ts', ...PLACES),
    });

    // After: all of it in one editor.
    await bar(chat).getByText('3 files changed').waitFor();
    await bar(chat).getByRole('button', { name: 'Review', exact: true }).click();
    await tab(window, /^Changes by Troupe/).waitFor();

    // Two hunks are rejected: one above its lines, one with the caret in it.
    await show(window, 'a.ts');
    const lenses = window.page.locator('.codelens-decoration').getByText('Undo', { exact: true });
    await lenses.first().click();
    await holds(window, { 'a.ts': edited('a.ts', 12, 22, 32) });
    await window.host.evaluate(async ({ vscode }) => {
      const editor = vscode.window.activeTextEditor;
      if (editor === undefined) throw new Error('No editor is open.');
      const line = editor.document.getText().split('\n').indexOf('a.ts LINE 32');
      editor.selection = new vscode.Selection(line, 0, line, 0);
      await vscode.commands.executeCommand('troupe.undoChange');
    });
    await holds(window, { 'a.ts': edited('a.ts', 12, 22) });

    // Ctrl+Z in the editor brings the hunk back, and it can be undone again.
    await bar(chat)
      .getByRole('button', { name: /3 files changed/ })
      .click();
    const line = bar(chat).getByRole('listitem').filter({ hasText: 'a.ts' });
    await line.getByText('+4').waitFor();
    await window.host.evaluate(async ({ vscode }) => {
      await vscode.commands.executeCommand('workbench.action.focusActiveEditorGroup');
      await vscode.commands.executeCommand('undo');
      await vscode.window.activeTextEditor?.document.save();
    });
    await holds(window, { 'a.ts': edited('a.ts', 12, 22, 32) });
    await line.getByText('+6').waitFor();
    await run(window, 'undoChange', 'a.ts', 3);
    await holds(window, { 'a.ts': edited('a.ts', 12, 22) });

    // One file is undone, and then all.
    await bar(chat).getByRole('button', { name: 'Undo b.ts' }).click();
    await holds(window, { 'b.ts': FILES['b.ts'] });
    await bar(chat).getByText('2 files changed').waitFor();
    await bar(chat).getByRole('button', { name: 'Undo', exact: true }).click();
    await holds(window, FILES);
    await bar(chat).waitFor({ state: 'detached' });
  });

  test('is kept but for two hunks, by key, and outlives a reload', async ({ startModel, shareWindow }) => {
    const model = await startModel();
    play(model, 'Mend it', [patch(update('a.ts', ...PLACES)), patch(update('b.ts', 2, 12))]);
    const window = await shareWindow({ files: FILES, settings: modelSettings(model.url) });
    const chat = await window.openChat();
    await chat.send('Mend it');

    // The keys work where the diff has the focus, and nowhere else.
    await tab(window, /a\.ts \(proposed by Troupe\)/).waitFor();
    await chat.focused(chat.message).waitFor();
    await window.page.locator('.editor.modified .view-line').first().click();
    await title(window, 'Accept Proposed Change').waitFor();
    await window.page.keyboard.press('Control+Enter');
    await tab(window, /b\.ts \(proposed by Troupe\)/).waitFor();
    await holds(window, { 'a.ts': edited('a.ts', ...PLACES) });
    await window.page.locator('.editor.modified .view-line').first().click();
    await title(window, 'Accept Proposed Change').waitFor();
    await window.page.keyboard.press('Control+Enter');
    await chat.ended(chat.turns.first());
    await bar(chat).getByText('2 files changed').waitFor();

    await window.reload();
    await chat.ready();
    await bar(chat).getByText('2 files changed').waitFor();
    // The second comes while the first is still being saved.
    await Promise.all([1, 3].map((hunk) => run(window, 'undoChange', 'a.ts', hunk)));
    await holds(window, { 'a.ts': edited('a.ts', 2, 22) });
    await bar(chat).getByRole('button', { name: 'Keep', exact: true }).click();
    await bar(chat).waitFor({ state: 'detached' });
    await holds(window, { 'a.ts': edited('a.ts', 2, 22), 'b.ts': edited('b.ts', 2, 12) });

    await window.reload();
    await chat.ready();
    await chat.turns.first().waitFor();
    expect(await bar(chat).count()).toBe(0);
  });

  test('that creates, deletes and moves files is undone as well, but not what a person has typed', async ({
    startModel,
    shareWindow,
  }) => {
    const model = await startModel();
    const moves = patch(
      '*** Add File: new/deep.ts\n+export {};',
      '*** Delete File: c.ts',
      `*** Update File: b.ts\n*** Move to: moved.ts\n${update('b.ts', 2, 12).split('\n').slice(1).join('\n')}`,
      update('a.ts', 2, 22),
    );
    play(model, 'Tidy up', [moves]);
    const window = await shareWindow({ files: FILES, settings: modelSettings(model.url) });
    const chat = await window.openChat();
    await chat.send('Tidy up');
    await chat.button('Approve').click();
    await chat.ended(chat.turns.first());
    await bar(chat).getByText('4 files changed').waitFor();
    expect(existsSync(join(window.workspace, 'c.ts'))).toBe(false);
    expect(existsSync(join(window.workspace, 'b.ts'))).toBe(false);

    await show(window, 'a.ts');
    await window.host.evaluate(async ({ vscode }) => {
      const editor = vscode.window.activeTextEditor;
      if (editor === undefined) throw new Error('No editor is open.');
      const line = editor.document.getText().split('\n').indexOf('a.ts LINE 22');
      await editor.edit((builder) => builder.insert(new vscode.Position(line, 0), 'mine '));
      await editor.document.save();
    });
    await window.page
      .locator('.codelens-decoration')
      .getByText('You have changed these lines since')
      .first()
      .waitFor();
    await bar(chat).getByRole('button', { name: 'Undo', exact: true }).click();
    await holds(window, {
      'a.ts': edited('a.ts', 22).replace('a.ts LINE 22', 'mine a.ts LINE 22'),
      'b.ts': FILES['b.ts'],
      'c.ts': FILES['c.ts'],
    });
    expect(existsSync(join(window.workspace, 'moved.ts'))).toBe(false);
    expect(existsSync(join(window.workspace, 'new/deep.ts'))).toBe(false);
    await window.page
      .getByText('Lines of a.ts have been changed since: they stay as they are.')
      .first()
      .waitFor();
    await bar(chat).getByText('1 file changed').waitFor();
  });
});

describe('a question', () => {
  test('is denied with a sentence, which the model reads, and the diff is closed', async ({
    startModel,
    shareWindow,
  }) => {
    const model = await startModel();
    play(model, 'Mend it', [patch(update('a.ts', 2))]);
    const window = await shareWindow({ files: FILES, settings: modelSettings(model.url) });
    const chat = await window.openChat();
    await chat.send('Mend it');
    await tab(window, /a\.ts \(proposed by Troupe\)/).waitFor();
    await chat.button('Deny, because…').click();
    await window.page.keyboard.type('Yes, but in b.ts, please');
    await window.page.keyboard.press('Enter');
    await chat.ended(chat.turns.first());
    await tab(window, /proposed by Troupe/).waitFor({ state: 'detached' });
    const last = requestTexts(model).at(-1) ?? '';
    expect(last).toContain('This call was denied, with the reason: Yes, but in b.ts, please');
    expect(read(window, 'a.ts')).toBe(FILES['a.ts']);
    expect(await bar(chat).count()).toBe(0);
  });

  test('compares with what is typed and not saved, and opens nothing when the settings say so', async ({
    startModel,
    shareWindow,
  }) => {
    const model = await startModel();
    play(model, 'Mend it', [patch(update('a.ts', 2)), patch(update('a.ts', 12))]);
    const window = await shareWindow({ files: FILES, settings: modelSettings(model.url) });
    await show(window, 'a.ts');
    await window.host.evaluate(async ({ vscode }) => {
      await vscode.window.activeTextEditor?.edit((builder) => {
        builder.insert(new vscode.Position(0, 0), 'typed\n');
      });
    });
    const chat = await window.openChat();
    await chat.send('Mend it');
    await tab(window, /a\.ts \(proposed by Troupe\)/).waitFor();
    await window.page.locator('.editor.modified').getByText('typed').waitFor();
    await window.changeSetting('troupe.openDiffs', false);
    await chat.button('Approve').click();
    await chat.frame.locator('.approval .added', { hasText: 'LINE 12' }).first().waitFor();
    await tab(window, /proposed by Troupe/).waitFor({ state: 'detached' });
    await chat.button('Open diff').click();
    await tab(window, /a\.ts \(proposed by Troupe\)/).waitFor();
    await title(window, 'Reject Proposed Change').click();
    await chat.ended(chat.turns.first());
    expect(requestTexts(model).at(-1)).toContain('The person denied this call.');
    expect(read(window, 'a.ts')).toBe(`typed\n${edited('a.ts', 2)}`);
  });

  test('is not put about a change that cannot be made, and a new file is one of them', async ({
    startModel,
    shareWindow,
  }) => {
    const model = await startModel();
    const rewrite = (uri: string, text: string): Call => ({
      name: 'rewrite_file',
      arguments: { uri, new_content: text },
    });
    play(model, 'Try it', [
      { name: 'read_file', arguments: { uri: 'a.ts' } },
      patch('*** Update File: a.ts\n@@\n-this line is nowhere\n+x'),
      rewrite('folder', 'x'),
      rewrite('new.ts', 'export {};\n'),
    ]);
    const window = await shareWindow({
      files: { ...FILES, 'folder/x.ts': 'x\n' },
      settings: modelSettings(model.url),
    });
    const chat = await window.openChat();
    await chat.send('Try it');
    const card = chat.frame.getByRole('region', { name: /^Approval of/ });
    await card.getByText('new.ts').first().waitFor();
    await tab(window, /new\.ts \(proposed by Troupe\)/).waitFor();
    expect(await card.getByRole('list', { name: 'Files' }).getByRole('listitem').allTextContents()).toEqual([
      expect.stringMatching(/^new\.tsnew/),
    ]);
    await chat.button('Approve').click();
    await chat.ended(chat.turns.first());
    await holds(window, { 'new.ts': 'export {};\n', 'a.ts': FILES['a.ts'] });
    const last = requestTexts(model).at(-1) ?? '';
    expect(last).toContain('a.ts was not changed: nothing was.');
    expect(last).toContain('folder is a directory');
  });
});
