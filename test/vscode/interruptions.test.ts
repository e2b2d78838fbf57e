import { expect } from 'vitest';
import { modelSettings } from './harness/model-requests.js';
import { test } from './harness/test.js';

const FILES = { 'src/needle.ts': 'export const needle = 42;\n' };

test('a reloaded window shows the conversation again', async ({ openWindow }) => {
  const window = await openWindow({ files: FILES });
  const chat = await window.openChat();
  const turn = await chat.ask('Where is needle defined?');
  const before = await turn.textContent();
  await window.kept('"state":"ended"');

  await window.reload();
  await chat.ready();

  await chat.ended(turn);
  expect(await turn.textContent()).toBe(before);
});

test('a turn that was running when the window was reloaded is marked as interrupted', async ({
  startHeldModel,
  openWindow,
}) => {
  const model = await startHeldModel('Half an ans');
  const window = await openWindow({ files: FILES, settings: modelSettings(model.url) });
  const chat = await window.openChat();
  await chat.send('Where is the needle?');
  await chat.conversation.getByText('Half an ans').waitFor();
  await window.kept('Half an ans');

  await window.reload();
  await chat.ready();

  const turn = chat.conversation.locator('article[data-state="interrupted"]');
  await turn.getByText('Half an ans').waitFor();
  await turn.getByText(/interrupted/i).waitFor();
  expect(await chat.button('Send').isVisible()).toBe(true);
});

test('a view that is closed in mid-stream and opened again shows what came meanwhile', async ({
  startHeldModel,
  openWindow,
}) => {
  const model = await startHeldModel('Half an ans');
  const window = await openWindow({ files: FILES, settings: modelSettings(model.url) });
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
