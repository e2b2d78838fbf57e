/** A piece of code. `kind` is what it is, as highlight.js calls it (`keyword`, `string`, `title`); '' is just code. */
export interface CodeSpan {
  readonly kind: string;
  readonly text: string;
}
