import { describe, expect } from 'vitest';
import { test } from './browser-test.js';
import { tellStory, type ToldTurn } from './state/story.js';
import type { ViewPage } from './view-page.js';
import { untilEqual } from '../../../doubles/until-equal.js';

const turn = (text: string, answer: string): ToldTurn => ({
  message: { text, attachments: [] },
  events: [{ type: 'answer', content: answer }],
  state: 'ended',
});

/** Every hundredth of 1,000 turns has the word twice. */
const TURNS = Array.from({ length: 1_000 }, (_, index) =>
  turn(`Question ${index}.`, index % 100 === 0 ? 'A **nee**dle, and a NEEDLE.' : 'Hay.'),
);

const bar = (view: ViewPage) => view.page.getByRole('search', { name: 'Find in chat' });
const input = (view: ViewPage) => bar(view).getByRole('textbox', { name: 'Find' });
const count = (view: ViewPage) => bar(view).getByRole('status');

/** The text that is highlighted as the current match, and whether it is in sight. */
const current = (view: ViewPage): Promise<{ text: string; turn: string | undefined; isInSight: boolean }> =>
  view.page.evaluate(() => {
    const [range] = [...(CSS.highlights.get('troupe-find-current') ?? [])] as Range[];
    const box = document.querySelector('.log')?.getBoundingClientRect();
    const place = range?.getBoundingClientRect();
    const row = range?.startContainer.parentElement?.closest<HTMLElement>('[data-turn]');
    return {
      text: range?.toString() ?? '',
      turn: row?.dataset['turn'],
      isInSight:
        box !== undefined &&
        place !== undefined &&
        place.height > 0 &&
        place.top >= box.top &&
        place.bottom <= box.bottom,
    };
  });

const untilSaid = (view: ViewPage, text: string): Promise<void> =>
  untilEqual(() => count(view).textContent(), text, `the search says “${text}”`);
const untilAt = (view: ViewPage, match: object): Promise<void> =>
  untilEqual(() => current(view), expect.objectContaining(match), 'the search is at the match');

async function find(view: ViewPage, text: string): Promise<void> {
  await view.tell({ type: 'find' });
  await input(view).fill(text);
}

describe('the search in the chat', () => {
  test('opens with the focus, counts over all turns, and goes from match to match', async ({ openView }) => {
    const view = await openView();
    await view.start({ turns: TURNS });
    await view.tell({ type: 'find' });
    expect(await input(view).evaluate((element) => element === document.activeElement)).toBe(true);
    await input(view).fill('needle');
    // From the end, where the reader is, the next match is the first of all.
    await untilSaid(view, '1 of 20');
    await untilAt(view, { text: 'needle', turn: '0', isInSight: true });
    await input(view).press('Enter');
    await untilAt(view, { text: 'NEEDLE', turn: '0', isInSight: true });
    await input(view).press('Enter');
    await untilAt(view, { text: 'needle', turn: '100', isInSight: true });
    await untilSaid(view, '3 of 20');
    for (let presses = 0; presses < 3; presses++) await input(view).press('Shift+Enter');
    await untilAt(view, { text: 'NEEDLE', turn: '900', isInSight: true });
    await untilSaid(view, '20 of 20');
    expect(await view.turns.count()).toBeLessThan(60);
  });

  test('highlights every match on the page', async ({ openView }) => {
    const view = await openView();
    await view.start({ turns: [turn('One needle.', 'Two `needle`s: needle.')] });
    await find(view, 'needle');
    await untilSaid(view, '1 of 3');
    expect(await view.page.evaluate(() => CSS.highlights.get('troupe-find')?.size)).toBe(3);
  });

  test('opens what is folded', async ({ openView }) => {
    const view = await openView();
    const result = { outcome: 'success', success: true, output: 'a needle in the output' } as const;
    await view.start({
      turns: [
        {
          message: { text: 'Call.', attachments: [] },
          events: [
            { type: 'action', callId: '1', tool: 'ls_dir', params: {} },
            { type: 'observation', callId: '1', tool: 'ls_dir', result },
            { type: 'answer', content: 'Done.' },
          ],
          state: 'ended',
        },
      ],
    });
    await find(view, 'needle');
    await untilAt(view, { text: 'needle', isInSight: true });
  });

  test('sees what is streamed in meanwhile', async ({ openView }) => {
    const view = await openView();
    const { started, events } = tellStory();
    await view.start({ turns: [turn('One.', 'needle')] });
    await find(view, 'needle');
    await untilSaid(view, '1 of 1');
    await view.tell(started());
    await view.tell(events({ type: 'token', channel: 'answer', content: 'Another needle.' }));
    await untilSaid(view, '1 of 2');
  });

  test('says that there is nothing, and takes the text literally', async ({ openView }) => {
    const view = await openView();
    await view.start({ turns: [turn('a.b', 'aXb (c[d]')] });
    await find(view, 'a.b');
    await untilSaid(view, '1 of 1');
    await input(view).fill('(c[d]');
    await untilSaid(view, '1 of 1');
    await input(view).fill('Troupe');
    await untilSaid(view, 'No results');
  });

  test('closes with Escape, which stops no turn, and leaves no highlight', async ({ openView }) => {
    const view = await openView();
    const { started } = tellStory();
    await view.start();
    await view.tell(started('a needle'));
    await find(view, 'needle');
    await untilSaid(view, '1 of 1');
    await input(view).press('Escape');
    expect(await bar(view).count()).toBe(0);
    expect(await view.page.evaluate(() => CSS.highlights.size)).toBe(0);
    expect((await view.said()).filter(({ type }) => type === 'stop')).toEqual([]);
    expect(await view.message.evaluate((element) => element === document.activeElement)).toBe(true);
  });
});
