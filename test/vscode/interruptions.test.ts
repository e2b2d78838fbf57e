import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { modelSettings } from './harness/model-requests.js';
import { test } from './harness/test.js';
import { until } from '../doubles/until.js';

/** What a model server is sent. */
interface ChatRequest {
  readonly messages?: readonly {
    readonly role: string;
    readonly content: unknown;
    readonly tool_calls?: readonly { readonly function: unknown }[];
  }[];
}

const FILES = { 'src/needle.ts': 'export const needle = 42;\n' };

// The first of the file: no other conversation is stored yet.
test('a reloaded window shows the conversation again', async ({ shareWindow }) => {
  const window = await shareWindow({ files: FILES });
  const chat = await window.openChat();
  const turn = await chat.ask('Where is needle defined?');
  const before = await turn.textContent();
  await window.kept('"kind":"turn_ended"');

  await window.reload();
  await chat.ready();

  await chat.ended(turn);
  expect(await turn.textContent()).toBe(before);
});

test('a turn that was running when the window was reloaded is marked as interrupted', async ({
  startHeldModel,
  shareWindow,
}) => {
  const model = await startHeldModel('Half an ans');
  const window = await shareWindow({ files: FILES, settings: modelSettings(model.url) });
  const chat = await window.openChat();
  await chat.send('Where is the needle?');
  await chat.conversation.getByText('Half an ans').waitFor();

  await window.reload();
  await chat.ready();

  const turn = chat.conversation.locator('article[data-state="interrupted"]');
  await turn.getByText('Half an ans').waitFor();
  await turn.getByText(/interrupted/i).waitFor();
  expect(await chat.button('Send').isVisible()).toBe(true);
});

test.for(['reloaded', 'killed'] as const)(
  'a window %s in the middle of a run of five calls has the whole conversation, and goes on with it',
  async (how, { startModel, shareWindow }) => {
    const model = await startModel();
    const call = (name: string, params: object) => ({ name, arguments: JSON.stringify(params) });
    const calls = [
      call('search_for_files', { query: 'needle' }),
      call('read_file', { uri: 'src/needle.ts' }),
      call('run_command', { command: 'touch begun; until [ -e go ]; do sleep 0.1; done' }),
      call('run_command', { command: 'touch never-1' }),
      call('run_command', { command: 'touch never-2' }),
    ];
    model.on(
      { userMessage: 'Do five things', hasToolResult: false },
      { content: 'I begin.', toolCalls: calls },
    );
    model.on({ userMessage: 'Go on' }, { content: 'I went on.' });
    const window = await shareWindow({ files: FILES, settings: modelSettings(model.url) });
    const chat = await window.openChat();
    await chat.send('Do five things');
    await chat.button('Approve').first().click();
    await until(() => existsSync(join(window.workspace, 'begun')), 'the command has begun');

    if (how === 'killed') process.kill(await window.host.evaluate(() => process.pid), 'SIGKILL');
    await window.reload();
    await chat.ready();

    const turn = chat.conversation.locator('article[data-state="interrupted"]');
    await turn.waitFor();
    expect(await turn.getByText('Do five things').isVisible()).toBe(true);
    await chat.shown(turn, 'I begin.').waitFor();
    expect(await chat.stepLines(turn)).toEqual([
      'Searched “needle” · 1 hit',
      'Read needle.ts',
      'Run touch begun; until [ -e go ]; do sleep 0.1; done · Stopped',
      'Run touch never-1 · Stopped',
      'Run touch never-2 · Stopped',
    ]);
    await chat.shown(turn, 'Looked at 1 file, searched once').waitFor();
    await chat.openStep(turn, 'read_file');
    await chat.shown(turn, 'export const needle = 42;').waitFor();

    const next = await chat.ask('Go on');
    await next.getByText('I went on.').waitFor();
    const request = model.getRequests().at(-1)?.body as ChatRequest | undefined;
    const messages = request?.messages ?? [];
    console.log(`The request after the reload:\n${JSON.stringify(messages.slice(1), undefined, 1)}`);
    expect(messages.map(({ role }) => role)).toEqual([
      'system',
      'user',
      'assistant',
      ...calls.map(() => 'tool'),
      'user',
    ]);
    expect(messages[2]?.tool_calls?.map((one) => one.function)).toEqual(calls);
    const results = messages.slice(3, 8).map(({ content }) => JSON.stringify(content));
    expect(results[0]).toContain('src/needle.ts:1');
    expect(results[1]).toContain('export const needle = 42;');
    for (const result of results.slice(2)) expect(result).toMatch(/interrupted/i);
    expect(results[2]).not.toBe(results[3]);
    expect(messages.at(-1)?.content).toBe('Go on');
    expect(existsSync(join(window.workspace, 'never-1'))).toBe(false);
  },
);

test('a view that is closed in mid-stream and opened again shows what came meanwhile', async ({
  startHeldModel,
  shareWindow,
}) => {
  const model = await startHeldModel('Half an ans');
  const window = await shareWindow({ files: FILES, settings: modelSettings(model.url) });
  const chat = await window.openChat();
  await chat.send('Where is the needle?');
  await chat.conversation.getByText('Half an ans').waitFor();

  await window.page.getByRole('tab', { name: 'Explorer' }).click();
  await chat.message.waitFor({ state: 'hidden' });
  model.finish('wer.');
  await window.openChat();

  const turn = chat.turns.first();
  await chat.ended(turn);
  await turn.getByText('Half an answer.').waitFor();
});
