import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { IMAGES } from '../doubles/images.js';
import { modelSettings, requestTexts } from './harness/model-requests.js';
import { test } from './harness/test.js';
import { until } from '../doubles/until.js';
import { untilEqual } from '../doubles/until-equal.js';

const FILES = {
  'src/cart.js': 'export const total = 42;\n',
  'src/shop.js': 'export const name = "shop";\n',
};

test('@ starts with what is open, the selection, the folders, and the change that git knows', async ({
  startModel,
  openWindow,
}) => {
  const model = await startModel();
  model.on({}, { content: 'I see.' });
  const window = await openWindow({
    files: { ...FILES, 'ignored/code.js': '', '.gitignore': 'ignored\n' },
    open: (folder) => {
      const workspace = join(folder, 'workspace');
      const git = (...args: string[]) =>
        execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: workspace });
      git('init', '--quiet');
      git('add', '.');
      git('commit', '--quiet', '--message', 'Begin');
      writeFileSync(join(workspace, 'src/cart.js'), 'export const total = 43;\n');
      return { folder: workspace };
    },
    settings: modelSettings(model.url),
  });
  const chat = await window.openChat();
  await window.select('src/cart.js', 0, 13, 18);
  const { keyboard } = window.page;
  const choose = async (name: string): Promise<void> => {
    // Git looks at its repository by itself, at some time.
    await until(async () => {
      await chat.message.fill('');
      await chat.message.pressSequentially('@');
      await chat.files.waitFor();
      return chat.files.getByRole('option', { name }).count();
    }, `${name} is offered`);
    await chat.choose(chat.files.getByRole('option', { name }).first());
  };
  await chat.message.focus();
  // What is at the top of the workspace is there as well, without what git ignores.
  await chat.message.pressSequentially('@');
  await chat.files.getByRole('option', { name: 'src' }).first().waitFor();
  expect(await chat.files.getByRole('option', { name: 'ignored' }).count()).toBe(0);
  await choose('Selection');
  await chat.button(`Remove ${join(window.workspace, 'src/cart.js')}:1`).waitFor();
  await choose('Changes');
  await chat.button('Remove git diff').waitFor();
  await choose('cart.js');
  expect(await chat.message.inputValue()).toBe('@cart.js ');
  await keyboard.press('Enter');

  await chat.conversation.getByText('I see.').waitFor();
  const [request] = requestTexts(model);
  expect(request).toContain('Selection in');
  expect(request).toContain('-export const total = 42;\\n+export const total = 43;');
});

test('messages that wait are edited and removed, and the model gets what is left', async ({
  startModel,
  shareWindow,
}) => {
  const model = await startModel();
  const call = { name: 'run_command', arguments: JSON.stringify({ command: 'touch made' }) };
  model.on({ turnIndex: 0 }, { content: '', toolCalls: [call] });
  model.on({ turnIndex: 1 }, { content: 'Fine.' });
  const window = await shareWindow({ files: FILES, settings: modelSettings(model.url) });
  const chat = await window.openChat();
  const { keyboard } = window.page;
  await chat.send('Make it.');
  await chat.frame.getByRole('region', { name: /^Approval/ }).waitFor();

  for (const text of ['First thought', 'Second thought', 'Third thought']) {
    await chat.message.pressSequentially(text);
    await chat.message.press('Enter');
    await chat.button(`Remove “${text}”`).waitFor();
  }
  await chat.button('Remove “Second thought”').click();
  await chat.button('Remove “Second thought”').waitFor({ state: 'detached' });
  await chat.button('Edit “First thought”').click();
  await untilEqual(() => chat.message.inputValue(), 'First thought', 'the message is edited');
  await keyboard.type(', said better');
  await keyboard.press('Enter');
  await chat.button('Remove “First thought, said better”').waitFor();
  await chat.message.press('Control+Backspace');

  await chat.conversation.getByText('Fine.').waitFor();
  const request = requestTexts(model).at(-1);
  expect(request).toContain('Third thought\\n\\nFirst thought, said better');
  expect(request).not.toContain('Second thought');
  expect(requestTexts(model)).toHaveLength(2);

  await chat.message.press('ArrowUp');
  expect(await chat.message.inputValue()).toBe('First thought, said better');
  await chat.message.press('ArrowUp');
  expect(await chat.message.inputValue()).toBe('Third thought');
});

test('a picture that is pasted reaches the model', async ({ startModel, shareWindow }) => {
  const model = await startModel();
  model.on({}, { content: 'A square.' });
  const window = await shareWindow({ files: FILES, settings: modelSettings(model.url) });
  const chat = await window.openChat();
  const bytes = [...IMAGES.png(2, 2)];
  await chat.message.evaluate((box, bytes) => {
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File([new Uint8Array(bytes)], 'image.png', { type: 'image/png' }));
    box.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }));
  }, bytes);
  await chat.button('Remove image.png').waitFor();
  await chat.message.press('Enter');

  await chat.conversation.getByText('A square.').waitFor();
  expect(requestTexts(model)[0]).toContain(`data:image/png;base64,${Buffer.from(bytes).toString('base64')}`);
});

test('the built-in search offers a button, and no command line', async ({ shareWindow }) => {
  const window = await shareWindow({ files: FILES });
  const chat = await window.openChat();
  const turn = await chat.ask('How does the cart work?');
  expect(await turn.textContent()).toContain('choose "Set up a model" below');
  expect(await turn.textContent()).not.toMatch(/troupe --|OPENAI_API_KEY/);
  await chat.button('Set up a model').click();
  await window.quickInput.getByText('A server of your own').waitFor();
});
