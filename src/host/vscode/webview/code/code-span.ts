/** A piece of code: text, or pieces with what they are, as highlight.js calls it: `keyword`, `title.function`. */
export type CodeSpan = string | { readonly scope: string; readonly children: readonly CodeSpan[] };
