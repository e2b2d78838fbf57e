/** Names of files and folders that one program obeys without being told to. */
export interface NameRow {
  /**
   * Shape: names in lower case, separated by blanks; `*` stands for any characters, and `a/b` for `b` directly in `a`.
   * What is below such a folder is protected too.
   */
  readonly names: string;
  /** Which program reads it, and when; continues "read by". */
  readonly readBy: string;
  /** Names that one of the globs matches and that nobody obeys. Shape: as `names`. */
  readonly except?: string;
  /** Whether it is read at the top of a workspace only. Default: wherever it stands. */
  readonly isTopOnly?: boolean;
  /**
   * Whether tools write it in their ordinary work: commands may change it, and edits and lines that name it are asked about.
   * Default: no.
   */
  readonly isWrittenByTools?: boolean;
}

/** Rows of one kind. */
export interface NameGroup {
  /** What these files are; continues "`path` is". */
  readonly what: string;
  readonly rows: readonly NameRow[];
}
