import { omitUndefined } from '../../protocol/json/omit-undefined.js';
import type { ArgumentKind, ProgramSpec } from './program-spec.js';
import type { Word } from '../syntax/word.js';

/** The result of checking a program's arguments. */
export interface CheckedArguments {
  /** Words that name files: a whole word, or the value of an option that is part of one. */
  readonly paths: readonly Word[];
  /** Why the call is not known to be safe, as a phrase after the name of the program; `undefined` when it is safe. */
  readonly problem: string | undefined;
  /** Whether it reads all files below its folders: the given ones, or else the working directory. */
  readonly isRecursive?: boolean;
  /** Commands that the program runs. A word that only the run will tell is replaced by some file's name. */
  readonly commands?: readonly (readonly Word[])[];
  /** Why it is harmless in the looking world only, as a phrase after the name of the program. */
  readonly lookingOnly?: string;
  /** Whether it follows the symbolic links in the folders that it reads. */
  readonly followsLinks?: boolean;
}

// Sizes and counts: `5`, `+3`, `-2`, `10k`.
const NUMBER = /^[+-]?\d+[A-Za-z]{0,2}$/;

/** Checks the arguments of a program against the options and operands that `program` lists. */
export function checkArguments(program: ProgramSpec, args: readonly Word[]): CheckedArguments {
  if (program.canTakeAnyArgument === true) return { paths: [], problem: undefined };
  const reading = new Reading(program);
  for (const word of args) {
    const problem = reading.take(word);
    if (problem !== undefined) return { paths: reading.paths, problem };
  }
  const { lookingOnly, followsLinks } = program;
  return {
    paths: reading.paths,
    problem: reading.end(),
    isRecursive: reading.isRecursive,
    ...omitUndefined({ lookingOnly, followsLinks }),
  };
}

class Reading {
  readonly #program: ProgramSpec;
  readonly #optionPaths: Word[] = [];
  readonly #operands: Word[] = [];
  /** The option that the next word is the value of. */
  #open: { readonly kind: ArgumentKind; readonly name: string } | undefined;
  #isPastOptions = false;
  #hasPattern = false;
  isRecursive: boolean;

  constructor(program: ProgramSpec) {
    this.#program = program;
    this.isRecursive = program.recursive === true;
  }

  get paths(): readonly Word[] {
    const { operands } = this.#program;
    const named = operands === 'pattern' && !this.#hasPattern ? this.#operands.slice(1) : this.#operands;
    return operands === 'path' || operands === 'pattern'
      ? [...this.#optionPaths, ...named]
      : this.#optionPaths;
  }

  /** Checks the next word. Returns the problem with it, if there is one. */
  take(word: Word): string | undefined {
    const { value } = word;
    if (value === undefined) return `gets "${word.source}", which is not known before it runs`;
    if (this.#open !== undefined) {
      const { kind, name } = this.#open;
      this.#open = kind === 'two texts' ? { kind: 'text', name } : undefined;
      // A program that stops reading options at the first operand takes this value for another operand.
      const isMaybeOperand = kind === 'text' && this.#operands.length > 0;
      return this.#takeValue(name, isMaybeOperand ? 'path' : kind, word);
    }
    if (!this.#isPastOptions && value === '--') this.#isPastOptions = true;
    else if (!this.#isPastOptions && value.startsWith('-') && value !== '-')
      return this.#takeOption(word, value);
    else if (this.#program.hasPlusOptions === true && value.startsWith('+'))
      return this.#unknownOption(value);
    // A glob may match a file whose name reads as an option.
    else if (word.glob !== undefined && !this.#isPastOptions && /^[*?[]/.test(value) && this.#isNextAPath())
      return `gets whatever "${word.source}" matches, which may be options: put "./" before it`;
    else this.#operands.push(word);
    return undefined;
  }

  end(): string | undefined {
    const { operands, maxOperands = operands === 'none' ? 0 : Infinity } = this.#program;
    if (this.#open !== undefined) return `has nothing behind ${this.#open.name}`;
    const extra = this.#operands[maxOperands];
    return extra === undefined ? undefined : `gets "${extra.source}", ${this.#describeUnlisted()}`;
  }

  #isNextAPath(): boolean {
    const { operands } = this.#program;
    return operands === 'path' || (operands === 'pattern' && (this.#hasPattern || this.#operands.length > 0));
  }

  #takeOption(word: Word, text: string): string | undefined {
    const { flags = [], optionalValues = [], hasLineCount = false } = this.#program;
    if (word.glob !== undefined) return `gets options from the names of files ("${word.source}")`;
    if (hasLineCount && /^-\d+$/.test(text)) return undefined;
    const [name = '', ...rest] = text.split('=');
    this.#note(name);
    if (flags.includes(text) || optionalValues.includes(name)) return undefined;
    const kind = this.#program.values?.[name];
    if (kind !== undefined) {
      if (rest.length === 0) this.#open = { kind, name };
      else if (name.startsWith('--')) return this.#takeValue(name, kind, part(word, rest.join('=')));
      else return this.#takeValue(name, kind, part(word, `=${rest.join('=')}`));
      return undefined;
    }
    if (text.startsWith('--')) return this.#unknownOption(name);
    return this.#takeCluster(word, text);
  }

  /** Checks a cluster of letters, such as `-la`, `-n5` or `-rn5`; the last letter may be followed by its value. */
  #takeCluster(word: Word, text: string): string | undefined {
    const { letters = '', optionalLetters = '' } = this.#program;
    for (let index = 1; index < text.length; index++) {
      const letter = text.charAt(index);
      const name = `-${letter}`;
      this.#note(name);
      const kind = this.#program.values?.[name];
      if (kind !== undefined) {
        const glued = text.slice(index + 1);
        if (glued !== '') return this.#takeValue(name, kind, part(word, glued));
        this.#open = { kind, name };
        return undefined;
      }
      if (optionalLetters.includes(letter)) return undefined;
      if (!letters.includes(letter)) return this.#unknownOption(name);
    }
    return undefined;
  }

  #takeValue(name: string, kind: ArgumentKind, word: Word): string | undefined {
    if (kind === 'path') this.#optionPaths.push(word);
    if (kind === 'number' && !NUMBER.test(word.value ?? ''))
      return `gets "${word.source}" for ${name}, not a number`;
    if ((kind === 'text' || kind === 'two texts') && word.glob !== undefined)
      return `gets the names of files for ${name}: put "${word.source}" in quotes`;
    return undefined;
  }

  #unknownOption(name: string): string {
    return `gets the option ${name}, ${this.#describeUnlisted()}`;
  }

  #describeUnlisted(): string {
    return `which may make it ${this.#program.unlistedEffect ?? 'do more than read'}`;
  }

  #note(name: string): void {
    const { patternOptions = [], recursive = false } = this.#program;
    if (patternOptions.includes(name)) this.#hasPattern = true;
    if (typeof recursive === 'object' && recursive.includes(name)) this.isRecursive = true;
  }
}

/** The end of a word, as a word. A `~` that was in the middle does not mean the home folder. */
function part(word: Word, value: string): Word {
  return { ...word, source: value, value, startsAtHome: false };
}
