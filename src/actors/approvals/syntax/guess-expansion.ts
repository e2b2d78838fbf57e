import type { Substitute } from './pieces.js';
import type { SyntaxTree } from './syntax-tree.js';

// `$f`, `$1`, `$#` and `$?`.
const SIMPLE = /^\$(\w+|[#?@*!])$/;

// `${f}`, `${#f}`, `${f[@]}`, `${f%.ts}`, `${f##*/}`, `${f/a/b}`, `${f:-x}` and `${f:0:3}`: none sets a variable or runs code.
const BRACED =
  /^\$\{#?(\w+)(?:\[(?:@|\*|\d+)\])?(?:(?:##?|%%?|\/[/#%]?|:-|\^\^?|,,?)[^`$'"{}\\\n]*|:\d+(?::\d+)?)?\}$/;

// Numbers, operators and variables. With brackets, or with `=`, a variable may be set or code may run.
const ARITHMETIC = /^\$\(\((?:[\s\d+*/%()<>?:&|^~-]|[!<>=]=|\$?[A-Za-z_]\w*)*\)\)$/;

/** The value of any expansion that is not known: in no program is it an option, and as a path it is a file inside. */
const SOME_VALUE = '1';

/**
 * Makes a function that stands in for expansions whose only effect is a value: variables that `isKnown` allows, the output
 * of commands, which are judged by themselves, and sums.
 */
export function createGuess(isKnown: (variable: string) => boolean): Substitute {
  const isFree = (name: string): boolean => /^(?:\d+|[#?@*!])$/.test(name) || isKnown(name);
  return ({ type, text }: SyntaxTree) => {
    if (type === 'command_substitution') return SOME_VALUE;
    if (type === 'arithmetic_expansion') {
      const names = text.match(/[A-Za-z_]\w*/g) ?? [];
      return ARITHMETIC.test(text) && names.every(isFree) ? SOME_VALUE : undefined;
    }
    if (text === '$PWD' || text === '${PWD}') return '.';
    const name = (type === 'simple_expansion' ? SIMPLE : BRACED).exec(text)?.[1];
    return name !== undefined && isFree(name) ? SOME_VALUE : undefined;
  };
}
