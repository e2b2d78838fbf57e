import type { LLMock } from '@copilotkit/aimock';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import type { ChatView } from './harness/chat-view.js';
import type { CodeWindow } from './harness/code-window.js';
import { modelSettings, requestTexts } from './harness/model-requests.js';
import { test } from './harness/test.js';

interface Call {
  readonly name: string;
  readonly arguments: Readonly<Record<string, string>>;
}

/** Has the model make these calls for that message, one after the other, and then say that it is done. */
function play(model: LLMock, userMessage: string, calls: readonly Call[]): void {
  for (const [turnIndex, { name, arguments: parameters }] of calls.entries())
    model.on(
      { userMessage, turnIndex },
      { content: 'So be it.', toolCalls: [{ name, arguments: JSON.stringify(parameters) }] },
    );
  model.on({ userMessage, turnIndex: calls.length }, { content: `${userMessage}: done.` });
}

/** Has the model make one call for that message, whatever was said before. */
function playOne(model: LLMock, userMessage: string, { name, arguments: parameters }: Call): void {
  const toolCalls = [{ name, arguments: JSON.stringify(parameters) }];
  model.on({ userMessage, hasToolResult: false }, { content: 'So be it.', toolCalls });
  model.on({ userMessage, hasToolResult: true }, { content: `${userMessage}: done.` });
}

function edit(uri: string, before: string, after: string): Call {
  const blocks = `<<<<<<< ORIGINAL\n${before}\n=======\n${after}\n>>>>>>> UPDATED`;
  return { name: 'edit_file', arguments: { uri, search_replace_blocks: blocks } };
}

function run(command: string): Call {
  return { name: 'run_command', arguments: { command } };
}

/** The question that waits. */
function card(chat: ChatView) {
  return chat.frame.getByRole('region', { name: /^Approval of/ });
}

/** Shows a file in an editor and, if there is a text, types it where the file begins. */
async function openFile(window: CodeWindow, path: string, typed = ''): Promise<void> {
  await window.host.evaluate(
    async ({ vscode }, [path, typed]) => {
      const { Uri, window, workspace, Position } = vscode;
      const folder = workspace.workspaceFolders?.[0];
      if (folder === undefined) throw new Error('There is no folder.');
      const editor = await window.showTextDocument(Uri.joinPath(folder.uri, path), { preview: false });
      if (typed !== '') await editor.edit((builder) => builder.insert(new Position(0, 0), typed));
    },
    [path, typed] as const,
  );
}

/** What the editor has of the file in front, and what it has after "undo". */
function lookAndUndo(window: CodeWindow): Promise<{ text: string; isDirty: boolean; undone: string }> {
  return window.host.evaluate(async ({ vscode }) => {
    const document = vscode.window.activeTextEditor?.document;
    if (document === undefined) throw new Error('No editor is open.');
    const text = document.getText();
    const { isDirty } = document;
    await vscode.commands.executeCommand('workbench.action.focusActiveEditorGroup');
    await vscode.commands.executeCommand('undo');
    return { text, isDirty, undone: document.getText() };
  });
}

describe('a model that changes things', () => {
  test('is answered with one key, shown at work, refused, and told of the errors that it made', async ({
    startModel,
    shareWindow,
  }) => {
    const model = await startModel();
    const hostile = '\u202E<img src=x onerror=alert(1)>\u001B[31m';
    play(model, 'Mend it', [
      edit('data.json', '  "a": 1', `  "a": "${hostile.slice(0, -5)}"`),
      run('echo begun; until [ -e go ]; do sleep 0.1; done; rm go; echo ended >&2'),
      run(`rm -rf data.json # ${hostile}`),
      edit('data.json', '}', '  oops\n}'),
      // Nobody waits for the editor but a model that asks.
      { name: 'read_lint_errors', arguments: { uri: 'data.json' } },
    ]);
    const files = { 'data.json': '{\n  "a": 1\n}\n' };
    const window = await shareWindow({ files, settings: modelSettings(model.url) });
    const { keyboard } = window.page;
    await openFile(window, 'data.json');
    const chat = await window.openChat();
    await chat.send('Mend it');
    const turn = chat.turns.first();
    const approval = card(chat);

    await approval.getByText('Make this change?').waitFor();
    await approval.getByRole('list', { name: 'Files' }).getByText('data.json').waitFor();
    expect(await approval.locator('.removed').allTextContents()).toEqual(['-  "a": 1\n']);
    expect(await approval.locator('.added').allTextContents()).toEqual([
      '+  "a": "⟨U+202E⟩<img src=x onerror=alert(1)>"\n',
    ]);
    expect(await chat.liveParts()).toEqual([]);
    await window.page
      .getByRole('tab', { name: /Troupe/ })
      .getByText('1')
      .waitFor();
    await chat.answerable();
    await chat.button('Approve').focus();
    await keyboard.press('y');

    await approval.getByText('Run this command?').waitFor();
    await approval
      .getByText(/^It runs in a sandbox: .* no network unless this question says so\.$|without a sandbox/)
      .waitFor();
    await chat.focused(chat.message).waitFor();
    await chat.answerable();
    await keyboard.press('Control+Enter');
    await chat.shown(chat.step(turn, 'run_command'), 'begun').waitFor();
    // A view that is opened while it runs shows that, and does not ask again.
    await window.page.getByRole('tab', { name: 'Explorer' }).click();
    await chat.message.waitFor({ state: 'hidden' });
    await window.openChat();
    await chat.shown(chat.step(turn, 'run_command'), 'begun').waitFor();
    expect(await approval.count()).toBe(0);
    writeFileSync(join(window.workspace, 'go'), '');

    await approval.getByText('rm -rf data.json # ⟨U+202E⟩<img src=x onerror=alert(1)>⟨U+001B⟩[31m').waitFor();
    expect(await chat.liveParts()).toEqual([]);
    await chat.answerable();
    await chat.button('Approve').focus();
    await keyboard.press('n');

    await approval.getByText('Make this change?').waitFor();
    await chat.button('Approve').click();
    await chat.ended(turn);
    await chat.shown(turn, 'Mend it: done.').waitFor();

    const last = requestTexts(model).at(-1) ?? '';
    expect(last).toMatch(/begun.*stderr:\\nended/);
    expect(last).toContain('The person denied this call.');
    expect(last).toMatch(/data\.json:3:\d+: error/);
    expect(readFileSync(join(window.workspace, 'data.json'), 'utf8')).toContain('oops');
    // What was only read is folded.
    expect((await chat.stepLines(turn)).slice(0, 4)).toEqual([
      expect.stringMatching(/^Edited data\.json · \+1 −1/),
      expect.stringMatching(/^Ran echo begun; .* · exit 0 · [\d.]+ s$/),
      expect.stringMatching(/^Run rm -rf data\.json .* · Denied$/),
      expect.stringMatching(/^Edited data\.json · \+1/),
    ]);
  });

  test('changes what is open in the editor, and nothing that was typed is lost', async ({
    startModel,
    shareWindow,
  }) => {
    const model = await startModel();
    playOne(model, 'Change the clean one', edit('clean.txt', 'two', 'TWO'));
    playOne(model, 'Change the dirty one', edit('dirty.txt', 'two', 'TWO'));
    playOne(model, 'Change it too late', edit('late.txt', 'two', 'TWO'));
    playOne(model, 'Run something', run('touch made'));
    const names = ['clean.txt', 'dirty.txt', 'late.txt'];
    const files = Object.fromEntries(names.map((name) => [name, 'one\ntwo\n']));
    const window = await shareWindow({ files, settings: modelSettings(model.url) });
    const disk = (name: string): string => readFileSync(join(window.workspace, name), 'utf8');
    const chat = await window.openChat();
    const approve = async (message: string): Promise<void> => {
      const turn = chat.turns.nth(await chat.turns.count());
      await chat.send(message);
      await chat.button('Approve').click();
      await chat.ended(turn);
      // The diff of the question is in front of the file until it is closed.
      await window.page.getByRole('tab', { name: /proposed by Troupe/ }).waitFor({ state: 'detached' });
    };

    await openFile(window, 'clean.txt');
    await approve('Change the clean one');
    expect(await lookAndUndo(window)).toEqual({
      text: 'one\nTWO\n',
      isDirty: false,
      undone: 'one\ntwo\n',
    });
    expect(disk('clean.txt')).toBe('one\nTWO\n');

    await openFile(window, 'dirty.txt', 'typed\n');
    await approve('Change the dirty one');
    expect(disk('dirty.txt')).toBe('typed\none\nTWO\n');
    expect(await lookAndUndo(window)).toEqual({
      text: 'typed\none\nTWO\n',
      isDirty: false,
      undone: 'typed\none\ntwo\n',
    });

    await chat.send('Change it too late');
    await card(chat).waitFor();
    // Of two editors that open at the same time, VS Code gives up one.
    await window.page.locator('.modified-in-monaco-diff-editor').getByText('TWO').first().waitFor();
    await openFile(window, 'late.txt', 'typed\n');
    await chat.button('Approve').click();
    await chat.ended(chat.turns.nth(2));
    expect(requestTexts(model).at(-1)).toMatch(/late\.txt was changed .* since it was read/);
    expect(disk('late.txt')).toBe('one\ntwo\n');
    expect(await lookAndUndo(window)).toMatchObject({ text: 'typed\none\ntwo\n', isDirty: true });

    // The setting counts for the next question; a window that is reloaded before the answer has run nothing.
    await window.changeSetting('troupe.network', 'never');
    await chat.send('Run something');
    await card(chat)
      .getByText(/no network unless this question says so\.$|without a sandbox/)
      .waitFor();
    await window.kept('touch made');
    await window.reload();
    await chat.ready();
    const turn = chat.conversation.locator('article[data-state="interrupted"]');
    expect(await chat.stepLines(turn)).toEqual(['Run touch made · Stopped']);
    expect(await card(chat).count()).toBe(0);
    expect(() => disk('made')).toThrow('ENOENT');
  });
});
