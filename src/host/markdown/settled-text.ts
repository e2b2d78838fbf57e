// A last line of nothing but markup: it may become a list, a heading, a rule, a fence, a table, or underline the
// paragraph above it and make a heading of that. No more than a rule has; a longer line is what it is.
const OPEN_MARKUP = /(^|\n)[ \t]{0,8}(?:[-+*_=~`#>|:]{1,8}|\d{1,9}[.)]?)[ \t]{0,8}$/;

/** The text of a model that still writes, without a last line that would be drawn as one thing now and another soon. */
export function settledText(text: string): string {
  return text.replace(OPEN_MARKUP, '$1');
}
