/** Lines to find, and the lines to put in their place. */
export interface BlockLines {
  /** Shape: without line ends. */
  readonly original: readonly string[];
  /** Shape: without line ends; none where the original lines only go. */
  readonly updated: readonly string[];
}

/** What a model wants changed in one place of a file. */
export interface EditBlock extends BlockLines {
  /** Lines that the original comes after, the outermost first; each is looked for behind the one before it. */
  readonly anchors?: readonly string[];
  /** Whether the original stands at the end of the file. Default: anywhere. */
  readonly isAtEnd?: boolean;
  /** Whether the original is whole lines, as those of a patch are. Default: it may be a part of one. */
  readonly isWholeLines?: boolean;
  /** What a hunk says if its context lacks the blank that marks it. Default: the same. */
  readonly unmarked?: BlockLines;
}

/** Why a block was not applied, written for the model that wrote it. */
export interface EditProblem {
  /** Counted from 1. */
  readonly block: number;
  readonly kind:
    | 'not found'
    | 'nested otherwise'
    | 'brackets alone'
    | 'elsewhere'
    | 'no anchor'
    | 'ambiguous'
    | 'unclear indentation'
    | 'placeholder'
    | 'overlap'
    | 'empty'
    | 'too much work';
  readonly message: string;
}
