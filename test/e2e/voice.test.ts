import { join } from 'node:path';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { startCallingModel } from '../doubles/calling-model.js';
import { makeTempDir, removeTempDir, writeFiles } from '../doubles/temp-dir.js';
import { endTerminals, KEY, paste, Terminal } from './terminal.js';

const API_KEY = 'sk-secret-0123456789';
const EVERYTHING = join(
  import.meta.dirname,
  '../../node_modules/@modelcontextprotocol/server-everything/dist/index.js',
);
const PROMPT = '› Ask about this workspace. /help for more.';
const ANSWER = 'All of it is read.';

// Some 1,200 tokens each: all of them are more than the window of the model.
const FILES = Array.from({ length: 16 }, (_, file) => `f${file}.ts`);

afterEach(endTerminals);

test('a chat lists models, chooses one, uses a tool of a server, compacts, and says what that cost', async () => {
  const dir = makeTempDir();
  const state = makeTempDir();
  onTestFinished(() => {
    removeTempDir(dir);
    removeTempDir(state);
  });
  const line = "export const value = 'what this line of the file says';\n";
  writeFiles(dir, Object.fromEntries(FILES.map((file) => [file, line.repeat(80)])));
  const everything = { command: process.execPath, args: [EVERYTHING, 'stdio'] };
  writeFiles(state, { 'troupe/mcp.json': JSON.stringify({ servers: { everything } }) });
  await using model = await startCallingModel({
    key: API_KEY,
    calls: [['everything__get-sum', { a: 2, b: 40 }], ...FILES.map((uri) => ['read_file', { uri }] as const)],
    answer: ANSWER,
  });
  const chat = new Terminal(['--base-url', model.url, '--model', 'large-model'], {
    cwd: dir,
    columns: 100,
    rows: 60,
    env: { XDG_STATE_HOME: state, XDG_CONFIG_HOME: state, TROUPE_API_KEY: API_KEY },
  });
  const say = (text: string): void => {
    chat.press(paste(text), KEY.enter);
  };
  await chat.endsWith(PROMPT);
  say('/models');
  await chat.shows('/model N goes on with one.');
  say('/model tiny-model');
  await chat.shows('tiny-model goes on from here.');

  say('Add it up, and read all files');
  await chat.shows('[?] ›');
  chat.press('y');
  await chat.shows("! The model's window was nearly full");
  await chat.shows(ANSWER);
  await chat.endsWith(PROMPT);
  const asked = model.received.map(({ body }) => JSON.stringify(body));
  expect(asked.some((text) => text.includes('The sum of 2 and 40 is 42.'))).toBe(true);

  say('/mcp');
  await chat.shows('ready');
  say('/compact');
  await chat.shows('Compacted the conversation');
  await chat.endsWith(PROMPT);
  say('/cost');
  const lines = await chat.until(
    (all) =>
      all.slice(all.lastIndexOf('› /cost')).some((line) => line.includes('$0.')) && all.at(-1) === PROMPT,
  );
  expect(lines.join('\n')).not.toContain(API_KEY);
}, 120_000);
