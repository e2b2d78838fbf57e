import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, onTestFinished } from 'vitest';
import { startCallingModel } from '../doubles/calling-model.js';
import type { CodeWindow } from './harness/code-window.js';
import { test } from './harness/test.js';

const KEY = 'sk-secret-0123456789abcdef';
const EVERYTHING = join(
  import.meta.dirname,
  '../../node_modules/@modelcontextprotocol/server-everything/dist/index.js',
);

// Some 1,200 tokens each: all of them are more than the window of the model.
const FILES = Object.fromEntries(
  Array.from({ length: 16 }, (_, file) => [
    `f${file}.ts`,
    `export const value${file} = 'what this line of the file says';\n`.repeat(80),
  ]),
);
const CALLS: readonly (readonly [tool: string, params: object])[] = [
  ['everything__get-sum', { a: 2, b: 40 }],
  ...Object.keys(FILES).map((uri) => ['read_file', { uri }] as const),
];

async function picture(window: CodeWindow, name: string): Promise<void> {
  await window.page.screenshot({ path: join(inject('screenshots'), `voice-${name}.png`) });
}

test('a key is typed, a model picked, a tool of a server used, the window compacted, and the cost shown', async ({
  openWindow,
}) => {
  const server = await startCallingModel({ key: KEY, calls: CALLS, answer: 'All of it is read.' });
  onTestFinished(() => server[Symbol.asyncDispose]());
  const window = await openWindow({
    files: FILES,
    settings: { 'workbench.colorTheme': 'Default Dark Modern' },
    open: (folder) => {
      const own = join(folder, 'home/.config/troupe');
      mkdirSync(own, { recursive: true });
      const everything = { command: process.execPath, args: [EVERYTHING, 'stdio'] };
      writeFileSync(join(own, 'mcp.json'), JSON.stringify({ mcpServers: { everything } }), { mode: 0o600 });
      return { folder: join(folder, 'workspace') };
    },
  });
  const chat = await window.openChat();
  const { quickInput } = window;
  const rows = quickInput.locator('.monaco-list-row');
  const row = (text: string) => rows.filter({ hasText: text }).first();

  await chat.button('Set up a model').click();
  await row('A server of your own').click();
  const input = quickInput.locator('input.input, input[type="text"], input[type="password"]').first();
  await quickInput.getByText('The address of the server').waitFor();
  await input.fill(server.url);
  await input.press('Enter');
  // The server lists nothing without a key, which is asked for.
  const secret = quickInput.locator('input[type="password"]');
  await secret.waitFor();
  await picture(window, 'no-key');
  await secret.fill(KEY);
  await secret.press('Enter');
  await row('large-model').waitFor();
  await input.fill('tiny');
  await row('large-model').waitFor({ state: 'detached' });
  await picture(window, 'models');
  await row('tiny-model').click();
  await chat.frame.getByRole('button', { name: /^Model: tiny-model on / }).waitFor();

  await chat.send('Add it up, and read all files');
  await chat.frame
    .getByRole('region', { name: 'Approval of “get-sum” of the MCP server everything' })
    .waitFor();
  await picture(window, 'question');
  await chat.button('Approve').click();
  const turn = chat.turns.first();
  await chat.ended(turn);
  await chat.shown(turn, 'All of it is read.').waitFor();
  const compacted = chat.shown(turn, 'Compacted: the model’s window was nearly full');
  await compacted.click();
  await chat.shown(turn, 'Nothing of this chat is lost: you still see all of it.').waitFor();
  await picture(window, 'compacted');
  expect(await chat.stepLines(turn)).toHaveLength(CALLS.length);
  const requests = server.received.map(({ body }) => JSON.stringify(body));
  expect(requests.filter((request) => request.includes('were taken out here'))).not.toEqual([]);

  await chat.frame.getByRole('button', { name: /^This chat fills \d+% / }).click();
  const costs = chat.frame.getByRole('dialog', { name: 'Tokens and costs' });
  await costs
    .getByText(/\$0\.1\d/)
    .first()
    .waitFor();
  await picture(window, 'costs');
});
