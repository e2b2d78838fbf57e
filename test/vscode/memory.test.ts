import type { LLMock } from '@copilotkit/aimock';
import type { Locator } from 'playwright-core';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject } from 'vitest';
import type { ChatView } from './harness/chat-view.js';
import type { CodeWindow } from './harness/code-window.js';
import { modelSettings, requestTexts } from './harness/model-requests.js';
import { test } from './harness/test.js';
import { untilEqual } from '../doubles/until-equal.js';

const FILES = { 'cart.js': Array.from({ length: 40 }, (_, line) => `// line ${line}\n`).join('') };

interface Edit {
  readonly lines: readonly number[];
  /** Number of replies in the chat before it. Default: none. */
  readonly replies?: number;
}

/** Has the model change lines of the file for a message, and then say that it is done. */
function playEdit(model: LLMock, userMessage: string, { lines, replies = 0 }: Edit): void {
  const hunks = lines.map((line) => `@@\n-// line ${line}\n+// ${userMessage} ${line}`);
  const text = ['*** Begin Patch', '*** Update File: cart.js', ...hunks, '*** End Patch'].join('\n');
  const parameters = JSON.stringify({ uri: 'cart.js', search_replace_blocks: text });
  model.on(
    { userMessage, turnIndex: replies },
    { toolCalls: [{ name: 'edit_file', arguments: parameters }] },
  );
  model.on({ userMessage, turnIndex: replies + 1 }, { content: `${userMessage}: done.` });
}

function lineOf(window: CodeWindow, line: number): string | undefined {
  return readFileSync(join(window.workspace, 'cart.js'), 'utf8').split('\n')[line];
}

async function askAndApprove(chat: ChatView, text: string): Promise<void> {
  const turn = chat.turns.nth(await chat.turns.count());
  await chat.send(text);
  await chat.button('Approve').click();
  await chat.ended(turn);
}

/** Puts files back to the moment that a mark in the margin stands for, after a look at what would change. */
async function restoreFiles(window: CodeWindow, turn: Locator, mark: string): Promise<void> {
  const { chat, page } = window;
  await turn.hover();
  await turn.getByRole('button', { name: mark }).first().click();
  await chat.frame.getByRole('menuitem', { name: 'Restore files', exact: true }).click();
  const card = chat.frame.getByRole('region', { name: 'Restore files' });
  await card.getByText('1 file would change.').waitFor();
  await card.getByRole('button', { name: 'Show what would change' }).click();
  const diff = page.locator('.tabs-container').getByRole('tab', { name: /^Back to an earlier moment/ });
  await diff.waitFor();
  await pictures(window, `jump ${mark}`);
  await card.getByRole('button', { name: 'Restore', exact: true }).click();
  await card.waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
}

// The narrowest side bar that people work with, and a wide one. Units: CSS pixels.
const WIDTHS = [300, 600];
const THEMES = { dark: 'Default Dark Modern', light: 'Default Light Modern' };

/** Pictures of the window: one, or with `TROUPE_PICTURES` in both themes with a narrow and with a wide chat. */
async function pictures(window: CodeWindow, name: string): Promise<void> {
  const keep = async (title: string): Promise<void> => {
    const file = `memory-${title.toLowerCase().replaceAll(' ', '-')}.png`;
    await window.page.screenshot({ path: join(inject('screenshots'), file) });
  };
  if (process.env['TROUPE_PICTURES'] === undefined) {
    await keep(name);
    return;
  }
  for (const [theme, title] of Object.entries(THEMES)) {
    await window.changeSetting('workbench.colorTheme', title);
    const base = window.page.locator(theme === 'dark' ? '.monaco-workbench.vs-dark' : '.monaco-workbench.vs');
    await base.waitFor();
    for (const width of WIDTHS) {
      await widenSideBar(window, width);
      await keep(`${name} ${theme} ${width}`);
    }
  }
}

async function widenSideBar({ page }: CodeWindow, width: number): Promise<void> {
  const box = await page.locator('.part.sidebar').boundingBox();
  if (box === null) throw new Error('There is no side bar.');
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + box.width, y);
  await page.mouse.down();
  await page.mouse.move(box.x + width, y, { steps: 5 });
  await page.mouse.up();
}

/** Puts the cursor into a line of the editor in front. Lines count from 0. */
async function goToLine(window: CodeWindow, line: number): Promise<void> {
  await window.host.evaluate(({ vscode }, line) => {
    const editor = vscode.window.activeTextEditor;
    if (editor === undefined) throw new Error('No editor is in front.');
    editor.selection = new vscode.Selection(line, 0, line, 0);
  }, line);
}

/** The first lines of the selections that the extension has kept with the message that is being written. */
function keptLines({ server }: CodeWindow): readonly number[] {
  const { userData } = server.profile;
  const found = readdirSync(userData, { recursive: true, encoding: 'utf8' }).find((path) =>
    path.endsWith('/draft-view'),
  );
  if (found === undefined) return [];
  const [, text = ''] = readFileSync(join(userData, found), 'utf8').split('\n');
  const { attachments } = JSON.parse(text) as { attachments: { range: { startLine: number } }[] };
  return attachments.map(({ range }) => range.startLine);
}

describe('what was done in a chat', () => {
  test('is found by search after a reload, goes on from an earlier message, is gone back over, and rejected by hunk', async ({
    startModel,
    shareWindow,
  }) => {
    const model = await startModel();
    playEdit(model, 'Sum', { lines: [2, 30] });
    model.on({ userMessage: 'Other' }, { content: 'Another chat.' });
    model.on({ userMessage: 'Explain' }, { content: 'The needle is in the cart.' });
    playEdit(model, 'Mean', { lines: [10], replies: 2 });
    const window = await shareWindow({ files: FILES, settings: modelSettings(model.url) });
    const chat = await window.openChat();
    const lines = (): readonly unknown[] => [2, 10, 30].map((line) => lineOf(window, line));
    await askAndApprove(chat, 'Sum');
    await chat.ask('Explain');
    await window.newChat();
    await chat.ask('Other');
    await window.kept('Another chat.');
    await window.reload();
    await chat.ready();
    await chat.shown(chat.conversation, 'Another chat.').waitFor();

    const list = chat.frame.getByRole('region', { name: 'Chats' });
    const openNeedle = async (): Promise<void> => {
      await window.runCommand('troupe.showChats');
      await list.getByRole('searchbox').fill('needle');
      const found = list.getByRole('button', { name: /The needle is in the cart/ });
      await found.waitFor();
      await pictures(window, 'search');
      await found.click();
      await chat.shown(chat.conversation, 'The needle is in the cart.').waitFor();
    };
    await openNeedle();
    expect(await chat.turns.count()).toBe(2);

    const second = chat.turns.nth(1);
    await second.hover();
    await second.getByRole('button', { name: 'Edit this message and run again from here' }).click();
    const editor = chat.frame.getByRole('textbox', { name: 'Edited message' });
    await editor.fill('Mean');
    await pictures(window, 'edit');
    await editor.press('Enter');
    await chat.button('Approve').click();
    await chat.shown(chat.conversation, 'Mean: done.').waitFor();
    await chat.ended(second);
    const branches = second.getByRole('group', { name: 'Branches at this message' });
    await branches.getByText('2/2').waitFor();
    expect(lines()).toEqual(['// Sum 2', '// Mean 10', '// Sum 30']);

    // What is found in the other branch is shown in that branch.
    await openNeedle();
    await branches.getByText('1/2').waitFor();
    await second.hover();
    await pictures(window, 'branches');
    await branches.getByRole('button', { name: 'Next branch' }).click();
    await chat.shown(chat.conversation, 'Mean: done.').waitFor();

    const first = chat.turns.first();
    await restoreFiles(window, first, 'Checkpoint before this message');
    await untilEqual(lines, ['// line 2', '// line 10', '// line 30'], 'the file is as wanted');
    await restoreFiles(window, first, 'Checkpoint after this step');
    await untilEqual(lines, ['// Sum 2', '// line 10', '// Sum 30'], 'the file is as wanted');
    await pictures(window, 'forward');

    await first.getByRole('button', { name: /^1 file changed/ }).click();
    await first.getByRole('button', { name: 'Open the changes in cart.js' }).click();
    const diff = window.page
      .locator('.tabs-container')
      .getByRole('tab', { name: /cart\.js \(before this turn/ });
    await diff.waitFor();
    await window.page
      .locator('.editor.modified .view-line', { hasText: /Sum\s2/ })
      .first()
      .waitFor();
    await pictures(window, 'turn diff');
    await goToLine(window, 2);
    await window.runCommand('troupe.undoChange');
    await untilEqual(lines, ['// line 2', '// line 10', '// Sum 30'], 'the file is as wanted');
    await pictures(window, 'hunk rejected');
  });

  test('goes on in the background while another chat is shown, which the list says', async ({
    startModel,
    shareWindow,
  }) => {
    const model = await startModel();
    playEdit(model, 'Sum', { lines: [2] });
    model.on({ userMessage: 'Other' }, { content: 'Another chat.' });
    const window = await shareWindow({ files: FILES, settings: modelSettings(model.url) });
    const chat = await window.openChat();
    await chat.send('Sum');
    await chat.button('Approve').waitFor();
    await window.newChat();
    await chat.ask('Other');

    await window.runCommand('troupe.showChats');
    const list = chat.frame.getByRole('region', { name: 'Chats' });
    await list.getByRole('button', { name: /^Sum asks you/ }).click();
    await chat.button('Approve').click();

    await chat.shown(chat.conversation, 'Sum: done.').waitFor();
    expect(lineOf(window, 2)).toBe('// Sum 2');
  });

  test('says what runs in its terminals when it is left or deleted, and lists them', async ({
    startModel,
    shareWindow,
  }) => {
    const model = await startModel();
    const calls = [
      { name: 'open_persistent_terminal', parameters: {} },
      {
        name: 'run_persistent_command',
        parameters: { persistent_terminal_id: '1', command: 'echo up; sleep 1000' },
      },
    ];
    for (const [turnIndex, { name, parameters }] of calls.entries())
      model.on(
        { userMessage: 'Serve', turnIndex },
        { toolCalls: [{ name, arguments: JSON.stringify(parameters) }] },
      );
    model.on({ userMessage: 'Serve', turnIndex: calls.length }, { content: 'It serves.' });
    const settings = { ...modelSettings(model.url), 'troupe.approveCommands': 'auto' };
    const window = await shareWindow({ files: FILES, settings });
    const chat = await window.openChat();
    await chat.send('Serve');
    await chat.ended(chat.turns.first());
    const dialog = window.page.locator('.monaco-dialog-box');
    await window.runCommand('troupe.newChat');
    await dialog.getByText('Its terminals still run echo up; sleep 1000.').waitFor();
    await dialog.getByRole('button', { name: 'Leave it running' }).click();
    await chat.turns.first().waitFor({ state: 'detached' });

    await window.runCommand('troupe.showChats');
    const list = chat.frame.getByRole('region', { name: 'Chats' });
    const row = list.getByRole('button', { name: /^Serve 1 terminal/ });
    await row.waitFor();
    await pictures(window, 'terminals');
    await row.press('Delete');
    await dialog.getByText('Delete this chat?').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await list.getByText('is in the trash').count()).toBe(0);
    await row.press('Delete');
    await dialog.getByRole('button', { name: 'End it' }).click();
    await list.getByText('“Serve” is in the trash.').waitFor();
    await chat.frame.getByText('1 terminal of Troupe is open.').waitFor({ state: 'detached' });
  });

  test('takes selections of several files, which a reload and another chat leave staged', async ({
    startModel,
    shareWindow,
  }) => {
    const model = await startModel();
    model.on({ userMessage: 'Before' }, { content: 'Fine.' });
    model.on({ userMessage: 'Compare' }, { content: 'Look at `cart.js:3`.' });
    const files = { ...FILES, 'shop.js': '// first\n// second\n' };
    const window = await shareWindow({ files, settings: modelSettings(model.url) });
    const chat = await window.openChat();
    await chat.ask('Before');
    const chips = chat.frame.getByRole('list', { name: 'Attached to the message' }).getByRole('listitem');
    for (const [file, line] of [
      ['cart.js', 2],
      ['cart.js', 7],
      ['shop.js', 1],
    ] as const) {
      await window.select(file, line, 0, 6);
      const staged = await chips.count();
      await window.runCommand('troupe.attachSelection');
      // The focus goes to the message box with the chip.
      await untilEqual(() => chips.count(), staged + 1, 'the selection is attached');
      await chat.focused(chat.message).waitFor();
    }
    await pictures(window, 'staged');
    await chips
      .nth(1)
      .getByRole('button', { name: /^Remove/ })
      .press('Enter');
    await window.newChat();
    await untilEqual(() => keptLines(window), [3, 2], 'what is attached is kept');
    await window.reload();
    await chat.ready();
    await chips.nth(1).waitFor();
    const staged = (await chips.allInnerTexts()).map((text) => text.trim().split(/\s/)[0]);
    expect(staged).toEqual([expect.stringMatching(/^cart\.js:3/), expect.stringMatching(/^shop\.js:2/)]);
    await chat.ask('Compare');
    expect(requestTexts(model).at(-1)).toMatch(/cart\.js[^]*shop\.js/);
    await chat.conversation
      .getByRole('button', { name: /cart\.js:3/ })
      .last()
      .click();
    await window.page
      .locator('.tabs-container')
      .getByRole('tab', { name: /^cart\.js/ })
      .waitFor();
  });
});
