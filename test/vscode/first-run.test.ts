import { expect } from 'vitest';
import { test } from './harness/test.js';

const FILES = {
  'src/needle.ts': '// hay\nexport const needle = 42;\n',
  'src/other.ts': 'import { needle } from "./needle.js";\n',
  'README.md': '# Haystack\n\nA place to look for a needle.\n',
};

test('the first message is answered without a key, with steps that can be read', async ({ openWindow }) => {
  const window = await openWindow({ files: FILES });
  const chat = await window.openChat();
  const turn = await chat.ask('Where is needle defined?');
  await turn.getByText('src/needle.ts').first().waitFor();
  const step = turn.locator('details', { hasText: 'search_for_files' }).first();
  await step.locator('summary').click();
  await step.getByText('src/needle.ts').first().waitFor();
  expect(await step.locator('summary').textContent()).toMatch(/done/i);
});

test('a newcomer is told that no model is set and how to set one', async ({ openWindow }) => {
  const chat = await (await openWindow({ files: FILES })).openChat();
  await chat.status
    .getByText(/offline/i)
    .first()
    .waitFor();
  await chat.button('Choose a model').click();
});
