import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AbsPath } from '../../src/actors/protocol/workspace.js';
import type * as api from '../../src/host/api.js';
import { makeTempDir, removeTempDir, writeFiles } from '../doubles/temp-dir.js';
import { troupe, turnEvents } from './troupe.js';

const API = pathToFileURL(join(import.meta.dirname, '../../dist/api.js')).href;
const REQUEST = 'replace needle with nadel in src/needle.ts';

let dir: AbsPath;
let state: string;
beforeEach(() => {
  const base = makeTempDir();
  dir = join(base, 'work') as AbsPath;
  state = join(base, 'state');
  mkdirSync(state);
  writeFiles(dir, { 'src/needle.ts': '// hay\r\nexport const needle = 42;\r\n' });
});
afterEach(() => {
  removeTempDir(join(dir, '..') as AbsPath);
});

const content = (): string => readFileSync(join(dir, 'src/needle.ts'), 'utf8');

test('a headless run changes nothing that nobody has approved, and says so', async () => {
  const ended = await troupe(['run', '--json', REQUEST], { cwd: dir, env: { XDG_STATE_HOME: state } });
  const events = turnEvents(ended);
  const edit = events.find((event) => event.type === 'observation' && event.tool === 'edit_file');
  expect(edit).toMatchObject({ result: { outcome: 'rejected', success: false } });
  expect(events.at(-1)).toMatchObject({
    type: 'answer',
    content: expect.stringContaining('was not changed'),
  });
  expect(content()).toBe('// hay\r\nexport const needle = 42;\r\n');
});

test('a host that may edit makes a real edit, and keeps the line ends', async () => {
  const { createHost } = (await import(API)) as typeof api;
  await using host = await createHost({
    roots: [dir],
    workspace: { watcher: 'none' },
    approvals: { 'File edits': 'auto' },
    stateDirectory: state,
  });
  expect(await host.recovered).toEqual([]);
  const outcome = await host.engine.processMessage(REQUEST, 'agent').result();
  expect(outcome).toMatchObject({
    type: 'answer',
    content: expect.stringContaining('I replaced `needle` with `nadel`'),
  });
  expect(content()).toBe('// hay\r\nexport const nadel = 42;\r\n');
});

test.each(['ask', 'gather'] as const)(
  'nothing is changed in the mode %s, whatever is approved',
  async (mode) => {
    const { createHost } = (await import(API)) as typeof api;
    await using host = await createHost({
      roots: [dir],
      workspace: { watcher: 'none' },
      approvals: { 'File edits': 'auto' },
      stateDirectory: state,
    });
    const outcome = await host.engine.processMessage(REQUEST, mode).result();
    expect(outcome).toMatchObject({
      type: 'answer',
      content: expect.stringContaining('In this mode I may not change files'),
    });
    expect(content()).toContain('needle');
  },
);
