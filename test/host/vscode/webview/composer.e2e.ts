import { describe, expect } from 'vitest';
import type { EntryId, ThreadId } from '../../../../src/actors/protocol/thread.js';
import type { FromView, ViewEvent } from '../../../../src/actors/protocol/ui.js';
import type { SearchHit } from '../../../../src/actors/protocol/workspace.js';
import { test } from './browser-test.js';
import { hit } from './state/hits.js';
import { Story, tellStory } from './state/story.js';
import { STATUS, type ViewPage } from './view-page.js';

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

/** Puts the focus into a text field of the view. */
async function openField(view: ViewPage, field: string): Promise<void> {
  if (field === 'the message box') await view.message.focus();
  else if (field === 'the search in the chat') await view.tell({ type: 'find' });
  else if (field === 'the reason of a denial') {
    await view.answerable();
    await view.button('Deny, because…').click();
  } else {
    await view.tell({ type: 'showChats' });
    const chat = { id: 't' as ThreadId, title: 'Old', changedAt: 0, isArchived: false };
    await view.tell({ type: 'chats', list: { chats: [chat], deleted: [] } });
    await view.page.getByRole('button', { name: /^Old/ }).press('F2');
  }
}

/** What WebKit sends when Enter takes the candidate of an input method. */
async function compose(view: ViewPage, { keyCode }: { readonly keyCode: number }): Promise<void> {
  await view.page.evaluate((code) => {
    const field = document.activeElement as HTMLInputElement;
    field.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }));
    field.value = '日本';
    field.dispatchEvent(new InputEvent('input', { bubbles: true }));
    field.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true, data: '日本' }));
    const key = { key: 'Enter', keyCode: code, bubbles: true, cancelable: true } as const;
    // A browser sends the form of a field unless the key was taken.
    if (field.dispatchEvent(new KeyboardEvent('keydown', key)) && code === 13) field.form?.requestSubmit();
    field.dispatchEvent(new KeyboardEvent('keyup', key));
  }, keyCode);
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

  test('is sent with the button; while a turn runs, Stop is beside it', async ({ openView }) => {
    const view = await openView();
    await view.start();
    expect(await view.button('Send').isDisabled()).toBe(true);
    expect(await view.button('Stop').count()).toBe(0);
    await view.message.fill('a');
    await view.button('Send').click();
    await view.tell(started('a'));
    expect(await view.button('Send').count()).toBe(0);
    await view.message.fill('b');
    await view.button('Stop').click();
    expect((await view.said()).slice(1)).toEqual([sent('a'), { type: 'stop' }]);
    await view.tell(ended());
    expect(await view.button('Stop').count()).toBe(0);
    expect(await view.message.inputValue()).toBe('b');
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

  test('has a button that queues it while a turn runs', async ({ openView }) => {
    const view = await openView();
    await view.start();
    await view.tell(started('a'));
    expect(await view.button('Queue').isDisabled()).toBe(true);
    await view.message.pressSequentially('next');
    await view.button('Queue').click();
    expect((await view.said()).slice(1)).toEqual([sent('next')]);
  });

  test('that waits for the model is above the box until the model has it, and can be edited and removed', async ({
    openView,
  }) => {
    const view = await openView();
    await view.start();
    const story = new Story();
    const call = { callId: '1', tool: 'ls_dir', params: {} } as const;
    const result = { outcome: 'success', success: true, output: 'a' } as const;
    const tell = (events: readonly ViewEvent[]) => view.tell({ type: 'events', events });
    const queue = (text: string): ViewEvent => story.add({ kind: 'user_message', text, attachments: [] });
    await tell([
      ...story.begin({ text: 'a', attachments: [] }),
      ...story.tell([{ type: 'action', ...call }]),
      ...['And b', 'And c', 'And d'].map(queue),
    ]);
    const waiting = view.page.getByRole('region', { name: 'Waiting messages' });
    const texts = () => waiting.locator('.text').allTextContents();
    expect(await texts()).toEqual(['And b', 'And c', 'And d']);
    expect(await view.turns.getByText('And b').count()).toBe(0);
    const idOf = (index: number) =>
      story.entries.filter(({ kind }) => kind === 'user_message')[index + 1]?.id;

    await view.button('Edit “And b”').click();
    await view.button('Remove “And c”').click();
    const entries = [idOf(0), idOf(1)] as EntryId[];
    expect((await view.said()).slice(1)).toEqual(entries.map((entry) => ({ type: 'withdraw', entry })));
    await tell(entries.map((message) => story.add({ kind: 'message_withdrawn', message })));
    expect(await texts()).toEqual(['And d']);
    expect(await view.message.inputValue()).toBe('And b');
    expect(await isFocused(view)).toBe(true);

    await tell(story.tell([{ type: 'observation', callId: '1', tool: 'ls_dir', result }]));
    expect(await waiting.count()).toBe(0);
    expect(await view.turns.getByText('And d').count()).toBe(1);
  });

  test('is brought back with ArrowUp, and Ctrl+Z takes back what is typed then', async ({ openView }) => {
    const view = await openView();
    const turns = ['one', 'two'].map((text) => {
      return { message: { text, attachments: [] }, events: [], state: 'ended' } as const;
    });
    await view.start({ turns });
    const values: string[] = [];
    for (const key of ['ArrowUp', 'ArrowUp', 'ArrowDown', 'ArrowUp']) {
      await view.message.press(key);
      values.push(await view.message.inputValue());
    }
    expect(values).toEqual(['two', 'one', 'two', 'one']);
    await view.page.keyboard.type(' more');
    await view.page.keyboard.press('Enter');
    expect((await view.said()).at(-1)).toEqual(sent('one more'));
  });

  test('is typed and undone as in any other text, a mention that was chosen included', async ({
    openView,
  }) => {
    const view = await openView();
    await view.start();
    await view.message.focus();
    const { keyboard } = view.page;
    await keyboard.type('hello world');
    await keyboard.press('Control+z');
    expect(await view.message.inputValue()).toBe('');
    await keyboard.press('Control+Shift+z');
    expect(await view.message.inputValue()).toBe('hello world');
    await keyboard.type(' @a');
    await answer(view, [hit('src/a.ts')]);
    await keyboard.press('Enter');
    expect(await view.message.inputValue()).toBe('hello world @a.ts ');
    await keyboard.press('Control+z');
    expect(await view.message.inputValue()).toBe('hello world @a');
    await keyboard.press('Control+Shift+z');
    await keyboard.press('Enter');
    expect((await view.said()).at(-1)).toEqual({
      type: 'send',
      message: { text: 'hello world @a.ts', attachments: [{ kind: 'file', path: '/w/src/a.ts' }] },
    });
  });

  test('gets a picture that is pasted or dropped, and says why another file is refused', async ({
    openView,
  }) => {
    const view = await openView();
    await view.start();
    const give = (how: 'paste' | 'drop', name: string, type: string, bytes: readonly number[]) =>
      view.message.evaluate(
        (box, { how, name, type, bytes }) => {
          const data = new DataTransfer();
          data.items.add(new File([new Uint8Array(bytes)], name, { type }));
          const options = { bubbles: true, cancelable: true };
          box.dispatchEvent(
            how === 'paste'
              ? new ClipboardEvent('paste', { ...options, clipboardData: data })
              : new DragEvent('drop', { ...options, dataTransfer: data }),
          );
        },
        { how, name, type, bytes },
      );
    await give('paste', 'image.png', 'image/png', [1, 2, 3]);
    await view.button('Remove image.png').waitFor();
    await give('drop', 'image.png', 'image/png', [4, 5, 6]);
    await view.button('Remove image 2.png').waitFor();
    expect(await view.page.locator('.chip img').count()).toBe(2);
    await give('drop', 'notes.txt', 'text/plain', [104, 105]);
    await view.button('Remove notes.txt').waitFor();
    await give('drop', 'a.bin', '', [0, 1, 2]);
    await view.page.getByText('a.bin cannot be attached: it is neither text nor a picture.').waitFor();
    await give('paste', 'a.bmp', 'image/bmp', [0]);
    await view.page.getByText('a.bmp cannot be attached: pictures have to be PNG').waitFor();
    await view.button('Send').click();
    const image = { kind: 'image', mediaType: 'image/png' } as const;
    expect((await view.said()).at(-1)).toEqual({
      type: 'send',
      message: {
        text: '',
        attachments: [
          { ...image, name: 'image.png', data: 'AQID' },
          { ...image, name: 'image 2.png', data: 'BAUG' },
          { kind: 'output', name: 'notes.txt', text: 'hi' },
        ],
      },
    });
  });

  test('gets a picture that is too large in words', async ({ openView }) => {
    const view = await openView();
    await view.start();
    await view.message.evaluate((box) => {
      const clipboardData = new DataTransfer();
      const bytes = new Uint8Array(6 * 1024 * 1024);
      clipboardData.items.add(new File([bytes], 'big.png', { type: 'image/png' }));
      box.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }));
    });
    await view.page
      .getByText('big.png cannot be attached: it has 6 MB, and a picture may have at most 5 MB.')
      .waitFor();
    await view.message.pressSequentially('a');
    expect(await view.page.getByText('big.png').count()).toBe(0);
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
    await input.send('Input.dispatchKeyEvent', { type: 'keyUp', key: 'Process', windowsVirtualKeyCode: 229 });
    expect(await view.said()).toEqual([{ type: 'ready' }]);
    await view.message.press('Enter');
    expect((await view.said()).at(-1)).toEqual(sent('日本'));
  });

  describe.for([
    ['WebKit', { keyCode: 13 }],
    ['WebKit with its own key code', { keyCode: 229 }],
  ] as const)('when %s tells of the end of a composition before its key', ([, key]) => {
    test.for(['the message box', 'the search in the chat', 'the reason of a denial', 'the name of a chat'])(
      '%s does nothing',
      async (field, { openView }) => {
        const view = await openView();
        await view.start();
        await view.tell(
          started('a'),
          events({
            type: 'approval_request',
            callId: '1',
            tool: 'run_command',
            category: 'Dangerous tools',
            params: {},
            reasons: ['Why.'],
          }),
        );
        await openField(view, field);
        const before = await view.said();
        await compose(view, key);
        expect(await view.said()).toEqual(before);
        expect(await view.page.evaluate(() => (document.activeElement as HTMLInputElement).value)).toBe(
          '日本',
        );
        // The next one is the person's.
        await view.page.keyboard.press('Enter');
        if (field !== 'the search in the chat') expect(await view.said()).not.toEqual(before);
      },
    );
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
      const last = [...list.querySelectorAll('[role="option"]')].at(-1)?.getBoundingClientRect();
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

  test('is the attachment: there is no chip, and without it in the text nothing is attached', async ({
    openView,
  }) => {
    const view = await openView();
    await view.start();
    await view.tell(
      { type: 'attach', ref: { kind: 'file', path: '/w/src/a.ts' } },
      { type: 'attach', ref: { kind: 'file', path: '/w/src/b.ts' } },
    );
    expect(await view.message.inputValue()).toBe('@a.ts @b.ts ');
    expect(await view.page.locator('.composer .chip').count()).toBe(0);
    for (let presses = 0; presses < 3; presses += 1) await view.page.keyboard.press('Control+Backspace');
    await view.page.keyboard.press('Escape');
    await view.page.keyboard.press('Enter');
    const [told] = (await view.said()).slice(-1);
    expect(told).toMatchObject({ type: 'send', message: { attachments: [{ path: '/w/src/a.ts' }] } });
  });

  test('of a selection is a chip that is removed by keyboard', async ({ openView }) => {
    const view = await openView();
    await view.start();
    const selection = { kind: 'selection', path: '/w/a.ts', text: 'b' } as const;
    const at = (line: number) => ({ ...selection, range: { startLine: line, endLine: line } });
    await view.tell({ type: 'attach', ref: at(1) }, { type: 'attach', ref: at(2) });
    await view.button('Remove /w/a.ts:1').focus();
    await view.page.keyboard.press('Enter');
    expect(await view.page.locator('.composer .chip').allTextContents()).toEqual(['a.ts:2×']);
    expect(await isFocused(view)).toBe(true);
    await view.page.keyboard.press('Enter');
    expect((await view.said()).at(-1)).toEqual({
      type: 'send',
      message: { text: '', attachments: [at(2)] },
    });
  });

  test('that is empty is full of what there is, and narrow names keep their ends', async ({ openView }) => {
    const view = await openView({ width: 200 });
    await view.start();
    await view.button('Mention').click();
    await view.tell(
      {
        type: 'mentionOffers',
        id: 1,
        offers: [
          { kind: 'file', path: '/w/src/open.ts', shown: 'src/a/very/long/way/to/the/open.ts', isOpen: true },
          { kind: 'content', content: 'problems', detail: '3 in open files' },
          { kind: 'symbols' },
        ],
      },
      { type: 'mentionHits', id: 1, hits: [hit('src', { isDir: true })] },
    );
    expect(
      await view.files.getByRole('group').evaluateAll((groups) => groups.map((one) => one.ariaLabel)),
    ).toEqual(['Open files', 'From the editor', 'Folders']);
    expect(await view.files.getByRole('option').allTextContents()).toEqual([
      'open.ts src/a/very/long/way/to/the',
      'Problems 3 in open files',
      'Symbols… functions, classes and more, by name',
      'src/ ',
    ]);
    const tail = view.files.locator('.tail').first();
    expect(await tail.evaluate((end) => end.scrollWidth <= end.clientWidth + 1)).toBe(true);
    await view.message.press('ArrowDown');
    await view.message.press('Enter');
    expect((await view.said()).at(-1)).toEqual({ type: 'attachContent', content: 'problems' });
    expect(await view.message.inputValue()).toBe('');
  });

  test('takes the names that the window gives its folders', async ({ openView }) => {
    const view = await openView();
    const folders = [
      { path: '/one/app', name: 'Shop' },
      { path: '/two/app', name: 'Admin' },
    ];
    await view.start({ status: { ...STATUS, folders } });
    await view.message.pressSequentially('@m');
    await answer(view, [hit('main.ts', { in: '/one/app' }), hit('src/main.ts', { in: '/two/app' })]);
    expect(await view.files.getByRole('option').allTextContents()).toEqual([
      'main.ts Shop',
      'main.ts Admin/src',
    ]);
    await view.message.press('Enter');
    expect(await view.message.inputValue()).toBe('@app/main.ts ');
  });
});

describe('a command', () => {
  test('is chosen from a list and run, with the keyboard alone', async ({ openView }) => {
    const view = await openView();
    await view.start();
    await view.message.pressSequentially('/ne');
    expect(await view.files.getByRole('option').allTextContents()).toEqual(['/new Start a new chat']);
    await view.message.press('Enter');
    expect((await view.said()).slice(1)).toEqual([{ type: 'listCommands' }, { type: 'newChat' }]);
    expect(await view.message.inputValue()).toBe('');
  });
});

describe('a list of suggestions', () => {
  const TXT = [hit('notes.txt'), hit('more.txt')];

  test('of files is open again, without a key, when the extension gives back the focus', async ({
    openView,
  }) => {
    const view = await openView();
    await view.start();
    await view.message.pressSequentially('@txt');
    await answer(view, TXT);
    await view.message.blur();
    expect(await view.files.count()).toBe(0);
    await view.tell({ type: 'focus' });
    await answer(view, TXT);
    expect(await isFocused(view)).toBe(true);
    expect(await view.files.getByRole('option').allTextContents()).toEqual(['notes.txt ', 'more.txt ']);
    expect(await activeName(view)).toBe('notes.txt');
  });

  test('of commands is open again, without a key, when the extension gives back the focus', async ({
    openView,
  }) => {
    const view = await openView();
    await view.start();
    await view.message.pressSequentially('/ne');
    await view.message.blur();
    expect(await view.files.count()).toBe(0);
    await view.tell({ type: 'focus' });
    expect(await view.files.getByRole('option').allTextContents()).toEqual(['/new Start a new chat']);
  });

  test.for(['@txt', '/ne'])(
    'that Escape closed stays closed when the focus is given: %s',
    async (text, { openView }) => {
      const view = await openView();
      await view.start();
      await view.message.pressSequentially(text);
      if (text === '@txt') await answer(view, TXT);
      await view.files.waitFor();
      await view.message.press('Escape');
      const before = await view.said();
      await view.tell({ type: 'focus' });
      expect(await view.files.count()).toBe(0);
      expect(await view.said()).toEqual(before);
    },
  );

  test('stays as it is when something is attached from outside while the box has the focus', async ({
    openView,
  }) => {
    const view = await openView();
    await view.start();
    await view.message.pressSequentially('@');
    await answer(view, TXT);
    await view.message.press('ArrowDown');
    await view.tell({ type: 'attach', ref: { kind: 'file', path: '/w/src/a.ts' } }, { type: 'focus' });
    expect(await view.message.inputValue()).toBe('@ @a.ts ');
    expect(await activeName(view)).toBe('more.txt');
    await answer(view, TXT);
    expect(await activeName(view)).toBe('more.txt');
  });

  test('does not cost what is attached as the box gets back the focus', async ({ openView }) => {
    const view = await openView();
    await view.start();
    await view.message.pressSequentially('see @txt');
    await view.message.blur();
    await view.tell({ type: 'attach', ref: { kind: 'file', path: '/w/src/a.ts' } }, { type: 'focus' });
    expect(await view.message.inputValue()).toBe('see @txt @a.ts ');
    expect(await view.files.count()).toBe(0);
    await view.page.keyboard.type('now');
    await view.page.keyboard.press('Enter');
    const attachments = [{ kind: 'file', path: '/w/src/a.ts' }];
    expect((await view.said()).at(-1)).toEqual({
      type: 'send',
      message: { text: 'see @txt @a.ts now', attachments },
    });
  });
});

describe('a question that waits', () => {
  test.for([
    ['Control+Enter', 'approve'],
    ['Control+Backspace', 'deny'],
  ] as const)('is answered from the empty box with %s', async ([key, decision], { openView }) => {
    const view = await openView();
    await view.start();
    const asked = {
      callId: '1',
      tool: 'edit_file',
      category: 'File edits',
      params: {},
      reasons: ['Why.'],
    } as const;
    await view.tell(started('a'), events({ type: 'approval_request', ...asked }));
    await view.answerable();
    await view.message.press(key);
    expect((await view.said()).slice(1)).toEqual([{ type: 'approval', callId: '1', decision }]);
  });

  test('takes no key and no click of the half second in which nobody can have read it', async ({
    openView,
  }) => {
    const view = await openView();
    await view.page.addInitScript(holdHalfSeconds);
    await view.page.reload();
    await view.start();
    await view.tell(
      started('a'),
      events({
        type: 'approval_request',
        callId: '1',
        tool: 'run_command',
        category: 'Dangerous tools',
        params: {},
        reasons: ['Why.'],
      }),
    );
    await view.message.press('Control+Enter');
    await view.button('Approve').click({ force: true });
    await view.button('Approve').press('y');
    const answers = async () => (await view.said()).filter(({ type }) => type === 'approval');
    expect(await answers()).toEqual([]);
    await view.page.evaluate(() => {
      dispatchEvent(new Event('half-second'));
    });
    await view.answerable();
    await view.button('Approve').click();
    expect(await answers()).toEqual([{ type: 'approval', callId: '1', decision: 'approve' }]);
  });
});

test('the message takes the focus when the extension asks', async ({ openView }) => {
  const view = await openView();
  await view.start();
  await view.log.focus();
  await view.tell({ type: 'focus' });
  expect(await isFocused(view)).toBe(true);
});

/** Runs in the view: half a second passes when a test says so. */
function holdHalfSeconds(): void {
  // oxlint-disable-next-line no-restricted-properties -- the page's own, which is replaced
  const start = globalThis.setTimeout;
  const held = (run: () => void, delayMs?: number): unknown => {
    if (delayMs !== 500) return start(run, delayMs);
    addEventListener('half-second', run);
    return 0;
  };
  Object.assign(globalThis, { setTimeout: held });
}
