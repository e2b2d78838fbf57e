import { describe, expect } from 'vitest';
import type { ToView } from '../../../../src/actors/protocol/ui.js';
import { test } from './browser-test.js';
import { Story, tellStory, type ToldTurn } from './state/story.js';
import { STATUS, type ViewPage } from './view-page.js';
import { untilEqual } from '../../../doubles/until-equal.js';
import { until } from '../../../doubles/until.js';

// A few drawn turns more or less do no harm; a thousand would.
const MAX_DRAWN = 40;

/** Turns of all heights. */
const turns = (count: number): readonly ToldTurn[] =>
  Array.from({ length: count }, (_, index) => ({
    message: { text: `Question ${index}.`, attachments: [] },
    events: [
      { type: 'answer', content: `Answer ${index}.\n\n${'Some more words. '.repeat((index * 37) % 150)}` },
    ],
    state: 'ended',
  }));

const question = {
  type: 'approval_request',
  callId: '1',
  tool: 'edit_file',
  params: {},
  category: 'File edits',
  reasons: ['It changes a file.'],
} as const;

declare global {
  interface Window {
    changed: Set<string>;
    kept: Element[];
  }
}

const distance = (view: ViewPage): Promise<number> =>
  view.log.evaluate((log) => Math.round(log.scrollHeight - log.clientHeight - log.scrollTop));

const frames = (view: ViewPage): Promise<unknown> =>
  view.page.evaluate(async () => {
    for (let frame = 0; frame < 4; frame++) await new Promise(requestAnimationFrame);
  });

/** The first turn in sight and where it is. */
const seen = (view: ViewPage): Promise<{ text: string; top: number }> =>
  view.log.evaluate((log) => {
    const { top } = log.getBoundingClientRect();
    const turn = [...log.querySelectorAll('article')].find((one) => one.getBoundingClientRect().bottom > top);
    const text = turn?.querySelector('.user-message p')?.textContent ?? '';
    return { text, top: (turn?.getBoundingClientRect().top ?? 0) - top };
  });

/** Where a turn begins, from the upper edge of what is seen; not a number for one that is not on the page. */
const topOf = (view: ViewPage, text: string): Promise<number> =>
  view.log.evaluate((log, text) => {
    const turn = [...log.querySelectorAll('article')].find(
      (one) => one.querySelector('.user-message p')?.textContent === text,
    );
    return (turn?.getBoundingClientRect().top ?? Number.NaN) - log.getBoundingClientRect().top;
  }, text);

async function scrollBy(view: ViewPage, px: number): Promise<void> {
  await view.log.evaluate((log, px) => {
    log.scrollTop += px;
  }, px);
  await frames(view);
}

describe('a conversation of 2,000 messages', () => {
  test('is opened at its end, with a bounded number of turns on the page', async ({ openView }) => {
    const view = await openView();
    await view.start({ turns: turns(1_000) });
    expect(await view.turns.count()).toBeLessThan(MAX_DRAWN);
    expect(await distance(view)).toBe(0);
    expect(await view.turns.last().locator('.user-message p').textContent()).toBe('Question 999.');
  });

  test('is reached from its end to its first message with the keyboard, and back', async ({ openView }) => {
    const view = await openView();
    await view.start({ turns: turns(1_000) });
    await view.log.focus();
    await view.page.keyboard.press('Home');
    await view.page.getByText('Question 0.', { exact: true }).waitFor();
    await untilEqual(() => view.log.evaluate((log) => log.scrollTop), 0, 'the beginning is shown');
    expect(await view.turns.count()).toBeLessThan(MAX_DRAWN);
    await view.page.keyboard.press('End');
    await untilEqual(() => distance(view), 0, 'the end is shown');
    expect(await view.turns.count()).toBeLessThan(MAX_DRAWN);
  });

  test('never moves what is seen while the reader scrolls up through turns that were not drawn before', async ({
    openView,
  }) => {
    const view = await openView();
    await view.start({ turns: turns(1_000) });
    const jumps: string[] = [];
    for (let step = 0; step < 40; step++) {
      const { text, top } = await seen(view);
      await scrollBy(view, -300);
      const moved = (await topOf(view, text)) - top;
      if (!(Math.abs(moved - 300) <= 1)) jumps.push(`${text} moved by ${moved}`);
    }
    expect(jumps).toEqual([]);
  });

  test('has a way to what is not on the page for a reader who does not scroll', async ({ openView }) => {
    const view = await openView();
    await view.start({ turns: turns(1_000) });
    const first = await view.turns.first().locator('.user-message p').textContent();
    const number = Number(/\d+/.exec(first ?? '')?.[0]);
    await view.button('Show earlier').focus();
    await view.page.keyboard.press('Enter');
    await view.page.getByText(`Question ${number - 1}.`, { exact: true }).waitFor();
    await view.button('Jump to end').waitFor();
  });

  test('keeps a step open that the reader has opened, wherever they go', async ({ openView }) => {
    const view = await openView();
    const result = { outcome: 'success', success: true, output: 'line' } as const;
    const withCall: ToldTurn = {
      message: { text: 'Call.', attachments: [] },
      events: [
        { type: 'action', callId: '1', tool: 'ls_dir', params: {} },
        { type: 'observation', callId: '1', tool: 'ls_dir', result },
        { type: 'answer', content: 'done' },
      ],
      state: 'ended',
    };
    await view.start({ turns: [...turns(500), withCall, ...turns(2).slice(1)] });
    await view.page.locator('summary').first().click();
    await view.log.focus();
    await view.page.keyboard.press('Home');
    await view.page.getByText('Question 0.', { exact: true }).waitFor();
    expect(await view.page.locator('details[open]').count()).toBe(1);
  });

  test('draws one turn again for an event, and none of the others for a new turn but the one before it', async ({
    openView,
  }) => {
    const view = await openView();
    const story = new Story();
    for (const { message, events } of turns(1_000)) {
      story.begin(message);
      story.tell(events);
      story.end();
    }
    const entries = [...story.entries];
    const thread = { entries, live: { draft: [], outputs: [] }, isRunning: false, unsent: [] };
    await view.tell({ type: 'state', state: { thread, status: STATUS } });
    await view.page.evaluate(() => {
      window.changed = new Set();
      new MutationObserver((records) => {
        for (const { target, addedNodes } of records) {
          const element = target instanceof Element ? target : target.parentElement;
          const turn = element?.closest('.turn-row')?.getAttribute('data-turn');
          if (turn != null) window.changed.add(turn);
          for (const added of addedNodes)
            if (added instanceof HTMLElement && added.dataset['turn'] !== undefined)
              window.changed.add(added.dataset['turn']);
        }
      }).observe(document.querySelector('.log') as Element, {
        subtree: true,
        childList: true,
        characterData: true,
        attributes: true,
      });
    });
    const changed = (): Promise<string[]> =>
      view.page.evaluate(() => {
        const numbers = [...window.changed].sort();
        window.changed.clear();
        return numbers;
      });
    await view.tell({ type: 'events', events: story.begin({ text: 'One more.', attachments: [] }) });
    expect(await changed()).toEqual(['1000', '999']);
    await view.tell({
      type: 'events',
      events: story.tell([{ type: 'token', channel: 'answer', content: 'Words' }]),
    });
    expect(await changed()).toEqual(['1000']);
    await view.tell({ type: 'events', events: story.tell([{ type: 'answer', content: 'Words.' }]) });
    expect(await changed()).toEqual(['1000']);
  });
});

describe('a conversation whose beginning arrives later', () => {
  const told = Story.of(turns(300));
  const starts = told.entries.flatMap(({ kind }, index) => (kind === 'user_message' ? [index] : []));
  const newest = starts[250] ?? 0;
  const state: ToView = {
    type: 'state',
    state: { thread: { ...told, entries: told.entries.slice(newest), hasEarlier: true }, status: STATUS },
  };
  const earlier = (from: number, to: number): ToView => ({
    type: 'earlier',
    entries: told.entries.slice(starts[from], starts[to]),
    hasEarlier: from > 0,
  });

  test('stays at its end', async ({ openView }) => {
    const view = await openView();
    await view.tell(state);
    await view.tell(earlier(100, 250), earlier(0, 100));
    expect(await distance(view)).toBe(0);
    await view.log.focus();
    await view.page.keyboard.press('Home');
    await view.page.getByText('Question 0.', { exact: true }).waitFor();
  });

  test.for([-2_000, -1_000_000])('does not move a reader who scrolled by %i px', async (px, { openView }) => {
    const view = await openView();
    await view.tell(state);
    await scrollBy(view, px);
    const before = await seen(view);
    await view.tell(earlier(100, 250));
    await frames(view);
    expect(Math.round(await topOf(view, before.text))).toBe(Math.round(before.top));
  });

  test('takes the reader back to a turn that arrives late', async ({ openView }) => {
    const scroll = { turn: 'turn 43', offsetPx: -7, isFollowing: false };
    const view = await openView({ saved: { draft: { text: '', attachments: [] }, scroll } });
    await view.tell(state);
    await view.tell(earlier(100, 250));
    await frames(view);
    await view.tell(earlier(0, 100));
    await frames(view);
    const { text, top } = await seen(view);
    expect([text, Math.round(top)]).toEqual(['Question 42.', -7]);
  });
});

describe('a reader who scrolled up', () => {
  test('sees the message that they send, and what follows', async ({ openView }) => {
    const view = await openView();
    const { started, events } = tellStory();
    await view.start({ turns: turns(20) });
    await scrollBy(view, -2_000);
    await view.message.fill('Next?');
    await view.message.press('Enter');
    await view.tell({ type: 'unsent', unsent: [{ message: { text: 'Next?', attachments: [] } }] });
    expect(await distance(view)).toBe(0);
    await view.tell({ type: 'unsent', unsent: [] }, started('Next?'));
    await view.tell(events({ type: 'token', channel: 'answer', content: 'word\n\n'.repeat(50) }));
    expect(await distance(view)).toBe(0);
  });

  test('is taken to a question, unless they have just scrolled: then the button says so', async ({
    openView,
  }) => {
    const view = await openView();
    const { started, events } = tellStory();
    await view.start({ turns: turns(20) });
    await view.tell(started());
    await scrollBy(view, -2_000);
    const before = await seen(view);
    await view.tell(events(question));
    expect(await seen(view)).toEqual(before);
    await view.button('Troupe asks').click();
    await untilEqual(() => distance(view), 0, 'the question is shown');
    await view.button('Troupe asks').waitFor({ state: 'detached' });
  });

  test('some time ago is taken to a question', async ({ openView }) => {
    const view = await openView();
    const { started, events } = tellStory();
    await view.start({ turns: turns(20) });
    await view.tell(started());
    await scrollBy(view, -2_000);
    await view.page.evaluate(() => {
      const clock: { now: () => number } = performance;
      const now = clock.now.bind(clock);
      clock.now = () => now() + 60_000;
    });
    await view.tell(events(question));
    expect(await distance(view)).toBe(0);
  });

  test('has a round button at the edge, with a dot when something new is below', async ({ openView }) => {
    const view = await openView({ width: 300 });
    const { started, events } = tellStory();
    await view.start({ turns: turns(20) });
    await view.tell(started());
    await scrollBy(view, -2_000);
    const box = await view.button('Jump to end').boundingBox();
    expect([box?.width, box?.height]).toEqual([26, 26]);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeGreaterThan(300 - 30);
    expect(await view.page.locator('.jump .dot').count()).toBe(0);
    await view.tell(events({ type: 'token', channel: 'answer', content: 'word' }));
    expect(await view.page.locator('.jump .dot').count()).toBe(1);
  });
});

describe('what is very long', () => {
  test('is an answer whose beginning is drawn, and more on demand', async ({ openView }) => {
    const view = await openView();
    const { started, events, ended } = tellStory();
    const text = `# Title\n\n${'A paragraph of *some* words.\n\n'.repeat(180_000)}`;
    await view.start();
    await view.tell(started());
    await view.tell(events({ type: 'token', channel: 'answer', content: text }));
    const drawn = (): Promise<number> => view.log.evaluate((log) => log.textContent.length);
    expect(await drawn()).toBeLessThan(60_000);
    await view.tell(events({ type: 'answer', content: text }), ended());
    const before = await drawn();
    expect(before).toBeLessThan(60_000);
    await view.button(/^Show more/).click();
    await until(async () => (await drawn()) > before, 'more is drawn');
  });

  test('is a turn whose last steps are drawn, and earlier ones on demand', async ({ openView }) => {
    const view = await openView();
    const { started, events } = tellStory();
    await view.start();
    await view.tell(started());
    const calls = Array.from({ length: 500 }, (_, index) => {
      const call = { callId: String(index), tool: 'ls_dir' } as const;
      const result = { outcome: 'success', success: true, output: `line ${index}` } as const;
      return [
        { type: 'action', ...call, params: { uri: `folder-${index}-here` } } as const,
        { type: 'observation', ...call, result } as const,
      ];
    });
    await view.tell(events(...calls.flat()));
    await view.page.getByText('Listed 500 folders').click();
    await view.page.getByText('folder-499-here').first().waitFor();
    expect(await view.page.locator('.turn').textContent()).not.toContain('folder-0-here');
    await view.button(/^Show earlier/).click();
    await view.button(/^Show earlier/).click();
    await view.page.getByText('folder-0-here').first().waitFor();
    await view.button(/^Show earlier/).waitFor({ state: 'detached' });
  });
});
