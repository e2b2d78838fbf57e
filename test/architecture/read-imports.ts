/** One place where a file names another module. */
export interface Import {
  /** As written; `undefined` when it is computed and cannot be read. */
  readonly specifier: string | undefined;
  readonly kind: 'import' | 'import type' | 'export' | 'export type' | 'dynamic';
  /** Counted from 1. */
  readonly line: number;
}

// Statements start a line: imports and exports are top-level, and the formatter puts them in the first column.
const FROM = /^(import|export)\b(\s+type\b)?[^;'"`]*?\bfrom\s*(?:'([^'\n]+)'|"([^"\n]+)")/gm;
const SIDE_EFFECT = /^import\s*(?:'([^'\n]+)'|"([^"\n]+)")/gm;
// Anywhere, comments and strings included: better one false alarm than one import unseen. `import.meta` has a dot.
const CALL = /\b(?:import|require)\s*\(\s*(?:'([^'\n]+)'\s*[,)]|"([^"\n]+)"\s*[,)])?/g;

/**
 * Every import of a TypeScript source: static, for types, for side effects, re-exported, dynamic, `import('x').T`
 * and `require('x')`. A scan, not a parser: what it cannot read it reports as computed, and a test compares it
 * with esbuild on all of our files.
 */
export function readImports(source: string): Import[] {
  const found: (Import & { readonly at: number })[] = [];
  const add = (at: number, kind: Import['kind'], specifier: string | undefined): void => {
    found.push({ at, kind, specifier, line: source.slice(0, at).split('\n').length });
  };
  for (const match of source.matchAll(FROM)) {
    const [, word, type, single, double] = match;
    const kind = word === 'export' ? 'export' : 'import';
    add(match.index, type === undefined ? kind : `${kind} type`, single ?? double);
  }
  for (const match of source.matchAll(SIDE_EFFECT)) add(match.index, 'import', match[1] ?? match[2]);
  for (const match of source.matchAll(CALL)) add(match.index, 'dynamic', match[1] ?? match[2]);
  return found.sort((a, b) => a.at - b.at).map(({ kind, specifier, line }) => ({ kind, specifier, line }));
}
