import type { OtherCases } from './char-set.js';

/** The inline flags such as `(?i)` that matter; the others (`s`, `U`, `R`) do not affect which lines match. */
export interface Flags {
  /** `i`: whether case is ignored. */
  readonly ignoreCase: boolean;
  /** `m`: whether a lone carriage return ends a line for `^` and `$`. */
  readonly isMultiLine: boolean;
  /** `x`: whether white space and comments are ignored. */
  readonly isExtended: boolean;
  /** `u`: whether `\w`, `\d`, `\s` and `\b` match more than ASCII. */
  readonly isUnicode: boolean;
}

/** Which other cases of a character match under these flags. */
export function otherCasesOf({ ignoreCase, isUnicode }: Flags): OtherCases {
  return ignoreCase ? (isUnicode ? 'all' : 'ascii') : 'none';
}
