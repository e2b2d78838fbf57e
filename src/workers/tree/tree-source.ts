import type { RelPath } from '../../actors/protocol/workspace.js';

export interface TreeChild {
  readonly name: string;
  readonly isDirectory: boolean;
  readonly isSymlink: boolean;
  /** Whether it is a directory whose children are shown: neither ignored nor excluded by its name. Source: SPEC D2. */
  readonly isEntered: boolean;
}

/** A directory to draw. It is valid for one moment, so the caller must not yield while drawing. */
export interface TreeDirectory {
  /** The number of children. Cost: reads none of them. */
  readonly count: number;
  /** The child at a position in display order. Cost: may read the children before it, too. */
  child(place: number): TreeChild;
  /** The directory at a position. Returns the same object each time, so that it can be a map key; empty for a file. */
  open(place: number): TreeDirectory;
}

/** Provides the directories of a tree. */
export interface TreeSource {
  /** The directory at a path; empty for a path that is no directory. */
  open(path: RelPath): TreeDirectory;
}
