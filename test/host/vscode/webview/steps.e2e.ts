import { describe, expect } from 'vitest';
import type { AgentEvent } from '../../../../src/actors/protocol/agent.js';
import type { ToolResult } from '../../../../src/actors/protocol/tool.js';
import type { AbsPath } from '../../../../src/actors/protocol/workspace.js';
import { test } from './browser-test.js';
import { Story, tellStory } from './state/story.js';
import type { ViewPage } from './view-page.js';

const { started, events, ended } = tellStory();

const action = (callId: string, tool: string, params: object): AgentEvent => ({
  type: 'action',
  callId,
  tool,
  params,
});
const observation = (callId: string, tool: string, result: Partial<ToolResult> = {}): AgentEvent => ({
  type: 'observation',
  callId,
  tool,
  result: { outcome: 'success', success: true, output: '', ...result },
});
const call = (
  callId: string,
  tool: string,
  params: object,
  result?: Partial<ToolResult>,
): readonly AgentEvent[] => [action(callId, tool, params), observation(callId, tool, result)];
const read = (callId: string, uri: string): readonly AgentEvent[] =>
  call(callId, 'read_file', { uri }, { output: `${uri} (1 line)` });

const lines = (view: ViewPage): Promise<string[]> => view.page.locator('summary').allTextContents();

describe('instructions', () => {
  test('are one quiet line of links, and say what was cut', async ({ openView }) => {
    const view = await openView();
    await view.start();
    const file = { from: 'workspace', folder: '', omittedChars: 9 } as const;
    await view.tell(
      started(),
      events({
        type: 'instructions',
        files: [{ ...file, path: '/w/a/AGENTS.md', shown: 'a/AGENTS.md' }],
        skills: [{ name: 'one', description: 'One.', from: 'person' }],
      }),
    );
    const line = view.page.locator('p.note');
    expect(await line.textContent()).toBe(
      'Follows a/AGENTS.md (cut: 9 characters did not fit). Knows 1 skill.',
    );
    await line.getByRole('button').click();
    expect((await view.said()).at(-1)).toEqual({ type: 'openFile', path: '/w/a/AGENTS.md' });
  });
});

describe('steps', () => {
  test('that only read fold into one line, which opens to theirs', async ({ openView }) => {
    const view = await openView();
    await view.start();
    await view.tell(
      started(),
      events(
        ...read('1', 'src/a.ts'),
        ...read('2', 'src/b.ts'),
        ...call('3', 'search_for_files', { query: 'x' }, { output: 'Matching lines: 2' }),
        { type: 'thought', content: 'Now I know.', reasoning: '' },
        ...read('4', 'c.ts'),
      ),
    );
    const visible = view.page.locator('summary:visible');
    expect(await visible.allTextContents()).toEqual(['Looked at 2 files, searched once', 'Read c.ts']);
    expect(await view.page.getByText('Now I know.').isVisible()).toBe(true);
    await visible.first().click();
    expect(await visible.allTextContents()).toEqual([
      'Looked at 2 files, searched once',
      'Read a.ts',
      'Read b.ts',
      'Searched “x” · 2 hits',
      'Read c.ts',
    ]);
    await view.page.locator('.place-name', { hasText: 'b.ts' }).click();
    await view.button('Open a.ts').focus();
    await view.page.keyboard.press('Enter');
    expect((await view.said()).slice(1)).toEqual([
      { type: 'openFile', path: 'src/b.ts' },
      { type: 'openFile', path: 'src/a.ts' },
    ]);
    // The name opened the file, and not the step.
    expect(await view.page.locator('details[data-tool][open]').count()).toBe(0);
  });

  test('that changed a file show how much, and open to the change', async ({ openView }) => {
    const view = await openView();
    await view.start();
    const hunk = { oldStart: 3, oldLines: 1, newStart: 3, newLines: 2, lines: ['-old', '+new', '+\u202er'] };
    const path = '/w/src/cart.js' as AbsPath;
    const changes = [{ kind: 'modified', path, addedLines: 2, removedLines: 1, hunks: [hunk] }] as const;
    await view.tell(started(), events(...call('1', 'edit_file', { uri: 'src/cart.js' }, { changes })));
    const summary = view.page.locator('summary');
    expect(await summary.textContent()).toMatch(/^Edited cart\.js · \+2 −1/);
    expect(await summary.textContent()).toContain('2 lines added, 1 line removed');
    await summary.click({ position: { x: 8, y: 8 } });
    const diff = view.page.locator('pre.diff > span');
    expect(await diff.evaluateAll((all) => all.map(({ className }) => className))).toEqual([
      'removed',
      'added',
      'added',
    ]);
    expect(await diff.last().textContent()).toBe('+⟨U+202E⟩r\n');
    await view.button('cart.js').click();
    expect((await view.said()).at(-1)).toEqual({ type: 'openFile', path, line: 3 });
  });

  test('of a failing command are an error, with the end of what it printed', async ({ openView }) => {
    const view = await openView();
    await view.start();
    const printed = Array.from({ length: 60 }, (_, index) => `line ${index}`).join('\n');
    const output = `Exit code 1, after 2.3 s.\nstdout:\n${printed}\nstderr: (empty)`;
    await view.tell(started(), events(...call('1', 'run_command', { command: 'npm test' }, { output })));
    expect(await lines(view)).toEqual(['Ran npm test · exit 1 · 2.3 s']);
    const colours = await view.page.evaluate(() =>
      ['.failure', '.step-verb'].map((one) => getComputedStyle(document.querySelector(one) as Element).color),
    );
    expect(colours[0]).not.toBe(colours[1]);
    await view.page.locator('summary').click();
    const pre = view.page.locator('pre.output');
    expect(await pre.textContent()).toMatch(/^line 36\n.*line 59$/s);
    await view.button('Show more (36 lines before)').click();
    expect(await pre.textContent()).toBe(printed);
  });

  test('that read a terminal say so, and need no empty command', async ({ openView }) => {
    const view = await openView();
    await view.start();
    const params = { command: '', persistent_terminal_id: '1' };
    const output = 'The command still runs in terminal 1; an empty command reads on.\nOutput:\nready';
    await view.tell(started(), events(...call('1', 'run_persistent_command', params, { output })));
    expect(await lines(view)).toEqual(['Read the output of terminal 1 · still running']);
  });

  test('that were denied or stopped say which, with the sentence of the person', async ({ openView }) => {
    const view = await openView();
    await view.start();
    const story = new Story();
    const question = { category: 'File edits', reasons: ['It changes files.'] } as const;
    const ask = (callId: string, uri: string): AgentEvent => ({
      type: 'approval_request',
      callId,
      tool: 'edit_file',
      params: { uri },
      ...question,
    });
    const deny = { kind: 'approval_answered', callId: '1', decision: 'deny', by: 'person' } as const;
    await view.tell({
      type: 'events',
      events: [
        ...story.begin({ text: 'Go', attachments: [] }),
        ...story.tell([ask('1', 'a.ts'), ask('2', 'b.ts')]),
        story.add({ ...deny, reason: 'Use `c.ts`.' }),
      ],
    });
    // Its outcome is there at once, while the next question waits.
    expect(await lines(view)).toEqual(['Edit a.ts · Denied: Use `c.ts`.', 'Edit b.ts']);
    await view.tell({
      type: 'events',
      events: story.tell([{ type: 'error', name: 'E', code: 'CANCELLED', message: 'a', partial: '' }]),
    });
    expect(await lines(view)).toEqual(['Edit a.ts · Denied: Use `c.ts`.', 'Edit b.ts · Stopped']);
  });

  test('of a tool that is unknown stand where the model asked for it, in plain words', async ({
    openView,
  }) => {
    const view = await openView();
    await view.start();
    const story = new Story();
    const calls = ['read_file', 'fetch_page', 'ls_dir'];
    const refused = {
      outcome: 'invalid_params',
      success: false,
      output: 'There is no tool named "fetch_page". The tools are: read_file, ls_dir.',
      error: 'UNKNOWN_TOOL',
    } as const;
    const started = story.begin({ text: 'Go', attachments: [] });
    const told = story.tell([
      { type: 'thought', content: 'I begin.', reasoning: '' },
      ...calls.map((tool, index) => action(String(index), tool, { uri: 'a' })),
      observation('1', 'fetch_page', refused),
      observation('0', 'read_file'),
      observation('2', 'ls_dir', { output: 'a: 1 entry\nb' }),
    ]);
    await view.tell({ type: 'events', events: [...started, ...told] });
    expect(await lines(view)).toEqual([
      'Read a',
      'Could not use Fetch page “a” · There is no such tool',
      'Listed a · 1 entry',
    ]);
  });
});

describe('signs of life', () => {
  test('say how long the model thinks, and how long a command runs', async ({ openView }) => {
    const view = await openView();
    // The story begins at 1970.
    await view.page.clock.install({ time: 0 });
    await view.page.reload();
    await view.start();
    await view.tell(started());
    const sign = view.page.locator('.thinking');
    expect(await sign.locator('.codicon-modifier-spin').count()).toBe(1);
    await view.page.clock.fastForward(4_000);
    expect(await sign.textContent()).toMatch(/^Thinking… [4-9] s$/);
    await view.tell(events(action('1', 'run_command', { command: 'make' })));
    expect(await sign.count()).toBe(0);
    await view.page.clock.fastForward(60_000);
    expect((await lines(view)).join()).toMatch(/^Running make 1 min \d+ s$/);
    await view.tell(events(observation('1', 'run_command', { output: 'Exit code 0, after 1 min 4 s.' })));
    expect(await lines(view)).toEqual(['Ran make · exit 0 · 1 min 4 s']);
    await sign.waitFor();
  });

  test('come back when a model that was writing falls silent', async ({ openView }) => {
    const view = await openView();
    await view.page.clock.install({ time: 0 });
    await view.page.reload();
    await view.start();
    await view.tell(started(), events({ type: 'token', channel: 'answer', content: 'I write it.' }));
    const sign = view.page.locator('.thinking');
    expect(await sign.count()).toBe(0);
    await view.page.clock.fastForward(5_000);
    expect(await sign.textContent()).toMatch(/^Working… \d+ s$/);
    await view.tell(events({ type: 'token', channel: 'answer', content: ' Now.' }));
    expect(await sign.count()).toBe(0);
  });

  test('are still for people who want no motion', async ({ openView }) => {
    const view = await openView();
    await view.page.emulateMedia({ reducedMotion: 'reduce' });
    await view.start();
    await view.tell(started());
    const name = view.page
      .locator('.codicon-loading')
      .evaluate((icon) => getComputedStyle(icon).animationName);
    expect(await name).toBe('none');
  });

  test('a turn without an answer says so', async ({ openView }) => {
    const view = await openView();
    await view.start();
    await view.tell(started(), events({ type: 'answer', content: ' \n' }), ended());
    expect(await view.turns.textContent()).toContain('The model ended its turn without an answer.');
  });
});

describe('places', () => {
  const answer = (content: string) => [started(), events({ type: 'answer', content }), ended()] as const;

  test('in prose, in code and behind relative links open in the editor', async ({ openView }) => {
    const view = await openView();
    await view.start();
    await view.tell(
      ...answer(
        'See src/cart.js:12, `src/b.ts#L7-L9`, [the *notes*](docs/notes.md#L3) and `Cart.total()`. Not Node.js, `npm`.',
      ),
    );
    const links = view.page.locator('.markdown button');
    expect(await links.allTextContents()).toEqual([
      'src/cart.js:12',
      'src/b.ts#L7-L9',
      'the notes',
      'Cart.total()',
    ]);
    for (const link of await links.all()) {
      await link.focus();
      await view.page.keyboard.press('Enter');
    }
    expect((await view.said()).slice(1)).toEqual([
      { type: 'openFile', path: 'src/cart.js', line: 12 },
      { type: 'openFile', path: 'src/b.ts', line: 7, endLine: 9 },
      { type: 'openFile', path: 'docs/notes.md', line: 3 },
      { type: 'openSymbol', name: 'Cart.total' },
    ]);
  });

  test('do not stand in a link to the web', async ({ openView }) => {
    const view = await openView();
    await view.start();
    await view.tell(...answer('[src/a.ts:1 `b.ts`](https://example.com)'));
    expect(await view.page.locator('.markdown a').count()).toBe(1);
    expect(await view.page.locator('.markdown button').count()).toBe(0);
  });

  test('code goes to the cursor, and a line of shell to a terminal', async ({ openView }) => {
    const view = await openView();
    await view.start();
    await view.tell(
      ...answer(
        '```ts\nconst a = "\u202e";\n```\n\n```bash\n$ npm test\n```\n\n```bash\nnpm test\nrm -rf a\n```',
      ),
    );
    const insert = view.button('Insert at the cursor');
    const terminal = view.button('Put into a terminal, without running it');
    expect([await insert.count(), await terminal.count()]).toEqual([3, 1]);
    await insert.first().click();
    await terminal.click();
    expect((await view.said()).slice(1)).toEqual([
      { type: 'insertCode', text: 'const a = "⟨U+202E⟩";' },
      { type: 'runInTerminal', text: 'npm test' },
    ]);
  });
});

describe('a to-do list', () => {
  const todos = (...statuses: readonly string[]): object => ({
    todos: statuses.map((status, at) => ({ content: `Step ${at} <b>`, status })),
  });

  test('is open while something of it is left to do, and says what is in progress', async ({ openView }) => {
    const view = await openView();
    await view.start();
    await view.tell(
      started(),
      events(
        ...call('1', 'update_todos', todos('in_progress', 'pending'), { output: '0 of 2 completed.' }),
        ...call('2', 'update_todos', todos('completed', 'in_progress', 'pending'), {
          output: '1 of 3 completed.',
        }),
      ),
    );
    const list = view.page.getByRole('list', { name: 'To-do list' });
    await list.waitFor();
    expect(await list.count()).toBe(1);
    expect(await list.getByRole('listitem').allTextContents()).toEqual([
      'Done: Step 0 <b>',
      'In progress: Step 1 <b>',
      'To do: Step 2 <b>',
    ]);
    expect(await list.locator('[aria-current]').allTextContents()).toEqual(['In progress: Step 1 <b>']);
    expect((await lines(view)).at(-1)).toContain('1 of 3 done');
    await view.tell(
      events(...call('3', 'update_todos', todos('completed', 'completed'), { output: '2 of 2 completed.' })),
    );
    await list.waitFor({ state: 'hidden' });
    expect((await lines(view)).at(-1)).toContain('2 of 2 done');
  });
});
