import type { SyntaxTree } from './syntax-tree.js';

// With an escape for each backslash; the parser ends the string at another quote after `\\`.
const ANSI_STRING = /^\$'(?:[^'\\]|\\[^\n])*'$/;

// Inside backquotes the shell removes backslashes first, and a comment or a quote ends at the backquote.
const CLEAR_BACKQUOTES = /^`[\w\s./=:,@%+|-]*`$/;

/**
 * The first construct of a line that the parser is known to read otherwise than bash; `undefined` when there is none.
 * Cost: linear in the tree.
 */
export function findMisreading(tree: SyntaxTree): string | undefined {
  return search(tree, tree.text);
}

function search(node: SyntaxTree, line: string): string | undefined {
  return isMisread(node, line) ? node.text : firstOf(node.children, (child) => search(child, line));
}

function firstOf<Item>(items: readonly Item[], find: (item: Item) => string | undefined): string | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isMisread({ type, text, start, children }: SyntaxTree, line: string): boolean {
  const before = line.slice(Math.max(0, start - 20), start);
  switch (type) {
    case 'comment':
      return !isCommentAfter(before);
    case 'ansi_c_string':
      return !ANSI_STRING.test(text);
    case 'file_descriptor':
      // It takes a word that looks like an option, as in `sort a -o2>&1`, for the number of the stream.
      return !/^\d+$/.test(text);
    case 'command_substitution':
      return text.startsWith('`') && !CLEAR_BACKQUOTES.test(text);
    case 'herestring_redirect':
    case 'heredoc_redirect':
      return before.endsWith('}');
    case 'file_redirect': {
      // `{NAME}>file` sets a variable. After `>&-` comes no file name: the next word is an argument.
      const operator = children.find(({ isNamed }) => !isNamed)?.type ?? '';
      return before.endsWith('}') || (/^[<>]&-$/.test(operator) && children.at(-1)?.type !== operator);
    }
    default:
      return false;
  }
}

/**
 * Whether a `#` after this text begins a comment. Elsewhere it is a part of a word, which the parser overlooks. Text that
 * ends in a backslash and a blank is taken for a word even where the backslash itself is escaped.
 */
function isCommentAfter(before: string): boolean {
  if (before === '' || /[\n;&|()]$/.test(before)) return !/\\[\n;&|()]$/.test(before);
  return /[ \t]$/.test(before) && !/\\[ \t]$/.test(before);
}
