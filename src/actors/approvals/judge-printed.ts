import type { LineVariables } from './variables/line-variables.js';
import { createGuess } from './syntax/guess-expansion.js';
import type { Substitute } from './syntax/pieces.js';
import { SUBSTITUTIONS } from './syntax/statements.js';
import type { SyntaxTree } from './syntax/syntax-tree.js';
import { readWords } from './syntax/word.js';
import { mayBeSecret } from './variables/variables.js';

// Variables of the shell that `echo` may print without a sandbox as well: none holds a secret.
const PRINTABLE_VARIABLE = /^\$\{?([A-Za-z_]\w*)\}?$/;
const SPECIAL_VARIABLE = /^\$[?$#!\d]$/;
const PRINTABLE_NAMES = new Set(
  'HOME PWD OLDPWD USER LOGNAME SHELL HOSTNAME LANG RANDOM SECONDS LINENO UID'.split(' '),
);

/** An objection to what is printed, as a phrase after the command. */
interface PrintedObjection {
  readonly text: string;
  /** Whether it holds only outside of the looking world. */
  readonly isLookingOnly: boolean;
}

/**
 * Judges the arguments of a program that only prints: they may be anything whose evaluation has no effect and reveals
 * nothing.
 * @param variables Variables that the line sets.
 * @param guess What stands in for expansions, where any may be used.
 */
export function judgePrinted(
  node: SyntaxTree,
  variables: LineVariables,
  guess: Substitute | undefined,
): readonly PrintedObjection[] {
  return node.children.flatMap((child): readonly PrintedObjection[] => {
    const { type, text } = child;
    if (type === 'variable_assignment' || SUBSTITUTIONS.has(type)) return [];
    if (type === 'simple_expansion' || type === 'expansion') return judgeVariable(child, variables);
    // A variable in an arithmetic expansion may hold code: `a[$(...)]`.
    if (type === 'arithmetic_expansion')
      return /^\$\(\([\d\s+*/%-]*\)\)$/.test(text)
        ? []
        : [{ text: `calculates with ${text}`, isLookingOnly: guess?.(child) !== undefined }];
    const inner = judgePrinted(child, variables, guess);
    const isExpanded = type === 'brace_expression' || type === 'concatenation';
    const isUncounted =
      isExpanded && /\{.*(?:,|\.\.)/.test(text) && readWords(child, guess)[0]?.value === undefined;
    const problem = `prints ${text}, which stands for more words than can be counted`;
    return isUncounted ? [{ text: problem, isLookingOnly: false }, ...inner] : inner;
  });
}

function judgeVariable(node: SyntaxTree, variables: LineVariables): readonly PrintedObjection[] {
  const [, name = ''] = PRINTABLE_VARIABLE.exec(node.text) ?? [];
  if (PRINTABLE_NAMES.has(name) || SPECIAL_VARIABLE.test(node.text)) return [];
  const guess = createGuess((variable) => variables.has(variable) || !mayBeSecret(variable));
  const text = `uses ${node.text}, which is not known before it runs`;
  return [{ text, isLookingOnly: guess(node) !== undefined }];
}
