import type { AbsPath, RelPath } from '../../../actors/protocol/workspace.js';

/** A `.gitignore` file above the root whose rules reach into it. */
export interface OuterRuleFile {
  /** Shape: from the repository's top on, `''` or ending in a slash. */
  readonly directory: string;
  readonly text: string;
}

/** What git knows of a root that its `.gitignore` files do not say, tracked files aside. Plain data. */
export interface GitContext {
  /** `null` when the root is in no repository that git will open. */
  readonly repository: { readonly top: AbsPath; readonly gitDirectory: AbsPath } | null;
  /** Where the root is in its repository. Shape: `''` at the top, else ending in a slash. */
  readonly prefix: string;
  /** The repository's `info/exclude`. */
  readonly infoExclude: string | null;
  /** The excludes file that holds in the root's repository; outside of any only `.gitignore` files count. */
  readonly globalExcludes: string | null;
  /** The one that holds in repositories below the root: the person's, whatever the root's own repository says. */
  readonly nestedExcludes: string | null;
  /** Shape: the repository's top first. */
  readonly outerRuleFiles: readonly OuterRuleFile[];
  /** git's `core.ignorecase`: whether rules match without regard to case. */
  readonly ignoreCase: boolean;
  /** The files that all this was read from, and the directories that decide which those are, there or not. */
  readonly sourceFiles: readonly string[];
  /** What could not be found out, as sentences. */
  readonly warnings: readonly string[];
}

/** What the indexes of repositories add to that: what they track that the disk does not tell. Plain data. */
export interface TrackedFiles {
  /**
   * Files of the repository that the root is in that an ignore rule matches: git shows them all the same. Shape: from
   * the root on.
   */
  readonly tracked: ReadonlySet<RelPath>;
  /** Those of each repository below the root. Shape: from its own directory on. */
  readonly nestedTracked: ReadonlyMap<RelPath, ReadonlySet<RelPath>>;
  /** Where submodules belong. git shows nothing of such a directory, unless a repository is in it. */
  readonly submodules: ReadonlySet<RelPath>;
  /**
   * The texts of `.gitignore` files that are tracked and not to be checked out (skip-worktree), by the directory that
   * they belong in. git goes by them where there is none on the disk.
   */
  readonly absentRules: ReadonlyMap<RelPath, string>;
  /** Those of directories above the root. */
  readonly outerAbsentRules: readonly OuterRuleFile[];
}

/** All that git knows of a root beside its `.gitignore` files. Plain data: it crosses a thread. */
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

export const NONE_TRACKED: TrackedFiles = {
  tracked: new Set(),
  nestedTracked: new Map(),
  submodules: new Set(),
  absentRules: new Map(),
  outerAbsentRules: [],
};

/** The facts of a root without git. */
export const NO_GIT: GitFacts = { ...NO_GIT_CONTEXT, ...NONE_TRACKED };
