import { toWire } from '../../../actors/protocol/errors.js';
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
import type { ShortageRetry } from './resource-shortage.js';

// Warnings that are kept: more than that nobody reads.
const MAX_WARNINGS = 100;

/** What a report is made of beside what it is told. */
export interface ReportedRoot {
  readonly config: RootConfig;
  readonly data: IndexData;
  readonly rules: RootRules;
  readonly holdings: RetentionPolicy;
}

/** Who else has something to tell. */
export interface ReportSources {
  readonly snapshot: Pick<SnapshotKeeper, 'state' | 'warnings'>;
  readonly starvation: Pick<ShortageRetry, 'reason'>;
}

/** How a root's index does, for a person to see. */
export class RootReport {
  phase: RootPhase = 'idle';
  /** Why the last attempt to agree with the disk failed, if it did. */
  problem: Error | undefined;
  watcher: WatcherState | undefined;
  /** How far the first scan is; absent where there are entries from before. */
  progress: { readonly files: number; readonly directories: number } | undefined = {
    files: 0,
    directories: 0,
  };
  scanMs = 0;
  repaired = 0;
  #warnings: readonly WorkspaceWarning[] = [];

  /** Whether the first scan has ended, well or not. */
  get isSettled(): boolean {
    return this.phase !== 'idle' && this.phase !== 'scanning';
  }

  /** Takes how far a scan is. Whether that is for a person to see. */
  noteProgress(progress: NonNullable<RootReport['progress']>): boolean {
    if (this.phase !== 'scanning') return false;
    if (this.progress !== undefined) this.progress = progress;
    return true;
  }

  /** Whether a file of rules could not be read. */
  get hasUnreadRules(): boolean {
    return this.#warnings.some(({ path }) => path === '.gitignore' || path.endsWith('/.gitignore'));
  }

  /** Puts what was met in a directory, or below it, in place of what was said of that before. */
  warnBelow(directory: RelPath, met: readonly WorkspaceWarning[]): void {
    const others = this.#warnings.filter(({ path }) => !isWithin(path, directory));
    this.#warnings = [...others, ...met].slice(0, MAX_WARNINGS);
  }

  /** Puts what was met in some directories in place of what was said of each; what is not there is forgotten. */
  warnIn(
    directories: ReadonlySet<RelPath>,
    met: readonly WorkspaceWarning[],
    isThere: (path: RelPath) => boolean,
  ): void {
    const others = this.#warnings.filter(({ path }) => !directories.has(path) && isThere(path));
    this.#warnings = [...others, ...met].slice(0, MAX_WARNINGS);
  }

  statusOf(
    { config, data, rules, holdings }: ReportedRoot,
    { snapshot, starvation }: ReportSources,
  ): RootStatus {
    const { phase, problem, watcher, progress } = this;
    const counted = phase === 'scanning' && progress !== undefined ? progress : undefined;
    const watcherProblem = watcher?.status === 'degraded' ? watcher.reason : undefined;
    const degradedBy = starvation.reason ?? watcherProblem;
    const reason = isResourceShortage(problem)
      ? (starvation.reason ?? problem?.message)
      : (problem?.message ?? degradedBy);
    const { budgetBytes, leftOut } = holdings;
    return {
      root: config.path,
      phase: phase === 'ready' && degradedBy !== undefined ? 'degraded' : phase,
      files: counted?.files ?? data.fileCount,
      directories: counted?.directories ?? data.directoryCount,
      bytes: data.bytes,
      ...(budgetBytes === undefined ? {} : { budgetBytes }),
      leftOut,
      scanMs: this.scanMs,
      repaired: this.repaired,
      ...(snapshot.state === undefined ? {} : { snapshot: snapshot.state }),
      watcherRestarts: watcher?.restarts ?? 0,
      ...(reason === undefined ? {} : { reason }),
      ...(problem === undefined ? {} : { error: toWire(problem) }),
      warnings: [
        ...rules.git.warnings.map((message) => ({ path: '' as RelPath, message })),
        ...holdings.warnings,
        ...snapshot.warnings,
        ...this.#warnings,
      ],
    };
  }
}
