import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AbsPath } from '../../../src/actors/protocol/workspace.js';
import { createEditFileTool } from '../../../src/actors/tools/files/edit-file.js';
import { hashOf } from '../../../src/actors/tools/text/content-hash.js';
import type { ResolveAttachments } from '../../../src/host/engine/resolve-attachments.js';
import { makeToolWorld, type ToolWorld } from '../../actors/tools/tool-world.js';
import { makeEngine } from '../../doubles/make-engine.js';
import { asksFor, PlayedModel, says } from '../../doubles/played-model.js';
import { settle } from '../../doubles/settle.js';
import { simpleTool } from '../../doubles/simple-tool.js';

let world: ToolWorld;
beforeEach(() => {
  world = makeToolWorld({ app: { 'a.ts': 'const one = 1;\n', 'b.ts': 'const two = 2;\n' } });
});
afterEach(() => {
  world.dispose();
});

const pathOf = (name: string): AbsPath => join(world.base, 'app', name) as AbsPath;

const edit = (uri: string, original: string, updated: string) =>
  [
    'edit_file',
    {
      uri,
      search_replace_blocks: `<<<<<<< ORIGINAL\n${original}\n=======\n${updated}\n>>>>>>> UPDATED`,
    },
  ] as const;

/** Reads files of the root, and remembers what it has read. */
const readFiles: ResolveAttachments = async (refs, { roots, reads }) =>
  Promise.all(
    refs.map(async (ref) => {
      if (ref.kind !== 'file') return { ref, problem: 'It is no file.' };
      const path = join(roots[0] ?? '', ref.path);
      const bytes = readFileSync(path);
      const hash = await hashOf(bytes);
      reads.set(path, hash);
      return { ref, resolved: { text: bytes.toString(), hash } };
    }),
  );

test('a file that was attached and has changed since is not edited', async () => {
  const { engine, model } = makeEngine(
    [asksFor(edit('a.ts', 'const one = 1;', 'const one = 11;')), says('It has changed.')],
    [createEditFileTool(world.deps)],
    { roots: world.roots, resolveAttachments: readFiles, approvals: { 'File edits': 'auto' } },
  );
  const thread = engine.createThread();
  const attachments = [{ kind: 'file', path: 'a.ts' }] as const;
  const sent = thread.send({ text: 'Make it eleven.', attachments });
  // The message holds what was read when it was sent.
  const turn = await sent;
  writeFileSync(pathOf('a.ts'), 'const one = 1;\nconst three = 3;\n');
  await turn.result();
  expect(thread.entries.find(({ kind }) => kind === 'user_message')).toMatchObject({
    attachments: [{ resolved: { text: 'const one = 1;\n', hash: expect.any(String) } }],
  });
  expect(model.requests[0]?.messages.at(-1)?.content).toContain('const one = 1;');
  expect(thread.entries.find(({ kind }) => kind === 'observation')).toMatchObject({
    result: { outcome: 'tool_error', error: 'STALE_FILE' },
  });
  expect(readFileSync(pathOf('a.ts'), 'utf8')).toBe('const one = 1;\nconst three = 3;\n');
});

test('attachments that cannot be read say so, and the message is sent', async () => {
  const failing: ResolveAttachments = () => Promise.reject(new Error('The disk is away.'));
  const { engine, model } = makeEngine([says('Well.')], [], { resolveAttachments: failing });
  const thread = engine.createThread();
  const turn = await thread.send({ text: 'Look.', attachments: [{ kind: 'file', path: 'a.ts' }] });
  expect(await turn.result()).toMatchObject({ content: 'Well.' });
  expect(model.requests[0]?.messages.at(-1)?.content).toContain('The disk is away.');
});

test('a cancel while attachments are read keeps the message and asks no model', async () => {
  let signal: AbortSignal | undefined;
  const stuck: ResolveAttachments = (_, context) =>
    new Promise((_resolve, reject) => {
      signal = context.signal;
      context.signal.addEventListener('abort', () => {
        reject(context.signal.reason as Error);
      });
    });
  const { engine, model } = makeEngine([says('Well.')], [], { resolveAttachments: stuck });
  const thread = engine.createThread();
  const sent = thread.send({ text: 'Look.', attachments: [{ kind: 'file', path: 'a.ts' }] });
  await settle();
  thread.cancel();
  expect(signal?.aborted).toBe(true);
  expect(await (await sent).result()).toMatchObject({ code: 'CANCELLED' });
  expect(thread.entries.find(({ kind }) => kind === 'user_message')).toMatchObject({
    text: 'Look.',
    attachments: [{ problem: 'It was not read: the turn was cancelled.' }],
  });
  expect(model.requests).toEqual([]);
});

test('two threads of one engine edit different files at once', async () => {
  let waiting = 0;
  let meet = (): void => undefined;
  const both = new Promise<void>((resolve) => {
    meet = resolve;
  });
  // Neither turn goes on before the other one has come here.
  const meeting = simpleTool('meet', {
    run: async () => {
      if (++waiting === 2) meet();
      await both;
      return 'met';
    },
  });
  const scripts: Readonly<Record<string, PlayedModel>> = {
    a: new PlayedModel([asksFor(['meet', {}], edit('a.ts', 'const one', 'let one')), says('A.')]),
    b: new PlayedModel([asksFor(['meet', {}], edit('b.ts', 'const two', 'let two')), says('B.')]),
  };
  const { engine } = makeEngine([], [meeting, createEditFileTool(world.deps)], {
    roots: world.roots,
    approvals: { 'File edits': 'auto' },
    createAdapter: ({ model }) => scripts[model] as PlayedModel,
  });
  const results = await Promise.all(
    ['a', 'b'].map(async (model) => {
      const turn = await engine
        .createThread()
        .send({ text: `Edit ${model}.ts` }, { model: { provider: 'played', model } });
      return turn.result();
    }),
  );
  expect(results).toMatchObject([{ content: 'A.' }, { content: 'B.' }]);
  expect(readFileSync(pathOf('a.ts'), 'utf8')).toBe('let one = 1;\n');
  expect(readFileSync(pathOf('b.ts'), 'utf8')).toBe('let two = 2;\n');
});
