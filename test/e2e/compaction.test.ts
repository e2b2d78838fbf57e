import { LLMock } from '@copilotkit/aimock';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AbsPath } from '../../src/actors/protocol/workspace.js';
import { makeTempDir, removeTempDir, writeFiles } from '../doubles/temp-dir.js';
import { endTerminals, KEY, Terminal } from './terminal.js';
import { troupe, turnEvents } from './troupe.js';

const FILES = 30;
const TASK = 'Read all thirty files';
const SUMMARY = 'Task: read all thirty files. Done so far: some of them. Next: the rest.';
const ANSWER = 'I have read all thirty.';
const PROMPT = '› Ask about this workspace. /help for more.';

let dir: AbsPath;
let state: AbsPath;
let mock: LLMock;
beforeEach(async () => {
  dir = makeTempDir();
  state = makeTempDir();
  const line = (index: number): string => `export const value${index} = 'what this line of the file says';\n`;
  // Some 1,200 tokens each: all of them are twice the window.
  for (let index = 0; index < FILES; index += 1)
    writeFiles(dir, { [`f${index}.ts`]: Array.from({ length: 80 }, (_, at) => line(at)).join('') });
  mock = new LLMock({ port: 0, logLevel: 'silent' });
  mock.on({ userMessage: 'write a summary that takes the place' }, { content: SUMMARY });
  for (let index = 0; index < FILES; index += 1) {
    const call = { name: 'read_file', arguments: JSON.stringify({ uri: `f${index}.ts` }) };
    mock.on({ userMessage: TASK, sequenceIndex: index }, { content: `File ${index}.`, toolCalls: [call] });
  }
  mock.on({ userMessage: TASK, sequenceIndex: FILES }, { content: ANSWER });
  await mock.start();
});
afterEach(async () => {
  await endTerminals();
  await mock.stop();
  removeTempDir(dir);
  removeTempDir(state);
});

const env = () => ({
  TROUPE_API_KEY: 'sk-secret-0123456789',
  TROUPE_CONTEXT_WINDOW: '20000',
  XDG_STATE_HOME: state,
  XDG_CONFIG_HOME: state,
});

test('a task of thirty steps that overflow the window ends in its answer, with each compaction told', async () => {
  const args = ['run', '--json', '--no-save', '--base-url', `${mock.url}/v1`, '--model', 'mock-model', TASK];
  const ended = await troupe(args, { cwd: dir, env: env() });
  const events = turnEvents(ended);
  expect(events.at(-1)).toEqual(expect.objectContaining({ type: 'answer', content: ANSWER }));
  expect(ended.exitCode).toBe(0);
  expect(events.filter(({ type }) => type === 'observation')).toHaveLength(FILES);
  const compactions = events.filter((event) => event.type === 'compaction');
  expect(compactions.length).toBeGreaterThan(1);
  for (const { tokensBefore, tokensAfter } of compactions) expect(tokensAfter).toBeLessThan(tokensBefore);
});

test('a chat shows the compactions, what fills the window, and compacts when it is asked to', async () => {
  const terminal = new Terminal(['--base-url', `${mock.url}/v1`, '--model', 'mock-model'], {
    cwd: dir,
    columns: 80,
    env: { ...env(), TERM: 'xterm-256color', SHELL: '/bin/sh' },
  });
  await terminal.endsWith(PROMPT);
  terminal.press('/compact', KEY.enter);
  await terminal.shows('There is nothing to compact');
  terminal.press(TASK, KEY.enter);
  await terminal.shows("! The model's window was nearly full");
  await terminal.shows(ANSWER);
  await terminal.endsWith(PROMPT);
  terminal.press('/context', KEY.enter);
  await terminal.shows('of 20,000 tokens');
  await terminal.shows('results of tools');
  terminal.press('/compact the names of the files', KEY.enter);
  await terminal.shows('Compacted the conversation: a summary stands for the older messages now.');
  await terminal.endsWith(PROMPT);
});
