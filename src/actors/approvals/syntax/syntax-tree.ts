/** A node of a parsed shell line, with the type names of tree-sitter's bash grammar. */
export interface SyntaxTree {
  readonly type: string;
  /** The source text of the node. */
  readonly text: string;
  /** Where it starts in the line. Units: UTF-16 units. */
  readonly start: number;
  /** Where it ends in the line. Units: UTF-16 units. */
  readonly end: number;
  /** `false` for tokens like `;` and `then`. */
  readonly isNamed: boolean;
  /** Whether the node contains a syntax error. */
  readonly hasError: boolean;
  readonly children: readonly SyntaxTree[];
}

/** Parses a shell line; `undefined` when it is too long or too deeply nested, or no parser is available. */
export type ParseShell = (line: string) => SyntaxTree | undefined;
