/** What the word behind an option, or an operand, is to a program. */
export type ArgumentKind = 'text' | 'number' | 'path';

/** How a program may be called without a question. What is not listed is asked about. */
export interface Program {
  /** Single letters that stand alone or in a cluster. */
  readonly letters?: string;
  /** Long options, and long names with one dash, that take no value. */
  readonly flags?: readonly string[];
  /** Options that take a value, as the next word, glued on (`-n5`) or behind `=`. */
  readonly values?: Readonly<Record<string, ArgumentKind>>;
  /** Long options that may have a value, only behind `=`, and it is no path. */
  readonly maybe?: readonly string[];
  /** What its operands are. `pattern`: the first is none of the file's, unless an option gave the pattern. */
  readonly operands: 'none' | 'text' | 'path' | 'pattern';
  /** Options that give the pattern, so that every operand is a path. */
  readonly patternOptions?: readonly string[];
  /** Whether it reads all files in the folders it is given; or the options with which it does so. */
  readonly recursive?: boolean | readonly string[];
  /** Whether `-5` is a number of lines. */
  readonly hasLineCount?: boolean;
  /** Default: any number. */
  readonly maxOperands?: number;
  /** What an argument that is not listed may make it do, for the person. Default: more than read. */
  readonly beyond?: string;
  /** Whether no argument can make it do more than print, so that they need not be known. */
  readonly takesAnything?: boolean;
}
