import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { childProcesses } from './harness/child-processes.js';
import { test } from './harness/test.js';
import { crashWorker } from './harness/worker-threads.js';
import { untilEqual } from '../doubles/until-equal.js';

const FILES = { 'src/needle.ts': 'export const needle = 42;\n' };

test('the view says that the index restarts when its thread crashes, and it works again in the same process', async ({
  shareWindow,
}) => {
  const window = await shareWindow({ files: FILES });
  const chat = await window.openChat();
  await chat.indexed(1);
  const pid = await window.host.evaluate(() => process.pid);
  const saysRestarting = await chat.listenForStatus(/restarting/);

  await crashWorker(window.host, 'index.entry');

  await saysRestarting();
  await chat.indexed(1);
  const turn = await chat.ask('Where is needle defined?');
  await chat.shown(turn, 'src/needle.ts:1').waitFor();
  expect(await window.host.evaluate(() => process.pid)).toBe(pid);
});

test('a file that is created after the watcher died with its index is seen', async ({ shareWindow }) => {
  const window = await shareWindow({ files: FILES });
  const chat = await window.openChat();
  await chat.indexed(1);
  const saysRestarting = await chat.listenForStatus(/restarting/);
  await crashWorker(window.host, 'index.entry');
  await saysRestarting();
  await chat.indexed(1);

  writeFileSync(join(window.workspace, 'src/late.ts'), 'export const late = true;\n');

  await chat.indexed(2);
});

test('a window that is reloaded leaves no process behind', async ({ shareWindow }) => {
  const window = await shareWindow({ files: FILES });
  const chat = await window.openChat();
  await chat.indexed(1);
  const pid = await window.host.evaluate(() => process.pid);
  const children = childProcesses(pid, '');

  await window.reload();

  await untilEqual(() => [pid, ...children].filter(isRunning), [], 'no process of the old host is left');
});

function isRunning(pid: number): boolean {
  return existsSync(`/proc/${pid}`);
}
