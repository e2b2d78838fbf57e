import { createGuess } from './syntax/guess-expansion.js';
import { EXPANSIONS } from './syntax/pieces.js';
import type { SyntaxTree } from './syntax/syntax-tree.js';

/** What a `[` or `[[` command does besides comparing. */
interface TestJudgement {
  /** Whether its effects are not known before it runs. */
  readonly isUnknown: boolean;
  /** Whether it compares the values of variables. */
  readonly usesVariables: boolean;
  /** Text that may name files. */
  readonly pieces: readonly string[];
}

// In `[[`, operands of these are evaluated, which runs code as in `a[$(...)]`.
const ARITHMETIC = /(?<![\w-])-(?:eq|ne|lt|gt|le|ge)(?![\w-])/;
const COUNTED =
  /(?<=^|\s)"?(?:\$[#?]|\$\{#\w+(?:\[@\])?\}|-?\d+)"?\s+-(?:eq|ne|lt|gt|le|ge)\s+"?(?:\$[#?]|-?\d+)"?(?=\s|$)/g;

// So is the subscript of a variable whose existence is asked for.
const NAMES_VARIABLE = /(?<![\w-])-[vR](?![\w-])/;
const PLAIN_NAME = /(?<![\w-])-[vR]\s+\w+(?=\s|$)/g;

/** Judges a `[` or `[[` command. */
export function judgeTest(node: SyntaxTree): TestJudgement {
  const plain = substitute(node);
  const isDouble = plain.startsWith('[[');
  const rest = node.text.replaceAll(PLAIN_NAME, ' ');
  const isUnknown =
    plain.includes('\n') ||
    NAMES_VARIABLE.test(rest) ||
    (isDouble
      ? /[$`]|[<>]\(/.test(plain) || ARITHMETIC.test(node.text.replaceAll(COUNTED, ' '))
      : /[$`<>&;|()\\]/.test(plain));
  return {
    isUnknown,
    usesVariables: plain !== node.text,
    pieces: plain.split(/[\s"'=!<>()]+/),
  };
}

/** The text of a node with a value for each expansion that has no effect but its value. */
function substitute(node: SyntaxTree): string {
  if (EXPANSIONS.has(node.type)) return createGuess(() => true)(node) ?? node.text;
  let replaced = '';
  let end = node.start;
  for (const child of node.children) {
    replaced += node.text.slice(end - node.start, child.start - node.start) + substitute(child);
    end = child.end;
  }
  return replaced + node.text.slice(end - node.start);
}
