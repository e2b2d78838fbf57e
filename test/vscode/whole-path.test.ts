import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LLMock } from '@copilotkit/aimock';
import { describe, expect } from 'vitest';
import { CodeWindow } from './harness/code-window.js';
import { modelSettings, requestTexts } from './harness/model-requests.js';
import { test } from './harness/test.js';
import { until } from '../doubles/until.js';
import { untilEqual } from '../doubles/until-equal.js';

interface Call {
  readonly name: string;
  readonly arguments: Readonly<Record<string, string>>;
}

const PLACES = [2, 12, 22, 32] as const;
const NAMES = ['a.js', 'b.js', 'c.js'] as const;

function source(file: string): string {
  return Array.from({ length: 40 }, (_, line) => `// ${file} line ${line}\n`).join('');
}

const FILES = Object.fromEntries(NAMES.map((name) => [name, source(name)]));

/** An edit of three files in four places each. */
const TWELVE: Call = {
  name: 'edit_file',
  arguments: {
    uri: 'a.js',
    search_replace_blocks: [
      '*** Begin Patch',
      ...NAMES.flatMap((name) => [
        `*** Update File: ${name}`,
        ...PLACES.map((line) => `@@\n-// ${name} line ${line}\n+// ${name} LINE ${line}`),
      ]),
      '*** End Patch',
    ].join('\n'),
  },
};

/** Has the model make these calls, one after the other, and then say that it is done. */
function play(model: LLMock, calls: readonly Call[]): void {
  for (const [turnIndex, { name, arguments: parameters }] of calls.entries())
    model.on({ turnIndex }, { toolCalls: [{ name, arguments: JSON.stringify(parameters) }] });
  model.on({ turnIndex: calls.length }, { content: 'The total is in a.js:13. All done.' });
}

function holds(window: CodeWindow, files: Readonly<Record<string, string>>): Promise<void> {
  const read = (file: string): string => readFileSync(join(window.workspace, file), 'utf8');
  return untilEqual(
    () => Object.fromEntries(Object.keys(files).map((file) => [file, read(file)])),
    files,
    'the files hold what they should',
  );
}

describe('the whole path of a person', () => {
  test('is walked by mouse alone from the set-up to changes that are undone', async ({
    startModel,
    openWindow,
  }) => {
    const model = await startModel();
    play(model, [
      { name: 'read_file', arguments: { uri: 'a.js' } },
      { name: 'search_for_files', arguments: { query: 'line 12' } },
      TWELVE,
      { name: 'run_command', arguments: { command: 'node missing.js' } },
      { name: 'ls_dir', arguments: { uri: '.' } },
    ]);
    const window = await openWindow({ files: FILES });
    const { page, quickInput } = window;
    // A provider of the person's own file needs no typing.
    const folder = join(window.server.profile.folder, 'home/.config/troupe');
    mkdirSync(folder, { recursive: true });
    const provider = { baseUrl: `${model.url}/v1`, models: { 'mock-model': {} } };
    writeFileSync(join(folder, 'providers.json'), JSON.stringify({ providers: { ours: provider } }), {
      mode: 0o600,
    });
    const chat = await window.openChat();

    await chat.button('Set up a model').click();
    const ours = quickInput.locator('.monaco-list-row', { hasText: 'ours' });
    await quickInput.locator('.monaco-list-row').first().hover();
    await until(async () => {
      await page.mouse.wheel(0, 200);
      return (await ours.count()) === 1;
    }, 'the list has come to our provider');
    await ours.click();
    await quickInput.locator('.monaco-list-row', { hasText: 'mock-model' }).click();
    await quickInput.waitFor({ state: 'hidden' });

    await chat.button('What does this project do, and where does it start?').click();
    const turn = chat.turns.first();
    const approve = chat.button('Approve');
    await chat.frame.getByText('12 places').or(chat.frame.getByText('in 4 places').first()).first().waitFor();
    await page
      .locator('.tabs-container')
      .getByRole('tab', { name: /Proposed by Troupe/ })
      .waitFor();
    await approve.click();
    await holds(window, {
      'c.js': PLACES.reduce(
        (text, line) => text.replace(`line ${line}\n`, `LINE ${line}\n`),
        FILES['c.js'] ?? '',
      ),
    });
    await chat.frame.getByRole('region', { name: /command/ }).waitFor();
    await approve.click();
    await chat.ended(turn);
    // What failed is seen at a glance.
    await chat.shown(turn, 'exit 1').waitFor();

    // A place leads to its line.
    await turn
      .getByRole('button', { name: 'a.js:13' })
      .or(turn.getByRole('link', { name: 'a.js:13' }))
      .first()
      .click();
    await page.locator('.statusbar-item', { hasText: 'Ln 13' }).waitFor();

    // Two of the changes of a file are undone above them, then one file in the list, then all.
    const undoHunk = page.locator('.codelens-decoration a').getByText('Undo', { exact: true });
    for (const left of [3, 2]) {
      await undoHunk.first().click();
      const changed = (): number | undefined =>
        readFileSync(join(window.workspace, 'a.js'), 'utf8').match(/LINE/g)?.length;
      await untilEqual(changed, left, 'the change is undone');
      await untilEqual(() => undoHunk.count(), left, 'the editor shows the others');
    }
    const bar = chat.frame.getByRole('region', { name: 'Changes to review' });
    await bar.getByText('3 files changed').click();
    await bar
      .getByRole('listitem')
      .filter({ hasText: 'b.js' })
      .getByRole('button', { name: /^Undo/ })
      .click();
    await holds(window, { 'b.js': FILES['b.js'] ?? '' });
    await bar.getByText('2 files changed').waitFor();
    await bar.getByRole('button', { name: 'Undo', exact: true }).click();
    await holds(window, FILES);
    await bar.waitFor({ state: 'detached' });
  });

  test('in two windows of one folder goes on in turns, or in a copy, and loses nothing', async ({
    startModel,
    openWindow,
  }) => {
    const model = await startModel();
    for (const text of ['One', 'Two', 'Three', 'Four'])
      model.on({ userMessage: text }, { content: `${text}: answered.` });
    const window = await openWindow({ files: FILES, settings: modelSettings(model.url) });
    const chat = await window.openChat();
    await chat.ask('One');
    const context = window.page.context();
    const other = await CodeWindow.open(context, window.server, { folder: window.workspace });
    const otherChat = await other.openChat();
    await otherChat.shown(otherChat.conversation, 'One: answered.').waitFor();

    const answer = async (window: CodeWindow, button: string): Promise<void> => {
      const dialog = window.page.getByRole('dialog').filter({ hasText: 'open in another window' });
      await dialog.getByRole('button', { name: button, exact: true }).click();
    };

    // It goes on in the other window, which then has it.
    await Promise.all([otherChat.ask('Two'), answer(other, 'Go On Here')]);
    await Promise.all([chat.ask('Three'), answer(window, 'Go On Here')]);
    await chat.shown(chat.conversation, 'Two: answered.').waitFor();
    await chat.shown(chat.conversation, 'Three: answered.').waitFor();
    expect(requestTexts(model).at(-1)).toContain('Two: answered.');
    // Or in a copy, whose title tells it from the other.
    await Promise.all([otherChat.ask('Four'), answer(other, 'Go On in a Copy')]);
    await otherChat.shown(otherChat.conversation, 'Three: answered.').waitFor();
    await otherChat.shown(otherChat.conversation, 'Four: answered.').waitFor();

    for (const one of [window, other]) await one.reload();
    await window.runCommand('troupe.openConversation');
    const rows = window.quickInput.locator('.monaco-list-row', { hasText: 'One' });
    await untilEqual(() => rows.count(), 2, 'both chats are listed');
    await rows.filter({ hasText: 'One (copy)' }).waitFor();
  });
});
