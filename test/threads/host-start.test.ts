import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AbsPath, RelPath } from '../../src/actors/protocol/workspace.js';
import { MemoryThreadStore } from '../../src/actors/threads/memory-store.js';
import type * as Api from '../../src/host/api.js';
import { asksFor, says, ScriptedModel, scriptedProvider } from '../../src/host/testing/scripted-model.js';
import { makeTempDir, removeTempDir } from '../doubles/temp-dir.js';

const BUILT = pathToFileURL(join(import.meta.dirname, '../../dist/api.js')).href;

let root: AbsPath;
beforeEach(() => {
  root = makeTempDir();
  writeFileSync(join(root, 'needle.txt'), 'x\n');
});
afterEach(() => {
  removeTempDir(root);
});

async function open(options: Partial<Api.HostOptions>): Promise<Api.Host> {
  const { createHost } = (await import(BUILT)) as typeof Api;
  return createHost({
    roots: [root],
    workspace: { watcher: 'none', cacheDirectory: null, scanThreads: 1 },
    stateDirectory: join(root, '.state'),
    ...options,
  });
}

/** A model that says one word at its first request, and tells of it. */
function modelThatAnswers(onRequest: () => void): Pick<Api.HostOptions, 'providers' | 'model'> {
  const answering: Api.LLMProvider = {
    name: 'answering',
    createAdapter: ({ provider, model }) => ({
      provider,
      model,
      // oxlint-disable-next-line typescript/require-await
      async *streamComplete() {
        onRequest();
        yield { type: 'text', text: 'Yes.' };
        yield { type: 'finish', reason: 'end' };
      },
      complete: () => Promise.resolve('Yes.'),
      estimateTokens: (text) => text.length,
    }),
    validateConfig: () => Promise.resolve({ ok: true }),
  };
  return { providers: [answering], model: { provider: 'answering', model: 'one' } };
}

/** What the index's thread has been through. */
function statesOf(host: Api.Host): readonly Api.ActorState[] {
  const states: Api.ActorState[] = [];
  host.workspace.onThreadState((state) => states.push(state));
  return states;
}

test('the model is asked before the index is up', async () => {
  const order: string[] = [];
  const model = modelThatAnswers(() => order.push('request'));
  await using host = await open(model);
  const searching = host.workspace.search('needle').then((reply) => {
    order.push('index');
    return reply;
  });
  const outcome = await host.engine.processMessage('Well?', 'ask').result();
  expect(outcome).toEqual({ type: 'answer', content: 'Yes.' });
  expect((await searching).hits.map(({ path }) => path)).toEqual(['needle.txt']);
  expect(order).toEqual(['request', 'index']);
});

test('a turn that reads, writes and edits files starts no index; a name near a missing one does', async () => {
  const block = '<<<<<<< ORIGINAL\nx\n=======\nz\n>>>>>>> UPDATED';
  const model = new ScriptedModel([
    asksFor(['create_file_or_folder', { uri: 'other.txt' }]),
    asksFor(['rewrite_file', { uri: 'other.txt', new_content: 'y' }]),
    asksFor(['read_file', { uri: 'other.txt' }]),
    asksFor(['edit_file', { uri: 'needle.txt', search_replace_blocks: block }]),
    says('Done.'),
    asksFor(['read_file', { uri: 'needle.tx' }]),
    says('Missing.'),
  ]);
  await using host = await open({
    providers: [scriptedProvider(model)],
    model: { provider: model.provider, model: model.model },
    approvals: { 'File edits': 'auto' },
  });
  const states = statesOf(host);
  const turn = host.engine.processMessage('Work.', 'agent');
  expect(await turn.result()).toMatchObject({ type: 'answer', content: 'Done.' });
  expect(readFileSync(join(root, 'other.txt'), 'utf8')).toBe('y');
  expect(readFileSync(join(root, 'needle.txt'), 'utf8')).toBe('z\n');
  expect(states).toEqual(['idle']);
  await host.engine.processMessage('Read.', 'agent').result();
  expect(states).toEqual(['idle', 'starting', 'alive']);
});

test('an eager index is up when its host is', async () => {
  await using host = await open({
    workspace: { watcher: 'none', cacheDirectory: null, scanThreads: 1, start: 'eager' },
  });
  expect(statesOf(host)).toEqual(['alive']);
});

test('what was read before the index is up is ranked by it as recently used', async () => {
  for (const name of ['pin-1.txt', 'pin-2.txt']) writeFileSync(join(root, name), 'x');
  const find = async (...touched: readonly RelPath[]): Promise<readonly string[]> => {
    await using host = await open({});
    host.workspace.ref.tell('touch', { root, paths: touched });
    expect(statesOf(host)).toEqual(['idle']);
    await host.workspace.whenReady();
    return (await host.workspace.search('pin')).hits.map(({ path }) => path);
  };
  expect(await find()).toEqual(['pin-1.txt', 'pin-2.txt']);
  expect(await find('pin-2.txt' as RelPath)).toEqual(['pin-2.txt', 'pin-1.txt']);
});

test('a pattern that no file can match is an error of createHost, whenever its index starts', async () => {
  for (const start of ['eager', 'on-demand'] as const)
    for (const option of ['corePatterns', 'ignorePatterns'])
      await expect(open({ workspace: { start, [option]: ['['] } })).rejects.toMatchObject({
        code: 'PATTERN_SYNTAX',
        details: { pattern: '[', source: option },
      });
});

test('a host starts no program before a command needs its sandbox', async () => {
  await using host = await open({ ...modelThatAnswers(() => undefined) });
  await host.engine.processMessage('Well?', 'agent').result();
  expect(process.getActiveResourcesInfo()).not.toContain('ProcessWrap');
});

test('a host without a folder answers, finds nothing, and has no tool that could read, change or run something', async () => {
  await using host = await open({
    roots: [],
    threadStore: new MemoryThreadStore(),
    ...modelThatAnswers(() => undefined),
  });
  expect(host.tools.list()).toEqual([]);
  const thread = host.engine.createThread();
  const turn = await thread.send('Well?', { mode: 'agent' });
  expect(await turn.result()).toMatchObject({ type: 'answer', content: 'Yes.' });
  expect(thread.branch.find(({ kind }) => kind === 'turn_began')).toMatchObject({
    head: { tools: [], prompt: expect.stringContaining('No folder is open') as string },
  });
  expect((await host.workspace.search('needle')).hits).toEqual([]);
  expect(await host.workspace.status()).toEqual([]);
  await host.engine.closeThread(thread.id);
  expect((await host.engine.openThread(thread.id)).turns).toHaveLength(1);
});
