import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AbsPath } from '../../src/actors/protocol/workspace.js';
import { MemoryThreadStore } from '../../src/actors/threads/memory-store.js';
import type * as Api from '../../src/host/api.js';
import { errorOf } from '../doubles/error-of.js';
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

test('a host that does not wait for its index asks the model before the index is up', async () => {
  const order: string[] = [];
  const model = modelThatAnswers(() => order.push('request'));
  await using host = await open({ waitsForIndex: false, ...model });
  const searching = host.workspace.search('needle').then((reply) => {
    order.push('index');
    return reply;
  });
  const outcome = await host.engine.processMessage('Well?', 'ask').result();
  expect(outcome).toEqual({ type: 'answer', content: 'Yes.' });
  expect((await searching).hits.map(({ path }) => path)).toEqual(['needle.txt']);
  expect(order).toEqual(['request', 'index']);
});

test('what stops the index from starting is the error of createHost, or of the first search', async () => {
  const workspace = { watcher: 'none', cacheDirectory: null, corePatterns: ['['] } as const;
  await expect(open({ workspace })).rejects.toMatchObject({ code: 'PATTERN_SYNTAX' });
  const model = modelThatAnswers(() => undefined);
  await using host = await open({ workspace, waitsForIndex: false, ...model });
  expect(await errorOf(() => host.workspace.search('needle'))).toMatchObject({ code: 'PATTERN_SYNTAX' });
  expect(await host.engine.processMessage('Well?', 'ask').result()).toMatchObject({ type: 'answer' });
});

test('a host starts no program before a command needs its sandbox', async () => {
  await using host = await open({ waitsForIndex: false, ...modelThatAnswers(() => undefined) });
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
