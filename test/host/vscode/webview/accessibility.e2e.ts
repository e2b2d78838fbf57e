import axe from 'axe-core';
import { expect } from 'vitest';
import type { MentionOffer } from '../../../../src/actors/protocol/ui.js';
import { test } from './browser-test.js';
import { hit } from './state/hits.js';
import { Story, tellStory, type ToldTurn } from './state/story.js';
import { DARK, HIGH_CONTRAST, LIGHT, type Theme } from './themes.js';
import { STATUS, type ViewPage } from './view-page.js';

declare global {
  interface Window {
    readonly axe: typeof axe;
  }
}

const ANSWER = `# Where it is

It is *here*, in \`src/a.ts\`, see [the docs](https://example.com) and https://example.com.

1. one
2. two
   - three

- [x] done

\`\`\`ts
// A comment.
const a: string = "b" + 1; /x/.test(a);
\`\`\`

\`\`\`diff
-old
+new
\`\`\`

| Name | Lines |
| --- | --: |
| a.ts | 40 |

> A quote.

---

<b>HTML</b>`;

const { started, events } = tellStory();

const TURNS: readonly ToldTurn[] = [
  {
    message: { text: 'Where is it? @a.ts', attachments: [{ kind: 'file', path: '/w/src/a.ts' }] },
    state: 'ended',
    events: [
      { type: 'thought', content: 'I look for it.', reasoning: 'They ask *where*.' },
      { type: 'action', callId: '0', tool: 'read_file', params: { uri: 'src/a.ts' } },
      {
        type: 'observation',
        callId: '0',
        tool: 'read_file',
        result: { outcome: 'success', success: true, output: 'it' },
      },
      { type: 'action', callId: '1', tool: 'search_for_files', params: { query: 'it' } },
      {
        type: 'observation',
        callId: '1',
        tool: 'search_for_files',
        result: { outcome: 'success', success: true, output: 'src/a.ts:1: it\n'.repeat(60) },
      },
      {
        type: 'observation',
        callId: '2',
        tool: 'unknown',
        result: { outcome: 'tool_error', success: false, output: 'No such tool.' },
      },
      { type: 'retry', attempt: 1, maxAttempts: 3, waitMs: 900, reason: 'Busy.' },
      { type: 'usage', usage: { inputTokens: 1_000, outputTokens: 10 } },
      { type: 'answer', content: ANSWER },
    ],
  },
  { message: { text: 'Again', attachments: [] }, state: 'interrupted', events: [] },
  {
    message: { text: 'And again', attachments: [] },
    state: 'ended',
    events: [
      {
        type: 'error',
        name: 'LLMAuthError',
        code: 'LLM_AUTH',
        message: 'Refused (401).',
        partial: 'Half an ans',
      },
    ],
  },
];

/** What axe objects to, as `rule: element`. */
async function violations(view: ViewPage): Promise<string[]> {
  await view.page.evaluate(axe.source);
  const { violations } = await view.page.evaluate(() => window.axe.run());
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

const THEMES: readonly [name: string, theme: Theme, width: number][] = [
  ['dark', DARK, 360],
  ['light', LIGHT, 300],
  ['high contrast', HIGH_CONTRAST, 360],
];

test.for(THEMES)('axe objects to nothing in %s', async ([, theme, width], { openView }) => {
  const view = await openView({ theme, width });
  await view.start();
  expect(await violations(view)).toEqual([]);

  // All of the conversation in one view, as axe looks only at what can be seen.
  await view.page.setViewportSize({ width, height: 3_500 });
  await view.start({
    turns: TURNS,
    status: { ...STATUS, isTrusted: false, index: { phase: 'degraded', files: 1, reason: 'It stopped.' } },
  });
  for (const summary of await view.page.locator('summary').all())
    await summary.click({ position: { x: 8, y: 8 } });
  expect(await violations(view)).toEqual([]);

  await view.message.pressSequentially('See @a');
  await view.tell(
    { type: 'attach', ref: { kind: 'file', path: '/w/src/b.ts' } },
    { type: 'status', status: { ...STATUS, problem: 'A setting is wrong.' } },
  );
  await view.message.pressSequentially('@a');
  const query = (await view.said()).findLast(({ type }) => type === 'mentionQuery');
  const id = query?.type === 'mentionQuery' ? query.id : 0;
  await view.tell({
    type: 'mentionHits',
    id,
    hits: [
      hit('src/a.ts', { ranges: [[4, 5]] }),
      hit('b/a.ts', {
        ranges: [
          [0, 1],
          [2, 3],
        ],
      }),
    ],
  });
  await view.files.waitFor();
  expect(await violations(view)).toEqual([]);
});

const OFFERS = [
  { scope: 'files', description: 'edits of a.ts and b.ts' },
  { scope: 'edits', description: 'edits of all files but protected ones' },
  { scope: 'thread', description: 'every call of edit_file' },
  { scope: 'always', description: 'every call of edit_file' },
] as const;

test('axe objects to nothing while a turn runs and asks', async ({ openView }) => {
  const view = await openView();
  await view.start();
  await view.tell(
    started('a'),
    events(
      {
        type: 'approval_request',
        callId: '1',
        tool: 'edit_file',
        category: 'File edits',
        params: { uri: 'a' },
        reasons: ['It changes files.'],
        preview: { kind: 'diff', path: 'a', diff: '@@ -1 +1 @@\n-old\n+new\n' },
        offers: OFFERS,
      },
      { type: 'token', channel: 'reasoning', content: 'Hm' },
      { type: 'token', channel: 'answer', content: 'Half an ans' },
    ),
  );
  expect(await violations(view)).toEqual([]);
  await view.message.fill('And then');
  await view.button('Queue').waitFor();
  expect(await violations(view)).toEqual([]);
});

test.for(THEMES)(
  'axe objects to nothing in the menus of the composer, in %s',
  async ([, theme, width], { openView }) => {
    const view = await openView({ theme, width });
    const context = { usedTokens: 9, windowTokens: 10 };
    const chat = {
      requests: 2,
      usage: { inputTokens: 9, outputTokens: 1 },
      isPartlyUnpriced: true,
    };
    await view.start({
      status: { ...STATUS, activeFile: '/w/cart.js', context, usage: { chat }, isTrusted: false },
    });
    await view.button(/^Mode: /).click();
    expect(await violations(view)).toEqual([]);
    await view.button(/fills 90%/).click();
    await view.page.getByRole('dialog').waitFor();
    expect(await violations(view)).toEqual([]);
    const story = new Story();
    const queued = { kind: 'user_message', text: 'And b', attachments: [] } as const;
    const events = [...story.begin({ text: 'a', attachments: [] }), story.add(queued)];
    await view.tell({ type: 'events', events });
    await view.message.fill('/');
    await view.files.waitFor();
    expect(await violations(view)).toEqual([]);
    await view.message.fill('');
    await view.message.pressSequentially('@');
    const offers: readonly MentionOffer[] = [
      { kind: 'file', path: '/w/src/a.ts', shown: 'src/a.ts', isOpen: true },
      { kind: 'content', content: 'selection', detail: 'line 3 of a.ts' },
      { kind: 'symbols' },
    ];
    await view.tell({ type: 'mentionOffers', id: 1, offers });
    await view.files.getByRole('option').first().waitFor();
    expect(await violations(view)).toEqual([]);
  },
);

test('everything that can be pressed is reached with the tabulator, and is seen to have the focus', async ({
  openView,
}) => {
  const view = await openView({ height: 2_000 });
  await view.start({ turns: TURNS });
  await view.tell({ type: 'attach', ref: { kind: 'diagnostics' } });
  const all = await view.page.evaluate(() => {
    const controls = 'button:not(:disabled), select, textarea, a[href], summary, [tabindex="0"]';
    const visible = [...document.querySelectorAll(controls)].filter((element) => element.checkVisibility());
    return visible.length;
  });
  const reached = await view.page.evaluateHandle(() => new Set<Element>());
  const unseen: string[] = [];
  await view.log.focus();
  for (let presses = 0; presses < all; presses++) {
    // The focus of a script is not shown; that of a key is.
    if (presses > 0) await view.page.keyboard.press('Tab');
    else for (const key of ['Tab', 'Shift+Tab']) await view.page.keyboard.press(key);
    const hidden = await view.page.evaluate((reached) => {
      const { activeElement } = document;
      if (activeElement === null) return 'nothing';
      reached.add(activeElement);
      // The message shows its focus on the box around it.
      const framed =
        activeElement instanceof HTMLTextAreaElement ? activeElement.closest('.box') : activeElement;
      const isSeen = framed !== null && getComputedStyle(framed).outlineStyle !== 'none';
      return isSeen ? undefined : activeElement.outerHTML;
    }, reached);
    if (hidden !== undefined) unseen.push(hidden);
  }
  expect(await reached.evaluate((set) => set.size)).toBe(all);
  expect(unseen).toEqual([]);
});

test('in colours of the system the active file stands out', async ({ openView }) => {
  const view = await openView({ forcedColors: 'active' });
  await view.start();
  await view.message.pressSequentially('@');
  await view.tell({ type: 'mentionHits', id: 1, hits: [hit('a.ts', { ranges: [[0, 1]] }), hit('b.ts')] });
  const options = view.files.getByRole('option');
  const background = (index: number): Promise<string> =>
    options.nth(index).evaluate((option) => getComputedStyle(option).backgroundColor);
  expect(await background(0)).not.toBe(await background(1));
  const decoration = await options
    .first()
    .locator('mark')
    .evaluate((mark) => getComputedStyle(mark).textDecorationLine);
  expect(decoration).toBe('underline');
});

test.for([200, 300, 600])('at %i pixels nothing is cut off at the side', async (width, { openView }) => {
  const view = await openView({ width });
  const model = 'a-model-with-a-name-that-goes-on-and-on-for-longer-than-the-view-is-wide';
  const context = { usedTokens: 1, windowTokens: 2 };
  const { offersSetup: _none, ...status } = STATUS;
  await view.start({ turns: TURNS, status: { ...status, model, context } });
  await view.tell(started('a'));
  const outside = await view.page.evaluate(() => {
    const parts = [...document.querySelectorAll('.toolbar *, .composer > *, .turn > *, .markdown > *')];
    return parts
      .filter((part) => part.getBoundingClientRect().right > innerWidth + 0.5)
      .map(({ outerHTML }) => outerHTML);
  });
  expect(outside).toEqual([]);
  expect(await view.page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
});
