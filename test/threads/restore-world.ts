import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { ToolRegistry } from '../../src/actors/tools/calls/registry.js';
import type { AbsPath } from '../../src/actors/protocol/workspace.js';
import type { ThreadEntry, ThreadId, TurnId } from '../../src/actors/protocol/thread.js';
import type { FileChange } from '../../src/actors/protocol/file-changes.js';
import { ThreadRecord } from '../../src/actors/threads/thread-record.js';
import { AgentEngine } from '../../src/host/engine/agent-engine.js';
import { FileCheckpoints } from '../../src/host/node/checkpoints/record/file-checkpoints.js';
import { GitSource } from '../../src/host/node/checkpoints/git/git-source.js';
import { KnownWrites } from '../../src/host/node/checkpoints/known-writes.js';
import { VersionStore } from '../../src/host/node/checkpoints/version-store.js';
import { DiskChanges } from '../../src/host/node/file-changes/file-changes.js';
import { FileThreadStore } from '../../src/host/node/threads/file-thread-store.js';
import { PlayedModel } from '../doubles/played-model.js';
import { readTree } from '../doubles/travel-world.js';

export const THREAD = 'thread-1' as ThreadId;

/** A workspace, and beside it a journal, a store of versions and a store of threads, all on the disk. */
export interface RestoreWorld extends AsyncDisposable {
  readonly root: AbsPath;
  readonly journal: string;
  readonly engine: AgentEngine;
  /** Makes changes as a call of a turn does, and records them. */
  change(...turns: readonly (readonly FileChange[])[]): Promise<void>;
}

/** The parts of a host that going back needs, with what an earlier process has left. */
export function openRestoreWorld(
  base: string,
  onStep: (what: string) => void | Promise<void> = () => undefined,
): RestoreWorld {
  const root = join(base, 'work') as AbsPath;
  const journal = join(base, 'state', 'changes');
  const disk = new DiskChanges({ journal, onStep });
  const threads = new FileThreadStore({ folder: join(base, 'state', 'threads'), onProblem: () => undefined });
  const versions = new VersionStore({ folder: join(base, 'state', 'versions'), onStep });
  const checkpoints = new FileCheckpoints({
    store: versions,
    git: new GitSource(),
    cover: {
      beforeCommand: () => Promise.resolve(() => Promise.resolve()),
      findUncovered: () => Promise.resolve([]),
    },
    writes: new KnownWrites(),
    disk,
  });
  const engine = new AgentEngine({
    adapter: new PlayedModel([]),
    tools: new ToolRegistry(),
    roots: [root],
    store: threads,
    checkpoints,
    changes: disk,
    recovered: disk.recover([root]),
  });
  return {
    root,
    journal,
    engine,
    change: async (...turns) => {
      const record = ThreadRecord.create({ id: THREAD, store: threads, now: Date.now, newId: randomUUID }, [
        root,
      ]);
      for (const [index, changes] of turns.entries()) {
        const place = { turn: `turn-${index}` as TurnId };
        const callId = `call-${index}`;
        record.append({ kind: 'user_message', text: `Turn ${index}`, attachments: [] }, place);
        const port = checkpoints.recordEdits(disk, {
          thread: THREAD,
          callId,
          onCheckpoint: async (seen) => {
            record.append({ kind: 'checkpoint', cause: 'edit', callId, versions: seen }, place);
            await record.settled();
          },
          onChanged: (found) => {
            record.append({ kind: 'files_changed', by: 'call', callId, changes: found }, place);
          },
          onProblem: (sentence) => {
            throw new Error(sentence);
          },
        });
        await port.apply(changes);
        record.append({ kind: 'turn_ended', outcome: 'answered' }, place);
      }
      await record.settled();
    },
    [Symbol.asyncDispose]: async () => {
      await checkpoints[Symbol.asyncDispose]();
      await threads[Symbol.asyncDispose]();
    },
  };
}

/** The moments between which a thread is jumped: before each turn, and after the last one. */
export function momentsOf(entries: readonly ThreadEntry[]): readonly ThreadEntry[] {
  const messages = entries.filter(({ kind }) => kind === 'user_message');
  const end = entries.find(({ kind, turn }) => kind === 'turn_ended' && turn === messages.at(-1)?.turn);
  return end === undefined ? messages : [...messages, end];
}

/** What is at each path below a folder. */
export type Contents = Readonly<Record<string, string>>;

export function contentsOf(root: string): Contents {
  return Object.fromEntries(readTree([root]));
}
