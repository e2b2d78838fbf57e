/** A piece of code. `kind` is its scope in highlight.js (`keyword`, `string`, `title`); `''` for plain code. */
export interface CodeSpan {
  readonly kind: string;
  readonly text: string;
}
