/** Whether a text as a whole stands between quotes or backticks. */
export function isQuoted(text: string): boolean {
  return /^(["'`]).+\1$/.test(text) || /^“.+”$/.test(text);
}

/** The text without the quotes around it. */
export function unquote(text: string): string {
  return isQuoted(text) ? text.slice(1, -1) : text;
}
