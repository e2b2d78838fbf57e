import { describe, expect } from 'vitest';
import type { AgentEvent } from '../../../../src/actors/protocol/agent.js';
import type { ToView, ViewStatus } from '../../../../src/actors/protocol/ui.js';
import { test } from './browser-test.js';
import { Story, tellStory, type ToldTurn } from './state/story.js';
import { STATUS, type ViewPage } from './view-page.js';

const { started, events, ended } = tellStory();
const { offersSetup: _none, ...REST } = STATUS;
const WITH_MODEL: ViewStatus = { ...REST, provider: 'openai', model: 'gpt' };
const status = (fields: Partial<ViewStatus>): ToView => ({
  type: 'status',
  status: { ...STATUS, ...fields },
});

const action = {
  type: 'action',
  callId: '1',
  tool: 'search_for_files',
  params: { query: 'needle' },
} as const;
const question = {
  type: 'approval_request',
  callId: action.callId,
  tool: action.tool,
  params: action.params,
  category: 'File edits',
  reasons: ['It changes <b>files</b>.'],
} as const;
const thread = { scope: 'thread', description: 'every call of change' } as const;
const more = { offers: [thread, { ...thread, scope: 'always' }] } as const;
const edits = {
  offers: [
    { scope: 'files', description: 'edits of src/a.ts and \u202eb.ts' },
    { scope: 'edits', description: 'edits of all files but protected ones' },
  ],
} as const;
const observation = (output: string, success = true): AgentEvent => ({
  type: 'observation',
  callId: '1',
  tool: 'search_for_files',
  result: { outcome: success ? 'success' : 'tool_error', success, output },
});

describe('the first state', () => {
  test('is asked for, and the view says when it is drawn', async ({ openView }) => {
    const view = await openView();
    expect(await view.said()).toEqual([{ type: 'ready' }]);
    expect(await view.page.locator('body').getAttribute('data-ready')).toBeNull();
    await view.start();
    expect(await view.page.locator('body').getAttribute('data-ready')).toBe('true');
  });

  test('of an empty conversation explains itself, leads to a model and offers questions', async ({
    openView,
  }) => {
    const view = await openView();
    await view.start();
    expect(await view.log.textContent()).toMatch(/Before it edits a file or runs a command, it asks you\./);
    await view.button('Set up a model').click();
    await view.button('Search for TODO').click();
    expect((await view.said()).slice(1)).toEqual([
      { type: 'command', command: 'selectModel' },
      { type: 'send', message: { text: 'Search for TODO', attachments: [] } },
    ]);
  });

  test('with a model set offers none', async ({ openView }) => {
    const view = await openView();
    await view.start({ status: WITH_MODEL });
    expect(await view.log.textContent()).not.toMatch(/offline|language model/);
    expect(await view.button('Set up a model').count()).toBe(0);
  });

  test('with a file open offers what one asks about it', async ({ openView }) => {
    const view = await openView();
    await view.start({ status: { ...WITH_MODEL, activeFile: '/w/src/cart.js' } });
    await view.button('Find bugs in cart.js').click();
    const attachments = [{ kind: 'file', path: '/w/src/cart.js' }];
    expect((await view.said()).at(-1)).toEqual({
      type: 'send',
      message: { text: 'Find bugs in @cart.js', attachments },
    });
  });

  test('has the conversation as it was, with what was interrupted marked', async ({ openView }) => {
    const view = await openView();
    const turn: ToldTurn = {
      message: { text: 'Where?', attachments: [{ kind: 'file', path: '/w/src/a.ts' }] },
      events: [action, { type: 'answer', content: 'Half an ans' }],
      state: 'interrupted',
    };
    await view.start({ turns: [turn] });
    const article = view.page.locator('article[data-state="interrupted"]');
    expect(await article.textContent()).toMatch(
      /Where\?.*a\.ts.*Search “needle” · Stopped.*Half an ans.*was interrupted/s,
    );
    await article.getByRole('button', { name: 'a.ts' }).click();
    await view.button('Go on').click();
    await view.start({ turns: [{ ...turn, events: [] }] });
    await view.button('Go on').waitFor();
    expect((await view.said()).slice(1)).toEqual([
      { type: 'openFile', path: '/w/src/a.ts' },
      { type: 'resume' },
    ]);
  });
});

describe('a turn', () => {
  test('shows a call, what it said and how it ended', async ({ openView }) => {
    const view = await openView();
    await view.start();
    await view.tell(started(), events(action));
    const summary = view.page.locator('summary');
    expect(await summary.textContent()).toBe('Searching “needle”');
    expect(await summary.locator('.codicon-modifier-spin').count()).toBe(1);
    const output = 'Matching lines: 1\nsrc/needle.ts:2: needle';
    await view.tell(events(observation(output)));
    expect(await summary.textContent()).toBe('Searched “needle” · 1 hit');
    expect(await summary.locator('.codicon-modifier-spin').count()).toBe(0);
    await summary.click();
    expect(await view.page.locator('details pre').last().textContent()).toBe(output);
    await view.button('src/needle.ts:2').click();
    expect((await view.said()).at(-1)).toEqual({ type: 'openFile', path: 'src/needle.ts', line: 2 });
  });

  test('shows what the model says between calls, and folds what it thinks', async ({ openView }) => {
    const view = await openView();
    await view.start();
    await view.tell(started(), events({ type: 'token', channel: 'answer', content: 'I look.\n\nThen I' }));
    expect(await view.page.locator('details').count()).toBe(0);
    await view.tell(
      events({ type: 'thought', content: 'I look.\n\nThen I *see*.', reasoning: 'Why not' }, action),
    );
    expect(await view.page.locator('summary').allTextContents()).toEqual(['Thought', 'Searching “needle”']);
    expect(await view.page.locator('.turn > .markdown').locator('em').textContent()).toBe('see');
    await view.page.locator('summary').first().click();
    expect(await view.page.locator('details').first().locator('.markdown').innerText()).toBe('Why not');
  });

  test('shows a long result in parts', async ({ openView }) => {
    const view = await openView();
    await view.start();
    const lines = Array.from({ length: 500 }, (_, index) => `line ${index}`);
    await view.tell(started(), events(action, observation(lines.join('\n'))), ended());
    await view.page.locator('summary').click();
    const pre = view.page.locator('details pre').last();
    expect((await pre.textContent())?.split('\n').length).toBe(24);
    await view.button('Show more (476 lines left)').click();
    await view.button('Show more (76 lines left)').click();
    expect(await pre.textContent()).toBe(lines.join('\n'));
    expect(await view.button(/Show more/).count()).toBe(0);
  });

  test('asks before a call that needs it', async ({ openView }) => {
    const view = await openView();
    await view.start();
    await view.tell(started(), events(question));
    expect(await view.page.getByRole('alert').textContent()).toContain('It changes <b>files</b>.');
    await view.button('Approve').click();
    expect((await view.said()).at(-1)).toEqual({ type: 'approval', callId: '1', decision: 'approve' });
    expect(await view.button('Approve').count()).toBe(0);
  });

  test('shows what a call would do as text, with everything in it that hides', async ({ openView }) => {
    const view = await openView();
    await view.start();
    const command = 'rm -rf build\u202e # <img src=x onerror="window.harm=true">';
    const preview = { kind: 'command', command, cwd: '/w', notes: ['No sandbox.'] } as const;
    await view.tell(started(), events({ ...question, preview }));
    const card = view.page.getByRole('region', { name: /^Approval of/ });
    expect(await card.locator('pre').textContent()).toBe(command.replace('\u202e', '⟨U+202E⟩'));
    expect(await card.textContent()).toContain('No sandbox.');
    expect(await view.page.locator('img').count()).toBe(0);
  });

  test('shows the host of a page, and then all of its address, and offers the host', async ({ openView }) => {
    const view = await openView();
    await view.start();
    const url = `https://xn--mnchen-3ya.example/${'long/'.repeat(200)}?key=<b>`;
    const preview = { kind: 'page', url, host: 'xn--mnchen-3ya.example' } as const;
    const offers = [{ scope: 'thread', description: 'pages of xn--mnchen-3ya.example, over https' }] as const;
    const asked = { ...question, tool: 'fetch_url', category: 'Web tools', preview, offers } as const;
    await view.tell(started(), events(asked));
    const card = view.page.getByRole('region', { name: 'Approval of a request to the web' });
    expect(await card.getByText('Fetch this page?').count()).toBe(1);
    expect(await card.locator('strong.host').textContent()).toBe('xn--mnchen-3ya.example');
    const address = card.locator('pre');
    expect(await address.textContent()).toBe(url);
    // It wraps, so that no part of it is out of sight.
    expect(await address.evaluate((box) => box.scrollWidth <= box.clientWidth)).toBe(true);
    await view.page
      .getByRole('group', { name: 'Or allow pages of xn--mnchen-3ya.example, over https', exact: true })
      .getByRole('button', { name: 'In this chat' })
      .waitFor();
  });

  test('shows the words of a search', async ({ openView }) => {
    const view = await openView();
    await view.start();
    const preview = { kind: 'search', query: 'node\u202e <b>24</b>', provider: 'openai/gpt' } as const;
    await view.tell(started(), events({ ...question, tool: 'web_search', category: 'Web tools', preview }));
    const card = view.page.getByRole('region', { name: 'Approval of a web search' });
    expect(await card.getByText('Search the web for this?').count()).toBe(1);
    expect(await card.locator('pre').textContent()).toBe('node⟨U+202E⟩ <b>24</b>');
  });

  test('marks the lines of a change', async ({ openView }) => {
    const view = await openView();
    await view.start();
    const preview = { kind: 'diff', path: 'a.ts', diff: '@@ -1 +1 @@\n-old\n+new' } as const;
    await view.tell(started(), events({ ...question, preview }));
    const classes = view.page
      .locator('.approval pre span')
      .evaluateAll((spans) => spans.map((span) => span.className));
    expect(await classes).toEqual(['hunk', 'removed', 'added']);
  });

  test('offers no answer that could not hold', async ({ openView }) => {
    const view = await openView();
    await view.start();
    await view.tell(started(), events({ ...question, offers: [thread] }));
    expect(await view.button('In this chat').count()).toBe(1);
    expect(await view.button('Always').count()).toBe(0);
  });

  test('says of an edit which files an answer would cover, and with each button which answer it gives', async ({
    openView,
  }) => {
    const view = await openView();
    await view.start();
    await view.tell(started(), events({ ...question, ...edits }));
    const group = (name: string) => view.page.getByRole('group', { name, exact: true });
    await group('Or allow edits of src/a.ts and ⟨U+202E⟩b.ts in this chat')
      .getByRole('button', { name: 'These files' })
      .waitFor();
    await group('Or allow edits of all files but protected ones in this chat')
      .getByRole('button', { name: 'All edits' })
      .waitFor();
    for (const name of ['In this chat', 'Always']) expect(await view.button(name).count()).toBe(0);
  });

  test.for([
    ['These files', 'files'],
    ['All edits', 'edits'],
    ['In this chat', 'thread'],
    ['Always', 'always'],
  ])(
    'is answered from the keyboard for more than one call: %s',
    async ([name = '', remember], { openView }) => {
      const view = await openView();
      await view.start();
      await view.tell(started(), events({ ...question, offers: [...edits.offers, ...more.offers] }));
      await view.answerable();
      await view.button(name).focus();
      await view.page.keyboard.press('Enter');
      expect((await view.said()).at(-1)).toEqual({
        type: 'approval',
        callId: '1',
        decision: 'approve',
        remember,
      });
    },
  );

  test.for([
    ['y', { decision: 'approve' }],
    ['N', { decision: 'deny' }],
    ['t', { decision: 'approve', remember: 'thread' }],
    ['a', { decision: 'approve', remember: 'always' }],
    ['f', { decision: 'approve', remember: 'files' }],
    ['e', { decision: 'approve', remember: 'edits' }],
  ] as const)(
    'is answered with one key in the question, and then the message has the focus: %s',
    async ([key, answer], { openView }) => {
      const view = await openView();
      await view.start({ status: WITH_MODEL });
      const isOfEdits = key === 'f' || key === 'e';
      await view.tell(started(), events({ ...question, ...(isOfEdits ? edits : more) }));
      await view.answerable();
      await view.message.focus();
      await view.page.keyboard.press(key);
      expect(await view.message.inputValue()).toBe(key);
      await view.page.keyboard.press('Shift+Tab');
      await view.page.keyboard.press('Control+c');
      await view.page.keyboard.press(key);
      const answers = (await view.said()).filter(({ type }) => type === 'approval');
      expect(answers).toEqual([{ type: 'approval', callId: '1', ...answer }]);
      expect(await view.message.evaluate((box) => box === document.activeElement)).toBe(true);
    },
  );

  test('is approved with Ctrl+Enter while nothing is typed', async ({ openView }) => {
    const view = await openView();
    await view.start();
    await view.tell(started(), events(question));
    await view.message.fill('And then');
    await view.message.press('Control+Enter');
    await view.message.fill('');
    await view.answerable();
    expect((await view.said()).some(({ type }) => type === 'approval')).toBe(false);
    await view.message.press('Control+Enter');
    expect((await view.said()).at(-1)).toEqual({ type: 'approval', callId: '1', decision: 'approve' });
  });

  test('shows the end of what a command prints while it runs, and then what it did', async ({ openView }) => {
    const view = await openView();
    await view.start();
    const preview = { kind: 'command', command: 'seq 99', cwd: '/w', notes: [] } as const;
    const call = { callId: '1', tool: 'run_command', params: { command: 'seq 99' } } as const;
    const lines = Array.from({ length: 99 }, (_, index) => `${index}\n`).join('');
    await view.tell(started(), events({ ...question, ...call, preview }, { type: 'action', ...call }));
    await view.tell(events({ type: 'tool_output', callId: '1', stream: 'stdout', text: lines }));
    const shown = view.page.locator('details[open] pre');
    expect(await shown.first().textContent()).toBe('seq 99');
    expect(await shown.last().textContent()).toMatch(/^75\n.*\n98$/s);
    await view.tell(events(observation(`Exit code 0, after 0.3 s.\nstdout:\n${lines}stderr: (empty)`)));
    expect(await shown.count()).toBe(0);
    await view.page.locator('summary').click();
    expect(await shown.last().textContent()).toMatch(/^75\n.*\n98$/s);
    await view.button('Show more (75 lines before)').click();
    expect(await shown.last().textContent()).toBe(lines.trimEnd());
  });

  test('offers to answer for more calls only where that can be remembered', async ({ openView }) => {
    const view = await openView();
    await view.start();
    await view.tell(started(), events(question));
    expect(await view.button('Always').count()).toBe(0);
  });

  test('says why it waits before another try, and what it used', async ({ openView }) => {
    const view = await openView();
    await view.start();
    await view.tell(
      started(),
      events(
        { type: 'token', channel: 'answer', content: 'void' },
        { type: 'retry', attempt: 2, maxAttempts: 5, waitMs: 2_300, reason: 'The server is busy.' },
        { type: 'usage', usage: { inputTokens: 1_200, outputTokens: 1 } },
        { type: 'answer', content: 'Yes.' },
      ),
      ended(),
    );
    const text = await view.page.locator('article').textContent();
    expect(text).toMatch(
      /The server is busy\. Tried again \(try 2 of 5\)\..*Yes\..*1,200 tokens in, 1 token out/s,
    );
    expect(text).not.toContain('void');
  });

  test('counts down to the next try in one line, and says why it failed once', async ({ openView }) => {
    const view = await openView();
    await view.start();
    const reason = 'The model server asked us to slow down.';
    const retry = (attempt: number) =>
      ({ type: 'retry', attempt, maxAttempts: 5, waitMs: 4_000, reason }) as const;
    await view.tell(started(), events(retry(2), retry(3)));
    const article = view.page.locator('article');
    // The wait began long ago by the clock of the view.
    await article.getByText('Trying again (try 3 of 5).').waitFor();
    expect((await article.textContent())?.split(reason)).toHaveLength(2);
    await view.tell(
      events(retry(4), {
        type: 'error',
        name: 'LLMRateLimitError',
        code: 'LLM_RATE_LIMIT',
        message: reason,
        partial: '',
      }),
      ended(),
    );
    await article.getByText('Tried again (try 4 of 5).').waitFor();
    expect((await article.textContent())?.split(reason)).toHaveLength(2);
  });

  test('that failed says what to do, and is sent again', async ({ openView }) => {
    const view = await openView();
    await view.start();
    await view.tell(
      started('Why?'),
      events({
        type: 'error',
        name: 'LLMAuthError',
        code: 'LLM_AUTH',
        message: 'Refused (401).',
        partial: '',
      }),
      ended(),
    );
    const alert = await view.page.getByRole('alert').textContent();
    expect(alert).toMatch(/^Refused \(401\)\.Set the key/);
    await view.button('Set API key').click();
    await view.button('Retry').click();
    expect((await view.said()).slice(1)).toEqual([
      { type: 'command', command: 'setApiKey' },
      { type: 'retry', entry: expect.stringMatching(/^entry \d+$/) as string },
    ]);
    // It is on its way.
    await view.tell({ type: 'unsent', unsent: [{}] });
    expect(await view.button('Retry').count()).toBe(0);
    await view.tell({ type: 'unsent', unsent: [] }, started('Why?'));
    expect(await view.button('Retry').count()).toBe(0);
    expect(await view.page.getByRole('alert').count()).toBe(0);
  });

  test('that a person stopped is no failure', async ({ openView }) => {
    const view = await openView();
    await view.start();
    const error = { name: 'CancellationError', code: 'CANCELLED', message: 'a', partial: 'Half' } as const;
    await view.tell(started(), events({ type: 'error', ...error }), ended());
    expect(await view.page.getByRole('alert').count()).toBe(0);
    expect((await view.turns.textContent())?.match(/Half/g)).toHaveLength(1);
    expect(await view.turns.textContent()).toMatch(/Half.*You stopped this turn\./s);
  });

  test('with a step that cannot be drawn shows the rest', async ({ openView }) => {
    const view = await openView();
    await view.start();
    // What no extension sends, in place of a defect in what draws.
    const broken = { ...action, tool: undefined } as never;
    await view.tell(started(), events(broken, { type: 'answer', content: 'Yes.' }), ended());
    expect(await view.turns.textContent()).toMatch(/This step cannot be shown\..*Yes\./s);
  });

  test('has its code copied as it is shown', async ({ openView }) => {
    const view = await openView();
    await view.start();
    await view.tell(
      started(),
      events({ type: 'answer', content: '```ts\nconst a = "b\u202e";\n```' }),
      ended(),
    );
    expect(await view.page.locator('pre .code-keyword').textContent()).toBe('const');
    await view.button('Copy').click();
    await view.button('Copied').waitFor();
    expect(await view.page.evaluate(() => navigator.clipboard.readText())).toBe('const a = "b⟨U+202E⟩";');
  });
});

describe('around the conversation', () => {
  test('the mode and the model are in reach, by mouse and by keyboard', async ({ openView }) => {
    const view = await openView();
    await view.start({ turns: [{ message: { text: 'a', attachments: [] }, events: [], state: 'ended' }] });
    await view.button('Mode: Agent').click();
    await view.page.getByRole('menuitemradio', { name: /^Read only/ }).click();
    await view.button('Mode: Read only').press('Enter');
    await view.page.keyboard.press('ArrowUp');
    await view.page.keyboard.press('Enter');
    await view.button('Mode: Ask').press('Enter');
    await view.page.keyboard.press('Escape');
    expect(await view.page.getByRole('menu').count()).toBe(0);
    await view.button('Model: No model is set up').click();
    expect((await view.said()).slice(1)).toEqual([
      { type: 'setMode', mode: 'gather' },
      { type: 'setMode', mode: 'ask' },
      { type: 'command', command: 'selectModel' },
    ]);
  });

  test('a server of one’s own is named with the model', async ({ openView }) => {
    const view = await openView();
    await view.start({ status: { ...WITH_MODEL, model: 'mock-model', host: 'localhost:1234' } });
    expect(await view.button('Model: mock-model on localhost:1234').textContent()).toBe('mock-model');
    await view.tell(status({ ...WITH_MODEL, offersSetup: undefined, model: 'gpt-5' } as never));
    expect(await view.button('Model: gpt-5 from OpenAI').count()).toBe(1);
  });

  test('the context window of the model is drawn where it is known', async ({ openView }) => {
    const view = await openView();
    await view.start();
    expect(await view.page.locator('.ring').count()).toBe(0);
    await view.tell(status({ context: { usedTokens: 12_800, windowTokens: 128_000 } }));
    await view.button(/fills 10% of what the model can read at once: 12,800 tokens of 128,000/).waitFor();
    expect(await view.page.locator('.ring').count()).toBe(1);
  });

  test('what the chat has used and what that cost is one press away, and Escape closes it', async ({
    openView,
  }) => {
    const view = await openView();
    await view.start();
    expect(await view.button('Tokens and costs').count()).toBe(0);
    const lastTurn = {
      requests: 1,
      usage: { inputTokens: 1_000, outputTokens: 10, cachedTokens: 900 },
      costUsd: 0.01,
      isPartlyUnpriced: false,
    };
    const chat = { ...lastTurn, requests: 3, costUsd: 0.25 };
    await view.tell(status({ usage: { chat, lastTurn } }));
    await view.button('Tokens and costs').press('Enter');
    const card = view.page.getByRole('dialog', { name: 'Tokens and costs' });
    expect((await card.innerText()).replaceAll(/\n+/g, '\n')).toBe(
      [
        'This chat',
        '3 requests',
        '1,000 tokens in, 900 of them from the cache',
        '10 tokens out',
        '$0.25',
        'Its last turn',
        '1 request',
        '1,000 tokens in, 900 of them from the cache',
        '10 tokens out',
        '$0.010',
      ].join('\n'),
    );
    await view.page.keyboard.press('Escape');
    expect(await card.count()).toBe(0);
    expect(await view.button('Tokens and costs').evaluate((it) => it === document.activeElement)).toBe(true);
    expect((await view.said()).some(({ type }) => type === 'stop')).toBe(false);
  });

  test('the index is mentioned when it is not ready, and is started again where that may help', async ({
    openView,
  }) => {
    const view = await openView();
    await view.start();
    const line = view.page.getByRole('status');
    expect(await line.textContent()).toBe('');
    await view.tell(status({ index: { phase: 'scanning', files: 12 } }));
    await view.page.getByText('Indexing the folder: 12 files so far').waitFor();
    expect(await view.button('Restart index').count()).toBe(0);
    await view.tell(status({ index: { phase: 'degraded', files: 12, reason: 'The watcher stopped.' } }));
    expect(await line.textContent()).toContain('The index is incomplete: The watcher stopped.');
    await view.button('Restart index').click();
    expect((await view.said()).at(-1)).toEqual({ type: 'command', command: 'restartIndex' });
  });

  test('restricted mode is said, its modes are those that read, and trust is one press away', async ({
    openView,
  }) => {
    const view = await openView();
    await view.start({ status: { ...STATUS, mode: 'gather', isTrusted: false } });
    expect(await view.page.getByText('Restricted mode').isVisible()).toBe(true);
    await view.button('Mode: Read only').click();
    const agent = view.page.getByRole('menuitemradio', { name: /^Agent/ });
    expect(await agent.getAttribute('aria-disabled')).toBe('true');
    await agent.dispatchEvent('click');
    await view.page.keyboard.press('Escape');
    await view.button('Manage trust').click();
    expect((await view.said()).slice(1)).toEqual([{ type: 'command', command: 'manageTrust' }]);
  });

  test('without a folder there is a button that opens one, and messages are sent', async ({ openView }) => {
    const view = await openView();
    await view.start({ status: { ...STATUS, isWithoutFolder: true } });
    expect(await view.page.getByText('No folder is open').isVisible()).toBe(true);
    expect(await view.page.getByRole('list', { name: 'Examples' }).count()).toBe(0);
    await view.message.fill('a');
    expect(await view.button('Send').isDisabled()).toBe(false);
    await view.button('Open folder').click();
    expect((await view.said()).at(-1)).toEqual({ type: 'command', command: 'openFolder' });
  });

  test('a problem is said, and nothing is sent while it lasts', async ({ openView }) => {
    const view = await openView();
    await view.start({ status: { ...STATUS, problem: 'This workspace is virtual.' } });
    await view.message.fill('a');
    await view.message.press('Enter');
    expect(await view.button('Send').isDisabled()).toBe(true);
    expect(await view.page.getByText('This workspace is virtual.').isVisible()).toBe(true);
    expect(await view.said()).toEqual([{ type: 'ready' }]);
    expect(await view.message.inputValue()).toBe('a');
  });
});

/** A conversation that is higher than the view. */
async function startHigh(view: ViewPage): Promise<void> {
  const turn: ToldTurn = {
    message: { text: 'a', attachments: [] },
    events: [{ type: 'answer', content: 'b\n\n'.repeat(60) }],
    state: 'ended',
  };
  await view.start({ turns: [turn] });
}

describe('a reload', () => {
  test('brings the draft and its files back', async ({ openView }) => {
    const first = await openView();
    await first.start();
    const selection = {
      kind: 'selection',
      path: '/w/b.ts',
      range: { startLine: 1, endLine: 1 },
      text: 'b',
    } as const;
    await first.tell({ type: 'attach', ref: { kind: 'file', path: '/w/src/a.ts' } });
    await first.tell({ type: 'attach', ref: selection });
    await first.message.pressSequentially('more');
    const second = await openView({ saved: await first.remembered() });
    await second.start();
    expect(await second.message.inputValue()).toBe('@a.ts more');
    expect(await second.button('Remove /w/b.ts:1').count()).toBe(1);
    await second.message.press('Enter');
    expect((await second.said()).at(-1)).toEqual({
      type: 'send',
      message: { text: '@a.ts more', attachments: [{ kind: 'file', path: '/w/src/a.ts' }, selection] },
    });
  });

  test('brings the draft of each chat back, with its files, and a new chat begins empty', async ({
    openView,
  }) => {
    const show = (view: ViewPage, key: string, id?: string): Promise<void> =>
      view.tell({
        type: 'state',
        state: { chat: { key, ...(id === undefined ? {} : { id }) }, thread: Story.of([]), status: STATUS },
      });
    const first = await openView();
    await show(first, '1', 'a');
    await first.tell({ type: 'attach', ref: { kind: 'file', path: '/w/src/a.ts' } });
    await first.message.pressSequentially('for a');
    await show(first, '2');
    expect(await first.message.inputValue()).toBe('');
    await first.message.pressSequentially('for a new one');
    // What is written while the first message gives the chat its thread stays.
    await show(first, '2', 'b');
    expect(await first.message.inputValue()).toBe('for a new one');
    await show(first, '3', 'a');
    expect(await first.message.inputValue()).toBe('@a.ts for a');
    const kept = await first.kept('for a new one');

    for (const options of [{ saved: await first.remembered() }, {}]) {
      const second = await openView(options);
      await second.tell({ type: 'keptDraft', draft: kept });
      await show(second, '4', 'b');
      expect(await second.message.inputValue()).toBe('for a new one');
      await show(second, '5');
      expect(await second.message.inputValue()).toBe('');
      await show(second, '6', 'a');
      await second.message.press('Enter');
      expect((await second.said()).at(-1)).toEqual({
        type: 'send',
        message: { text: '@a.ts for a', attachments: [{ kind: 'file', path: '/w/src/a.ts' }] },
      });
    }
  });

  test('brings back what the extension has kept since the editor remembered anything', async ({
    openView,
  }) => {
    const first = await openView();
    await first.start();
    await first.message.pressSequentially('one');
    const remembered = await first.remembered();
    await first.message.pressSequentially(' two');
    const kept = await first.kept('one two');
    const second = await openView({ saved: remembered });
    await second.tell({ type: 'keptDraft', draft: kept });
    await second.start();
    expect(await second.message.inputValue()).toBe('one two');
  });

  test('brings nothing older back than what the editor remembers, or was typed since', async ({
    openView,
  }) => {
    const first = await openView();
    await first.start();
    await first.message.pressSequentially('one');
    const kept = await first.kept('one');
    await first.message.pressSequentially(' two');
    const second = await openView({ saved: await first.remembered() });
    await second.tell({ type: 'keptDraft', draft: kept });
    await second.start();
    expect(await second.message.inputValue()).toBe('one two');
    const third = await openView();
    await third.start();
    await third.message.pressSequentially('three');
    await third.tell({ type: 'keptDraft', draft: kept });
    expect(await third.message.inputValue()).toBe('three');
  });

  test('brings the reader back to where they were', async ({ openView }) => {
    const first = await openView();
    await startHigh(first);
    await first.log.evaluate((log) => {
      const rest = new Promise((resolve) => log.addEventListener('scrollend', resolve, { once: true }));
      log.scrollTop = 300;
      return rest;
    });
    const second = await openView({ saved: await first.remembered() });
    await startHigh(second);
    expect(await second.log.evaluate((log) => log.scrollTop)).toBe(300);
    expect(await second.button('Jump to end').isVisible()).toBe(true);
  });

  test('with something else remembered starts empty', async ({ openView }) => {
    const view = await openView({ saved: { draft: 7 } });
    await startHigh(view);
    expect(await view.message.inputValue()).toBe('');
    expect(await view.button('Jump to end').count()).toBe(0);
  });
});
