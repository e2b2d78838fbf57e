import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { test } from './harness/test.js';
import { workerUrls } from './harness/worker-threads.js';

const FILES = { 'src/needle.ts': 'export const needle = 42;\n' };

// Units: milliseconds of the extension host's own thread, which every extension shares. A busy machine stretches them
// far less than it does the time on the clock.
const MAX_ACTIVATION_CPU_MS = 100;

test('Troupe sleeps until its view or a command of it is used', async ({ openWindow }) => {
  const window = await openWindow({ files: FILES });
  const look = (): Promise<{ isActive: boolean; events: string[] }> =>
    window.host.evaluate(({ vscode }) => {
      const extension = vscode.extensions.getExtension<unknown>('troupe.troupe');
      if (extension === undefined) throw new Error('Troupe is not installed.');
      const { activationEvents } = extension.packageJSON as { activationEvents: string[] };
      return { isActive: extension.isActive, events: activationEvents };
    });
  const { isActive, events } = await look();
  expect(isActive).toBe(false);
  expect(events.filter((event) => !/^on(?:View|Command):troupe\./.test(event))).toEqual([]);
  expect(await workerUrls(window.host)).toEqual([]);

  await window.openChat();

  expect(await look()).toMatchObject({ isActive: true });
});

test('Troupe takes little of the extension host to activate', async ({ openWindow }) => {
  const window = await openWindow({ files: FILES });
  const cpuMs = await window.host.evaluate(async ({ vscode }) => {
    // The Node that this VS Code runs on has it; the types are those of the oldest one that Troupe supports.
    const thread = process as unknown as { threadCpuUsage(): NodeJS.CpuUsage };
    const before = thread.threadCpuUsage();
    await vscode.extensions.getExtension('troupe.troupe')?.activate();
    const after = thread.threadCpuUsage();
    return (after.user - before.user + after.system - before.system) / 1000;
  });
  expect(cpuMs).toBeLessThan(MAX_ACTIVATION_CPU_MS);
});

test('Troupe hands nothing to other extensions', async ({ openWindow }) => {
  const window = await openWindow({ files: FILES });
  const exported = await window.host.evaluate(async ({ vscode }) => {
    const value: unknown = await vscode.extensions.getExtension('troupe.troupe')?.activate();
    return { type: typeof value };
  });
  expect(exported).toEqual({ type: 'undefined' });
});

test('the status bar shows the index, and a click on it restarts the index', async ({ openWindow }) => {
  const window = await openWindow({ files: FILES });
  const chat = await window.openChat();
  await window.statusBarItem.getByText('Troupe: 1 file').waitFor();
  writeFileSync(join(window.workspace, 'other.ts'), '');
  await window.statusBarItem.getByText('Troupe: 2 files').waitFor();
  const restarting = chat.statusSays(/restarting|not started|scanning/);

  await window.statusBarItem.click();

  await restarting;
  await window.statusBarItem.getByText('Troupe: 2 files').waitFor();
});
