import { expect } from 'vitest';
import { test } from './harness/test.js';

const FILES = {
  'src/needle.ts': '// hay\nexport const needle = 42;\n',
  'src/other.ts': 'import { needle } from "./needle.js";\n',
  'README.md': '# Haystack\n\nA place to look for a needle.\n',
};

test('the first message is answered without a key, with steps that can be opened', async ({ openWindow }) => {
  const window = await openWindow({ files: FILES, hasAllBuiltIn: true });
  const chat = await window.openChat();

  const turn = await chat.ask('Where is needle defined?');

  await chat.shown(turn, 'src/needle.ts:2').waitFor();
  expect(await chat.stepLines(turn)).toContainEqual(
    expect.stringMatching(/^Searched .*needle.* · \d+ hits?$/),
  );
  await chat.openStep(turn, 'search_for_files');
  await chat.shown(turn, 'src/other.ts:1: import').waitFor();
});

test('a newcomer is told that there is no model, and is one press from choosing another', async ({
  openWindow,
}) => {
  const window = await openWindow({ files: FILES });
  const chat = await window.openChat();
  await chat.shown(chat.conversation, /needs a language model/).waitFor();
  await chat.shown(chat.conversation, /runs a command, it asks you/).waitFor();

  await chat.button('Set up a model').click();

  await window.quickInput.getByText('A server of your own').waitFor();
});

test('the whole first task is done by keyboard alone', async ({ openWindow }) => {
  const window = await openWindow({ files: FILES });
  const { chat } = window;
  const { keyboard } = window.page;

  await window.runCommandByKeyboard('troupe.focusChat');
  await chat.ready();
  await chat.focused(chat.message).waitFor();
  await keyboard.type('Where is needle defined?');
  await keyboard.press('Enter');
  const turn = chat.turns.first();
  await chat.ended(turn);

  for (const summary of await turn.locator('summary').all()) {
    await chat.tabTo(summary);
    await keyboard.press('Enter');
  }
  await chat.shown(turn, 'src/other.ts:1: import').waitFor();

  await chat.tabTo(chat.message);
  await keyboard.type('Show @other');
  await chat.choose(chat.files.getByRole('option', { name: 'other.ts' }));
  await keyboard.press('Enter');
  const second = chat.turns.nth(1);
  await chat.ended(second);
  await chat.shown(second, 'import { needle }').waitFor();

  await chat.tabTo(chat.message);
  await keyboard.type('/new');
  await keyboard.press('Enter');
  await turn.waitFor({ state: 'detached' });
});
