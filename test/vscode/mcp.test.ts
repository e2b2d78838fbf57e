import type { LLMock } from '@copilotkit/aimock';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { expect, inject } from 'vitest';
import { startSignedInServer } from '../host/mcp/start-signed-in-server.js';
import type { CodeWindow } from './harness/code-window.js';
import { modelSettings, requestTexts } from './harness/model-requests.js';
import { test } from './harness/test.js';
import { writeFiles } from '../doubles/temp-dir.js';
import { until } from '../doubles/until.js';
import { untilEqual } from '../doubles/until-equal.js';

const root = join(import.meta.dirname, '../..');
const KEY = 'forge-key-0123456789';
/** An argument that both servers ignore. It tells those of this run from those of another run on the machine. */
const MARK = `run-${randomUUID().slice(0, 8)}`;
const EVERYTHING = [
  join(root, 'node_modules/@modelcontextprotocol/server-everything/dist/index.js'),
  'stdio',
  MARK,
];
const FORGE = [join(root, 'test/doubles/mcp-forge.mjs'), MARK];

/** What `.vscode/mcp.json` of a workspace says. */
function define(servers: Readonly<Record<string, object>>): Record<string, string> {
  return { '.vscode/mcp.json': JSON.stringify({ servers }, null, 2) };
}

function program(args: readonly string[], more: object = {}): object {
  return { type: 'stdio', command: process.execPath, args, ...more };
}

/** Two servers whose definitions nobody has approved in another test. */
function both(test: string): Readonly<Record<'everything' | 'forge', object>> {
  return {
    everything: program(EVERYTHING, { env: { TEST: test } }),
    forge: program(FORGE, { env: { FORGE_KEY: KEY, TEST: test } }),
  };
}

/** The list of the servers, opened from the chat. */
function rows(window: CodeWindow): Locator {
  return window.quickInput.locator('.monaco-list-row');
}

function row(window: CodeWindow, text: string | RegExp): Locator {
  return rows(window).filter({ hasText: text }).first();
}

/** A notification of the editor. */
function notice(window: CodeWindow, text: string): Locator {
  return window.page.locator('.notification-toast').filter({ hasText: text }).first();
}

async function openList(window: CodeWindow): Promise<void> {
  await window.runCommand('troupe.showMcpServers');
  await row(window, 'Add a server').waitFor();
}

/** Chooses an action of a server in the list. */
async function act(window: CodeWindow, server: string, action: string): Promise<void> {
  await openList(window);
  await row(window, server).click();
  await row(window, action).click();
}

async function approve(window: CodeWindow, server: string, command: string): Promise<void> {
  await act(window, server, 'Approve…');
  const dialog = window.page.getByRole('dialog').filter({ hasText: `Let the MCP server ${server} run?` });
  await dialog.getByText(command).waitFor();
  await picture(window, `approve ${server}`);
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await row(window, new RegExp(`${server}running`)).waitFor();
}

/** Has the model call one tool for a message, and then say what came of it. */
function play(model: LLMock, userMessage: string, name: string, params: object = {}): void {
  const toolCalls = [{ name, arguments: JSON.stringify(params) }];
  model.on({ userMessage, hasToolResult: false }, { content: 'So be it.', toolCalls });
  model.on({ userMessage, hasToolResult: true }, { content: `${userMessage}: done.` });
}

async function picture(window: CodeWindow, name: string): Promise<void> {
  await window.page.screenshot({
    path: join(inject('screenshots'), `mcp-${name.replaceAll(/\W+/g, '-').toLowerCase()}.png`),
  });
}

/** Has the workspace of a window define these servers, once nothing is left of those that another test has defined. */
async function defineIn(window: CodeWindow, servers: Readonly<Record<string, object>>): Promise<void> {
  await nothingLeft(window);
  writeFiles(window.workspace, define(servers));
  await window.chat.shown(window.chat.body, /MCP servers? needs? your approval/).waitFor();
}

/** Resolves once the window knows of no server of another test. */
async function nothingLeft({ chat }: CodeWindow): Promise<void> {
  await untilEqual(
    () => [...processesOf('server-everything'), ...processesOf('mcp-forge')],
    [],
    'the servers of other tests have ended',
  );
  await chat.frame.getByText(/MCP servers? needs? /).waitFor({ state: 'detached' });
}

/** The processes of this run's servers, by a part of the script that they run. The process that guards a server does not count. */
function processesOf(script: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      const [, path = '', ...args] = readOrEmpty(`/proc/${pid}/cmdline`).split('\0');
      return path.includes(script) && args.includes(MARK);
    })
    .map(Number);
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

test("a server of the person's own is used by the model, which asks about each call", async ({
  startModel,
  openWindow,
}) => {
  const model = await startModel();
  play(model, 'Add it up', 'everything__get-sum', { a: 2, b: 40 });
  play(model, 'Show it', 'everything__get-tiny-image');
  // The picture follows in a message of its own.
  model.on({}, { content: 'It is shown.' });
  const window = await openWindow({
    files: { 'a.txt': 'a' },
    settings: { ...modelSettings(model.url), 'workbench.colorTheme': 'Default Dark Modern' },
    open: (folder) => {
      const own = join(folder, 'home/.config/troupe');
      mkdirSync(own, { recursive: true });
      writeFileSync(
        join(own, 'mcp.json'),
        JSON.stringify({ mcpServers: { everything: program(EVERYTHING) } }),
        { mode: 0o600 },
      );
      return { folder: join(folder, 'workspace') };
    },
  });
  const chat = await window.openChat();
  await untilEqual(() => processesOf('server-everything').length, 1, 'the server runs');

  await chat.send('Add it up');
  const card = chat.frame.getByRole('region', { name: 'Approval of “get-sum” of the MCP server everything' });
  await card.getByText('Use “get-sum” of the MCP server everything?').waitFor();
  expect(await card.locator('.params').textContent()).toBe('A2B40');
  await card.getByText('every call of “get-sum” of the MCP server everything').waitFor();
  await picture(window, 'card');
  await chat.button('Approve').click();
  await chat.ended(chat.turns.first());
  expect(await chat.stepLines(chat.turns.first())).toEqual(['Used everything: get sum']);
  expect(requestTexts(model).at(-1)).toContain('The sum of 2 and 40 is 42.');

  await chat.send('Show it');
  await chat.button('Approve').click();
  const turn = chat.turns.nth(1);
  await chat.ended(turn);
  await chat.openStep(turn, 'everything__get-tiny-image');
  await turn.getByRole('img', { name: 'Picture 1 of the result' }).waitFor();
  expect(await chat.stepLines(turn)).toEqual(['Used everything: get tiny image · 1 picture']);
  await picture(window, 'image');
});

test('servers of the editor itself need an approval, and what only the person knows is asked for and kept', async ({
  openWindow,
}) => {
  const inputs = [{ id: 'key', type: 'promptString', description: 'The key of the forge', password: true }];
  const forge = program(FORGE, { env: { FORGE_KEY: '${input:key}' } });
  const window = await openWindow({
    files: { 'a.txt': 'a' },
    open: (folder) => {
      writeFileSync(join(folder, 'data/User/mcp.json'), JSON.stringify({ inputs, servers: { forge } }));
      return { folder: join(folder, 'workspace') };
    },
  });
  const chat = await window.openChat();
  await chat.shown(chat.body, '1 MCP server needs your approval.').waitFor();

  await openList(window);
  expect(await row(window, 'forge').textContent()).toContain('your configuration of this editor');
  await window.page.keyboard.press('Escape');
  await act(window, 'forge', 'Approve…');
  await window.page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  const input = window.quickInput.locator('input[type="password"]');
  await window.quickInput.getByText('The key of the forge').waitFor();
  await picture(window, 'input');
  await input.fill(KEY);
  await input.press('Enter');
  await untilEqual(() => processesOf('mcp-forge').length, 1, 'the server runs');
  await chat.frame.getByText('needs your approval').waitFor({ state: 'detached' });
  await act(window, 'forge', 'Show log');
  await window.page.getByText('Its key is [key removed].').waitFor();

  // A window that is opened again has the approval and the value.
  await window.reload();
  await window.chat.ready();
  await untilEqual(() => processesOf('mcp-forge').length, 1, 'the server runs');
  await openList(window);
  await row(window, /forgerunning/).waitFor();
});

test('no server runs in a folder that is not trusted', async ({ openWindow }) => {
  const window = await openWindow({ files: define(both('untrusted')), isTrusted: false });
  const chat = await window.openChat();
  await chat.indexed(1);
  await window.runCommand('troupe.showMcpServers');
  await notice(window, 'MCP servers run in trusted folders only').waitFor();
  expect(await chat.frame.getByText('needs your approval').count()).toBe(0);
  expect(processesOf('mcp-forge')).toEqual([]);
});

test('a model of another extension searches with the index, which starts with the first call', async ({
  openWindow,
}) => {
  const window = await openWindow({ files: { 'src/needle.ts': 'export const needle = 42;\n' } });
  const found = await window.host.evaluate(async ({ vscode }) => {
    const call = async (name: string, input: object): Promise<string> => {
      const { content } = await vscode.lm.invokeTool(name, { input, toolInvocationToken: undefined });
      return content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : '')).join('');
    };
    return {
      tools: vscode.lm.tools.flatMap(({ name }) => (name.startsWith('troupe_') ? [name] : [])),
      contents: await call('troupe_search_contents', { query: 'needle' }),
      paths: await call('troupe_search_paths', { query: 'needle' }),
      tree: await call('troupe_directory_tree', { uri: '.' }),
      wrong: await call('troupe_directory_tree', { uri: '/etc' }),
    };
  });
  expect(found).toEqual({
    tools: ['troupe_search_paths', 'troupe_search_contents', 'troupe_directory_tree'],
    contents: expect.stringContaining('src/needle.ts:1: export const needle = 42;'),
    paths: expect.stringContaining('src/needle.ts'),
    tree: expect.stringContaining('needle.ts'),
    wrong: expect.stringContaining('outside'),
  });
});

// From here on the tests share a window. Those before have one of their own, which must have ended: they count processes.

test('servers of a workspace start once they are approved, and not before', async ({ shareWindow }) => {
  const window = await shareWindow({
    files: define(both('approved')),
    settings: { 'workbench.colorTheme': 'Default Dark Modern' },
  });
  const chat = await window.openChat();

  await chat.shown(chat.body, '2 MCP servers need your approval.').waitFor();
  await notice(window, 'The MCP servers everything and forge may be used').waitFor();
  expect([...processesOf('server-everything'), ...processesOf('mcp-forge')]).toEqual([]);
  await picture(window, 'unapproved');

  await chat.button('Show').click();
  await row(window, 'everything').waitFor();
  expect(await row(window, 'everything').textContent()).toContain('needs your approval');
  await picture(window, 'list');
  await window.page.keyboard.press('Escape');
  await approve(window, 'everything', `Command: ${process.execPath} ${EVERYTHING.join(' ')}`);
  expect(await row(window, 'everything').textContent()).toMatch(/running · \d+ tools/);
  expect(await row(window, 'forge').textContent()).toContain('needs your approval');
  await picture(window, 'running');
  await window.page.keyboard.press('Escape');
  await chat.shown(chat.body, '1 MCP server needs your approval.').waitFor();
  expect(processesOf('mcp-forge')).toEqual([]);
  await act(window, 'everything', 'Show tools');
  await row(window, 'get-sum').waitFor();
  await picture(window, 'tools');
});

test('a server asks the person, and its log has no secret', async ({ startModel, shareWindow }) => {
  const model = await startModel();
  play(model, 'Plan it', 'forge__plan');
  play(model, 'Hammer', 'forge__hammer');
  const window = await shareWindow({ settings: modelSettings(model.url) });
  const chat = await window.openChat();
  await defineIn(window, both('asks'));
  await approve(window, 'forge', 'Variables: FORGE_KEY');
  await window.page.keyboard.press('Escape');

  await chat.send('Plan it');
  await chat.button('Approve').click();
  await notice(window, 'The MCP server forge asks: What shall be forged?').waitFor();
  await chat.shown(chat.body, 'The MCP server forge asks you something.').waitFor();
  await picture(window, 'question');
  await chat.button('Answer').click();
  const input = window.quickInput.locator('input.input, input[type="text"]').first();
  await window.quickInput.getByText('Branch').waitFor();
  await input.fill('ab');
  await input.press('Enter');
  await window.quickInput.getByText('This must have 3 characters or more.').waitFor();
  await picture(window, 'problem');
  await input.fill('abc');
  await input.press('Enter');
  await row(window, 'Small').click();
  await row(window, 'door').locator('input[type="checkbox"], .monaco-checkbox').first().click();
  await picture(window, 'many');
  await window.quickInput.getByRole('button', { name: 'OK' }).click();
  await row(window, 'Yes').click();
  await row(window, 'Send to forge').waitFor();
  await picture(window, 'review');
  await row(window, 'Send to forge').click();
  await chat.ended(chat.turns.first());
  expect(requestTexts(model).at(-1)).toContain(
    String.raw`Forged: {\\\"action\\\":\\\"accept\\\",\\\"content\\\":{\\\"branch\\\":\\\"abc\\\",\\\"size\\\":\\\"s\\\",\\\"parts\\\":[\\\"door\\\"],\\\"isDraft\\\":true}}`.replaceAll(
      String.raw`\\\"`,
      String.raw`\"`,
    ),
  );

  await chat.send('Hammer');
  await chat.button('Approve').click();
  const hammering = chat.turns.nth(1);
  await chat.shown(chat.step(hammering, 'forge__hammer'), 'Hammering').waitFor();
  await picture(window, 'progress');
  await chat.button('Stop').click();
  await chat.ended(hammering);

  await act(window, 'forge', 'Show log');
  await window.page.getByText('The forge is hot. Its key is').waitFor();
  expect(await window.page.locator('.part.panel').textContent()).not.toContain(KEY);
  await picture(window, 'log');
});

test('a page that a server wants opened is shown whole, and a long definition in an editor', async ({
  startModel,
  shareWindow,
}) => {
  const model = await startModel();
  const page = 'https://sign.example/in?with=a%20long%26address';
  play(model, 'Open it', 'everything__trigger-url-elicitation', {
    url: page,
    message: '[here](command:a.b)',
  });
  const words = Array.from({ length: 200 }, (_, at) => `word-${at}`);
  const window = await shareWindow({ settings: modelSettings(model.url) });
  const chat = await window.openChat();
  await defineIn(window, { everything: both('page').everything, long: program([...FORGE, ...words]) });
  await approve(window, 'everything', 'Command: ');
  await window.page.keyboard.press('Escape');

  await chat.send('Open it');
  await chat.button('Approve').click();
  const asking = notice(window, 'The MCP server everything wants you to open a page of sign.example');
  await asking.getByText('[here] (command:a.b)').waitFor();
  await chat.button('Answer').click();
  const dialog = window.page.getByRole('dialog');
  await dialog.getByText(page).waitFor();
  await picture(window, 'page');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await chat.ended(chat.turns.first());
  expect(requestTexts(model).at(-1)).toContain('cancel');

  await act(window, 'long', 'Approve…');
  await notice(window, 'Let the MCP server long run? The definition is long').waitFor();
  await window.page.locator('.monaco-editor').getByText('word-199').first().waitFor();
  await picture(window, 'long definition');
  expect(processesOf('mcp-forge')).toEqual([]);
  await notice(window, 'Let the MCP server long run?').getByRole('button', { name: 'Approve' }).click();
  await untilEqual(() => processesOf('mcp-forge').length, 1, 'the server runs');
});

test('a server is restarted by hand and by itself, and no process of it outlives its window', async ({
  startModel,
  shareWindow,
}) => {
  const model = await startModel();
  play(model, 'Who are you', 'forge__whoami');
  const window = await shareWindow({ settings: modelSettings(model.url) });
  const chat = await window.openChat();
  await defineIn(window, both('restarted'));
  await approve(window, 'forge', 'Variables: FORGE_KEY');
  await window.page.keyboard.press('Escape');
  const [pid = 0] = processesOf('mcp-forge');

  await act(window, 'forge', 'Restart');
  await until(() => !processesOf('mcp-forge').includes(pid), 'the old process has ended');
  await untilEqual(() => processesOf('mcp-forge').length, 1, 'the server runs');
  await row(window, /forgerunning/).waitFor();
  const [second = 0] = processesOf('mcp-forge');
  process.kill(second, 'SIGKILL');
  await row(window, /restarted 1 time/).waitFor();
  await row(window, /forgerunning/).waitFor();
  await picture(window, 'restarted');
  await window.page.keyboard.press('Escape');
  const [third = 0] = processesOf('mcp-forge');
  await chat.send('Who are you');
  await chat.button('Approve').click();
  await chat.ended(chat.turns.first());
  expect(requestTexts(model).at(-1)).toContain(`The forge runs as ${third}`);

  await window.reload();
  await until(() => !existsSync(`/proc/${third}`), 'the server has ended with its window');
  await window.chat.ready();
  await untilEqual(() => processesOf('mcp-forge').length, 1, 'the server runs');
});

test('a server is added, turned off and removed', async ({ shareWindow }) => {
  const window = await shareWindow({ files: { 'a.txt': 'a' } });
  const chat = await window.openChat();
  await nothingLeft(window);
  const input = window.quickInput.locator('input.input, input[type="text"]').first();
  await window.runCommand('troupe.addMcpServer');
  await row(window, 'A command').click();
  await window.quickInput.getByText('The command with its arguments.').waitFor();
  await input.fill(`"${process.execPath}" ${FORGE.join(' ')}`);
  await picture(window, 'add');
  await input.press('Enter');
  await window.quickInput.getByText('A name for it.').waitFor();
  expect(await input.inputValue()).toBe('forge');
  await input.press('Enter');
  await notice(window, 'forge was added to your file of servers.').waitFor();
  const own = join(window.server.profile.folder, 'home/.config/troupe/mcp.json');
  expect(JSON.parse(readFileSync(own, 'utf8'))).toEqual({
    mcpServers: { forge: { command: process.execPath, args: FORGE } },
  });
  await untilEqual(() => processesOf('mcp-forge').length, 1, 'the server runs');
  expect(await chat.frame.getByText('needs your approval').count()).toBe(0);

  await act(window, 'forge', 'Turn off');
  await row(window, /forgeturned off/).waitFor();
  await untilEqual(() => processesOf('mcp-forge'), [], 'the server has ended');
  await picture(window, 'off');
  await row(window, 'forge').click();
  await row(window, 'Turn on').click();
  await row(window, /forgerunning/).waitFor();
  await window.page.keyboard.press('Escape');

  await act(window, 'forge', 'Remove from your file');
  await window.page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await untilEqual(() => processesOf('mcp-forge'), [], 'the server has ended');
  expect(JSON.parse(readFileSync(own, 'utf8'))).toEqual({ mcpServers: {} });
});

test('a person signs in at a server in the browser, and out', async ({ shareWindow }) => {
  const { url, grants } = await startSignedInServer();
  const window = await shareWindow();
  await window.openChat();
  await defineIn(window, { far: { type: 'http', url } });
  await act(window, 'far', 'Approve…');
  const dialog = window.page.getByRole('dialog');
  await dialog.getByText(`Address: ${url}`).waitFor();
  await dialog.getByRole('button', { name: 'Approve' }).click();

  await dialog.getByText('in the browser to sign in at far?').waitFor();
  await picture(window, 'sign in');
  const opened = window.page.context().waitForEvent('page');
  await dialog.getByRole('button', { name: 'Open', exact: true }).click();
  const page = await opened;
  await page.getByText('You can close this page and go back to Troupe.').waitFor();
  await page.close();
  await openList(window);
  await row(window, /farrunning/).waitFor();
  expect(grants).toEqual(['authorization_code']);
  await window.page.keyboard.press('Escape');

  await act(window, 'far', 'Sign out');
  await row(window, /farstopped/).waitFor();
  await window.page.keyboard.press('Escape');
  await window.reload();
  await window.chat.ready();
  await notice(window, 'The MCP server far wants you to sign in.').waitFor();
  await window.chat.shown(window.chat.body, '1 MCP server needs something from you.').waitFor();
  await picture(window, 'signed out');
});

test('tools of servers that the editor runs are offered once the person wants that', async ({
  startModel,
  shareWindow,
}) => {
  const model = await startModel();
  play(model, 'Say it elsewhere', 'editor__mcp_elsewhere_echo', { text: 'hello' });
  const window = await shareWindow({ files: { 'a.txt': 'a' }, settings: modelSettings(model.url) });
  const chat = await window.openChat();
  await nothingLeft(window);
  await openList(window);
  const elsewhere = row(window, 'Tools of servers that this editor runs');
  expect(await elsewhere.textContent()).toContain('not offered to Troupe: 1 tool');
  await elsewhere.click();
  await row(window, 'servers that this editor runsoffered to Troupe: 1 tool').waitFor();
  await picture(window, 'elsewhere');
  await window.page.keyboard.press('Escape');

  await chat.send('Say it elsewhere');
  await chat.button('Approve').click();
  await chat.ended(chat.turns.first());
  expect(requestTexts(model).at(-1)).toContain('Echo: hello');
});
