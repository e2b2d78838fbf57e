import type { SyntaxTree } from './syntax-tree.js';

/** A word of a command after the shell has expanded it, as far as its value is known before the command runs. */
export interface Word {
  /** Its source text in the line. */
  readonly source: string;
  /** The text without quotes and escapes; `undefined` when it is known only at run time. */
  readonly value: string | undefined;
  /**
   * The glob whose matches the shell substitutes for the word: the value with a backslash before each character that
   * stands for itself, as far as it is known. `undefined` where no file names are substituted.
   */
  readonly glob: string | undefined;
  /** Whether the shell replaces its `~` by the home folder. */
  readonly startsAtHome: boolean;
}

/** A character of a word, and whether it is quoted or escaped. */
interface Piece {
  readonly text: string;
  readonly isQuoted: boolean;
}

// A dollar sign before any of these begins an expansion; before others bash takes it literally.
const EXPANDS = /\$(?=[A-Za-z0-9_{([?!#@*$'"-])/;

// Characters that a plain word cannot contain: where one occurs, the parser and the shell disagree about the line.
// Line ends and other white space are among them.
const NEVER_PLAIN = /[\s`;&|<>()]/;

// The shell expands `{a,b}` and `{1..3}` to several words, but not `HEAD@{1}` and `{}`.
const BRACE_EXPANSION = /\{[^}]*(?:,|\.\.)/;

/** Reads a word of the syntax tree. */
export function readWord(node: SyntaxTree): Word {
  const unknown: Word = {
    source: node.text,
    value: undefined,
    glob: holdsGlob(node) ? node.text : undefined,
    startsAtHome: false,
  };
  // The program receives the name of a pipe. The command at its other end is judged separately.
  if (node.type === 'process_substitution' && node.text.startsWith('<('))
    return { ...unknown, value: '/dev/stdin' };
  const pieces = readPieces(node);
  if (pieces === undefined) return unknown;
  const value = pieces.map(({ text }) => text).join('');
  // Quoted characters are masked, so that only characters with a meaning for the shell count.
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

/** Whether an unreadable part of a word contains a glob. */
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
  // The shell joins lines after a backslash by rules that are easy to get wrong.
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
