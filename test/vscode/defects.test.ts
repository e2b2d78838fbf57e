import type { LLMock } from '@copilotkit/aimock';
import { describe, expect } from 'vitest';
import { modelSettings, requestTexts } from './harness/model-requests.js';
import { test } from './harness/test.js';

interface Call {
  readonly name: string;
  readonly arguments: Readonly<Record<string, string>>;
}

const FILES = { 'cart.js': 'export const total = 1;\n', 'old.js': 'old\n' };

function edit(before: string, after: string): Call {
  const blocks = `<<<<<<< ORIGINAL\n${before}\n=======\n${after}\n>>>>>>> UPDATED`;
  return { name: 'edit_file', arguments: { uri: 'cart.js', search_replace_blocks: blocks } };
}

function run(command: string): Call {
  return { name: 'run_command', arguments: { command } };
}

/** Has the model make all these calls in one reply, and then say that it is done. */
function playAtOnce(model: LLMock, content: string, calls: readonly Call[]): void {
  const toolCalls = calls.map(({ name, arguments: parameters }) => ({
    name,
    arguments: JSON.stringify(parameters),
  }));
  model.on({ turnIndex: 0 }, { content, toolCalls });
  model.on({ turnIndex: 1 }, { content: 'Done.' });
}

describe('calls of one reply', () => {
  test('each say at once what became of them, in their order, and Stop denies none', async ({
    startModel,
    shareWindow,
  }) => {
    const model = await startModel();
    playAtOnce(model, 'I look into it.', [
      edit('export const total = 1;', 'export const total = 2;'),
      { name: 'no_such_tool', arguments: {} },
      run('touch `echo new`.js'),
      { name: 'delete_file_or_folder', arguments: { uri: 'old.js' } },
    ]);
    const window = await shareWindow({ files: FILES, settings: modelSettings(model.url) });
    const chat = await window.openChat();
    await chat.send('Mend it');
    const turn = chat.turns.first();
    await chat.button('Approve').click();
    const question = chat.frame.getByRole('region', { name: /^Approval of/ });
    await question.getByText('Run this command?').waitFor();

    // The second question waits, and what came before it has its outcome.
    await chat.shown(turn, 'Edited').waitFor();
    expect(await question.locator('.reasons').textContent()).not.toMatch(/^`/);
    await chat.button('Stop').click();
    await chat.ended(turn);

    const lines = await chat.stepLines(turn);
    expect(lines.map((line) => line.split(' ')[0])).toEqual(['Edited', expect.any(String), 'Run', 'Delete']);
    expect(lines[1]).toContain('There is no such tool');
    expect(lines.slice(2).every((line) => line.includes('Stopped'))).toBe(true);
    expect(lines.join('\n')).not.toMatch(/Denied|[a-z]_[a-z]|[A-Z]\w+Error/);
    expect(((await turn.textContent()) ?? '').split('I look into it.')).toHaveLength(2);
  });
});

test('each try has its own number, and an answer without a word says so', async ({
  startModel,
  shareWindow,
}) => {
  const model = await startModel();
  model.on({}, { content: '' });
  model.nextRequestError(503);
  model.nextRequestError(503);
  const window = await shareWindow({ files: FILES, settings: modelSettings(model.url) });
  const chat = await window.openChat();
  await chat.send('Hello');
  const turn = chat.turns.first();
  await chat.ended(turn);
  const text = (await turn.textContent()) ?? '';
  // Those in a row are one line, which is gone when the last of them has answered.
  expect([...text.matchAll(/try (\d) of (\d)/g)].map(([, ...numbers]) => numbers)).toEqual([['2', '2']]);
  expect(text).toContain('was empty');
  expect(requestTexts(model)).toHaveLength(4);
});

test('what a terminal has printed is read without a question', async ({ startModel, shareWindow }) => {
  const model = await startModel();
  const inTerminal = (command: string): Call => ({
    name: 'run_persistent_command',
    arguments: { persistent_terminal_id: '1', command },
  });
  const calls = [
    { name: 'open_persistent_terminal', arguments: {} },
    inTerminal('touch made; echo printed'),
    inTerminal(''),
  ];
  for (const [turnIndex, { name, arguments: parameters }] of calls.entries())
    model.on({ turnIndex }, { toolCalls: [{ name, arguments: JSON.stringify(parameters) }] });
  model.on({ turnIndex: calls.length }, { content: 'Done.' });
  const window = await shareWindow({ files: FILES, settings: modelSettings(model.url) });
  const chat = await window.openChat();
  await chat.send('Serve');
  const question = chat.frame.getByRole('region', { name: /^Approval of/ });
  await question.getByText('Or allow every call of “open a terminal”').waitFor();
  await chat.button('Approve').click();
  await question.getByText('touch made').first().waitFor();
  await chat.button('Approve').click();

  await chat.ended(chat.turns.first());

  // The terminal is told of in the chat, and ended from there.
  await chat.frame.getByText('1 terminal of Troupe is open.').waitFor();
  await chat.button('Show').click();
  const row = window.quickInput.locator('.monaco-list-row', { hasText: 'touch made' });
  await row.hover();
  await row.getByRole('button', { name: 'End' }).click();
  await chat.frame.getByText('1 terminal of Troupe is open.').waitFor({ state: 'detached' });
});

test('quiet buttons have no frame in the theme that VS Code starts with, and nobody pays for the built-in search', async ({
  shareWindow,
}) => {
  const window = await shareWindow({ files: FILES });
  const chat = await window.openChat();
  const frames = await chat.frame.locator('button:not(.primary)').evaluateAll((buttons) => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.color = 'var(--vscode-button-secondaryBorder, transparent)';
    const allowed = getComputedStyle(probe).color;
    probe.remove();
    return buttons
      .map((button) => getComputedStyle(button).borderTopColor)
      .filter((color) => color !== allowed && !color.endsWith(', 0)'));
  });
  expect(frames).toEqual([]);
  const turn = await chat.ask('What is in this workspace?');
  expect(await turn.textContent()).not.toMatch(/tokens|openai|stand-in/);
});
