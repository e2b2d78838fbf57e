import { toByteString } from './patterns/byte-string.js';
import type { Glob } from './patterns/glob.js';
import type { NamePrefilter } from './patterns/name-prefilter.js';
import { readUserPatterns } from './patterns/pattern-syntax.js';
import { RuleFile } from './files/rule-file.js';
import { mayMatchBelow } from './patterns/wildmatch.js';

/** The patterns of files that the user wants indexed even if other rules ignore them. */
export class CorePatterns {
  readonly #rules: RuleFile;
  /** Whether there are patterns that match a name at any depth. */
  readonly #hasNames: boolean;
  readonly #paths: readonly Glob[];

  /** Errors: `PatternSyntaxError`. */
  constructor(lines: readonly string[]) {
    const patterns = readUserPatterns(lines, 'corePatterns');
    const positive = patterns.filter(({ isNegated }) => !isNegated);
    this.#rules = new RuleFile(patterns);
    this.#hasNames = positive.some(({ isNameOnly }) => isNameOnly);
    this.#paths = positive.flatMap(({ isNameOnly, glob }) =>
      isNameOnly || typeof glob === 'string' ? [] : glob,
    );
  }

  /** Passes every name that one of the patterns may match. */
  get prefilter(): NamePrefilter {
    return this.#rules.prefilter;
  }

  /** Whether an entry is core. Shape: `directory` is the path of the entry's directory, `''` or ending in a slash. */
  matches(name: string, isDir: boolean, directory: string): boolean {
    return this.#rules.match(name, isDir, directory) === true;
  }

  /** Whether anything below this directory could match. Shape: a path that ends in a slash. */
  mayMatchBelow(directory: string): boolean {
    if (this.#hasNames) return true;
    const bytes = toByteString(directory);
    return this.#paths.some((glob) => mayMatchBelow(glob, bytes));
  }
}
