import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { childProcesses } from './harness/child-processes.js';
import { test } from './harness/test.js';
import { crashWorker } from './harness/worker-threads.js';

const FILES = { 'src/needle.ts': 'export const needle = 42;\n' };

test('the view says that the index restarts when its thread crashes, and it works again in the same process', async ({
  openWindow,
}) => {
  const window = await openWindow({ files: FILES });
  const chat = await window.openChat();
  await chat.status.getByText(/ready/i).first().waitFor();
  const pid = await window.host.evaluate(() => process.pid);
  const restarting = chat.statusSays(/restarting/);

  await crashWorker(window.host, 'index.entry');

  await restarting;
  await chat.status.getByText(/ready/i).first().waitFor();
  const turn = await chat.ask('Where is needle defined?');
  await chat.shown(turn, 'src/needle.ts:1').waitFor();
  expect(await window.host.evaluate(() => process.pid)).toBe(pid);
});

test('a file that is created after the watcher was killed is found', async ({ openWindow }) => {
  const window = await openWindow({ files: FILES });
  const chat = await window.openChat();
  await chat.status.getByText(/ready/i).first().waitFor();
  const pid = await window.host.evaluate(() => process.pid);
  const [watcher] = childProcesses(pid, 'watch.entry');

  process.kill(Number(watcher), 'SIGKILL');

  await expect
    .poll(() => childProcesses(pid, 'watch.entry').filter((pid) => pid !== watcher))
    .toHaveLength(1);
  writeFileSync(join(window.workspace, 'src/late.ts'), 'export const late = true;\n');
  await chat.typeMention('late');
  await chat.files.getByRole('option', { name: 'late.ts' }).waitFor();
  expect(await window.host.evaluate(() => process.pid)).toBe(pid);
});
