/** The path in a header of a patch, without the quotes that models put around it. */
export function readPath(text: string): { readonly path: string; readonly isQuoted: boolean } {
  const trimmed = text.trim();
  const inner = /^(["'`])(.+)\1$/.exec(trimmed)?.[2];
  return inner === undefined ? { path: trimmed, isQuoted: false } : { path: inner, isQuoted: true };
}
