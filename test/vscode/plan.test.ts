import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { SteeredModel } from '../doubles/steered-model.js';
import { untilEqual } from '../doubles/until-equal.js';
import { modelSettings } from './harness/model-requests.js';
import { test } from './harness/test.js';

const step = (name: string) => ({ description: `Write ${name}`, expectedOutcome: `${name} is there` });

test('a plan is changed, approved, carried out, interrupted by the end of the window, and finished', async ({
  shareWindow,
  onTestFinished,
}) => {
  const model = new SteeredModel();
  await model.start();
  onTestFinished(() => model.stop());
  const window = await shareWindow({
    files: { 'one.txt': 'one\n' },
    settings: { ...modelSettings(model.url), 'troupe.approveEdits': 'auto' },
  });
  const carryOut = async (name: string, isMet = true): Promise<string> => {
    const first = await model.reply();
    if (isMet) {
      first.call(['create_file_or_folder', { uri: name }]);
      (await model.reply()).call(['finish_step', { isMet, observed: `${name} was written.` }]);
    } else first.call(['finish_step', { isMet, observed: `${name} cannot be written.` }]);
    (await model.reply()).end(`So much for ${name}.`);
    return first.lastMessage;
  };
  const chat = await window.openChat();
  await chat.message.fill('/mode plan first');
  await chat.message.press('Enter');
  await chat.button('Mode: Plan first').waitFor();
  await chat.send('Plan three files.');
  (await model.reply()).call([
    'propose_plan',
    { goal: 'Three more files', steps: ['two.txt', 'three.txt', 'four.txt'].map(step) },
  ]);
  (await model.reply()).end('There it is.');

  const card = chat.frame.getByRole('region', { name: 'Plan' });
  await card.getByText('Nothing is changed before you approve it.').waitFor();
  await card.getByRole('button', { name: 'Actions for step 3' }).click();
  await chat.frame.getByRole('menuitem', { name: 'Move up' }).click();
  const shown = (): Promise<readonly string[]> => card.locator('.plan-text > bdi').allInnerTexts();
  await untilEqual(shown, ['Write two.txt', 'Write four.txt', 'Write three.txt'], 'the step is moved');
  await card.getByRole('checkbox', { name: 'Include Write three.txt' }).uncheck();
  await card.getByRole('button', { name: 'Approve 2 steps and begin' }).click();

  expect(await carryOut('two.txt', false)).toContain('Step 1 of 2: Write two.txt');
  await card.getByText('The plan waits at step 1: its outcome is not as expected.').waitFor();
  await card.getByRole('button', { name: 'Try again' }).click();
  expect(await carryOut('two.txt')).toContain('It was tried before, and failed: two.txt cannot be written.');
  await card.getByText('Step 2 is being carried out.').waitFor();
  await chat.button('Mode: Agent').waitFor();
  expect((await model.reply()).lastMessage).toContain('[x] 1. Write two.txt: two.txt was written.');
  await window.reload();

  await chat.ready();
  await card.getByText('Step 2 was interrupted.').waitFor();
  await card.getByRole('button', { name: 'Go on' }).click();
  await carryOut('four.txt');
  await card.getByText('The plan is done.').waitFor();
  for (const name of ['two.txt', 'four.txt'])
    expect(readFileSync(join(window.workspace, name), 'utf8')).toBe('');
  expect(() => readFileSync(join(window.workspace, 'three.txt'))).toThrow(/ENOENT/);
});
