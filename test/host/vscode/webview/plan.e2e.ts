import { join } from 'node:path';
import axe from 'axe-core';
import { describe, expect } from 'vitest';
import type { ShownPlan } from '../../../../src/actors/protocol/plans/plan-messages.js';
import type { EntryId } from '../../../../src/actors/protocol/thread.js';
import { test } from './browser-test.js';
import { Story } from './state/story.js';
import { DARK, HIGH_CONTRAST, LIGHT, type Theme } from './themes.js';
import { STATUS, type ViewPage } from './view-page.js';

const DIGEST = 'ab'.repeat(32);
const step = (id: number, description: string, expectedOutcome = 'The tests pass') =>
  ({ id, description, expectedOutcome, status: 'pending' }) as const;

const DRAFT: ShownPlan = {
  id: 'plan 1' as EntryId,
  goal: 'Move the cart to integer cents',
  steps: [
    step(1, 'Add a `Money` type with arithmetic and rounding', 'src/money.ts exists, and its tests pass'),
    step(2, 'Use it in the cart', 'No number of the cart is a fraction'),
    step(3, 'Write what has changed into the changelog'),
  ],
  status: 'draft',
  by: 'model',
  digest: DIGEST,
  createdAt: 0,
  updatedAt: 0,
  isCarriedOut: false,
};

/** The plan in the middle: one step is done, the second one has failed. */
const PAUSED: ShownPlan = {
  ...DRAFT,
  status: 'executing',
  steps: [
    { ...DRAFT.steps[0]!, status: 'completed', result: 'src/money.ts is there, 12 tests pass.' },
    { ...DRAFT.steps[1]!, status: 'failed', failure: 'not met', result: 'The discount is still a fraction.' },
    DRAFT.steps[2]!,
  ],
};

const THEMES: readonly (readonly [string, Theme])[] = [
  ['dark', DARK],
  ['light', LIGHT],
  ['contrast', HIGH_CONTRAST],
];

async function start(view: ViewPage, plan: ShownPlan): Promise<void> {
  const thread = Story.of([
    {
      message: { text: 'Plan it.', attachments: [] },
      events: [{ type: 'answer', content: 'There it is.' }],
      state: 'ended',
    },
  ]);
  await view.tell({ type: 'state', state: { thread, status: { ...STATUS, mode: 'plan' }, plan } });
  await view.page.locator('body[data-ready="true"]').waitFor();
}

/** What the view has said of the plan. */
const saidOfPlan = async (view: ViewPage) =>
  (await view.said()).filter(({ type }) => /plan$|step$/i.test(type) || type === 'setMode');

const rows = (view: ViewPage) => view.page.getByRole('list', { name: 'Steps of the plan' }).locator('> li');

/** Fails with what axe finds, and with anything wider than the view. */
async function isAccessible(view: ViewPage, name: string): Promise<void> {
  const folder = process.env['TROUPE_SHOTS'];
  if (folder !== undefined) await view.page.screenshot({ path: join(folder, `${name}.png`) });
  await view.page.evaluate(axe.source);
  const found = await view.page.evaluate(async () => {
    const { violations } = await window.axe.run(document.body, { rules: { region: { enabled: false } } });
    return violations.map(({ id: rule, nodes }) => `${rule}: ${nodes.map(({ html }) => html).join(' ')}`);
  });
  expect(found).toEqual([]);
  expect(await view.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
}

describe('a draft', () => {
  test.for(THEMES)('is accessible at 300 pixels: %s', async ([name, theme], { openView }) => {
    const view = await openView({ theme, width: 300 });
    await start(view, DRAFT);
    await isAccessible(view, `plan-draft-${name}`);
    await view.tell({ type: 'plan', plan: PAUSED });
    await isAccessible(view, `plan-paused-${name}`);
  });

  test('is approved as it is shown, without the steps that were left out', async ({ openView }) => {
    const view = await openView();
    await start(view, DRAFT);
    expect(await view.page.getByRole('status').getByText('before you approve it').isVisible()).toBe(true);
    await view.button('Approve and begin').click();
    await view.page.getByRole('checkbox', { name: 'Include Use it in the cart' }).uncheck();
    await view.button('Approve 2 steps and begin').click();
    await view.button('More for this plan').click();
    await view.page.getByRole('menuitem', { name: 'Approve, and forget the chat before it' }).click();
    expect(await saidOfPlan(view)).toEqual([
      { type: 'approvePlan', digest: DIGEST },
      { type: 'approvePlan', digest: DIGEST, without: [2] },
      { type: 'approvePlan', digest: DIGEST, without: [2], clears: true },
    ]);
    for (const box of await view.page.getByRole('checkbox').all()) await box.uncheck();
    expect(await view.button('Approve 0 steps and begin').isDisabled()).toBe(true);
  });

  test('is edited, moved by keyboard and pointer, added to and cut, each as one change', async ({
    openView,
  }) => {
    const view = await openView();
    await start(view, DRAFT);
    const [one, two, three] = DRAFT.steps.map(({ id, description, expectedOutcome }) => ({
      id,
      description,
      expectedOutcome,
    }));
    await view.button('Actions for step 2').click();
    await view.page.getByRole('menuitem', { name: 'Edit' }).click();
    const box = view.page.getByRole('textbox', { name: 'What is to be done' });
    await box.fill('Use it in cart.ts');
    await box.press('Enter');
    await view.button('Actions for step 3').focus();
    await view.page.keyboard.press('Alt+ArrowUp');
    await rows(view).nth(2).dragTo(rows(view).nth(0));
    await view.button('Actions for step 1').click();
    await view.page.getByRole('menuitem', { name: 'Remove' }).click();
    await view.button('More for this plan').click();
    await view.page.getByRole('menuitem', { name: 'Add a step' }).click();
    await view.page.getByRole('textbox', { name: 'What is to be done' }).fill('Tell the team');
    expect(await view.button('Save').isDisabled()).toBe(true);
    await view.page.getByRole('textbox', { name: 'What is expected of it' }).fill('They know');
    await view.button('Save').click();
    const change = (...steps: readonly unknown[]) => ({ type: 'changePlan', digest: DIGEST, steps });
    expect(await saidOfPlan(view)).toEqual([
      change(one, { ...two, description: 'Use it in cart.ts' }, three),
      change(one, three, two),
      change(three, one, two),
      change(two, three),
      change(one, two, three, { description: 'Tell the team', expectedOutcome: 'They know' }),
    ]);
  });

  test('keeps the focus on the step that was moved', async ({ openView }) => {
    const view = await openView();
    await start(view, DRAFT);
    await view.button('Actions for step 3').focus();
    await view.page.keyboard.press('Alt+ArrowUp');
    const [one, two, three] = DRAFT.steps;
    const plan = { ...DRAFT, id: 'plan 2' as EntryId, steps: [one!, three!, two!] };
    await view.tell({ type: 'plan', plan });
    const focused = await view.page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    expect(focused).toBe('Actions for step 2');
  });

  test('leaves a step as it was when its editor is closed', async ({ openView }) => {
    const view = await openView();
    await start(view, DRAFT);
    await view.button('Actions for step 1').click();
    await view.page.getByRole('menuitem', { name: 'Edit' }).click();
    await view.page.keyboard.type('Do not ');
    await view.page.keyboard.press('Escape');
    expect(await saidOfPlan(view)).toEqual([]);
    expect(await rows(view).first().innerText()).toContain('Add a Money type');
  });

  test('is commented on in words, which plan anew', async ({ openView }) => {
    const view = await openView();
    await start(view, DRAFT);
    await view.message.fill('Please');
    await view.button('Actions for step 2').click();
    await view.page.getByRole('menuitem', { name: 'Comment' }).click();
    expect(await view.message.inputValue()).toBe('Please\nAbout step 2 (Use it in the cart): ');
    await view.page.keyboard.type('not yet');
    await view.page.keyboard.press('Enter');
    const said = await view.said();
    expect(said.filter(({ type }) => type === 'setMode' || type === 'send')).toEqual([
      { type: 'setMode', mode: 'plan' },
      {
        type: 'send',
        message: { text: 'Please\nAbout step 2 (Use it in the cart): not yet', attachments: [] },
      },
    ]);
  });
});

describe('an approved plan', () => {
  test('shows the step that runs on one line, and the rest on demand', async ({ openView }) => {
    const view = await openView();
    const running = PAUSED.steps.map((one) => (one.id === 2 ? step(2, one.description) : one));
    await start(view, {
      ...PAUSED,
      steps: running.map((one) => (one.id === 2 ? { ...one, status: 'running' } : one)),
      isCarriedOut: true,
    });
    const card = view.page.getByRole('region', { name: 'Plan' });
    expect(await card.getByRole('status').innerText()).toBe('Step 2 is being carried out.');
    expect(await card.getByText('1 of 3 done').isVisible()).toBe(true);
    expect(await rows(view).count()).toBe(0);
    await card.getByRole('button', { expanded: false }).click();
    expect(await rows(view).nth(1).getAttribute('aria-current')).toBe('step');
    expect(await card.getByRole('button', { name: /Actions for|Try again|Approve/ }).count()).toBe(0);
  });

  test('waits at a step that has failed, and says what was observed and what it cost', async ({
    openView,
  }) => {
    const view = await openView();
    const story = new Story();
    story.begin({ text: 'Step 2 of 3: Use it in the cart\n\nCarry out this step.', attachments: [] });
    story.tell([{ type: 'answer', content: 'Not quite.' }]);
    story.end();
    const entries = story.entries.map((entry) => {
      if (entry.kind === 'turn_began')
        return { ...entry, model: 'openai/x', step: { plan: PAUSED.id, step: 2 } };
      if (entry.kind === 'reply') return { ...entry, usage: { inputTokens: 1_200, outputTokens: 30 } };
      return entry;
    });
    const thread = { entries, live: { draft: [], outputs: [] }, isRunning: false, unsent: [] };
    await view.tell({ type: 'state', state: { thread, status: STATUS, plan: PAUSED } });
    const turn = view.turns.first();
    expect(await turn.getByText('Carry out this step.').isVisible()).toBe(false);
    expect(await turn.getByRole('button', { name: /Edit|Try again|Send again/ }).count()).toBe(0);
    await turn.getByText('Step 2 of 3: Use it in the cart').first().click();
    await turn.getByText('Carry out this step.').waitFor();
    await isAccessible(view, 'plan-step');
    const card = view.page.getByRole('region', { name: 'Plan' });
    expect(await card.getByRole('status').innerText()).toBe(
      'The plan waits at step 2: its outcome is not as expected.',
    );
    expect(await rows(view).nth(1).innerText()).toMatch(
      /The discount is still a fraction\. · .*1,200 tokens in, 30 tokens out/,
    );
    await view.button('Try again').click();
    await view.button('Skip this step').click();
    await view.button('More for this plan').click();
    await view.page.getByRole('menuitem', { name: 'Give the plan up' }).click();
    expect(await saidOfPlan(view)).toEqual([
      { type: 'carryOutPlan' },
      { type: 'skipStep' },
      { type: 'giveUpPlan' },
    ]);
    expect(await view.message.evaluate((box) => box === document.activeElement)).toBe(true);
  });

  test.for([
    [{ ...DRAFT, status: 'approved' }, 'You have approved it. No step has begun.', ['Begin']],
    [
      { ...PAUSED, steps: [{ ...DRAFT.steps[0]!, status: 'running' }] },
      'Step 1 was interrupted.',
      ['Go on', 'Skip this step'],
    ],
    [{ ...PAUSED, steps: DRAFT.steps }, 'The plan waits before step 1.', ['Go on']],
    [{ ...PAUSED, status: 'completed', steps: [PAUSED.steps[0]!] }, 'The plan is done.', []],
    [{ ...PAUSED, status: 'failed' }, 'You have given the plan up.', []],
  ] satisfies (readonly [ShownPlan, string, readonly string[]])[])(
    'says where it stands, and how it goes on: %#',
    async ([plan, state, buttons], { openView }) => {
      const view = await openView();
      await start(view, plan);
      const card = view.page.getByRole('region', { name: 'Plan' });
      expect(await card.getByRole('status').innerText()).toBe(state);
      const shown = await card.locator('> .buttons > button').allInnerTexts();
      expect(shown.filter((label) => label !== 'Ask for changes')).toEqual(buttons);
    },
  );
});

test('a plan goes with its conversation', async ({ openView }) => {
  const view = await openView();
  await start(view, DRAFT);
  await view.tell({ type: 'plan' });
  expect(await rows(view).count()).toBe(0);
  await view.tell({ type: 'plan', plan: DRAFT });
  expect(await rows(view).count()).toBe(3);
  await view.start();
  expect(await rows(view).count()).toBe(0);
});

test('a hostile plan is text, and takes no more room than the view has', async ({ openView }) => {
  const view = await openView({ width: 300 });
  const hostile = `<img src=x onerror=alert(1)> \u202egpj.exe ${'W'.repeat(4_000)}`;
  await start(view, {
    ...DRAFT,
    goal: hostile,
    steps: Array.from({ length: 30 }, (_, index) => step(index + 1, hostile, hostile)),
    omitted: 7,
  });
  expect(await view.page.locator('.plan-card img').count()).toBe(0);
  expect(await view.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  const { height } = (await view.page.locator('.plan-card').boundingBox())!;
  expect(height).toBeLessThanOrEqual(0.5 * 640 + 1);
  expect(await view.page.locator('.plan-card').innerText()).not.toContain('\u202e');
  expect(await view.violations()).toEqual([]);
});

test('the mode is chosen in the menu and by a command, and not in a folder without trust', async ({
  openView,
}) => {
  const view = await openView();
  await view.start();
  await view.button('Mode: Agent').click();
  await view.page.getByRole('menuitemradio', { name: /^Plan first/ }).click();
  await view.message.fill('/mode pl');
  await view.page.keyboard.press('Enter');
  expect(await saidOfPlan(view)).toEqual([
    { type: 'setMode', mode: 'plan' },
    { type: 'setMode', mode: 'plan' },
  ]);
  await view.tell({ type: 'status', status: { ...STATUS, isTrusted: false, mode: 'gather' } });
  await view.button('Mode: Read only').click();
  const item = view.page.getByRole('menuitemradio', { name: /^Plan first/ });
  expect(await item.getAttribute('aria-disabled')).toBe('true');
});
