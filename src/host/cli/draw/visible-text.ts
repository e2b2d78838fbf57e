// All that is not seen, or makes other characters be seen elsewhere: controls, formats, ignorable characters, and every
// white space but a plain one. A tab is shown as it is.
const UNSEEN = /(?![\t ])[\p{C}\p{Z}\p{DI}]/gu;

/** The text with a name in the place of everything that could hide in it. */
export function visibleText(text: string): string {
  return text.replaceAll(UNSEEN, (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`);
}
