import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import type { AbsPath } from '../../src/actors/protocol/workspace.js';
import type * as Api from '../../src/host/api.js';
import { collect } from '../doubles/make-engine.js';
import { asksFor, PlayedModel, says } from '../doubles/played-model.js';
import { makeTempDir, removeTempDir } from '../doubles/temp-dir.js';

const BUILT = pathToFileURL(join(import.meta.dirname, '../../dist/api.js')).href;

let root: AbsPath;
beforeEach(() => {
  root = makeTempDir();
  mkdirSync(join(root, 'private'));
  writeFileSync(join(root, 'private/plan.txt'), 'secret\n');
});
afterEach(() => {
  removeTempDir(root);
});

test('rules about files hold for the paths that a tool names, whatever its parameters are called', async () => {
  const { createHost, defineTool } = (await import(BUILT)) as typeof Api;
  const ran: string[] = [];
  const count = (name: string, paths?: (params: { where: string }) => readonly string[]) =>
    defineTool({
      name,
      description: 'Counts.',
      params: z.object({ where: z.string() }),
      isReadOnly: true,
      run: () => ran.push(name),
      ...(paths === undefined ? {} : { paths }),
    });
  const model = new PlayedModel([
    asksFor(
      ['count', { where: 'private/plan.txt' }],
      ['count_silently', { where: 'private/plan.txt' }],
      ['search_for_files', { query: 'secret', search_in_folder: 'private' }],
    ),
    says('Done.'),
  ]);
  await using host = await createHost({
    roots: [root],
    workspace: { watcher: 'none', cacheDirectory: null, scanThreads: 1 },
    stateDirectory: join(root, '.state'),
    tools: [count('count', ({ where }) => [where]), count('count_silently')] as Api.Tool[],
    approvalRules: [{ effect: 'deny', when: { path: '{private,private/**}', access: 'read' } }],
    providers: [
      {
        name: 'played',
        createAdapter: () => model,
        validateConfig: () => Promise.resolve({ ok: true }),
      },
    ],
    model: { provider: 'played', model: 'one' },
  });
  const events = await collect(host.engine.processMessage('Count'));
  expect(
    events.flatMap((event) => (event.type === 'observation' ? [[event.tool, event.result.outcome]] : [])),
  ).toEqual([
    ['count', 'rejected'],
    // What is refused ends first.
    ['search_for_files', 'rejected'],
    ['count_silently', 'success'],
  ]);
  expect(ran).toEqual(['count_silently']);
});
