import { join } from 'node:path';
import type { CallRecording } from '../../../../src/actors/protocol/checkpoints.js';
import type {
  PathVersion,
  UncoveredPath,
  VersionChange,
} from '../../../../src/actors/protocol/file-version.js';
import type { ThreadId } from '../../../../src/actors/protocol/thread.js';
import type { FileChanges } from '../../../../src/actors/protocol/file-changes.js';
import { FileCheckpoints } from '../../../../src/host/node/checkpoints/record/file-checkpoints.js';
import { GitSource } from '../../../../src/host/node/checkpoints/git/git-source.js';
import { KnownWrites } from '../../../../src/host/node/checkpoints/known-writes.js';
import { VersionStore } from '../../../../src/host/node/checkpoints/version-store.js';
import { DiskChanges } from '../../../../src/host/node/file-changes/file-changes.js';

export const THREAD = 'thread-1' as ThreadId;

interface MakeOptions {
  readonly onStep?: (what: string) => void | Promise<void>;
  readonly quotaBytes?: number;
  readonly port?: FileChanges;
  readonly env?: NodeJS.ProcessEnv;
}

/** Checkpoints with their store and journal in a folder. Commands are not covered. */
export function makeCheckpoints(base: string, { onStep, quotaBytes, port, env }: MakeOptions = {}) {
  const journal = join(base, 'journal');
  const disk = new DiskChanges({ journal, ...(onStep === undefined ? {} : { onStep }) });
  const folder = join(base, 'versions');
  const store = new VersionStore({ folder, ...(quotaBytes === undefined ? {} : { quotaBytes }) });
  const git = new GitSource(env === undefined ? {} : { env });
  const writes = new KnownWrites();
  const cover = {
    beforeCommand: () => Promise.resolve(() => Promise.resolve()),
    findUncovered: () => Promise.resolve([]),
  };
  const checkpoints = new FileCheckpoints({
    store,
    git,
    cover,
    writes,
    disk,
    ...(port === undefined ? {} : { port }),
  });
  return { checkpoints, disk, store, git, writes, journal, folder };
}

/** A call that notes what it is told. */
export class NotedCall implements CallRecording {
  readonly thread = THREAD;
  readonly callId = 'call-1';
  readonly checkpoints: (readonly PathVersion[])[] = [];
  readonly uncovered: UncoveredPath[] = [];
  readonly changes: VersionChange[] = [];
  readonly problems: string[] = [];

  readonly onCheckpoint = (
    versions: readonly PathVersion[],
    uncovered: readonly UncoveredPath[] = [],
  ): Promise<void> => {
    this.checkpoints.push(versions);
    this.uncovered.push(...uncovered);
    return Promise.resolve();
  };

  readonly onChanged = (changes: readonly VersionChange[]): void => {
    this.changes.push(...changes);
  };

  readonly onProblem = (sentence: string): void => {
    this.problems.push(sentence);
  };

  /** Its members as a plain object. */
  get recording(): CallRecording {
    const { thread, callId, onCheckpoint, onChanged, onProblem } = this;
    return { thread, callId, onCheckpoint, onChanged, onProblem };
  }
}
