import { describe, expect } from 'vitest';
import type { FromView, ViewEvent } from '../../../../src/actors/protocol/ui.js';
import type { SearchHit } from '../../../../src/actors/protocol/workspace.js';
import { test } from './browser-test.js';
import { hit } from './state/hits.js';
import { Story, tellStory } from './state/story.js';
import type { ViewPage } from './view-page.js';

const { started, events, ended } = tellStory();

const sent = (text: string): FromView => ({ type: 'send', message: { text, attachments: [] } });

/** Answers the query that was made last. */
async function answer(view: ViewPage, hits: readonly SearchHit[]): Promise<void> {
  const query = (await view.said()).findLast(({ type }) => type === 'mentionQuery');
  if (query?.type !== 'mentionQuery') throw new Error('Nothing was asked for.');
  await view.tell({ type: 'mentionHits', id: query.id, hits });
}

/** The name of the file that Enter would choose. */
async function activeName(view: ViewPage): Promise<string | null> {
  const id = await view.message.getAttribute('aria-activedescendant');
  return id === null ? null : await view.page.locator(`#${id} .hit-name`).textContent();
}

const isFocused = (view: ViewPage): Promise<boolean> =>
  view.message.evaluate((box) => box === document.activeElement);

describe('a message', () => {
  test('is sent with Enter, and Shift+Enter starts a line', async ({ openView }) => {
    const view = await openView();
    await view.start();
    await view.message.pressSequentially('a');
    await view.message.press('Shift+Enter');
    await view.message.pressSequentially('b');
    await view.message.press('Enter');
    expect((await view.said()).slice(1)).toEqual([sent('a\nb')]);
    expect(await view.message.inputValue()).toBe('');
    expect(await isFocused(view)).toBe(true);
  });

  test('is sent with the button, which is Stop while a turn runs', async ({ openView }) => {
    const view = await openView();
    await view.start();
    expect(await view.button('Send').isDisabled()).toBe(true);
    await view.message.fill('a');
    await view.button('Send').click();
    await view.tell(started('a'));
    expect(await view.button('Send').count()).toBe(0);
    await view.button('Stop').click();
    expect((await view.said()).slice(1)).toEqual([sent('a'), { type: 'stop' }]);
    await view.tell(ended());
    expect(await view.button('Stop').count()).toBe(0);
  });

  test.for([
    ['Enter', sent('next')],
    ['Control+Enter', { ...sent('next'), whileRunning: 'interrupt' }],
  ] as const)('that is sent while a turn runs waits or interrupts: %s', async ([key, told], { openView }) => {
    const view = await openView();
    await view.start();
    await view.tell(started('a'));
    await view.message.pressSequentially('next');
    await view.message.press(key);
    expect((await view.said()).slice(1)).toEqual([told]);
    expect(await view.message.inputValue()).toBe('');
  });

  test.for([
    ['Queue', sent('next')],
    ['Interrupt', { ...sent('next'), whileRunning: 'interrupt' }],
    ['Stop', { type: 'stop' }],
  ] as const)('has a button for each while a turn runs: %s', async ([name, told], { openView }) => {
    const view = await openView();
    await view.start();
    await view.tell(started('a'));
    expect(await view.button('Interrupt').count()).toBe(0);
    await view.message.pressSequentially('next');
    await view.button(name).click();
    expect((await view.said()).slice(1)).toEqual([told]);
  });

  test('that waits for the model says so until the model has it', async ({ openView }) => {
    const view = await openView();
    await view.start();
    const story = new Story();
    const call = { callId: '1', tool: 'ls_dir', params: {} } as const;
    const result = { outcome: 'success', success: true, output: 'a' } as const;
    const tell = (events: readonly ViewEvent[]) => view.tell({ type: 'events', events });
    await tell([
      ...story.begin({ text: 'a', attachments: [] }),
      ...story.tell([{ type: 'action', ...call }]),
      story.add({ kind: 'user_message', text: 'And b', attachments: [] }),
    ]);
    const waiting = view.turns.getByText('Waiting: the model reads this at its next step.');
    expect(await waiting.count()).toBe(1);
    await tell(story.tell([{ type: 'observation', callId: '1', tool: 'ls_dir', result }]));
    expect(await waiting.count()).toBe(0);
    expect(await view.turns.getByText('And b').count()).toBe(1);
  });

  test('that is on its way is shown, and so is why it was not sent', async ({ openView }) => {
    const view = await openView();
    await view.start();
    const message = { text: 'Why?', attachments: [] };
    await view.tell({ type: 'unsent', unsent: [{ message }] });
    expect(await view.turns.getAttribute('data-state')).toBe('running');
    const error = { name: 'SettingsError', code: 'SETTINGS', message: 'No model is named.' } as const;
    await view.tell({ type: 'unsent', unsent: [{ message, error }] });
    expect(await view.page.getByRole('alert').textContent()).toContain('No model is named.');
    await view.button('Retry').click();
    expect((await view.said()).at(-1)).toEqual({ type: 'send', message });
  });

  test('gets files that are dropped on the view', async ({ openView }) => {
    const view = await openView();
    await view.start();
    await view.log.evaluate((log) => {
      const dataTransfer = new DataTransfer();
      const lines = [
        '# two files',
        'file:///w/a%20b.ts',
        'vscode-remote://ssh+x/w/c.ts',
        'https://evil.com/d',
      ];
      dataTransfer.setData('text/uri-list', lines.join('\r\n'));
      log.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }));
    });
    await view.message.press('Enter');
    const attachments = ['/w/a b.ts', '/w/c.ts'].map((path) => ({ kind: 'file', path }));
    expect((await view.said()).at(-1)).toEqual({
      type: 'send',
      message: { text: '@a b.ts @c.ts', attachments },
    });
  });

  test('makes its box grow to eight lines and no further', async ({ openView }) => {
    const view = await openView();
    await view.start();
    const height = (): Promise<number> => view.message.evaluate((box) => box.clientHeight);
    const lineHeight = await view.message.evaluate((box) =>
      Number.parseFloat(getComputedStyle(box).lineHeight),
    );
    const one = await height();
    const heights: number[] = [];
    for (const lines of [2, 8, 9, 40]) {
      await view.message.fill('a\n'.repeat(lines - 1) + 'a');
      heights.push(Math.round((await height()) - one));
    }
    const seven = Math.round(7 * lineHeight);
    expect(heights.map((pixels) => Math.abs(pixels - seven) <= 1)).toEqual([false, true, true, true]);
    expect(Math.abs((heights[0] ?? 0) - lineHeight)).toBeLessThanOrEqual(1);
  });

  test('is not sent by the Enter that ends an input method', async ({ openView }) => {
    const view = await openView();
    await view.start();
    await view.message.focus();
    const input = await view.page.context().newCDPSession(view.page);
    await input.send('Input.imeSetComposition', { text: 'にほん', selectionStart: 3, selectionEnd: 3 });
    // What Chromium sends for a key that the input method takes.
    await input.send('Input.dispatchKeyEvent', {
      type: 'rawKeyDown',
      key: 'Process',
      windowsVirtualKeyCode: 229,
    });
    await view.message.evaluate((box) => {
      box.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true }));
    });
    await input.send('Input.insertText', { text: '日本' });
    expect(await view.said()).toEqual([{ type: 'ready' }]);
    await view.message.press('Enter');
    expect((await view.said()).at(-1)).toEqual(sent('日本'));
  });

  test('stays as it is composed while an answer is streamed', async ({ openView }) => {
    const view = await openView();
    await view.start();
    await view.tell(started('a'));
    await view.message.focus();
    const input = await view.page.context().newCDPSession(view.page);
    await input.send('Input.imeSetComposition', { text: 'に', selectionStart: 1, selectionEnd: 1 });
    await view.tell(events({ type: 'token', channel: 'answer', content: 'b' }));
    await input.send('Input.imeSetComposition', { text: 'にほ', selectionStart: 2, selectionEnd: 2 });
    await input.send('Input.insertText', { text: '二歩' });
    expect(await view.message.inputValue()).toBe('二歩');
  });
});

describe('Escape', () => {
  test('stops a running turn, wherever the focus is', async ({ openView }) => {
    const view = await openView();
    await view.start();
    await view.tell(started('a'));
    await view.message.press('Escape');
    await view.log.press('Escape');
    expect((await view.said()).slice(1)).toEqual([{ type: 'stop' }, { type: 'stop' }]);
  });

  test('closes the list and leaves the turn running', async ({ openView }) => {
    const view = await openView();
    await view.start();
    await view.tell(started('a'));
    await view.message.pressSequentially('@a');
    await answer(view, [hit('a.ts')]);
    await view.message.press('Escape');
    expect(await view.files.count()).toBe(0);
    await view.message.pressSequentially('b');
    expect(await view.files.count()).toBe(0);
    expect((await view.said()).some(({ type }) => type === 'stop')).toBe(false);
  });
});

describe('a mention', () => {
  const HITS = Array.from({ length: 20 }, (_, index) => hit(`src/file-${index}.ts`, { ranges: [[4, 8]] }));

  test('is searched for at each key and shown with its matches', async ({ openView }) => {
    const view = await openView();
    await view.start();
    await view.message.pressSequentially('see @fil');
    expect((await view.said()).slice(1)).toEqual(
      ['', 'f', 'fi', 'fil'].map((query, index) => ({ type: 'mentionQuery', id: index + 1, query })),
    );
    await answer(view, HITS);
    const option = view.files.getByRole('option').first();
    expect(await option.textContent()).toBe('file-0.ts src');
    expect(await option.locator('mark').allTextContents()).toEqual(['file']);
  });

  test('does not show the answer to an older query', async ({ openView }) => {
    const view = await openView();
    await view.start();
    await view.message.pressSequentially('@a');
    await view.tell({ type: 'mentionHits', id: 1, hits: [hit('old.ts')] });
    expect(await view.files.count()).toBe(0);
  });

  test('is chosen by keyboard alone and goes with the message', async ({ openView }) => {
    const view = await openView();
    await view.start();
    await view.message.pressSequentially('see @fil');
    await answer(view, HITS);
    const names: (string | null)[] = [];
    for (const key of ['ArrowDown', 'End', 'ArrowDown', 'PageDown', 'PageUp', 'ArrowUp', 'Home']) {
      await view.message.press(key);
      names.push(await activeName(view));
    }
    expect(names).toEqual([1, 19, 0, 8, 0, 19, 0].map((index) => `file-${index}.ts`));
    await view.message.press('ArrowDown');
    await view.message.press('Enter');
    expect(await view.files.count()).toBe(0);
    expect(await view.message.inputValue()).toBe('see @file-1.ts ');
    await view.page.keyboard.type('now');
    await view.page.keyboard.press('Enter');
    const attachments = [{ kind: 'file', path: '/w/src/file-1.ts' }];
    expect((await view.said()).at(-1)).toEqual({
      type: 'send',
      message: { text: 'see @file-1.ts now', attachments },
    });
  });

  test('keeps the choice in sight', async ({ openView }) => {
    const view = await openView();
    await view.start();
    await view.message.pressSequentially('@');
    await answer(view, HITS);
    await view.message.press('End');
    await view.files.getByRole('option').last().waitFor();
    const isInSight = await view.files.evaluate((list) => {
      const box = list.getBoundingClientRect();
      const last = list.lastElementChild?.getBoundingClientRect();
      return last !== undefined && last.bottom <= box.bottom + 1 && last.top >= box.top - 1;
    });
    expect(isInSight).toBe(true);
  });

  test('is chosen with Tab, and with the mouse', async ({ openView }) => {
    const view = await openView();
    await view.start();
    await view.message.pressSequentially('@f');
    await answer(view, HITS);
    await view.message.press('Tab');
    await view.page.keyboard.type('@f');
    await answer(view, HITS);
    await view.files.getByRole('option').nth(2).click();
    expect(await view.message.inputValue()).toBe('@file-0.ts @file-2.ts ');
    expect(await isFocused(view)).toBe(true);
  });

  test('that is nowhere is said to be, and Enter sends', async ({ openView }) => {
    const view = await openView();
    await view.start();
    await view.message.pressSequentially('@nope');
    await answer(view, []);
    expect(await view.page.getByText('No file matches “nope”.').isVisible()).toBe(true);
    await view.message.press('Enter');
    expect((await view.said()).at(-1)).toEqual(sent('@nope'));
  });

  test('of two roots tells them apart', async ({ openView }) => {
    const view = await openView();
    await view.start();
    await view.message.pressSequentially('@m');
    await answer(view, [hit('main.ts', { in: '/one/app' }), hit('src/main.ts', { in: '/two/app' })]);
    expect(await view.files.getByRole('option').allTextContents()).toEqual([
      'main.ts one/app',
      'main.ts two/app/src',
    ]);
  });

  test('is a chip that is removed by keyboard', async ({ openView }) => {
    const view = await openView();
    await view.start();
    await view.tell(
      { type: 'attach', ref: { kind: 'file', path: '/w/src/a.ts' } },
      { type: 'attach', ref: { kind: 'file', path: '/w/src/b.ts' } },
    );
    expect(await view.message.inputValue()).toBe('@a.ts @b.ts ');
    await view.button('Remove /w/src/a.ts').focus();
    await view.page.keyboard.press('Enter');
    expect(await view.page.locator('.composer .chip').allTextContents()).toEqual(['b.ts×']);
    expect(await isFocused(view)).toBe(true);
  });
});

test('the message takes the focus when the extension asks', async ({ openView }) => {
  const view = await openView();
  await view.start();
  await view.log.focus();
  await view.tell({ type: 'focus' });
  expect(await isFocused(view)).toBe(true);
});
