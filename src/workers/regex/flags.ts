import type { OtherCases } from './char-set.js';

/** What inline flags like `(?i)` switch; the others (`s`, `U`, `R`) make no difference to what a line search finds. */
export interface Flags {
  /** `i` */
  readonly ignoreCase: boolean;
  /** `m`: whether a lone carriage return ends a line for `^` and `$`. */
  readonly isMultiLine: boolean;
  /** `x`: white space and comments mean nothing. */
  readonly isExtended: boolean;
  /** `u`: whether `\w`, `\d`, `\s` and `\b` know more than ASCII. */
  readonly isUnicode: boolean;
}

/** Which other cases of a character match. */
export function otherCasesOf({ ignoreCase, isUnicode }: Flags): OtherCases {
  return ignoreCase ? (isUnicode ? 'all' : 'ascii') : 'none';
}
