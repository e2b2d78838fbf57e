// Characters that are invisible, or change where others appear: control, format and ignorable characters, and all
// white space except spaces and tabs.
const INVISIBLE = /(?![\t ])[\p{C}\p{Z}\p{DI}]/gu;

/** The text with every hidden character replaced by its code. */
export function escapeHidden(text: string): string {
  return text.replaceAll(INVISIBLE, (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`);
}
