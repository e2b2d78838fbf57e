import { join } from 'node:path';
import type { ReadLog } from '../../../src/actors/protocol/file-changes.js';
import type { AbsPath, WorkspaceProtocol } from '../../../src/actors/protocol/workspace.js';
import type { Tool, ToolContext } from '../../../src/actors/protocol/tool.js';
import type { ChangingToolDeps } from '../../../src/actors/tools/gate/tool-deps.js';
import { WorkspaceGate } from '../../../src/actors/tools/gate/workspace-gate.js';
import { DiskChanges } from '../../../src/host/node/file-changes/file-changes.js';
import { nodeFiles } from '../../../src/host/node/files.js';
import type { LocalRef } from '../../doubles/local-ref.js';
import { memoryWorkspace } from '../../doubles/memory-workspace.js';
import { makeTempDir, removeTempDir, writeFiles } from '../../doubles/temp-dir.js';

/** Roots on the disk, a workspace actor that knows their text files, and what tools are made and run with. */
export interface ToolWorld {
  readonly base: AbsPath;
  readonly roots: readonly AbsPath[];
  readonly workspace: LocalRef<WorkspaceProtocol>;
  readonly deps: ChangingToolDeps;
  readonly context: ToolContext;
  dispose(): void;
}

type Content = string | Uint8Array;

/** A world with one root, or with several where `files` is given for each by its name. */
export function makeToolWorld(
  files: Readonly<Record<string, Readonly<Record<string, Content>>>>,
  options?: Parameters<typeof memoryWorkspace>[1],
): ToolWorld {
  const base = makeTempDir();
  const known: Record<string, Record<string, string>> = {};
  for (const [name, contents] of Object.entries(files)) {
    const root = join(base, name) as AbsPath;
    writeFiles(root, contents);
    known[root] = Object.fromEntries(
      Object.entries(contents).map(([path, content]) => [path, typeof content === 'string' ? content : '']),
    );
  }
  const roots = Object.keys(known) as AbsPath[];
  const workspace = memoryWorkspace(known, options);
  const deps = {
    workspace,
    files: nodeFiles,
    gate: new WorkspaceGate(roots, nodeFiles),
    changes: new DiskChanges({ journal: join(base, '.journal') }),
  };
  const context = { roots, signal: new AbortController().signal, reads: new Map() as ReadLog };
  return { base, roots, workspace, deps, context, dispose: () => removeTempDir(base) };
}

/** What the model reads when it calls `tool` with `raw`. */
export async function observe<Params, Result>(
  tool: Tool<Params, Result>,
  raw: unknown,
  context: ToolContext,
): Promise<string> {
  const params = tool.validate(raw);
  return tool.format(await tool.run(params, context), params);
}
