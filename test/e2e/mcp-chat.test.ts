import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AbsPath } from '../../src/actors/protocol/workspace.js';
import { SteeredModel } from '../doubles/steered-model.js';
import { makeTempDir, removeTempDir, writeFiles } from '../doubles/temp-dir.js';
import { startSignedInServer } from '../host/mcp/start-signed-in-server.js';
import { endTerminals, KEY, paste, Terminal } from './terminal.js';

const SERVER = join(import.meta.dirname, '../doubles/mcp-server.mjs');

const PROMPT = '› Ask about this workspace. /help for more.';

let dir: AbsPath;
let state: AbsPath;
let model: SteeredModel;
beforeEach(async () => {
  dir = makeTempDir();
  state = makeTempDir();
  model = new SteeredModel();
  await model.start();
});
afterEach(async () => {
  await endTerminals();
  await model.stop();
  removeTempDir(dir);
  removeTempDir(state);
});

/** A definition of the server that behaves as its mode says. */
function serverOf(mode: string, env: Readonly<Record<string, string>> = {}): object {
  return {
    command: process.execPath,
    args: [SERVER, mode],
    ...(Object.keys(env).length === 0 ? {} : { env }),
  };
}

/** A chat on a terminal, with servers of the person and of the workspace. */
function startChat(servers: {
  readonly own?: object;
  readonly workspace?: object;
  readonly inputs?: readonly object[];
}): Terminal {
  const { own = {}, workspace, inputs = [] } = servers;
  writeFiles(state, { 'troupe/mcp.json': JSON.stringify({ servers: own, inputs }) });
  if (workspace !== undefined) writeFiles(dir, { '.mcp.json': JSON.stringify({ mcpServers: workspace }) });
  return new Terminal(['--base-url', model.url, '--model', 'steered'], {
    cwd: dir,
    columns: 100,
    rows: 40,
    env: { XDG_STATE_HOME: state, XDG_CONFIG_HOME: state, TROUPE_API_KEY: 'sk-secret-0123456789' },
  });
}

/** Sends a message that is pasted: keys right behind typed ones would still go to the input line. */
function say(chat: Terminal, message: string): void {
  chat.press(paste(message), KEY.enter);
}

/** Resolves when the chat knows what its server offers besides tools. */
async function untilListed(chat: Terminal): Promise<void> {
  for (let shown = 1; ; shown += 1) {
    say(chat, '/mcp');
    const lines = await chat.until(
      (all) => all.filter((line) => line.includes('ready, 1 tool')).length === shown && all.at(-1) === PROMPT,
    );
    if (lines.some((line) => line.includes('3 prompts, 1 resource'))) return;
  }
}

/** The lines from the newest one that contains a text. */
function from(lines: readonly string[], text: string): readonly string[] {
  return lines.slice(lines.findLastIndex((line) => line.includes(text)));
}

test('a question of a server is asked in the chat, and its answer goes to the server', async () => {
  const chat = startChat({ own: { me: serverOf('asks-much') } });
  await chat.endsWith(PROMPT);
  say(chat, 'Go');
  (await model.reply()).call(['me__echo', { text: 'a' }]);
  await chat.shows('[?] ›');
  chat.press('y');
  await chat.shows('? The MCP server me asks:');
  for (const [shown, typed] of [
    ['Your name', 'Ada'],
    ['mail', ''],
    ['age', '200'],
    ['It must be 150 or less.', '36'],
    ['colour', '1'],
    ['news', 'y'],
    ['fruits', '2'],
  ] as const) {
    await chat.until(
      (lines) =>
        lines.some((line) => line.includes(shown)) && from(lines, shown).some((line) => line.endsWith(') ›')),
    );
    chat.press(typed, KEY.enter);
  }
  const lines = await chat.shows('[e]dit ›');
  expect(from(lines, 'This goes to the MCP server me:').slice(0, 6)).toEqual([
    '  This goes to the MCP server me:',
    '    Your name: Ada',
    '    age: 36',
    '    colour: Red',
    '    news: yes',
    '    fruits: Pear',
  ]);
  chat.press('y');
  const reply = await model.reply();
  const result = reply.messages.findLast(({ role }) => role === 'tool')?.content ?? '';
  expect(JSON.parse(result)).toEqual({
    action: 'accept',
    content: { name: 'Ada', age: 36, colour: 'r', news: true, fruits: ['p'] },
  });
  reply.end('Done.');
  await chat.until((all) => all.includes('Done.') && all.at(-1) === PROMPT);
});

test('Ctrl-C in a question cancels it and the turn, and the chat goes on', async () => {
  const chat = startChat({ own: { me: serverOf('asks') } });
  await chat.endsWith(PROMPT);
  say(chat, 'Go');
  (await model.reply()).call(['me__echo', { text: 'a' }]);
  await chat.shows('[?] ›');
  chat.press('y');
  await chat.shows('password (Enter: leave it out) ›');
  chat.press('hunter2', KEY.ctrlC);
  await chat.shows('^C');
  await chat.endsWith(PROMPT);
  expect(chat.lines.join('\n')).toContain('which servers must not do');
  expect(chat.sent).not.toContain('hunter2');
  chat.press('Again', KEY.enter);
  (await model.reply()).end('Here I am.');
  await chat.shows('Here I am.');
});

test('a page that a server wants to be opened is shown whole, and Esc opens nothing', async () => {
  const chat = startChat({ own: { me: serverOf('asks-url') } });
  await chat.endsWith(PROMPT);
  say(chat, 'Go');
  (await model.reply()).call(['me__echo', { text: 'a' }]);
  await chat.shows('[?] ›');
  chat.press('y');
  const lines = await chat.shows('Nothing is opened by itself.');
  expect(lines).toContain('  https://pay.example/in?voice=7');
  chat.press(KEY.escape);
  const reply = await model.reply();
  expect(reply.messages.at(-1)?.content).toBe('{"action":"cancel"}');
  reply.end('Fine.');
  await chat.shows('Fine.');
});

test('an input is asked for when the chat begins, hidden where it is a password', async () => {
  const chat = startChat({
    own: { me: serverOf('plain', { API_KEY: '${input:key}' }) },
    inputs: [{ id: 'key', description: 'The key of the service', password: true, type: 'promptString' }],
  });
  await chat.shows('The key of the service (Enter: leave it out) ›');
  chat.press('Zq7-secret', KEY.enter);
  await chat.endsWith(PROMPT);
  expect(chat.lines.join('\n')).toContain('(Enter: leave it out) › **********');
  say(chat, '/mcp');
  await chat.shows('me  ready, 1 tool, protocol 2025-11-25');
  expect(chat.sent).not.toContain('Zq7-secret');
});

test('a server of the workspace is approved with all of its definition in sight, and started', async () => {
  const chat = startChat({ workspace: { build: serverOf('plain', { MODE: 'fast', API_KEY: 'abc' }) } });
  await chat.endsWith(PROMPT);
  say(chat, '/mcp');
  await chat.shows('/mcp approve build');
  say(chat, '/mcp approve build');
  const lines = await chat.shows('in this form only?  [y]es  [n]o ›');
  expect(
    from(lines, 'The whole definition')
      .slice(0, 8)
      .map((line) => line.trim()),
  ).toEqual([
    'The whole definition of build:',
    `command: ${process.execPath}`,
    `argument: ${SERVER}`,
    'argument: plain',
    'variable: MODE=fast',
    'variable: API_KEY=abc',
    'It runs without a sandbox, with all your permissions.',
    `defined in: ${join(dir, '.mcp.json')}`,
  ]);
  chat.press('n');
  await chat.shows('It does not start.');
  say(chat, '/mcp approve build');
  await chat.until((all) => all.filter((line) => /in this form only\?.*›/.test(line)).length === 2);
  chat.press('y');
  await chat.shows('build: ready, 1 tool');
  say(chat, '/mcp tools build');
  await chat.shows('Says it again');
  say(chat, '/mcp restart build');
  await chat.until((all) => all.filter((line) => line.startsWith('build: ready, 1 tool')).length === 2);
  say(chat, '/mcp log build');
  // It has been ready twice.
  await chat.until((all) => all.filter((line) => line.includes('troupe: ready.')).length === 2);
});

test.each([
  ['/mcp approve nobody', 'There is no MCP server named "nobody" (there are: me).'],
  ['/mcp approve me', 'The server me needs no approval: it is ready.'],
  [
    '/mcp dance me',
    '/mcp lists the servers; /mcp log, /mcp tools, /mcp restart, /mcp approve take the name of one.',
  ],
  ['/mcp log', 'take the name of one'],
])('%s says what is wrong', async (typed, message) => {
  const chat = startChat({ own: { me: serverOf('plain') } });
  await chat.endsWith(PROMPT);
  say(chat, typed);
  await chat.until((lines) => lines.join(' ').replaceAll(/\s+/g, ' ').includes(message));
});

test('a prompt of a server is completed, shown and sent with its pictures and resources', async () => {
  const chat = startChat({ own: { docs: serverOf('prompts') } });
  await chat.endsWith(PROMPT);
  await untilListed(chat);
  chat.press('/docs:rev');
  await chat.shows('Reviews a change (of the MCP server docs)');
  chat.press(KEY.tab, '"the change"', KEY.enter);
  await chat.shows('review: {"topic":"the change"} @package.json');
  const reply = await model.reply();
  // The server mentions a file, and no person has.
  expect(reply.lastMessage).toBe('review: {"topic":"the change"} @package.json');
  reply.end('Reviewed.');
  await chat.until((lines) => lines.includes('Reviewed.') && lines.at(-1) === PROMPT);

  say(chat, '/docs:review');
  await chat.shows('"topic" is missing');
  say(chat, '/docs:picture');
  await chat.shows('Attached: docs:picture');
  const shown = await model.reply();
  expect(JSON.stringify(shown.messages.at(-1))).toContain('Output of docs:picture (doc://guide):');
  shown.end('Seen.');
  await chat.shows('Seen.');
});

test('a resource of a server is completed, and goes along with a message', async () => {
  const chat = startChat({ own: { docs: serverOf('prompts') } });
  await chat.endsWith(PROMPT);
  await untilListed(chat);
  chat.press('Read @doc');
  await chat.shows('the resources of the MCP server docs');
  chat.press(KEY.tab);
  await chat.shows('@docs:');
  chat.press('g');
  await chat.shows('The guide');
  chat.press(KEY.tab, 'now', KEY.enter);
  await chat.shows('Attached: docs:doc://guide');
  const reply = await model.reply();
  expect(reply.lastMessage).toMatch(
    /^Read @docs:doc:\/\/guide now[^]*Output of docs:doc:\/\/guide:\n```\nThe guide\n```$/,
  );
  reply.end('Read.');
  await chat.shows('Read.');
});

test('a server that wants the person to sign in shows the page, waits for the browser, and is ready then', async () => {
  const { url } = await startSignedInServer();
  const chat = startChat({ own: { far: { url } } });
  await chat.shows('Open this page in a browser on this machine.  [y]es  [n]o ›');
  // Long as it is, it is printed on one line, which the terminal folds.
  const page = chat.sent.split(/\s/).find((word) => word.includes('/authorize?')) ?? '';
  chat.press('y');
  await fetch(page);
  await chat.endsWith(PROMPT);
  say(chat, '/mcp');
  await chat.shows('far  ready, 1 tool');
  expect(chat.lines.join('\n')).toContain('? The MCP server far wants you to sign in.');
});

test('a sign-in that is refused leaves the server out, and nobody is signed in', async () => {
  const { url, grants } = await startSignedInServer();
  const chat = startChat({ own: { far: { url } } });
  await chat.shows('Open this page in a browser on this machine.  [y]es  [n]o ›');
  chat.press('n');
  await chat.endsWith(PROMPT);
  await chat.until((lines) => lines.join(' ').includes('Signing in was declined.'));
  expect(grants).toEqual([]);
});
