import type { RelPath } from '../../actors/protocol/workspace.js';

/** A child of a directory, as a tree shows it. */
export interface TreeChild {
  readonly name: string;
  readonly isDirectory: boolean;
  readonly isSymlink: boolean;
  /** Whether it is a directory whose own children are shown: not one that rules or its name leave out. Source: SPEC D2. */
  readonly isEntered: boolean;
}

/** A directory to draw. It stands for one moment: who draws it does not yield meanwhile. */
export interface TreeDirectory {
  /** How many children it has. Cost: none of them is read for that. */
  readonly count: number;
  /** The child at a place in the order in which they are shown. Cost: what has a place before it may be read too. */
  child(place: number): TreeChild;
  /** What a child holds. The same object each time, so that it can be a key; empty for what is no directory. */
  open(place: number): TreeDirectory;
}

/** Where a tree comes from. */
export interface TreeSource {
  /** The directory at a path; empty for what is no directory. */
  open(path: RelPath): TreeDirectory;
}
