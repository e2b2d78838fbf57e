import type { LLMock } from '@copilotkit/aimock';
import { expect } from 'vitest';
import type { CodeWindow } from './harness/code-window.js';
import { modelSettings, requestTexts } from './harness/model-requests.js';
import { test } from './harness/test.js';
import { untilEqual } from '../doubles/until-equal.js';

const FILES = {
  'src/cart.ts': '// A shop.\nexport class Cart {\n  total() {\n    return 0;\n  }\n}\n',
  'src/shop/order.ts': "import { Cart } from '../cart.js';\n",
  'README.md': '# Shop\n',
};

/** Has the model make these calls at once for that message, and then say something. */
function play(
  model: LLMock,
  userMessage: string,
  calls: readonly (readonly [name: string, params: object])[],
  content: string,
): void {
  const toolCalls = calls.map(([name, params]) => ({ name, arguments: JSON.stringify(params) }));
  model.on({ userMessage, hasToolResult: false }, { content: 'I look.', toolCalls });
  model.on({ userMessage, hasToolResult: true }, { content });
}

/** Where the cursor is, as `path:line`, and how many lines are selected. */
function whereIs(window: CodeWindow): Promise<string> {
  return window.host.evaluate(({ vscode }) => {
    const editor = vscode.window.activeTextEditor;
    if (editor === undefined) return '';
    const { start, end } = editor.selection;
    return `${vscode.workspace.asRelativePath(editor.document.uri)}:${start.line + 1}-${end.line + 1}`;
  });
}

test('a place opens at its line, a name at its file, a symbol where it is defined, and a path that is nowhere says so', async ({
  startModel,
  shareWindow,
}) => {
  const model = await startModel();
  const content =
    'In src/cart.ts:3, also [there](src/cart.ts#L2-L4), `order.ts`, `Cart.total` and src/none.ts.';
  model.on({ userMessage: 'Where is it' }, { content });
  const window = await shareWindow({ files: FILES, settings: modelSettings(model.url) });
  const chat = await window.openChat();
  const turn = await chat.ask('Where is it?');
  await chat.shown(turn, 'also').waitFor();

  const open = async (name: string, place: string): Promise<void> => {
    await chat.button(name).click();
    await untilEqual(() => whereIs(window), place, `the editor shows ${place}`);
  };
  await open('src/cart.ts:3', 'src/cart.ts:3-3');
  await open('there', 'src/cart.ts:2-5');
  await open('order.ts', 'src/shop/order.ts:1-1');
  await open('Cart.total', 'src/cart.ts:3-3');
  await chat.button('src/none.ts').click();
  await window.page.getByText('There is no src/none.ts in this workspace.').first().waitFor();
});

test('runs of reading fold, a failing command is seen, and its output has its end', async ({
  startModel,
  shareWindow,
}) => {
  const model = await startModel();
  play(
    model,
    'Try it',
    [
      ['read_file', { uri: 'src/cart.ts' }],
      ['read_file', { uri: 'README.md' }],
      ['search_for_files', { query: 'Cart' }],
      ['run_command', { command: 'seq 99; exit 3' }],
    ],
    'It fails.',
  );
  const window = await shareWindow({ files: FILES, settings: modelSettings(model.url) });
  const chat = await window.openChat();
  await chat.send('Try it');
  const approve = chat.button('Approve');
  const turn = chat.turns.first();
  await approve.or(chat.conversation.locator('article[data-state="ended"]')).first().waitFor();
  if (await approve.isVisible()) await approve.click();
  await chat.ended(turn);

  await chat.shown(turn, 'Looked at 2 files, searched once').waitFor();
  expect(await chat.stepLines(turn)).toEqual([
    'Read cart.ts',
    'Read README.md',
    'Searched “Cart” · 2 hits',
    expect.stringMatching(/^Ran seq 99; exit 3 · exit 3 · [\d.]+ s$/),
  ]);
  expect(await chat.step(turn, 'run_command').getAttribute('data-state')).toBe('failed');
  await chat.openStep(turn, 'run_command');
  expect(await chat.step(turn, 'run_command').locator('pre.output').textContent()).toMatch(/\n98\n99$/);
  await chat.openStep(turn, 'search_for_files');
  await chat.button('src/cart.ts:2').click();
  await untilEqual(() => whereIs(window), 'src/cart.ts:2-2', 'the editor shows the match');
});

test('Retry puts the message in the place of the one that failed', async ({ startModel, shareWindow }) => {
  const model = await startModel({ auth: { apiKeys: ['sk-another'] } });
  const window = await shareWindow({ files: FILES, settings: modelSettings(model.url) });
  const chat = await window.openChat();
  await chat.ask('Where is the cart?');
  await chat.alert.waitFor();
  const back = await startModel();
  back.on({}, { content: 'In src/cart.ts.' });
  await window.changeSetting('troupe.baseUrl', `${back.url}/v1`);

  await chat.button('Retry').click();

  await chat.conversation.getByText('In src/cart.ts.').waitFor();
  expect(await chat.turns.count()).toBe(1);
  expect(await chat.conversation.getByText('Where is the cart?').count()).toBe(1);
  expect(requestTexts(back).at(-1)?.split('Where is the cart?')).toHaveLength(2);
});

test('code is inserted at the cursor, and a command is put into a terminal without running it', async ({
  startModel,
  shareWindow,
}) => {
  const model = await startModel();
  model.on({}, { content: '```ts\n// New.\n```\n\n```bash\ntouch made\n```' });
  const window = await shareWindow({ files: FILES, settings: modelSettings(model.url) });
  const chat = await window.openChat();
  await chat.ask('Write it');
  await window.host.evaluate(async ({ vscode }) => {
    const folder = vscode.workspace.workspaceFolders?.[0];
    if (folder === undefined) throw new Error('There is no folder.');
    await vscode.window.showTextDocument(vscode.Uri.joinPath(folder.uri, 'README.md'));
  });
  await chat.button('Insert at the cursor').first().click();
  const text = () => window.host.evaluate(({ vscode }) => vscode.window.activeTextEditor?.document.getText());
  await untilEqual(text, '// New.# Shop\n', 'the code is inserted');

  await chat.button('Put into a terminal, without running it').click();
  const terminals = () => window.host.evaluate(({ vscode }) => vscode.window.terminals.length);
  await untilEqual(terminals, 1, 'there is a terminal');
  const rows = window.page.locator('.terminal-wrapper.active');
  await rows.waitFor();
  const files = await window.host.evaluate(async ({ vscode }) =>
    (await vscode.workspace.findFiles('made')).map(({ path }) => path),
  );
  expect(files).toEqual([]);
});
