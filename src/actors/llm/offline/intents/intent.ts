import type { LineRange } from './path-words.js';

/** What a person wants, as far as simple rules can tell. */
export type Intent =
  | { readonly kind: 'greet' }
  /** To change files in any other way, or to run programs. */
  | { readonly kind: 'change' }
  /** To put one text in the place of another in a file. */
  | { readonly kind: 'replace'; readonly oldText: string; readonly newText: string; readonly path: string }
  /** To see what is in a directory, `''` being the root. */
  | { readonly kind: 'list'; readonly path: string }
  | { readonly kind: 'tree'; readonly path: string }
  | ({ readonly kind: 'show'; readonly path: string } & LineRange)
  /** To find files by their name; the query may be a glob. */
  | { readonly kind: 'findFiles'; readonly query: string }
  | SearchIntent
  /** Anything else. */
  | { readonly kind: 'question' };

/** To find lines. */
export interface SearchIntent {
  readonly kind: 'search';
  readonly query: string;
  readonly isRegex: boolean;
  /** A directory or a file; `''` is everything. */
  readonly scope: string;
  /** A definition is looked for among all that is found. */
  readonly wants: 'all' | 'definition';
}

/** Reads one kind of intent from a request without its pleasantries. */
export type IntentRule = (text: string) => Intent | undefined;
