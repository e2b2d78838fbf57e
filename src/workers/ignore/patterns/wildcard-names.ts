import ignore from 'ignore';
import { isAscii, toByteString } from './byte-string.js';
import type { Glob } from './glob.js';
import { wildmatch } from './wildmatch.js';

/** A rule with wildcards. */
export interface WildcardRule {
  /** See `RuleFile`: the higher code wins. */
  readonly code: number;
  readonly isDirOnly: boolean;
  /** The pattern without `!` and without a slash at either end. */
  readonly source: string;
  readonly glob: Glob;
}

// `ignore` remembers every name it was asked about, at 200 bytes each, and each of many rule files has an instance.
const MAX_CACHED_NAMES = 1024;

// Patterns that `ignore` reads as git does. A pattern longer than a file name may be is an accident, and could exceed
// what the regular expression that `ignore` makes of it can hold.
// With three stars or more that expression may backtrack over a name of `a` thousands of times, and with ten without
// end.
const READ_AS_IN_GIT = /^(?![^*]*(?:\*+[^*]+){2}\*)[ -~]{1,255}$/;

/**
 * The wildcard names of one file, such as `*.py[cod]` or `.*.sw?`, decided by one instance of `ignore`.
 * It tests bare names only, because for a path `ignore` answers "ignored" when a parent matches, even where a later
 * rule or a deeper file re-includes that parent. And it tests printable ASCII only: elsewhere `ignore` counts letters
 * where git counts bytes, trims carriage returns that git keeps, and folds other letters than git. `wildmatch`
 * decides all other names.
 */
export class WildcardNames {
  /** All rules, from the file's last line to the first. */
  readonly #rules: readonly WildcardRule[];
  readonly #ignore: ignore.Ignore | null;
  #cachedNames = 0;
  // Prefilter by first character: a name that neither starts nor ends like any rule costs two look-ups.
  readonly #first = new Uint8Array(0x80);
  readonly #last = new Uint8Array(0x80);
  #isAnyName = false;

  /** Takes rules, one at least, from the first line of the file to the last. */
  constructor(rules: readonly WildcardRule[], ignoreCase: boolean) {
    this.#rules = rules.toReversed();
    for (const { glob } of rules) this.#addToPrefilter(glob.steps);
    const isReadAsInGit = !ignoreCase && rules.every(({ source }) => READ_AS_IN_GIT.test(source));
    this.#ignore = isReadAsInGit ? ignore({ ignorecase: false, allowRelativePaths: true }) : null;
    this.#ignore?.add(rules.map(toParams));
  }

  /** The code of the last rule that matches, or `best` when none comes after that. */
  latest(name: string, isDir: boolean, best: number): number {
    const newest = this.#rules[0];
    if (newest === undefined || newest.code <= best) return best;
    if (!this.#isAnyName && !this.#mayMatch(name)) return best;
    if (this.#ignore === null || !isAscii(name)) return this.#latestByBytes(name, isDir, best);
    if (++this.#cachedNames > MAX_CACHED_NAMES) {
      this.#cachedNames = 0;
      // Adding anything, even nothing, clears its cache.
      this.#ignore.add(ignore());
    }
    const { rule } = this.#ignore.test(isDir ? `${name}/` : name);
    return rule === undefined ? best : Math.max(best, Number(rule.mark));
  }

  #latestByBytes(name: string, isDir: boolean, best: number): number {
    const bytes = toByteString(name);
    for (const { code, isDirOnly, glob } of this.#rules) {
      if (code <= best) return best;
      if ((isDir || !isDirOnly) && wildmatch(glob, bytes)) return code;
    }
    return best;
  }

  #addToPrefilter(steps: readonly number[]): void {
    const first = steps[0] ?? 0;
    const last = steps.at(-1) ?? 0;
    if (last < 0x80) this.#last[last] = 1;
    else if (first < 0x80) this.#first[first] = 1;
    else this.#isAnyName = true;
  }

  #mayMatch(name: string): boolean {
    return this.#last[name.charCodeAt(name.length - 1)] === 1 || this.#first[name.charCodeAt(0)] === 1;
  }
}

/** Passes each rule as one that ignores, because `ignore` names no rule that re-includes; the caller negates. */
function toParams({ code, isDirOnly, source }: WildcardRule): ignore.PatternParams {
  const quoted = /^[!#]/.test(source) ? `\\${source}` : source;
  return { pattern: isDirOnly ? `${quoted}/` : quoted, mark: String(code) };
}
