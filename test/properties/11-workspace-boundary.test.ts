import { lstatSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TroupeError } from '../../src/actors/protocol/errors.js';
import { createCreateFileOrFolderTool } from '../../src/actors/tools/files/create-file-or-folder.js';
import { createDeleteFileOrFolderTool } from '../../src/actors/tools/files/delete-file-or-folder.js';
import { createEditFileTool } from '../../src/actors/tools/files/edit-file.js';
import { createReadFileTool } from '../../src/actors/tools/files/read-file.js';
import { createRewriteFileTool } from '../../src/actors/tools/files/rewrite-file.js';
import type { ReadLog } from '../../src/actors/protocol/file-changes.js';
import type { ChangingToolDeps } from '../../src/actors/tools/gate/tool-deps.js';
import { WorkspaceGate } from '../../src/actors/tools/gate/workspace-gate.js';
import { DiskChanges } from '../../src/host/node/file-changes/file-changes.js';
import { nodeFiles } from '../../src/host/node/files.js';
import { anyHostilePath, writePath } from '../actors/tools/hostile-path.js';
import {
  type HostileWorld,
  isWithin,
  makeHostileWorld,
  whereItLeads,
} from '../actors/tools/hostile-world.js';
import { observe } from '../actors/tools/tool-world.js';
import { memoryWorkspace } from '../doubles/memory-workspace.js';
import { removeTempDir } from '../doubles/temp-dir.js';
import { walkEntries } from '../doubles/walk-entries.js';

const READS = 1_500;
const WRITES = 1_000;

/** Ways to files that are there, inside and outside, so that there is something to read and to write. */
const anyReachingPath = fc
  .record({
    start: fc.constantFrom('relative', 'app', 'base'),
    detour: fc.constantFrom(
      [],
      ['.'],
      ['src', '..'],
      ['inner-link', '..'],
      ['none', '..'],
      ['out-link', '..'],
    ),
    target: fc.constantFrom(
      'src/a.ts',
      'inner-link/a.ts',
      'up-link/app/src/a.ts',
      'out-link/secret.txt',
      'out-chain/src/a.ts',
      'up-link/lib/x.ts',
      '../outside/secret.txt',
      'lib/x.ts',
    ),
    form: fc.constantFrom('path', 'file', 'vscode-remote'),
    encodesAll: fc.boolean(),
  })
  .map(({ detour, target, ...rest }) => ({
    ...rest,
    separator: '/',
    segments: [...detour, ...target.split('/')],
  }));
const anyPath = fc.oneof(anyHostilePath, anyReachingPath);

/** A hostile world in which each file holds its own real path, one line of it. */
function makeWorld(): { world: HostileWorld; deps: ChangingToolDeps } {
  const world = makeHostileWorld();
  for (const { parentPath, name } of walkEntries(world.base)) {
    const path = join(parentPath, name);
    if (lstatSync(path).isFile()) writeFileSync(path, `I am ${path}\n`);
  }
  const deps = {
    workspace: memoryWorkspace({ [world.app]: {} }),
    files: nodeFiles,
    gate: new WorkspaceGate([world.app], nodeFiles),
    changes: new DiskChanges({ journal: join(world.base, '.journal') }),
  };
  return { world, deps };
}

/** All beside the root, as one text. */
function outsideOf({ base, app }: HostileWorld): string {
  return walkEntries(base)
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => path !== app && !path.startsWith(`${app}/`) && !path.startsWith(join(base, '.journal')))
    .map((path) => (lstatSync(path).isFile() ? `${path}: ${readFileSync(path, 'utf8')}` : path))
    .sort()
    .join('\n');
}

async function succeeds(run: () => Promise<string>): Promise<string | undefined> {
  try {
    return await run();
  } catch (error) {
    expect(error).toBeInstanceOf(TroupeError);
    return undefined;
  }
}

/**
 * **Feature: vscode-agent, property 11: the workspace boundary holds**
 */
test('property 11: what is read lies inside the root, by the judgement of the operating system', async () => {
  const { world, deps } = makeWorld();
  let read = 0;
  try {
    await fc.assert(
      fc.asyncProperty(anyPath, async (wish) => {
        const { uri } = writePath(world, wish);
        const context = { roots: [world.app], signal: new AbortController().signal };
        const said = await succeeds(() => observe(createReadFileTool(deps), { uri }, context));
        if (said === undefined) return;
        read += 1;
        const real = /^I am (.*)$/m.exec(said)?.[1];
        expect(real !== undefined && isWithin(world.app, real)).toBe(true);
        expect(whereItLeads(real ?? '')).toEqual({ real, exists: true });
      }),
      { numRuns: READS },
    );
  } finally {
    removeTempDir(world.base);
  }
  console.log(`Property 11: ${READS} paths: ${read} files were read, all of them inside.`);
  expect(read).toBeGreaterThan(100);
}, 120_000);

test('property 11: what is written, made or deleted lies inside the root', async () => {
  const seen = { written: 0, made: 0, deleted: 0 };
  let { world, deps } = makeWorld();
  const outside = (): string => outsideOf(world).replaceAll(world.base, '');
  const untouched = outside();
  const how = fc.constantFrom('edit', 'rewrite', 'create', 'delete', 'add', 'move');
  try {
    await fc.assert(
      fc.asyncProperty(anyPath, how, async (wish, kind) => {
        const { uri } = writePath(world, wish);
        const context = {
          roots: [world.app],
          signal: new AbortController().signal,
          reads: new Map() as ReadLog,
        };
        const edit = (text: string): Promise<string> =>
          observe(
            createEditFileTool(deps),
            { uri: uri === '' ? '.' : uri, search_replace_blocks: text },
            context,
          );
        const done = await succeeds(async () => {
          switch (kind) {
            case 'edit':
              return edit('<<<<<<< ORIGINAL\nI am\n=======\nI was\n>>>>>>> UPDATED');
            case 'rewrite':
              await observe(createReadFileTool(deps), { uri }, context);
              return observe(createRewriteFileTool(deps), { uri, new_content: 'new' }, context);
            case 'create':
              return observe(createCreateFileOrFolderTool(deps), { uri }, context);
            case 'delete':
              return observe(createDeleteFileOrFolderTool(deps), { uri, is_recursive: true }, context);
            case 'add':
              return edit(`*** Begin Patch\n*** Add File: ${uri}\n+new\n*** End Patch`);
            default:
              return edit(`*** Begin Patch\n*** Update File: src/a.ts\n*** Move to: ${uri}\n*** End Patch`);
          }
        });
        expect(outside()).toBe(untouched);
        if (done === undefined) return;
        if (kind === 'delete') seen.deleted += 1;
        else if (kind === 'edit' || kind === 'rewrite') seen.written += 1;
        else seen.made += 1;
        // As it was, for the next.
        removeTempDir(world.base);
        ({ world, deps } = makeWorld());
      }),
      { numRuns: WRITES },
    );
  } finally {
    removeTempDir(world.base);
  }
  console.log(
    `Property 11: ${WRITES} paths: ${JSON.stringify(seen)}, all inside; nothing outside was touched.`,
  );
  expect(Math.min(seen.written, seen.made, seen.deleted)).toBeGreaterThan(10);
}, 120_000);
