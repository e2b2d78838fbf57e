import { expandBraces } from './expand-braces.js';
import { EXPANDS, type Piece, readPieces, type Substitute } from './pieces.js';
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
  /** Whether the value stands for another one that is known only at run time. Default: no. */
  readonly isGuessed?: boolean;
}

// Characters that a plain word cannot contain: where one occurs, the parser and the shell disagree about the line.
// Line ends and other white space are among them.
const NEVER_PLAIN = /[\s`;&|<>()]/;

// The shell expands `{a,b}` and `{1..3}` to several words, but not `HEAD@{1}` and `{}`.
const BRACE_EXPANSION = /\{[^}]*(?:,|\.\.)/;

/** A word with a known value. */
export function literalWord(value: string): Word {
  return { source: value, value, glob: undefined, startsAtHome: false };
}

/** Reads a word of the syntax tree that stands for one word: with braces that the shell expands, its value is unknown. */
export function readWord(node: SyntaxTree, substitute?: Substitute): Word {
  const unknown = unknownWord(node);
  // The program receives the name of a pipe. The command at its other end is judged separately.
  if (node.type === 'process_substitution' && node.text.startsWith('<('))
    return { ...unknown, value: '/dev/stdin' };
  const pieces = readPieces(node, substitute);
  return pieces === undefined || BRACE_EXPANSION.test(liveText(pieces))
    ? unknown
    : (toWord(node, pieces) ?? unknown);
}

/** Reads a word of the syntax tree that may stand for several words: `{a,b}.ts`. */
export function readWords(node: SyntaxTree, substitute?: Substitute): readonly Word[] {
  const pieces = node.type === 'brace_expression' ? [plain(node.text)] : readPieces(node, substitute);
  if (pieces === undefined || !BRACE_EXPANSION.test(liveText(pieces))) return [readWord(node, substitute)];
  const words = expandBraces(pieces)?.map((parts) => toWord(node, parts));
  return words?.every((word) => word !== undefined) === true ? words : [unknownWord(node)];
}

/** Reads the words of a simple command; none for other nodes. */
export function readCommand(node: SyntaxTree | undefined): readonly Word[] {
  return node?.type === 'command' ? node.children.flatMap((child) => readWords(child)) : [];
}

function plain(text: string): Piece {
  return { text, isQuoted: false };
}

function unknownWord(node: SyntaxTree): Word {
  return {
    source: node.text,
    value: undefined,
    glob: holdsGlob(node) ? node.text : undefined,
    startsAtHome: false,
  };
}

/** The text of pieces with quoted characters masked, so that only characters with a meaning for the shell count. */
function liveText(pieces: readonly Piece[]): string {
  return pieces.map(({ text, isQuoted }) => (isQuoted ? 'q'.repeat(text.length) : text)).join('');
}

function toWord(node: SyntaxTree, pieces: readonly Piece[]): Word | undefined {
  const live = liveText(pieces);
  if (NEVER_PLAIN.test(live) || EXPANDS.test(live) || live.startsWith('#')) return undefined;
  const glob = pieces
    .map(({ text, isQuoted }) => (isQuoted ? text.replaceAll(/[*?[\]\\]/g, String.raw`\$&`) : text))
    .join('');
  return {
    source: node.text,
    value: pieces.map(({ text }) => text).join(''),
    glob: /[*?[]/.test(live) ? glob : undefined,
    startsAtHome: live.startsWith('~'),
  };
}

/** Whether an unreadable part of a word contains a glob. */
function holdsGlob({ type, text, children }: SyntaxTree): boolean {
  return type === 'word' ? /[*?[]/.test(text) : type === 'concatenation' && children.some(holdsGlob);
}
