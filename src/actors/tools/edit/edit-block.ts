/** Lines to find in a file, and the lines to put in their place. */
export interface EditBlock {
  /** Shape: without line ends. */
  readonly original: readonly string[];
  /** Shape: without line ends; none where the original lines only go. */
  readonly updated: readonly string[];
  /** Lines that the original comes after, the outermost first; each is looked for behind the one before it. */
  readonly anchors?: readonly string[];
  /** Whether the original stands at the end of the file. */
  readonly isAtEnd?: boolean;
}

/** How much had to be overlooked to find a block, from nothing on. */
export type Rung = 'exact' | 'part of a line' | 'line ends' | 'indentation' | 'whitespace' | 'punctuation';

/** Why a block was not applied, written for the model that wrote it. */
export interface EditProblem {
  /** Counted from 1. */
  readonly block: number;
  readonly kind: 'not found' | 'ambiguous' | 'overlap' | 'empty' | 'too much work';
  readonly message: string;
}
