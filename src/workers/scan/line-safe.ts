// A complement; an escape other than of a word, a digit, a non-space, a boundary or punctuation; a group other than
// `(?:`; a control character: with any of these a match might reach over the end of a line, or look past it.
const MAY_LEAVE_THE_LINE = /\[\^|\\(?![wdSbB!-/:-@[-`{-~])|\(\?(?!:)|\p{Cc}/u;

/**
 * Whether a regular expression certainly keeps to one line. Then a search of a whole text for it, flag `m` set, stops
 * in every line that matches by itself, and takes no longer than those of the lines one by one.
 */
export function isLineSafe(source: string): boolean {
  return !MAY_LEAVE_THE_LINE.test(source);
}
