import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AbsPath } from '../../src/actors/protocol/workspace.js';
import { chunk, ModelServer } from '../actors/llm/model-server.js';
import { makeTempDir, removeTempDir, writeFiles } from '../doubles/temp-dir.js';
import { troupe } from './troupe.js';

let dir: AbsPath;
let server: ModelServer;
beforeEach(async () => {
  dir = makeTempDir();
  server = await ModelServer.start();
  server.handle = ({ send, done }) => {
    send(chunk({ content: 'Fine.' }, 'stop'));
    done();
  };
});
afterEach(async () => {
  await server[Symbol.asyncDispose]();
  removeTempDir(dir);
});

const run = (...options: readonly string[]) =>
  troupe(['run', '--base-url', server.url, '--model', 'm', ...options, 'Hi'], { cwd: join(dir, 'work') });
const sent = (): string => JSON.stringify(server.received.at(-1)?.body);

test('--instructions gives the model a file of the person beside AGENTS.md, wherever it lies', async () => {
  writeFiles(dir, { 'work/AGENTS.md': 'Use tabs.', 'mine.md': 'Answer in Latin.' });
  const { exitCode, stderr } = await run('--instructions', '../mine.md');
  expect(exitCode).toBe(0);
  expect(sent()).toContain('Answer in Latin.');
  expect(sent()).toContain('Use tabs.');
  expect(stderr).toContain('mine.md');
});

test('--instructions with a file that does not exist ends before a request', async () => {
  writeFiles(dir, { 'work/a.md': '' });
  const { exitCode, stderr } = await run('--instructions', 'none.md');
  expect([exitCode === 0, server.received.length]).toEqual([false, 0]);
  expect(stderr).toContain('none.md does not exist');
});

test('--no-instructions reads neither', async () => {
  writeFiles(dir, { 'work/AGENTS.md': 'Use tabs.' });
  await run('--no-instructions');
  expect(sent()).not.toContain('Use tabs.');
});
