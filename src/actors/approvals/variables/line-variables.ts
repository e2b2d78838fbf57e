import type { SyntaxTree } from '../syntax/syntax-tree.js';
import type { Word } from '../syntax/word.js';

// `$f`, `"$f"`, `${f}` and `"${f}"`: the value as it is.
const WHOLE_VALUE = /^("?)\$(?:(\w+)|\{(\w+)\})\1$/;

// What the shell neither splits nor expands again where no quotes protect it.
const PLAIN_VALUE = /^[\w./+,:=@-]*$/;

// More values than that are not judged one by one.
const MAX_VALUES = 32;

/** The variables that a line sets, with the values that it is seen to give them, in whatever order that happens. */
export class LineVariables {
  /** `undefined` for a variable that gets a value which is known only at run time. */
  readonly #values = new Map<string, readonly Word[] | undefined>();
  /** Variables by whose values a command was judged. */
  readonly #used = new Set<string>();

  has(name: string): boolean {
    return this.#values.has(name);
  }

  /**
   * Adds values that a variable may get.
   * @param words `undefined` when they are known only at run time.
   * @returns Whether a command was judged by the values before: in a loop it may get the new ones.
   */
  add(name: string, words: readonly Word[] | undefined): boolean {
    const before = this.#values.get(name) ?? [];
    const isKnown = words !== undefined && (!this.has(name) || this.#values.get(name) !== undefined);
    this.#values.set(
      name,
      isKnown && before.length + words.length <= MAX_VALUES ? [...before, ...words] : undefined,
    );
    return this.#used.has(name);
  }

  /** The words that a word of a command may be, where it is the value of a variable and nothing else. */
  readValues(node: SyntaxTree): readonly Word[] | undefined {
    const [, quote, bare, braced] = WHOLE_VALUE.exec(node.text) ?? [];
    const name = bare ?? braced;
    const values = name === undefined ? undefined : this.#values.get(name);
    if (name === undefined || values === undefined) return undefined;
    const isSplit = (word: Word): boolean => word.glob !== undefined || !PLAIN_VALUE.test(word.value ?? '$');
    if (quote === '' && values.some(isSplit)) return undefined;
    this.#used.add(name);
    return values;
  }
}

/** The values that a variable gets from a part of a line; `undefined` when they are known only at run time. */
export function valuesOf(node: SyntaxTree, words: readonly Word[]): readonly Word[] | undefined {
  const isKnown = !usesUnknownNames(node) && words.every(({ value }) => value !== undefined);
  return isKnown ? words : undefined;
}

/** Whether a word has an expansion in it whose value may name a file: all but numbers and the working directory. */
export function usesUnknownNames({ type, text, children }: SyntaxTree): boolean {
  if (/^(?:command_substitution|process_substitution|simple_expansion|expansion)$/.test(type))
    return !/^\$(?:PWD|\{PWD\}|[?#])$/.test(text) && !text.startsWith('<(');
  return type !== 'arithmetic_expansion' && children.some(usesUnknownNames);
}
