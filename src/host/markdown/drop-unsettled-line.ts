// A last line of markup characters only: it may still become a list, a heading, a rule, a fence or a table, or turn
// the paragraph above it into a heading. At most as long as a rule; a longer line cannot change any more.
const OPEN_MARKUP = /(^|\n)[ \t]{0,8}(?:[-+*_=~`#>|:]{1,8}|\d{1,9}[.)]?)[ \t]{0,8}$/;

/** The text of an unfinished answer, without a last line that the next characters could turn into something else. */
export function dropUnsettledLine(text: string): string {
  return text.replace(OPEN_MARKUP, '$1');
}
