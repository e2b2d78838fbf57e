import { createHash } from 'node:crypto';
import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ENTRY_VERSION, type ThreadEntry, type ThreadId } from '../../../../src/actors/protocol/thread.js';
import type { ThreadDamage } from '../../../../src/actors/protocol/thread-store.js';
import type { AbsPath } from '../../../../src/actors/protocol/workspace.js';
import { branchHeads, branchTo } from '../../../../src/actors/threads/branch.js';
import { checkEntries } from '../../../../src/actors/threads/check-entries.js';
import { ThreadRecord } from '../../../../src/actors/threads/thread-record.js';
import { toJson } from '../../../../src/actors/threads/exports/to-json.js';
import { toMarkdown } from '../../../../src/actors/threads/exports/to-markdown.js';
import { foldPlan } from '../../../../src/actors/threads/plans/fold-plan.js';
import { toMessages } from '../../../../src/actors/threads/to-messages.js';
import { FileThreadStore } from '../../../../src/host/node/threads/file-thread-store.js';
import { chatCompletionsRules } from '../../../doubles/api-rules.js';
import { makeTempDir, removeTempDir } from '../../../doubles/temp-dir.js';

// What programs of each version wrote. Files are added when the format changes, and never edited.
const CORPUS = join(import.meta.dirname, '../../../corpus/threads');

/** `files`: SHA-256 of each file. `exports`: SHA-256 of the JSON export of each thread. */
const HASHES = JSON.parse(readFileSync(join(CORPUS, 'hashes.json'), 'utf8')) as {
  readonly files: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, string>>;
};

let scratch: AbsPath;
beforeAll(() => {
  scratch = makeTempDir();
  cpSync(CORPUS, scratch, { recursive: true });
});
afterAll(() => {
  removeTempDir(scratch);
});

function sha256(content: Buffer | string): string {
  return createHash('sha256').update(content).digest('hex');
}

function hashFiles(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && entry.name !== 'hashes.json',
  );
  return Object.fromEntries(
    files.map(({ parentPath, name }) => {
      const path = join(parentPath, name);
      return [relative(folder, path).replaceAll('\\', '/'), sha256(readFileSync(path))];
    }),
  );
}

async function read(
  thread: string,
): Promise<{ entries: readonly ThreadEntry[]; damages: readonly ThreadDamage[] }> {
  const [version = '', id = ''] = thread.split('/');
  const store = new FileThreadStore({ folder: join(scratch, version), onProblem: () => undefined });
  const entries: ThreadEntry[] = [];
  const damages: ThreadDamage[] = [];
  for await (const entry of store.read(id as ThreadId, (damage) => damages.push(damage))) entries.push(entry);
  return { entries, damages };
}

test('the saved threads are what they were when they were saved, and reading them changes nothing', async () => {
  expect(hashFiles(CORPUS)).toEqual(HASHES.files);
  for (const thread of Object.keys(HASHES.exports)) await read(thread);
  expect(hashFiles(scratch)).toEqual(HASHES.files);
});

describe.each(Object.entries(HASHES.exports))('the saved thread %s', (thread, hash) => {
  const [version, id = ''] = thread.split('/');

  test('is read as it always was, and exported as JSON and as Markdown', async () => {
    const { entries, damages } = await read(thread);
    expect(sha256(toJson(id as ThreadId, entries))).toBe(hash);
    expect(damages.map(({ kind }) => kind)).toEqual(id === 'torn' ? ['torn'] : []);
    if (version !== 'v9-future') checkEntries(id as ThreadId, entries);
    for (const head of branchHeads(entries)) {
      const branch = branchTo(entries, head.id);
      const markdown = toMarkdown(branch);
      for (const entry of branch) if (entry.kind === 'user_message') expect(markdown).toContain(entry.text);
      expect(chatCompletionsRules(toMessages(branch, 'openai-chat'))).toEqual([]);
    }
  });
});

test('each kind of entry is in a saved thread', async () => {
  const saved = [...(await read('v2/every-kind')).entries, ...(await read('v3/planned1')).entries];
  const kinds = new Set(saved.map(({ kind }) => kind));
  expect([...kinds].sort().join(' ')).toBe(
    'adopted approval_answered approval_asked archived call call_began checkpoint compaction files_changed jump ' +
      'message_withdrawn notice observation plan plan_approved plan_ended renamed reply retry step switched thread turn_began turn_ended user_message',
  );
});

test('a saved plan is what it was', async () => {
  expect(foldPlan((await read('v3/planned1')).entries)).toMatchObject({
    goal: 'Three files',
    status: 'completed',
    steps: [
      { id: 1, status: 'completed', result: 'a was written.' },
      { id: 3, status: 'completed' },
      { id: 4, status: 'completed' },
    ],
  });
});

test('a thread of a newer version keeps what this one does not know, and cannot be continued', async () => {
  const { entries } = await read('v9-future/future');
  expect(entries.map(({ kind }) => kind)).toContain('screen_seen');
  expect(toMarkdown(entries)).toContain('# The future');
  const store = new FileThreadStore({ folder: join(scratch, 'v9-future'), onProblem: () => undefined });
  const opened = ThreadRecord.open({ id: 'future' as ThreadId, store, now: () => 0, newId: () => 'x' });
  await expect(opened).rejects.toMatchObject({
    code: 'SCHEMA_VERSION',
    details: { version: 9, supported: ENTRY_VERSION },
  });
});

test('all saved threads are listed', async () => {
  for (const version of ['v1', 'v2', 'v3', 'v9-future']) {
    const problems: string[] = [];
    const store = new FileThreadStore({
      folder: join(scratch, version),
      onProblem: (sentence) => problems.push(sentence),
    });
    const ids = (await store.list()).map(({ id }) => `${version}/${id}`);
    expect(ids.sort()).toEqual(Object.keys(HASHES.exports).filter((name) => name.startsWith(`${version}/`)));
    expect(problems.filter((sentence) => !sentence.includes('torn'))).toEqual([]);
  }
});
