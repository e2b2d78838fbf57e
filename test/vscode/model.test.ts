import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { CodeWindow } from './harness/code-window.js';
import { modelSettings, requestTexts } from './harness/model-requests.js';
import { test } from './harness/test.js';

const KEY = 'sk-secret-0123456789abcdef';
const ANSWER = 'The needle is exported by src/needle.ts, with the value 42.';
const FILES = { 'src/needle.ts': '// hay\nexport const needle = 42;\n' };

/** Gives Troupe a key as a person does. */
async function giveKey(window: CodeWindow, key: string): Promise<void> {
  await window.runCommand('troupe.setApiKey');
  const input = window.quickInput.locator('input[type="password"]');
  await input.fill(key);
  await input.press('Enter');
  await window.quickInput.waitFor({ state: 'hidden' });
}

/** Settings, logs and state among them. */
function filesThatContain(text: string, folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path).includes(text));
}

test('a model server set up through settings and SecretStorage answers with real tool steps', async ({
  startModel,
  shareWindow,
}) => {
  const model = await startModel({ auth: { apiKeys: [KEY] } });
  model.on(
    { userMessage: 'Where is the needle', hasToolResult: false },
    {
      content: 'Let me look for it.',
      toolCalls: [{ name: 'search_for_files', arguments: JSON.stringify({ query: 'needle' }) }],
    },
  );
  model.on({ userMessage: 'Where is the needle', hasToolResult: true }, { content: ANSWER });
  const window = await shareWindow({ files: FILES, settings: modelSettings(model.url) });
  const chat = await window.openChat();
  await giveKey(window, KEY);

  const turn = await chat.ask('Where is the needle?');

  await turn.getByText(ANSWER).waitFor();
  await chat.shown(turn, 'Let me look for it.').waitFor();
  expect(await chat.stepLines(turn)).toEqual(['Searched “needle” · 1 hit']);
  expect(requestTexts(model)[1]).toContain('src/needle.ts:2:');
  expect(filesThatContain(KEY, window.server.profile.userData)).toEqual([]);
});

test('Stop in mid-stream ends the turn, keeps what was said and hangs up', async ({
  startHeldModel,
  shareWindow,
}) => {
  const model = await startHeldModel('Half an ans');
  const chat = await (await shareWindow({ files: FILES, settings: modelSettings(model.url) })).openChat();
  await chat.send('Where is the needle?');
  await chat.conversation.getByText('Half an ans').waitFor();

  await chat.button('Stop').click();

  await model.closed;
  const turn = chat.turns.first();
  await chat.ended(turn);
  await turn.getByText('Half an ans').waitFor();
  expect(await chat.button('Stop').isVisible()).toBe(false);
});

test('a model that refuses the key says what to do, and Retry works once there is a key', async ({
  startModel,
  shareWindow,
}) => {
  const model = await startModel({ auth: { apiKeys: [KEY] } });
  model.on({}, { content: ANSWER });
  const window = await shareWindow({ files: FILES, settings: modelSettings(model.url) });
  const chat = await window.openChat();
  await giveKey(window, 'sk-wrong-0123456789');
  await chat.send('Where is the needle?');
  const alert = await chat.alert.textContent();
  expect(alert).toMatch(/key/i);
  expect(alert).not.toContain('sk-wrong');

  await giveKey(window, KEY);
  await chat.button('Retry').click();

  await chat.conversation.getByText(ANSWER).waitFor();
});

test('a model that cannot be reached says what to do, and Retry works once it is there', async ({
  startModel,
  startHeldModel,
  shareWindow,
}) => {
  const gone = await startHeldModel('');
  const { url } = gone;
  gone.stop();
  const chat = await (await shareWindow({ files: FILES, settings: modelSettings(url) })).openChat();
  await chat.send('Where is the needle?');
  expect(await chat.alert.textContent()).toMatch(new RegExp(`${url}.*check`, 'is'));

  const back = await startModel({ port: Number(new URL(url).port) });
  back.on({}, { content: ANSWER });
  await chat.button('Retry').click();

  await chat.conversation.getByText(ANSWER).waitFor();
});

test('a model that has too much to do gives way to the fallback of the settings, and the view says what it cost', async ({
  startModel,
  shareWindow,
}) => {
  const model = await startModel();
  model.on(
    { model: 'mock-model' },
    { error: { message: 'Too much to do.', type: 'server_error' }, status: 503 },
  );
  model.on({ model: 'spare' }, { content: ANSWER });
  const settings = {
    ...modelSettings(model.url),
    'troupe.fallbackModel': 'spare',
    'troupe.effort': 'low',
  };
  const chat = await (await shareWindow({ files: FILES, settings })).openChat();
  await chat.frame.getByRole('button', { name: /^Model: mock-model on .*, effort low$/ }).waitFor();

  const turn = await chat.ask('Where is the needle?');

  await chat.shown(turn, ANSWER).waitFor();
  await turn.getByText('openai/spare goes on with this turn.').waitFor();
  const asked = model.getRequests().map(({ body }) => body);
  expect(asked.at(-1)).toMatchObject({ model: 'spare' });
  expect(asked.at(-1)).not.toHaveProperty('reasoning_effort');
  expect(asked[0]).toMatchObject({ model: 'mock-model', reasoning_effort: 'low' });
  await chat.button('Tokens and costs').click();
  await chat.frame.getByRole('dialog', { name: 'Tokens and costs' }).getByText('1 request').waitFor();
});
