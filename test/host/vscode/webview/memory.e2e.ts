import { join } from 'node:path';
import axe from 'axe-core';
import { describe, expect } from 'vitest';
import type { EntryId, ThreadId } from '../../../../src/actors/protocol/thread.js';
import type { ChatList, JumpPreview } from '../../../../src/actors/protocol/ui-memory.js';
import { test } from './browser-test.js';
import { Story } from './state/story.js';
import { DARK, HIGH_CONTRAST, LIGHT, type Theme } from './themes.js';
import { STATUS, type ViewPage } from './view-page.js';

const THEMES: readonly (readonly [string, Theme])[] = [
  ['dark', DARK],
  ['light', LIGHT],
  ['contrast', HIGH_CONTRAST],
];

const id = (name: string): ThreadId => name as ThreadId;
const MINUTE = 60_000;

function makeList(): ChatList {
  const now = Date.now();
  const at = (minutes: number) => ({ changedAt: now - minutes * MINUTE, isArchived: false });
  return {
    open: id('a'),
    chats: [
      { id: id('a'), title: 'Make the cart add up', ...at(0) },
      {
        id: id('b'),
        title: 'A migration that takes long, with a name that no narrow view has room for',
        ...at(0),
        activity: 'asking',
      },
      { id: id('c'), title: 'Speed up the index', ...at(0), activity: 'running', terminals: 2 },
      { id: id('d'), title: 'Where is it?', ...at(3 * 24 * 60), activity: 'elsewhere' },
      { id: id('e'), title: 'Old', ...at(90 * 24 * 60), isArchived: true },
    ],
    deleted: [{ id: id('f'), title: 'A mistake', deletedAt: now }],
    orphans: [
      {
        roots: ['/home/me/projects/a-shop-with-a-long-name/cart'],
        threads: 3,
        changedAt: now,
        isLikely: true,
      },
      { roots: ['/home/me/old'], threads: 1, changedAt: now, isLikely: false },
    ],
  };
}

/** A conversation of two turns, the second of which changed files, with a message that has an alternative. */
function tellThread() {
  const story = new Story();
  story.begin({ text: 'Where is the cart?', attachments: [] });
  story.tell([{ type: 'answer', content: 'In `src/cart.ts`.' }]);
  story.end();
  story.begin({ text: 'Make it add up. @cart.ts', attachments: [{ kind: 'file', path: '/w/src/cart.ts' }] });
  const message = story.entries.findLast(({ kind }) => kind === 'user_message')?.id as EntryId;
  story.tell([{ type: 'action', callId: '1', tool: 'edit_file', params: { uri: 'src/cart.ts' } }]);
  const version = { kind: 'file', hash: 'h', size: 1, mode: 0o644, source: { kind: 'store' } } as never;
  const path = '/w/src/cart.ts' as never;
  story.add({ kind: 'checkpoint', cause: 'edit', callId: '1', versions: [{ path, version }] });
  story.add({
    kind: 'files_changed',
    by: 'call',
    callId: '1',
    changes: [{ path, before: version, after: null }],
  });
  const moment = story.entries.at(-1)?.id as EntryId;
  const changes = [
    { kind: 'modified', path, addedLines: 12, removedLines: 4 },
    { kind: 'created', path: '/w/src/sum.ts' as never, addedLines: 3, removedLines: 0 },
  ] as const;
  story.tell([
    {
      type: 'observation',
      callId: '1',
      tool: 'edit_file',
      result: { outcome: 'success', success: true, output: 'Done.', changes },
    },
    { type: 'answer', content: 'It adds up now.' },
  ]);
  story.end();
  const forks = [{ message, heads: ['head 1', 'head 2', 'head 3'] as EntryId[], current: 1 }];
  return {
    message,
    moment,
    story,
    thread: { entries: story.entries, forks, live: { draft: [], outputs: [] }, isRunning: false, unsent: [] },
  };
}

const CHANGED = {
  path: '/w/src/cart.ts',
  shown: 'src/cart.ts',
  change: 'changed',
  added: 12,
  removed: 4,
} as const;

async function startThread(view: ViewPage) {
  const told = tellThread();
  const state = { thread: told.thread, status: STATUS, changedFiles: [CHANGED] };
  await view.tell({ type: 'state', state });
  await view.page.locator('body[data-ready="true"]').waitFor();
  return told;
}

const planOf = (moment: EntryId): JumpPreview => ({
  moment,
  files: [
    { path: '/w/src/cart.ts', shown: 'src/cart.ts', action: 'restore', effect: 'changed' },
    {
      path: '/w/src/sum.ts',
      shown: 'src/sum.ts',
      action: 'conflict',
      effect: 'deleted',
      choices: ['keep', 'merge', 'restore'],
    },
    { path: '/w/big.bin', shown: 'big.bin', action: 'lost', effect: 'created' },
  ],
});

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

const memoryMessages = async (view: ViewPage) =>
  (await view.said()).filter(({ type }) => type !== 'ready' && type !== 'mentionQuery');

describe('the list of chats', () => {
  test.for(THEMES)('is accessible at 300 pixels: %s', async ([name, theme], { openView }) => {
    const view = await openView({ theme, width: 300 });
    await view.start();
    await view.tell({ type: 'showChats' }, { type: 'chats', list: makeList() });
    await isAccessible(view, `chats-${name}`);
    await view.page.keyboard.type('needle');
    const hit = {
      thread: id('d'),
      title: 'Where is it?',
      entry: 'entry 7' as EntryId,
      at: 0,
      role: 'assistant',
      excerpt: 'The needle is in src/needle.ts, line 1.',
      ranges: [
        { from: 4, to: 10 },
        { from: 21, to: 27 },
      ],
    } as const;
    await view.tell({ type: 'chatHits', id: 6, hits: [hit] });
    await isAccessible(view, `chats-found-${name}`);
    expect(await view.page.locator('.excerpt mark').allInnerTexts()).toEqual(['needle', 'needle']);
    await view.page.keyboard.press('ArrowDown');
    await view.page.keyboard.press('Enter');
    expect((await memoryMessages(view)).slice(-2)).toEqual([
      { type: 'chat', action: 'open', thread: 'd', entry: 'entry 7' },
      { type: 'listChats', isShown: false },
    ]);
  });

  test('marks what is open, runs, asks, or is elsewhere, in groups by age', async ({ openView }) => {
    const view = await openView();
    await view.start();
    await view.tell({ type: 'showChats' }, { type: 'chats', list: makeList() });
    const chats = view.page.getByRole('region', { name: 'Chats' });
    expect(await chats.getByRole('heading', { level: 3 }).allInnerTexts()).toEqual(['Today', 'Last 7 days']);
    expect(await chats.locator('.chat-mark').allInnerTexts()).toEqual([
      'open',
      'asks you',
      'working',
      '2 terminals',
      'other window',
    ]);
    expect(await chats.getByText('Archived (1)').isVisible()).toBe(true);
    await view.page.keyboard.press('Escape');
    expect(await chats.count()).toBe(0);
    expect(await view.message.evaluate((box) => box === document.activeElement)).toBe(true);
  });

  test('renames in place, and deletes to the trash with an Undo that stays', async ({ openView }) => {
    const view = await openView({ width: 300 });
    await view.start();
    const list = makeList();
    await view.tell({ type: 'showChats' }, { type: 'chats', list });
    await view.page.keyboard.press('ArrowDown');
    await view.page.keyboard.press('F2');
    const box = view.page.getByRole('textbox', { name: 'New name of Make the cart add up' });
    await box.fill('Cart');
    await box.press('Enter');
    await view.button('Actions for Speed up the index').click();
    await isAccessible(view, 'chats-menu');
    await view.page.getByRole('menuitem', { name: 'Delete' }).click();
    await view.tell({
      type: 'chats',
      list: {
        ...list,
        chats: list.chats.filter((chat) => chat.id !== 'c'),
        deleted: [{ id: id('c'), title: 'Speed up the index', deletedAt: 0 }, ...list.deleted],
      },
    });
    expect(await view.page.getByText('“Speed up the index” is in the trash.').isVisible()).toBe(true);
    await isAccessible(view, 'chats-undo');
    await view.page.locator('.chats-undo').getByRole('button', { name: 'Undo' }).click();
    expect(await memoryMessages(view)).toEqual([
      { type: 'listChats', isShown: true },
      { type: 'renameChat', thread: 'a', title: 'Cart' },
      { type: 'chat', action: 'delete', thread: 'c' },
      { type: 'chat', action: 'restore', thread: 'c' },
    ]);
  });
});

test('chats are imported, brought from a folder that moved, and their terminals shown, by keyboard', async ({
  openView,
}) => {
  const view = await openView({ width: 300 });
  await view.start();
  await view.tell({ type: 'showChats' }, { type: 'chats', list: makeList() });
  await view.button('Import a chat…').press('Enter');
  await view.button('Bring here the chats of /home/me/projects/a-shop-with-a-long-name/cart').press('Enter');
  await view.button('Actions for Speed up the index').press('Enter');
  const item = view.page.getByRole('menuitem', { name: 'Show its terminals…' });
  await item.press('Enter');
  expect((await memoryMessages(view)).slice(1)).toEqual([
    { type: 'command', command: 'importChat' },
    { type: 'adoptChats', roots: ['/home/me/projects/a-shop-with-a-long-name/cart'] },
    { type: 'chat', action: 'terminals', thread: 'c' },
  ]);
});

test('a chat that the person did not delete after all is not called deleted', async ({ openView }) => {
  const view = await openView({ width: 300 });
  await view.start();
  await view.tell({ type: 'showChats' }, { type: 'chats', list: makeList() });
  await view.page.keyboard.press('ArrowDown');
  await view.page.keyboard.press('Delete');
  expect((await memoryMessages(view)).at(-1)).toEqual({ type: 'chat', action: 'delete', thread: 'a' });
  await view.tell({ type: 'chats', list: makeList() });
  expect(await view.page.getByText('is in the trash.').count()).toBe(0);
});

describe('a message', () => {
  test.for(THEMES)(
    'is edited in its place, and files go back with it: %s',
    async ([name, theme], { openView }) => {
      const view = await openView({ theme, width: 300 });
      const { message } = await startThread(view);
      const turn = view.turns.nth(1);
      await turn.locator('.user-message').hover();
      await isAccessible(view, `turn-${name}`);
      await turn.getByRole('button', { name: 'Edit this message and run again from here' }).click();
      await view.tell({ type: 'plannedJump', plan: planOf(message) });
      await isAccessible(view, `edit-${name}`);
      const box = view.page.getByRole('textbox', { name: 'Edited message' });
      await box.fill('Make it add up with tests. @cart.ts');
      await view.page.getByRole('checkbox', { name: 'Put 1 file back to before this message' }).check();
      await box.press('Enter');
      expect((await memoryMessages(view)).slice(-2)).toEqual([
        { type: 'planJump', moment: message },
        {
          type: 'editMessage',
          entry: message,
          message: {
            text: 'Make it add up with tests. @cart.ts',
            attachments: [{ kind: 'file', path: '/w/src/cart.ts' }],
          },
          putsFilesBack: true,
        },
      ]);
    },
  );

  test('is edited with the keyboard alone from the empty message box, and left with Escape', async ({
    openView,
  }) => {
    const view = await openView();
    await startThread(view);
    await view.message.focus();
    await view.page.keyboard.press('Control+ArrowUp');
    const box = view.page.getByRole('textbox', { name: 'Edited message' });
    expect(await box.evaluate((one) => one === document.activeElement)).toBe(true);
    await view.page.keyboard.press('Escape');
    expect(await box.count()).toBe(0);
    expect(await view.message.evaluate((one) => one === document.activeElement)).toBe(true);
  });

  test('has its branches beside it', async ({ openView }) => {
    const view = await openView({ width: 300 });
    await startThread(view);
    const branches = view.page.getByRole('group', { name: 'Branches at this message' });
    expect(await branches.innerText()).toMatch(/^2\/3/);
    await branches.getByRole('button', { name: 'Next branch' }).click();
    await branches.getByRole('button', { name: 'Previous branch' }).click();
    expect((await memoryMessages(view)).slice(-2)).toEqual([
      { type: 'switchBranch', head: 'head 3' },
      { type: 'switchBranch', head: 'head 1' },
    ]);
  });
});

describe('a checkpoint', () => {
  test.for(THEMES)(
    'shows what a restore would do, with a choice for each conflict: %s',
    async ([name, theme], { openView }) => {
      const view = await openView({ theme, width: 300 });
      const { message } = await startThread(view);
      await view.turns.nth(1).getByRole('button', { name: 'Checkpoint before this message' }).press('Enter');
      await isAccessible(view, `menu-${name}`);
      await view.page.keyboard.press('ArrowDown');
      await view.page.keyboard.press('ArrowDown');
      await view.page.keyboard.press('Enter');
      const card = view.page.getByRole('region', { name: 'Restore files and conversation' });
      await card.waitFor();
      await view.tell({ type: 'plannedJump', plan: planOf(message) });
      await isAccessible(view, `jump-${name}`);
      const choice = card.getByRole('combobox', { name: 'What becomes of src/sum.ts' });
      expect(await choice.inputValue()).toBe('keep');
      await choice.selectOption('merge');
      await card.getByRole('button', { name: 'Restore', exact: true }).click();
      expect((await memoryMessages(view)).slice(-2)).toEqual([
        { type: 'planJump', moment: message },
        {
          type: 'jump',
          moment: message,
          scope: 'both',
          choices: [{ path: '/w/src/sum.ts', choice: 'merge' }],
        },
      ]);
      expect(await card.count()).toBe(0);
    },
  );

  test('stands at a step that changed files, and after a jump a line has the way back', async ({
    openView,
  }) => {
    const view = await openView({ width: 300 });
    const { moment, story } = await startThread(view);
    await view.button('Checkpoint after this step').click();
    await view.page.getByRole('menuitem', { name: 'Show what would change' }).click();
    const jumped = story.add({ kind: 'jump', to: moment, scope: 'files', changes: [] });
    await view.tell({ type: 'events', events: [jumped] });
    expect(await view.page.getByText('Went to another moment: 0 files changed.').isVisible()).toBe(true);
    await view.page.locator('.jump-line').getByRole('button', { name: 'Undo' }).click();
    expect((await memoryMessages(view)).slice(-2)).toEqual([
      { type: 'showJump', moment },
      { type: 'undoJump', jump: story.entries.at(-1)?.id },
    ]);
    await isAccessible(view, 'jumped');
  });
});

test('a turn lists the files that it changed, to look at, keep and undo', async ({ openView }) => {
  const view = await openView({ width: 300 });
  const { message } = await startThread(view);
  const files = view.page.getByRole('region', { name: 'Files changed by this turn' });
  await files.getByRole('button', { name: /^2 files changed/ }).click();
  expect(await files.getByRole('listitem').allInnerTexts()).toEqual([
    expect.stringMatching(/^src\/cart\.ts\s+\+12 −4/),
    expect.stringMatching(/^sum\.ts\s+new\s+\+3 −0/),
  ]);
  await isAccessible(view, 'turn-files');
  await files.getByRole('button', { name: 'Undo src/cart.ts' }).click();
  expect((await memoryMessages(view)).at(-1)).toEqual({
    type: 'review',
    action: 'undo',
    path: '/w/src/cart.ts',
  });
  for (const [name, path] of [
    ['src/cart.ts', '/w/src/cart.ts'],
    ['sum.ts', '/w/src/sum.ts'],
  ]) {
    await files.getByRole('button', { name: `Open the changes in ${name}` }).press('Enter');
    expect((await memoryMessages(view)).at(-1)).toEqual({ type: 'showSince', moment: message, path });
  }
});
