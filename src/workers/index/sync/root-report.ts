import { toWire } from '../../../actors/protocol/errors.js';
import { omitUndefined } from '../../../actors/protocol/json/omit-undefined.js';
import type {
  RelPath,
  RootConfig,
  RootPhase,
  RootStatus,
  WorkspaceWarning,
} from '../../../actors/protocol/workspace.js';
import { isWithin } from '../../../actors/protocol/rel-path.js';
import { isResourceShortage } from '../../disk/is-resource-shortage.js';
import type { WatcherState } from '../../watch/back-end/watcher.js';
import type { IndexData } from '../store/index-data.js';
import type { RetentionPolicy } from '../retention/retention-policy.js';
import type { RootRules } from '../rules/root-rules.js';
import type { SnapshotKeeper } from '../snapshot/snapshot-keeper.js';
import type { ShortageRetry } from './shortage-retry.js';

// Nobody reads more warnings than that.
const MAX_WARNINGS = 100;

/** The part of a root that a report reads. */
interface ReportedRoot {
  readonly config: RootConfig;
  readonly data: IndexData;
  readonly rules: RootRules;
  readonly retention: RetentionPolicy;
}

/** Other sources of a status. */
interface ReportSources {
  readonly snapshot: Pick<SnapshotKeeper, 'state' | 'warnings'>;
  readonly shortageRetry: Pick<ShortageRetry, 'reason'>;
}

/** The status of a root's index, for users. */
export class RootReport {
  phase: RootPhase = 'idle';
  /** The error of the last synchronization with the disk, if it failed. */
  problem: Error | undefined;
  watcher: WatcherState | undefined;
  /** The progress of the first scan; absent when entries came from a snapshot. */
  progress: { readonly files: number; readonly directories: number } | undefined = {
    files: 0,
    directories: 0,
  };
  scanMs = 0;
  repaired = 0;
  #warnings: readonly WorkspaceWarning[] = [];

  /** Whether the first scan has ended, successfully or not. */
  get isSettled(): boolean {
    return this.phase !== 'idle' && this.phase !== 'scanning';
  }

  /** Stores the progress of a scan. Returns whether users should see it. */
  noteProgress(progress: NonNullable<RootReport['progress']>): boolean {
    if (this.phase !== 'scanning') return false;
    if (this.progress !== undefined) this.progress = progress;
    return true;
  }

  /** Whether a rule file could not be read. */
  get hasUnreadRules(): boolean {
    return this.#warnings.some(({ path }) => path === '.gitignore' || path.endsWith('/.gitignore'));
  }

  /** Replaces the warnings about a directory and everything below it. */
  warnBelow(directory: RelPath, met: readonly WorkspaceWarning[]): void {
    const others = this.#warnings.filter(({ path }) => !isWithin(path, directory));
    this.#warnings = [...others, ...met].slice(0, MAX_WARNINGS);
  }

  /** Replaces the warnings about single directories; those about directories that no longer exist are dropped. */
  warnIn(
    directories: ReadonlySet<RelPath>,
    met: readonly WorkspaceWarning[],
    isThere: (path: RelPath) => boolean,
  ): void {
    const others = this.#warnings.filter(({ path }) => !directories.has(path) && isThere(path));
    this.#warnings = [...others, ...met].slice(0, MAX_WARNINGS);
  }

  statusOf(
    { config, data, rules, retention }: ReportedRoot,
    { snapshot, shortageRetry }: ReportSources,
  ): RootStatus {
    const { phase, problem, watcher, progress } = this;
    const counted = phase === 'scanning' && progress !== undefined ? progress : undefined;
    const watcherProblem = watcher?.status === 'degraded' ? watcher.reason : undefined;
    const degradedBy = shortageRetry.reason ?? watcherProblem;
    const reason = isResourceShortage(problem)
      ? (shortageRetry.reason ?? problem?.message)
      : (problem?.message ?? degradedBy);
    const { budgetBytes, leftOut } = retention;
    return {
      root: config.path,
      phase: phase === 'ready' && degradedBy !== undefined ? 'degraded' : phase,
      files: counted?.files ?? data.fileCount,
      directories: counted?.directories ?? data.directoryCount,
      bytes: data.bytes,
      ...omitUndefined({ budgetBytes }),
      leftOut,
      scanMs: this.scanMs,
      repaired: this.repaired,
      ...omitUndefined({ snapshot: snapshot.state }),
      watcherRestarts: watcher?.restarts ?? 0,
      ...omitUndefined({ reason }),
      ...(problem === undefined ? {} : { error: toWire(problem) }),
      warnings: [
        ...rules.git.warnings.map((message) => ({ path: '' as RelPath, message })),
        ...retention.warnings,
        ...snapshot.warnings,
        ...this.#warnings,
      ],
    };
  }
}
