import axe from 'axe-core';
import { describe, expect } from 'vitest';
import type { AgentEvent } from '../../../../src/actors/protocol/agent.js';
import type { ChangedFile } from '../../../../src/actors/protocol/ui.js';
import { test } from './browser-test.js';
import { tellStory } from './state/story.js';
import { DARK, HIGH_CONTRAST, LIGHT } from './themes.js';
import { STATUS, type ViewPage } from './view-page.js';

const { started, events } = tellStory();

const touched = (shown: string, change: 'create' | 'edit' | 'delete') =>
  ({ shown, absolute: `/w/${shown}`, change }) as never;

function hunks(count: number): string {
  return Array.from(
    { length: count },
    (_, index) =>
      `@@ -${index * 10 + 1},2 +${index * 10 + 1},3 @@\n same\n-old ${index}\n+new ${index}\n+more ${index}\n`,
  ).join('');
}

function ask(diff: string, ...files: readonly never[]): Extract<AgentEvent, { type: 'approval_request' }> {
  return {
    type: 'approval_request',
    callId: '1',
    tool: 'edit_file',
    params: {},
    category: 'File edits',
    reasons: ['It changes files.'],
    preview: { kind: 'diff', path: 'src/cart.ts', diff, files },
    protectedPaths: ['.vscode/tasks.json'],
  };
}

const LONG = ask(
  `--- a/src/cart.ts\n+++ b/src/cart.ts\n${hunks(12)}--- /dev/null\n+++ b/.vscode/tasks.json\n@@ -0,0 +1,1 @@\n+{}\n`,
  touched('src/cart.ts', 'edit'),
  touched('.vscode/tasks.json', 'create'),
);
const SHORT = ask(`--- a/src/cart.ts\n+++ b/src/cart.ts\n${hunks(2)}`, touched('src/cart.ts', 'edit'));

const CHANGED: readonly ChangedFile[] = [
  { path: '/w/src/cart.ts', shown: 'src/cart.ts', change: 'changed', added: 4, removed: 7 },
  { path: '/w/new.ts', shown: 'new.ts', change: 'created', added: 12, removed: 0 },
  { path: '/w/old\u202e.ts', shown: 'old\u202e.ts', change: 'deleted', added: 0, removed: 3 },
];

async function asked(view: ViewPage, question: AgentEvent): Promise<void> {
  await view.start();
  await view.tell(started(), events(question));
}

describe('a question about a change', () => {
  test('says how much of each file changes, and hides nothing without saying so', async ({ openView }) => {
    const view = await openView({ width: 300 });
    await asked(view, LONG);
    const files = view.page.getByRole('list', { name: 'Files' }).getByRole('listitem');
    expect(await files.allInnerTexts()).toEqual([
      expect.stringMatching(/^src\/cart\.ts\s+changed\s+\+24 −12.*\s+in 12 places$/s),
      expect.stringMatching(/^\.vscode\/tasks\.json\s+new\s+\+1 −0.*\s+protected$/s),
    ]);
    const whole = view.page.getByText('The whole change: 13 places in 2 files');
    const lines = view.page.locator('.approval pre .added');
    expect(await lines.first().isVisible()).toBe(false);
    await whole.click();
    expect(await lines.count()).toBe(25);
    expect(await isCutByABox(view, '.approval pre')).toBe(false);
  });

  test('shows a short change at once, and a long command to its end', async ({ openView }) => {
    const view = await openView({ width: 300 });
    await asked(view, SHORT);
    expect(await view.page.locator('.approval pre .added').first().isVisible()).toBe(true);
    expect(await isCutByABox(view, '.approval pre')).toBe(false);
    const command = `echo ${'x\n'.repeat(120)}`;
    const other = await openView({ width: 300 });
    const preview = { kind: 'command', command, cwd: '/w', notes: [] } as const;
    await asked(other, { ...SHORT, preview });
    expect(await isCutByABox(other, '.approval pre')).toBe(false);
  });

  test('shows code in its reasons as code, with no mark of it, and nothing else as Markdown', async ({
    openView,
  }) => {
    const view = await openView();
    const reasons = ['`touch *made*` writes files.', 'It runs `` echo `id` ``.', 'One ` is **one**.'];
    await asked(view, { ...SHORT, reasons });
    const shown = view.page.locator('.reasons li');
    expect(await shown.allTextContents()).toEqual([
      'touch *made* writes files.',
      'It runs echo `id`.',
      'One ` is **one**.',
    ]);
    expect(await shown.locator('code').allTextContents()).toEqual(['touch *made*', 'echo `id`']);
    expect(await shown.locator('strong, em').count()).toBe(0);
  });

  test('opens in the editor with a button', async ({ openView }) => {
    const view = await openView();
    await asked(view, SHORT);
    await view.button('Open diff').click();
    expect((await view.said()).at(-1)).toEqual({ type: 'openDiff', callId: '1' });
  });

  test('that was cut says so', async ({ openView }) => {
    const view = await openView();
    await asked(
      view,
      ask(`--- a/src/cart.ts\n+++ b/src/cart.ts\n@@ -1,9 +1,9 @@\n-old\n+n…`, touched('src/cart.ts', 'edit')),
    );
    expect(await view.page.getByText('too long to be shown whole').count()).toBe(1);
    expect(await view.button('Open diff').count()).toBe(0);
  });

  test('is denied with a sentence: Enter sends it, Escape closes it and stops nothing', async ({
    openView,
  }) => {
    const view = await openView();
    await asked(view, SHORT);
    const field = view.page.getByRole('textbox', { name: 'What to do instead' });
    await view.button('Deny, because…').click();
    await field.waitFor();
    await view.page.keyboard.type('yes, no, a');
    await view.page.keyboard.press('Escape');
    expect(await field.count()).toBe(0);
    expect((await view.said()).map(({ type }) => type)).toEqual(['ready']);
    await view.button('Deny, because…').click();
    await view.page.keyboard.type('  In the other file ');
    await view.page.keyboard.press('Enter');
    expect((await view.said()).at(-1)).toEqual({
      type: 'approval',
      callId: '1',
      decision: 'deny',
      reason: 'In the other file',
    });
  });

  test('names a key only where it works', async ({ openView }) => {
    const view = await openView();
    await asked(view, SHORT);
    const shown = async (): Promise<readonly string[]> => {
      const keys = await view.page.locator('.approval :is(kbd, .keys)').all();
      const visible = await Promise.all(
        keys.map(async (key) => ((await key.isVisible()) ? key.innerText() : '')),
      );
      return visible.filter((text) => text !== '');
    };
    await view.answerable();
    await view.message.focus();
    expect(await shown()).toEqual(['Ctrl+Enter approves, Ctrl+Backspace denies']);
    await view.page.keyboard.type('y');
    expect(await shown()).toEqual([]);
    expect(await view.message.inputValue()).toBe('y');
    await view.page.keyboard.press('Control+Backspace');
    expect((await view.said()).some(({ type }) => type === 'approval')).toBe(false);
    await view.button('Approve').focus();
    expect(await shown()).toEqual(['y', 'n']);
    await view.button('Deny, because…').click();
    expect(await shown()).toEqual([]);
    await view.page.keyboard.press('Escape');
    await view.message.fill('');
    await view.message.focus();
    await view.page.keyboard.press('Control+Backspace');
    expect((await view.said()).at(-1)).toEqual({ type: 'approval', callId: '1', decision: 'deny' });
  });
});

describe('changes to review', () => {
  test('are a line above the message, with a button for each thing to do with all of them', async ({
    openView,
  }) => {
    const view = await openView();
    await view.start();
    const bar = view.page.getByRole('region', { name: 'Changes to review' });
    expect(await bar.count()).toBe(0);
    await view.tell({ type: 'changedFiles', files: CHANGED });
    expect(await bar.innerText()).toMatch(/^\s*3 files changed\s+\+16 −10/);
    for (const name of ['Review', 'Keep', 'Undo'])
      await bar.getByRole('button', { name, exact: true }).click();
    expect((await view.said()).slice(1)).toEqual([
      { type: 'review', action: 'open' },
      { type: 'review', action: 'keep' },
      { type: 'review', action: 'undo' },
    ]);
    expect(await view.message.evaluate((box) => box === document.activeElement)).toBe(true);
    await view.tell({ type: 'changedFiles', files: [] });
    expect(await bar.count()).toBe(0);
  });

  test('are listed, and each file is opened, kept and undone by itself', async ({ openView }) => {
    const view = await openView({ width: 300 });
    await view.start();
    await view.tell({ type: 'changedFiles', files: CHANGED });
    const bar = view.page.getByRole('region', { name: 'Changes to review' });
    await bar.getByRole('button', { name: /3 files changed/ }).click();
    expect(await bar.getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringMatching(/^src\/cart\.ts\s+\+4 −7/),
      expect.stringMatching(/^new\.ts\s+new\s+\+12 −0/),
      expect.stringMatching(/^old⟨U\+202E⟩\.ts\s+deleted\s+\+0 −3/),
    ]);
    await bar.getByRole('button', { name: 'src/cart.ts', exact: true }).click();
    await bar.getByRole('button', { name: 'Keep new.ts' }).click();
    await bar.getByRole('button', { name: 'Undo src/cart.ts' }).click();
    expect((await view.said()).slice(1)).toEqual([
      { type: 'review', action: 'open', path: '/w/src/cart.ts' },
      { type: 'review', action: 'keep', path: '/w/new.ts' },
      { type: 'review', action: 'undo', path: '/w/src/cart.ts' },
    ]);
  });

  test('come with the first state', async ({ openView }) => {
    const view = await openView();
    await view.tell({
      type: 'state',
      state: {
        thread: { entries: [], live: { draft: [], outputs: [] }, isRunning: false, unsent: [] },
        status: STATUS,
        changedFiles: CHANGED,
      },
    });
    expect(await view.page.getByText('3 files changed').count()).toBe(1);
  });
});

test.for([
  ['dark', DARK, 600],
  ['light', LIGHT, 300],
  ['high contrast', HIGH_CONTRAST, 300],
] as const)(
  'axe objects to nothing in a question and a review: %s',
  async ([, theme, width], { openView }) => {
    const view = await openView({ theme, width, height: 2_000 });
    await asked(view, LONG);
    await view.tell({ type: 'changedFiles', files: CHANGED });
    await view.page.getByText('The whole change').click();
    await view.button('Deny, because…').click();
    await view.button(/3 files changed/).click();
    await view.page.evaluate(axe.source);
    const { violations } = await view.page.evaluate(() => window.axe.run());
    expect(violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))).toEqual([]);
  },
);

/** Whether part of an element can only be seen by scrolling inside of it. */
function isCutByABox(view: ViewPage, selector: string): Promise<boolean> {
  return view.page
    .locator(selector)
    .first()
    .evaluate((box) => box.scrollHeight > box.clientHeight + 1);
}
