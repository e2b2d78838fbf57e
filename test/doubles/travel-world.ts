import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, readlinkSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Tool } from '../../src/actors/protocol/tool.js';
import type { AbsPath } from '../../src/actors/protocol/workspace.js';
import { createCreateFileOrFolderTool } from '../../src/actors/tools/files/create-file-or-folder.js';
import { createDeleteFileOrFolderTool } from '../../src/actors/tools/files/delete-file-or-folder.js';
import { createEditFileTool } from '../../src/actors/tools/files/edit-file.js';
import { createReadFileTool } from '../../src/actors/tools/files/read-file.js';
import { createRewriteFileTool } from '../../src/actors/tools/files/rewrite-file.js';
import { MemoryThreadStore } from '../../src/actors/threads/memory-store.js';
import { connectInProcess } from '../../src/actors/runtime/remote.js';
import { Scope } from '../../src/actors/runtime/scope.js';
import type { AgentEngine } from '../../src/host/engine/agent-engine.js';
import type { Thread } from '../../src/host/engine/thread.js';
import { AroundCommands } from '../../src/host/node/checkpoints/around/around-commands.js';
import { GitSource } from '../../src/host/node/checkpoints/git/git-source.js';
import { KnownWrites } from '../../src/host/node/checkpoints/known-writes.js';
import { FileCheckpoints } from '../../src/host/node/checkpoints/record/file-checkpoints.js';
import { VersionStore } from '../../src/host/node/checkpoints/version-store.js';
import { DiskChanges } from '../../src/host/node/file-changes/file-changes.js';
import { createCover } from '../../src/workers/cover/create-cover.js';
import { makeToolWorld } from '../actors/tools/tool-world.js';
import { makeEngine } from './make-engine.js';
import { asksFor, PlayedModel, type PlayedTurn, says } from './played-model.js';
import { simpleTool } from './simple-tool.js';

const run = promisify(execFile);
// More than any system gives.
const ENDED_PID = 2 ** 30;
const AMPLE = { maxBytes: 1 << 28, maxFiles: 20_000 };

/** A call of a tool: its name and its arguments. */
export type TravelCall = readonly [name: string, args: object];

/**
 * A workspace on the disk, and threads whose calls change it through the real tools and the real shell, with the real
 * checkpoints, whose scans run in this thread.
 */
export interface TravelWorld extends AsyncDisposable {
  /** The root that commands run in. */
  readonly root: AbsPath;
  readonly roots: readonly AbsPath[];
  readonly engine: AgentEngine;
  readonly model: PlayedModel;
  /** Where versions are kept. */
  readonly versions: string;
  /** Runs a turn with these calls, one after the other. */
  act(thread: Thread, ...calls: readonly TravelCall[]): Promise<void>;
  at(name: string): AbsPath;
  /** Adds what the model does next. */
  play(...turns: readonly PlayedTurn[]): void;
  /** The thread as the next program finds it. */
  reopen(thread: Thread): Promise<Thread>;
}

export interface TravelOptions {
  readonly files?: Readonly<Record<string, string>>;
  /** The files of another root, `other`. Default: there is none. */
  readonly other?: Readonly<Record<string, string>>;
  readonly tools?: readonly Tool[];
  /** Called before each step of a jump that changes the disk. */
  readonly onStep?: (what: string) => void;
  readonly quotaBytes?: number;
}

export function makeTravelWorld({
  files = {},
  other,
  tools = [],
  onStep,
  quotaBytes,
}: TravelOptions = {}): TravelWorld {
  const world = makeToolWorld({ app: files, ...(other === undefined ? {} : { other }) });
  const root = join(world.base, 'app') as AbsPath;
  const versions = join(world.base, 'versions');
  const cover = join(world.base, 'cover');
  const ending = new Scope();
  ending.defer(() => {
    world.dispose();
  });
  /** Checkpoints as each program makes them, over what the one before it has left. */
  const makeCheckpoints = (): FileCheckpoints => {
    const kept = new VersionStore({ folder: versions, ...(quotaBytes === undefined ? {} : { quotaBytes }) });
    const writes = new KnownWrites();
    const git = new GitSource({ roots: world.roots });
    const config = { roots: world.roots, ignored: AMPLE, loose: AMPLE, directory: cover };
    const around = new AroundCommands({
      store: kept,
      knownWrites: writes,
      startCover: () => Promise.resolve(connectInProcess(createCover(config), { name: 'cover' })),
    });
    ending.use(around);
    const disk = new DiskChanges({
      journal: join(world.base, '.journal'),
      ...(onStep === undefined ? {} : { onStep }),
    });
    return ending.use(new FileCheckpoints({ store: kept, git, cover: around, writes, disk }));
  };
  const shell = simpleTool('sh', {
    category: 'Dangerous tools',
    isReadOnly: false,
    run: async (params, { signal }) => {
      const { command } = params as { command: string };
      const { stdout } = await run('/bin/sh', ['-c', command], { cwd: root, signal });
      return stdout;
    },
  });
  const turns: PlayedTurn[] = [];
  const model = new PlayedModel(turns);
  const { deps } = world;
  const store = new MemoryThreadStore();
  const make = () =>
    makeEngine(
      model,
      [
        createReadFileTool(deps),
        createRewriteFileTool(deps),
        createEditFileTool(deps),
        createCreateFileOrFolderTool(deps),
        createDeleteFileOrFolderTool(deps),
        shell,
        ...tools,
      ],
      {
        roots: world.roots,
        approvals: { 'File edits': 'auto', 'Dangerous tools': 'auto' },
        checkpoints: makeCheckpoints(),
        store,
        newId: randomUUID,
        changes: deps.changes,
      },
    );
  const { engine } = make();
  return {
    root,
    roots: world.roots,
    engine,
    model,
    versions,
    at: (name) => join(root, name) as AbsPath,
    play: (...next) => {
      turns.push(...next);
    },
    reopen: (thread) => {
      leaveCover(cover);
      return make().engine.openThread(thread.id);
    },
    act: async (thread, ...calls) => {
      turns.push(...calls.map((call) => asksFor(call)), says('Done.'));
      const turn = await thread.send({ text: calls.map(([name]) => name).join(', ') });
      await turn.result();
    },
    [Symbol.asyncDispose]: () => ending[Symbol.asyncDispose](),
  };
}

/** Makes what this process knows of the roots look like that of one that has died. */
function leaveCover(folder: string): void {
  for (const name of readdirSync(folder))
    renameSync(join(folder, name), join(folder, name.replace(`-${process.pid}-`, `-${ENDED_PID}-`)));
}

/** What is at each path, as one comparable text each. */
export type Tree = ReadonlyMap<string, string>;

/** What is below some folders. What is in a `.git` folder belongs to git. */
export function readTree(roots: readonly string[]): Tree {
  const tree = new Map<string, string>();
  const walk = (directory: string): void => {
    for (const name of readdirSync(directory).sort()) {
      const path = join(directory, name);
      const stats = lstatSync(path);
      const mode = (stats.mode & 0o777).toString(8);
      if (stats.isSymbolicLink()) tree.set(path, `link ${readlinkSync(path)}`);
      else if (stats.isDirectory()) {
        tree.set(path, `directory ${mode}`);
        if (name !== '.git') walk(path);
      } else tree.set(path, `file ${mode} ${createHash('sha256').update(readFileSync(path)).digest('hex')}`);
    }
  };
  for (const root of roots) walk(root);
  return tree;
}

/** What tells whether somebody has written to a file or replaced it. The time of a folder changes with its names. */
export function readStamps(roots: readonly string[]): Tree {
  return new Map(
    [...readTree(roots)].map(([path, content]) => {
      const { ino, mtimeMs } = lstatSync(path);
      return [path, content.startsWith('directory') ? content : `${content} ${ino} ${mtimeMs}`];
    }),
  );
}
