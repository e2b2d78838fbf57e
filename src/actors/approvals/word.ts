import type { SyntaxTree } from './syntax-tree.js';

/** A word of a command as the program will get it, as far as that is known before it runs. */
export interface Word {
  /** As it stands in the line. */
  readonly source: string;
  /** Without quotes and escapes; `undefined` when only the run will tell. */
  readonly value: string | undefined;
  /**
   * The pattern whose matches the shell puts in its place: the value with a backslash before each character that means
   * only itself, where that is known. `undefined` where no names of files take its place.
   */
  readonly glob: string | undefined;
  /** Whether the shell puts the person's home folder in the place of its `~`. */
  readonly startsAtHome: boolean;
}

/** A character of a word, and whether a quote or an escape takes its meaning for the shell away. */
interface Piece {
  readonly text: string;
  readonly isQuoted: boolean;
}

// A dollar sign before any of these is an expansion; before anything else bash leaves it alone.
const EXPANDS = /\$(?=[A-Za-z0-9_{([?!#@*$'"-])/;

// None of these can stand in a plain word: where one does, the parser and the shell do not read the same line.
// Line ends and other white space are among them.
const NEVER_PLAIN = /[\s`;&|<>()]/;

// `{a,b}` and `{1..3}` become several words. `HEAD@{1}` and `{}` do not.
const BRACE_EXPANSION = /\{[^}]*(?:,|\.\.)/;

/** What a word of the syntax tree means. */
export function readWord(node: SyntaxTree): Word {
  const unknown: Word = {
    source: node.text,
    value: undefined,
    glob: holdsGlob(node) ? node.text : undefined,
    startsAtHome: false,
  };
  // The program gets the name of a pipe. What runs at the other end is judged on its own.
  if (node.type === 'process_substitution' && node.text.startsWith('<('))
    return { ...unknown, value: '/dev/stdin' };
  const pieces = readPieces(node);
  if (pieces === undefined) return unknown;
  const value = pieces.map(({ text }) => text).join('');
  // Quoted characters are masked, so that only those count that mean something to the shell.
  const live = pieces.map(({ text, isQuoted }) => (isQuoted ? 'q'.repeat(text.length) : text)).join('');
  if (NEVER_PLAIN.test(live) || EXPANDS.test(live) || BRACE_EXPANSION.test(live) || live.startsWith('#'))
    return unknown;
  const glob = pieces
    .map(({ text, isQuoted }) => (isQuoted ? text.replaceAll(/[*?[\]\\]/g, String.raw`\$&`) : text))
    .join('');
  return {
    source: node.text,
    value,
    glob: /[*?[]/.test(live) ? glob : undefined,
    startsAtHome: live.startsWith('~'),
  };
}

/** Whether a part of a word that cannot be read means file names to the shell. */
function holdsGlob({ type, text, children }: SyntaxTree): boolean {
  return type === 'word' ? /[*?[]/.test(text) : type === 'concatenation' && children.some(holdsGlob);
}

function readPieces(node: SyntaxTree): readonly Piece[] | undefined {
  switch (node.type) {
    case 'command_name':
      return node.children.length === 1 && node.children[0]?.text === node.text
        ? readPieces(node.children[0])
        : undefined;
    case 'word':
    case 'number':
    case 'test_operator':
      return unescapeWord(node.text);
    case 'raw_string':
      return /^'[^']*'$/.test(node.text) ? [{ text: node.text.slice(1, -1), isQuoted: true }] : undefined;
    case 'string':
      return unescapeString(node.text);
    case 'concatenation': {
      const parts = node.children.map(readPieces);
      const isWhole = node.children.map(({ text }) => text).join('') === node.text;
      return isWhole && parts.every((part) => part !== undefined) ? parts.flat() : undefined;
    }
    default:
      return undefined;
  }
}

function unescapeWord(text: string): readonly Piece[] | undefined {
  if (/['"]/.test(text.replaceAll(/\\./g, ''))) return undefined;
  // A line that goes on after a backslash is put together by the shell in ways that are easy to get wrong.
  if (/\\(?:\n|\r|$)/.test(text)) return undefined;
  return [...text.matchAll(/\\(.)|[^\\]+/gsu)].map(([whole, escaped]) =>
    escaped === undefined ? { text: whole, isQuoted: false } : { text: escaped, isQuoted: true },
  );
}

function unescapeString(text: string): readonly Piece[] | undefined {
  if (!/^"(?:[^"\\]|\\.)*"$/su.test(text)) return undefined;
  const inner = text.slice(1, -1);
  const live = inner.replaceAll(/\\./gsu, 'qq');
  if (live.includes('`') || EXPANDS.test(live)) return undefined;
  return [
    {
      text: inner.replaceAll(/\\([$`"\\\n])/gu, (_, char: string) => (char === '\n' ? '' : char)),
      isQuoted: true,
    },
  ];
}
