import type { AbsPath, RelPath } from '../../../actors/protocol/workspace.js';

/** A `.gitignore` file above the root that applies to it. */
export interface OuterRuleFile {
  /** Shape: relative to the repository's top, `''` or ending in a slash. */
  readonly directory: string;
  readonly text: string;
}

/** What git knows about a root besides its `.gitignore` files and tracked files. Plain data. */
export interface GitContext {
  /** `null` when the root is in no repository that git will open. */
  readonly repository: { readonly top: AbsPath; readonly gitDirectory: AbsPath } | null;
  /** The path of the root in its repository. Shape: `''` at the top, else ending in a slash. */
  readonly prefix: string;
  /** The repository's `info/exclude`. */
  readonly infoExclude: string | null;
  /** The excludes file that applies in the root's repository; `null` outside of any, where only `.gitignore` counts. */
  readonly globalExcludes: string | null;
  /** The excludes file that applies in repositories below the root: the user's, not one that the root's configures. */
  readonly nestedExcludes: string | null;
  /** The `.gitignore` files above the root, from the top of the repository down. */
  readonly outerRuleFiles: readonly OuterRuleFile[];
  /** git's `core.ignorecase`: whether rules match case-insensitively. */
  readonly ignoreCase: boolean;
  /** The files that all this was read from, and the directories that decide which those are, existing or not. */
  readonly sourceFiles: readonly string[];
  /** What could not be read, as sentences. */
  readonly warnings: readonly string[];
}

/** The facts from repositories' indexes: tracked files that rules ignore, submodules, absent rule files. Plain data. */
export interface TrackedFiles {
  /**
   * Files of the root's repository that rules ignore although they are tracked: git shows them. Relative to the root.
   */
  readonly tracked: ReadonlySet<RelPath>;
  /** The same for each repository below the root. Shape: relative to that repository's directory. */
  readonly nestedTracked: ReadonlyMap<RelPath, ReadonlySet<RelPath>>;
  /** Paths of submodules. git shows nothing in such a directory, unless a repository is in it. */
  readonly submodules: ReadonlySet<RelPath>;
  /**
   * The texts of `.gitignore` files that are tracked but not checked out (skip-worktree), by directory. git applies
   * them where there is none on the disk.
   */
  readonly absentRules: ReadonlyMap<RelPath, string>;
  /** The texts of such `.gitignore` files in directories above the root. */
  readonly outerAbsentRules: readonly OuterRuleFile[];
}

/** All that git knows about a root besides its `.gitignore` files. Plain data: it crosses threads. */
export interface GitFacts extends GitContext, TrackedFiles {}

export const NO_GIT_CONTEXT: GitContext = {
  repository: null,
  prefix: '',
  infoExclude: null,
  globalExcludes: null,
  nestedExcludes: null,
  outerRuleFiles: [],
  ignoreCase: false,
  sourceFiles: [],
  warnings: [],
};

export const NO_TRACKED_FILES: TrackedFiles = {
  tracked: new Set(),
  nestedTracked: new Map(),
  submodules: new Set(),
  absentRules: new Map(),
  outerAbsentRules: [],
};

/** The facts of a root without git. */
export const NO_GIT: GitFacts = { ...NO_GIT_CONTEXT, ...NO_TRACKED_FILES };
