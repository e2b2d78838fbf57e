// What is used of highlight.js. Its own declarations bring those of a browser into every program that imports them.

/** A grammar. */
export type LanguageFn = (highlighter: object) => object;

interface Highlighter {
  newInstance(): Highlighter;
  registerLanguage(name: string, language: LanguageFn): void;
  registerAliases(aliases: string, options: { readonly languageName: string }): void;
  getLanguage(name: string): object | undefined;
  highlight(
    code: string,
    options: { readonly language: string; readonly ignoreIllegals: boolean },
  ): {
    /** HTML. */
    readonly value: string;
    /** The mode at the end of the code: with `parent`, unless it is the grammar itself. Absent after a failure. */
    readonly _top?: { readonly parent?: object };
  };
}

declare const highlighter: Highlighter;
// oxlint-disable-next-line import/no-default-export -- as the package does
export default highlighter;
