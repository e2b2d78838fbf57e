import type { RelPath } from '../../actors/protocol/workspace.js';

/** A child of a directory, as a tree shows it. */
export interface TreeChild {
  readonly name: string;
  readonly isDirectory: boolean;
  readonly isSymlink: boolean;
  /** Whether its own children are shown; false for a directory that ignore rules left out. */
  readonly isEntered: boolean;
}

/** Where a tree comes from. */
export interface TreeSource {
  /** The children of a directory, in the order they are shown; none for what is not a directory. */
  children(path: RelPath): readonly TreeChild[];
}
