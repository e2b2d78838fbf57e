import { describe, expect } from 'vitest';
import type { ToView } from '../../../../src/actors/protocol/ui.js';
import { test } from './browser-test.js';
import { tellStory, type ToldTurn } from './state/story.js';
import type { ViewPage } from './view-page.js';

const { started, events, ended } = tellStory();
const token = (content: string): ToView => events({ type: 'token', channel: 'answer', content });

const past = (text: string): ToldTurn => ({
  message: { text: 'a', attachments: [] },
  events: [{ type: 'answer', content: text }],
  state: 'ended',
});

/** What TypeScript does not know of a layout shift. */
interface LayoutShift extends PerformanceEntry {
  readonly sources: readonly {
    readonly node: Node | null;
    readonly previousRect: DOMRect;
    readonly currentRect: DOMRect;
  }[];
}

declare global {
  interface Window {
    marked: Element[];
    mutations: number;
    formats: number;
    /** Texts that moved up or down. */
    shifts: string[];
  }
}

/** Remembers elements of the page, to see later whether they are still the same. */
async function mark(view: ViewPage, selector: string): Promise<void> {
  await view.page.evaluate((selector) => {
    window.marked = [...document.querySelectorAll(selector)];
  }, selector);
}

/** How many of the marked elements there are, and how many are still on the page. */
const kept = (view: ViewPage): Promise<readonly [number, number]> =>
  view.page.evaluate(() => [
    window.marked.length,
    window.marked.filter(({ isConnected }) => isConnected).length,
  ]);

describe('an answer that is streamed', () => {
  test('keeps what is finished, and a selection in it', async ({ openView }) => {
    const view = await openView();
    await view.start();
    await view.tell(
      started(),
      token('# Title\n\nFirst *part*.\n\n- one\n- two\n\n```ts\nconst a = 1;\n```\n\nLast par'),
    );
    await mark(view, '.markdown > *');
    await view.page.locator('.markdown > p').first().selectText();
    await view.tell(token('agraph\n\n- '), token('new'));
    expect(await kept(view)).toEqual([5, 5]);
    expect(await view.page.evaluate(() => getSelection()?.toString())).toBe('First part.');
    expect(await view.page.locator('.markdown > *').allTextContents()).toEqual([
      'Title',
      'First part.',
      'onetwo',
      'tsconst a = 1;',
      'Last paragraph',
      'new',
    ]);
  });

  test('becomes the answer without being drawn anew', async ({ openView }) => {
    const view = await openView();
    await view.start();
    await view.tell(started(), token('One.\n\nTwo'));
    await mark(view, '.markdown, .markdown > *');
    await view.tell(events({ type: 'answer', content: 'One.\n\nTwo.' }), ended());
    expect(await kept(view)).toEqual([3, 3]);
    expect(await view.page.locator('.markdown').textContent()).toBe('One.Two.');
  });

  test('is drawn once a frame, however many pieces come', async ({ openView }) => {
    const view = await openView();
    await view.start();
    await view.tell(started(), token('a'));
    const drawings = await view.page.evaluate(async (message) => {
      let drawings = 0;
      // Told once for all that one drawing changes.
      const observer = new MutationObserver(() => {
        drawings++;
      });
      observer.observe(document.body, { subtree: true, childList: true, characterData: true });
      for (let piece = 0; piece < 200; piece++) {
        window.dispatchEvent(new MessageEvent('message', { data: message }));
        await Promise.resolve();
      }
      await new Promise(requestAnimationFrame);
      await new Promise(requestAnimationFrame);
      return drawings;
    }, token(' b'));
    expect(drawings).toBe(1);
    expect(await view.page.locator('.markdown').textContent()).toBe('a' + ' b'.repeat(200));
  });

  test('touches nothing but its last block', async ({ openView }) => {
    const view = await openView();
    await view.start({ turns: [past('Old.'), past('Older.')] });
    await view.tell(started(), token('First.\n\nSecond.\n\nThird'));
    await view.page.evaluate(() => {
      window.mutations = 0;
      const tail = [...document.querySelectorAll('.markdown > p')].at(-1);
      new MutationObserver((records) => {
        window.mutations += records.filter(({ target }) => tail?.contains(target) !== true).length;
      }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
    });
    for (let piece = 0; piece < 5; piece++) await view.tell(token(' more'));
    expect(await view.page.evaluate(() => window.mutations)).toBe(0);
  });

  test('is no heading for a moment when a list begins', async ({ openView }) => {
    const view = await openView();
    await view.start();
    await view.tell(started(), token('Some words:\n-'));
    expect(
      await view.page.locator('.markdown > *').evaluateAll((all) => all.map(({ tagName }) => tagName)),
    ).toEqual(['P']);
    await view.tell(token(' one'));
    expect(await view.page.locator('.markdown li').textContent()).toBe('one');
  });

  test('draws no other turn again', async ({ openView }) => {
    const view = await openView();
    const usage = { inputTokens: 1, outputTokens: 2 };
    const turn = past('Old.');
    await view.start({ turns: [{ ...turn, events: [...turn.events, { type: 'usage', usage }] }] });
    await view.tell(started());
    // Drawing a turn that has ended formats what it used.
    await view.page.evaluate(() => {
      const { prototype } = Intl.NumberFormat;
      const format = Object.getOwnPropertyDescriptor(prototype, 'format');
      window.formats = 0;
      Object.defineProperty(prototype, 'format', {
        get(this: Intl.NumberFormat): unknown {
          window.formats++;
          return format?.get?.call(this);
        },
      });
    });
    for (let piece = 0; piece < 5; piece++) await view.tell(token(' more'));
    expect(await view.page.evaluate(() => window.formats)).toBe(0);
    await view.tell(events({ type: 'usage', usage }), ended());
    expect(await view.page.evaluate(() => window.formats)).toBe(2);
  });

  test('moves nothing that is already there', async ({ openView }) => {
    const view = await openView();
    await view.start();
    await view.tell(started());
    await view.page.evaluate(() => {
      window.shifts = [];
      new PerformanceObserver((list) => {
        for (const { sources } of list.getEntries() as LayoutShift[])
          for (const { node, previousRect, currentRect } of sources)
            if (previousRect.y !== currentRect.y) window.shifts.push(node?.textContent ?? '');
      }).observe({ type: 'layout-shift' });
    });
    const text = '# Title\n\nSome words.\n- one\n- two\n\n```ts\nlet a;\n```\n\n|a|b|\n|-|-|\n|1|2|\n';
    for (const char of text) await view.tell(token(char));
    await view.tell(events({ type: 'answer', content: text }), ended());
    expect(await view.page.evaluate(() => window.shifts)).toEqual([]);
  });

  test('is not read out before it has ended', async ({ openView }) => {
    const view = await openView();
    await view.start();
    await view.tell(started(), token('a'));
    expect(await view.turns.getAttribute('aria-busy')).toBe('true');
    await view.tell(ended());
    expect(await view.turns.getAttribute('aria-busy')).toBe('false');
  });
});

describe('the reader', () => {
  const distance = (view: ViewPage): Promise<number> =>
    view.log.evaluate((log) => Math.round(log.scrollHeight - log.clientHeight - log.scrollTop));
  const isAway = async (view: ViewPage): Promise<boolean> => (await view.button('Jump to end').count()) === 1;

  test('at the end stays there', async ({ openView }) => {
    const view = await openView();
    await view.start({ turns: [past('b\n\n'.repeat(60))] });
    await view.tell(started(), token('c\n\n'.repeat(30)));
    await view.tell(token('d\n\n'.repeat(30)));
    expect(await distance(view)).toBe(0);
    await view.page.setViewportSize({ width: 300, height: 400 });
    await view.tell(token('e'));
    expect(await distance(view)).toBe(0);
    expect(await isAway(view)).toBe(false);
  });

  test('who went up stays where they are, and jumps back with a button', async ({ openView }) => {
    const view = await openView();
    await view.start({ turns: [past('b\n\n'.repeat(60))] });
    await view.tell(started());
    await view.log.hover();
    await view.page.mouse.wheel(0, -200);
    await view.button('Jump to end').waitFor();
    const top = await view.log.evaluate((log) => log.scrollTop);
    await view.tell(token('c\n\n'.repeat(30)));
    expect(await view.log.evaluate((log) => log.scrollTop)).toBe(top);
    await view.button('Jump to end').click();
    expect(await distance(view)).toBe(0);
    expect(await isAway(view)).toBe(false);
    expect(await view.log.evaluate((log) => log === document.activeElement)).toBe(true);
    await view.tell(token('d\n\n'.repeat(30)));
    expect(await distance(view)).toBe(0);
  });

  test('who opens a step is left to read it', async ({ openView }) => {
    const view = await openView();
    const result = { outcome: 'success', success: true, output: 'line\n'.repeat(40) } as const;
    await view.start({ turns: [past('b\n\n'.repeat(60))] });
    await view.tell(
      started(),
      events(
        { type: 'action', callId: '1', tool: 'ls_dir', params: {} },
        { type: 'observation', callId: '1', tool: 'ls_dir', result },
      ),
    );
    await view.page.locator('summary').click();
    await view.button('Jump to end').waitFor();
    const top = await view.log.evaluate((log) => log.scrollTop);
    await view.tell(token('c\n\n'.repeat(30)));
    expect(await view.log.evaluate((log) => log.scrollTop)).toBe(top);
  });

  test('finds a new chat at its start', async ({ openView }) => {
    const view = await openView();
    await view.start({ turns: [past('b\n\n'.repeat(60))] });
    await view.log.hover();
    await view.page.mouse.wheel(0, -200);
    await view.button('Jump to end').waitFor();
    await view.start();
    expect(await isAway(view)).toBe(false);
  });
});
