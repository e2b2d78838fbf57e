/** How a program interprets an operand or the value of an option. `two texts`: both of the next words. */
export type ArgumentKind = 'text' | 'number' | 'path' | 'two texts';

/** The arguments with which a program may be called without asking. Arguments not listed need approval. */
export interface ProgramSpec {
  /** Single-letter options without a value, which may be clustered. */
  readonly letters?: string;
  /** Letters whose value, if they have one, is the rest of the word and no path: `-uno`, `-M90%`. */
  readonly optionalLetters?: string;
  /** Whether words that begin with `+` are options or commands, none of which is listed. */
  readonly hasPlusOptions?: boolean;
  /** Long options, and long names with one dash, that take no value. */
  readonly flags?: readonly string[];
  /** Options with a value: the next word, the rest of the word (`-n5`) or the text after `=`. */
  readonly values?: Readonly<Record<string, ArgumentKind>>;
  /** Long options with an optional value, which only follows `=` and is not a path. */
  readonly optionalValues?: readonly string[];
  /**
   * What its operands are. `pattern`: the first one is a pattern and the others are paths, unless an option gave the
   * pattern.
   */
  readonly operands: 'none' | 'text' | 'path' | 'pattern';
  /** Options that give the pattern, so that every operand is a path. */
  readonly patternOptions?: readonly string[];
  /** Whether it reads all files below its folders; or the options that make it do so. */
  readonly recursive?: boolean | readonly string[];
  /** Whether `-5` is a number of lines. */
  readonly hasLineCount?: boolean;
  /** Default: any number. */
  readonly maxOperands?: number;
  /** What an argument that is not listed may make the program do, for the person. Default: more than read. */
  readonly unlistedEffect?: string;
  /** Whether the program only prints, whatever its arguments are, so that they need no check. */
  readonly canTakeAnyArgument?: boolean;
  /** Why the program is harmless in the looking world only, as a phrase after its name. */
  readonly lookingOnly?: string;
  /** Whether it follows the symbolic links in the folders that it reads. */
  readonly followsLinks?: boolean;
}
