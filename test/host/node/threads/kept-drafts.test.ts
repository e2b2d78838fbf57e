import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AbsPath } from '../../../../src/actors/protocol/workspace.js';
import { KeptDrafts } from '../../../../src/host/node/threads/kept-drafts.js';
import { makeTempDir, removeTempDir } from '../../../doubles/temp-dir.js';

let folder: AbsPath;
const problems: string[] = [];
const open = (): KeptDrafts => new KeptDrafts({ folder, onProblem: (what) => problems.push(what) });
beforeEach(() => {
  folder = makeTempDir();
  problems.length = 0;
});
afterEach(() => {
  removeTempDir(folder);
});

test('drafts of both pages are there for the next window, text with line ends included', async () => {
  const drafts = open();
  await drafts.keep('view', { at: 7, text: 'a\nb' });
  await drafts.keep('editor', { at: 8, text: '' });
  const next = open();
  expect([await next.load('view'), await next.load('editor')]).toEqual([
    { at: 7, text: 'a\nb' },
    { at: 8, text: '' },
  ]);
});

test('the newest of many drafts is there, whoever asks meanwhile', async () => {
  const drafts = open();
  for (let at = 1; at < 50; at += 1) void drafts.keep('view', { at, text: String(at) });
  const last = drafts.keep('view', { at: 50, text: '50' });
  expect(await drafts.load('view')).toEqual({ at: 50, text: '50' });
  await last;
  expect(await open().load('view')).toEqual({ at: 50, text: '50' });
  expect(readdirSync(folder)).toEqual(['draft-view']);
});

test.each(['', 'no line end', 'soon\ntext', '1.5\ntext', '\ntext'])(
  'a file with %j keeps nothing',
  async (content) => {
    writeFileSync(join(folder, 'draft-view'), content);
    expect(await open().load('view')).toBeUndefined();
  },
);

test('a folder that cannot be written is a problem, and the next draft is tried again', async () => {
  mkdirSync(join(folder, 'draft-view'));
  const drafts = open();
  await drafts.keep('view', { at: 7, text: 'a' });
  await drafts.keep('view', { at: 8, text: 'b' });
  expect(problems).toEqual([
    'What is being written could not be kept',
    'What is being written could not be kept',
  ]);
  expect(await drafts.load('view')).toBeUndefined();
});
