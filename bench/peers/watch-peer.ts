/** Something that learns of new files by itself. */
export interface WatchPeer {
  readonly label: string;
  /** Resolves once it watches. `folder` is where files will come to be, below `root`. */
  start(root: string, folder: string): Promise<Watching>;
}

/** What something that watches has heard. */
export interface Heard {
  /** Forgets what came until now. */
  mark(): Promise<void>;
  /**
   * When each of these files, all created since the mark, was known; undefined for those that are not, though nothing
   * more has come for ten seconds.
   * Shape: absolute paths. Units: milliseconds by the shared clock.
   */
  arrivals(files: readonly string[]): Promise<readonly (number | undefined)[]>;
}

export type Watching = Heard & AsyncDisposable;

/** Nothing more will come when nothing came for so long: a rescan that heals a loss takes less, even on a busy machine. */
export const QUIET_MS = 10_000;
