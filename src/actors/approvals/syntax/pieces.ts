import type { SyntaxTree } from './syntax-tree.js';

/** A part of a word, and whether it is quoted or escaped. */
export interface Piece {
  readonly text: string;
  readonly isQuoted: boolean;
}

/** Text that stands for an expansion whose value is known only at run time; `undefined` where none may. */
export type Substitute = (expansion: SyntaxTree) => string | undefined;

// A dollar sign before any of these begins an expansion; before others bash takes it literally.
export const EXPANDS = /\$(?=[A-Za-z0-9_{([?!#@*$'"-])/;

export const EXPANSIONS: ReadonlySet<string> = new Set([
  'simple_expansion',
  'expansion',
  'command_substitution',
  'arithmetic_expansion',
]);

/** The pieces of a word; `undefined` when it has anything that is known only at run time, or is hard to read. */
export function readPieces(node: SyntaxTree, substitute?: Substitute): readonly Piece[] | undefined {
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
      return unescapeString(substituteIn(node, substitute));
    case 'concatenation': {
      const parts = node.children.map((child) => readPieces(child, substitute));
      const isWhole = node.children.map(({ text }) => text).join('') === node.text;
      return isWhole && parts.every((part) => part !== undefined) ? parts.flat() : undefined;
    }
    default: {
      const text = EXPANSIONS.has(node.type) ? substitute?.(node) : undefined;
      return text === undefined ? undefined : [{ text, isQuoted: true }];
    }
  }
}

/** The text of a string with its expansions replaced. */
function substituteIn({ text, start, children }: SyntaxTree, substitute?: Substitute): string {
  let replaced = '';
  let end = start;
  for (const child of children) {
    const value = EXPANSIONS.has(child.type) ? substitute?.(child) : undefined;
    if (value === undefined) continue;
    replaced += text.slice(end - start, child.start - start) + value;
    end = child.end;
  }
  return replaced + text.slice(end - start);
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
