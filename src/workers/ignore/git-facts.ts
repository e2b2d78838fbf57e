import type { AbsPath, RelPath } from '../../actors/protocol/workspace.js';

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
  /** The person's own excludes file. It holds in every repository, and outside of them only `.gitignore` files count. */
  readonly globalExcludes: string | null;
  /** Shape: the repository's top first. */
  readonly outerRuleFiles: readonly OuterRuleFile[];
  /** git's `core.ignorecase`: whether rules match without regard to case. */
  readonly ignoreCase: boolean;
  /** What could not be found out, as sentences. */
  readonly warnings: readonly string[];
}

/** Tracked files that an ignore rule matches: git shows them all the same. Plain data. */
export interface TrackedFiles {
  /** Those of the repository that the root is in. Shape: from the root on. */
  readonly tracked: ReadonlySet<RelPath>;
  /** Those of each repository below the root. Shape: from its own directory on. */
  readonly nestedTracked: ReadonlyMap<RelPath, ReadonlySet<RelPath>>;
}

/** All that git knows of a root beside its `.gitignore` files. Plain data: it crosses a thread. */
export interface GitFacts extends GitContext, TrackedFiles {}

export const NO_GIT_CONTEXT: GitContext = {
  repository: null,
  prefix: '',
  infoExclude: null,
  globalExcludes: null,
  outerRuleFiles: [],
  ignoreCase: false,
  warnings: [],
};

export const NONE_TRACKED: TrackedFiles = { tracked: new Set(), nestedTracked: new Map() };

/** The facts of a root without git. */
export const NO_GIT: GitFacts = { ...NO_GIT_CONTEXT, ...NONE_TRACKED };
