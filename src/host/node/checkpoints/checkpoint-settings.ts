import { join } from 'node:path';

/** What a person sets of checkpoints: in the settings of an editor, and in the file of the command line by the same names. */
export interface CheckpointSettings {
  /** Whether versions of files are kept. */
  readonly checkpoints: boolean;
  /** Units: MiB on the disk. */
  readonly checkpointQuotaMb: number;
}

// Holds 200 turns of 5 files each for years, and goes unnoticed on a disk of today.
const DEFAULT_QUOTA_MB = 2048;

export const DEFAULT_CHECKPOINT_SETTINGS: CheckpointSettings = {
  checkpoints: true,
  checkpointQuotaMb: DEFAULT_QUOTA_MB,
};

/** The smallest and the largest quota: below the one, single files do not fit; above the other there is a typing error. */
export const QUOTA_RANGE_MB = { least: 16, most: 1_000_000 } as const;

const MB = 1024 * 1024;

/**
 * The options of a host for these settings. `stateDirectory`: where the threads of all workspaces are; `otherThreads`:
 * further folders of threads.
 */
export function checkpointOptionsOf(
  { checkpoints, checkpointQuotaMb }: CheckpointSettings,
  stateDirectory: string,
  otherThreads: readonly string[] = [],
): false | { readonly quotaBytes: number; readonly threadFolders: readonly string[] } {
  if (!checkpoints) return false;
  return {
    quotaBytes: checkpointQuotaMb * MB,
    threadFolders: [join(stateDirectory, 'threads'), ...otherThreads],
  };
}
