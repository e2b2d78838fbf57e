// Those of the highlighter, which is large: a face that loads it on demand asks here first.
const NAMES = new Set(
  [
    'bash sh zsh',
    'c cpp cc c++ h++ hpp hh hxx cxx',
    'css',
    'diff patch',
    'go golang',
    'java jsp',
    'javascript js jsx mjs cjs',
    'json jsonc json5',
    'python py gyp ipython',
    'rust rs',
    'typescript ts tsx mts cts',
    'xml html xhtml rss atom xjb xsd xsl plist wsf svg',
    'yaml yml',
  ].flatMap((names) => names.split(' ')),
);

/** Whether code in the language of this name is highlighted. */
export function isCodeLanguage(name: string): boolean {
  return NAMES.has(name.toLowerCase());
}
