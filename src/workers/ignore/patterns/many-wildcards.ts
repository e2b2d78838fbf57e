import { toByteString } from './byte-string.js';
import { compileGlob, type Glob, Step } from './glob.js';
import { wildmatch } from './wildmatch.js';

export interface WildcardRule {
  /** The rule's position, as in `RuleFile`: when several rules match, the highest code decides. */
  readonly code: number;
  readonly isDirOnly: boolean;
  /** The pattern without `!` and without a slash at either end. */
  readonly source: string;
  readonly glob: Glob;
}

/** A rule that is compiled again when it is first tried: a hundred thousand compiled ones take 150 MB. */
interface LazyRule {
  code: number;
  readonly isDirOnly: boolean;
  readonly source: string;
  /**
   * Literal pieces of the pattern that every match contains; the rarest serves as the rule's index key.
   * Shape: byte strings, at least one.
   */
  readonly grams: readonly string[];
  glob?: Glob;
}

// Longer pieces distinguish rules no better, and each length costs a look-up at each byte of a path.
const MAX_GRAM_BYTES = 8;

// Rules with the same key are tried one by one, in a millisecond. Only a file built to hang us has more.
const MAX_RULES_PER_KEY = 1_000;

/**
 * The wildcard rules of a file that has too many to try one by one. Each is indexed by a literal piece of its
 * pattern, which every match contains.
 */
export class ManyWildcards {
  readonly #rules = new Map<string, LazyRule[]>();
  readonly #gramLengths: readonly number[];
  readonly #isPath: boolean;
  readonly #ignoreCase: boolean;

  /**
   * Takes rules from the first line of the file to the last.
   * Errors: an `Error` when too many rules share a key.
   */
  constructor(rules: Iterable<WildcardRule>, isPath: boolean, ignoreCase: boolean) {
    this.#isPath = isPath;
    this.#ignoreCase = ignoreCase;
    const distinct = new Map<string, LazyRule>();
    const uses = new Map<string, number>();
    for (const { code, isDirOnly, source, glob } of rules) {
      const key = `${isDirOnly ? '/' : ''}${source}`;
      const known = distinct.get(key);
      if (known !== undefined) {
        known.code = code;
        continue;
      }
      const grams = gramsOf(glob);
      for (const gram of grams) uses.set(gram, (uses.get(gram) ?? 0) + 1);
      distinct.set(key, { code, isDirOnly, source, grams });
    }
    for (const rule of distinct.values()) {
      const usesOf = (gram: string): number => uses.get(gram) ?? 0;
      const gram = rule.grams.reduce((a, b) => (usesOf(b) < usesOf(a) ? b : a));
      const alike = this.#rules.get(gram);
      if (alike === undefined) this.#rules.set(gram, [rule]);
      else if (alike.push(rule) > MAX_RULES_PER_KEY) {
        throw new Error(`it has more than ${MAX_RULES_PER_KEY} patterns that can only be tried one by one`);
      }
    }
    this.#gramLengths = [...new Set([...this.#rules.keys()].map((gram) => gram.length))];
  }

  /** The code of the last rule that matches, or `best` when none comes after that. Shape: a byte string. */
  latest(subject: string, isDir: boolean, best: number): number {
    let code = best;
    for (const length of this.#gramLengths) {
      for (let end = length; end <= subject.length; end++) {
        const alike = this.#rules.get(subject.slice(end - length, end));
        if (alike !== undefined) code = this.#latestOf(alike, subject, isDir, code);
        // The empty piece occurs at every place.
        if (length === 0) break;
      }
    }
    return code;
  }

  #latestOf(rules: readonly LazyRule[], subject: string, isDir: boolean, best: number): number {
    let code = best;
    for (const rule of rules) {
      if (rule.code > code && (isDir || !rule.isDirOnly) && this.#matches(rule, subject)) code = rule.code;
    }
    return code;
  }

  #matches(rule: LazyRule, subject: string): boolean {
    if (rule.glob === undefined) {
      const glob = compileGlob(toByteString(rule.source), this.#isPath, this.#ignoreCase);
      if (typeof glob === 'string') return false;
      rule.glob = glob;
    }
    return wildmatch(rule.glob, subject);
  }
}

/** The start and the end of each run of literal bytes; the empty string when every step is a wildcard. */
function gramsOf({ steps }: Glob): string[] {
  const grams = new Set<string>();
  let start = 0;
  for (let end = 0; end <= steps.length; end++) {
    if (end < steps.length && (steps[end] ?? 0) < Step.any) continue;
    if (end > start) {
      grams.add(literalText(steps.slice(start, Math.min(end, start + MAX_GRAM_BYTES))));
      grams.add(literalText(steps.slice(Math.max(start, end - MAX_GRAM_BYTES), end)));
    }
    start = end + 1;
  }
  return grams.size === 0 ? [''] : [...grams];
}

function literalText(bytes: readonly number[]): string {
  return String.fromCharCode(...bytes);
}
