/** A node of a parsed shell line, in the words of tree-sitter's grammar of bash. */
export interface SyntaxTree {
  readonly type: string;
  /** The piece of the line that it stands for. */
  readonly text: string;
  /** `false` for tokens like `;` and `then`. */
  readonly isNamed: boolean;
  /** Whether anything in it could not be parsed. */
  readonly hasError: boolean;
  readonly children: readonly SyntaxTree[];
}

/** Reads a shell line; `undefined` when it is too large or no parser is at hand. */
export type ParseShell = (line: string) => SyntaxTree | undefined;
