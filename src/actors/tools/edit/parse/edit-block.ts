/** Lines to find, and the lines to replace them with. */
export interface BlockLines {
  /** Shape: without line ends. */
  readonly original: readonly string[];
  /** Shape: without line ends; empty when the original lines are only deleted. */
  readonly updated: readonly string[];
}

/** One change to one place of a file, as the model wrote it. */
export interface EditBlock extends BlockLines {
  /** Lines that come before the original, the outermost first; each is searched after the one before it. */
  readonly anchors?: readonly string[];
  /** Whether the original must be at the end of the file. Default: anywhere. */
  readonly isAtEnd?: boolean;
  /** Whether the original consists of whole lines, as in a patch. Default: it may be a part of a line. */
  readonly isWholeLines?: boolean;
  /** The block as read from a hunk whose context lines lack their leading space. Default: the same block. */
  readonly unmarked?: BlockLines;
}

/** Why a block was not applied, written for the model. */
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
