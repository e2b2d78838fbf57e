import { expect } from 'vitest';
import { storeChat } from './harness/stored-chat.js';
import { test } from './harness/test.js';
import { until } from '../doubles/until.js';
import { untilEqual } from '../doubles/until-equal.js';

const TURNS = Array.from({ length: 1_000 }, (_, index) => ({
  question: `Question ${index}.`,
  answer: `Answer ${index}.\n\n${'Some more words. '.repeat(index % 50)}`,
}));

test('a stored conversation of 1,000 turns is whole, opens at its end, and is searched with Ctrl+F', async ({
  openWindow,
}) => {
  const window = await openWindow({ files: { 'a.txt': 'a' } });
  const chat = await window.openChat();
  await chat.ask('What is in this workspace?');
  await window.kept('"kind":"turn_ended"');
  await storeChat(window, TURNS);

  await window.reload();
  await chat.ready();
  const text = (words: string) => chat.conversation.getByText(words, { exact: true });
  const isInSight = (words: string): Promise<boolean> =>
    text(words).evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return top >= 0 && bottom <= element.ownerDocument.documentElement.clientHeight;
    });

  await text('Question 999.').waitFor();
  expect(
    await chat.conversation.evaluate((log) => log.scrollHeight - log.clientHeight - log.scrollTop),
  ).toBeLessThanOrEqual(1);
  expect(await chat.turns.count()).toBeLessThan(60);

  // The beginning arrives a little later than the end, and the key goes to the beginning that is there.
  await chat.conversation.focus();
  await until(async () => {
    await window.page.keyboard.press('Home');
    return (await text('Question 0.').count()) === 1 && (await isInSight('Question 0.'));
  }, 'the first question is in sight');
  expect(await chat.turns.count()).toBeLessThan(60);

  await window.page.keyboard.press('Control+F');
  const bar = chat.frame.getByRole('search', { name: 'Find in chat' });
  await bar.waitFor();
  // The focus is in the bar.
  await window.page.keyboard.type('answer 512.');
  await untilEqual(() => bar.getByRole('status').textContent(), '1 of 1', 'the answer is found');
  await until(
    async () => (await text('Question 512.').count()) === 1 && (await isInSight('Question 512.')),
    'what was found is in sight',
  );
  await window.page.keyboard.press('Escape');
  await bar.waitFor({ state: 'hidden' });

  // The way to the end is small and at the edge, so that it covers little.
  const jump = await chat.frame.getByRole('button', { name: 'Jump to end' }).boundingBox();
  expect([jump?.width, jump?.height]).toEqual([26, 26]);

  // The next message goes on with the conversation, and is shown.
  await chat.send('What is in this workspace?');
  const turn = chat.turns.filter({ hasText: 'What is in this workspace?' });
  await turn.waitFor();
  await chat.ended(turn);
  expect(
    await chat.conversation.evaluate((log) => log.scrollHeight - log.clientHeight - log.scrollTop),
  ).toBeLessThanOrEqual(1);
});
