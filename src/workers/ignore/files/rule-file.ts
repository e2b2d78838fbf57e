import { foldCase, toByteString } from '../patterns/byte-string.js';
import type { Glob } from '../patterns/glob.js';
import { NamePrefilter } from '../patterns/name-prefilter.js';
import { readPatterns, type Pattern } from '../patterns/pattern.js';
import { literalText, toPlainRule, type PlainRule } from '../patterns/plain-rule.js';
import { PlainRules } from '../patterns/plain-rules.js';
import { WildcardNames, type WildcardRule } from '../patterns/wildcard-names.js';
import { wildmatch } from '../patterns/wildmatch.js';

/** A rule with wildcards in or across its directories, such as `docs/v*.?/build` or `a/**`. */
interface WildcardPath extends WildcardRule {
  /** The literal directories before the pattern's first wildcard, `''` or ending in a slash. */
  readonly directory: string;
  /** The byte that a path must end with; 0 when any will do. */
  readonly lastByte: number;
}

// A file's wildcards are tried one by one: this many take a fifth of a millisecond for each name. No project has as many;
// a file with more is meant to make a scan hang.
const MAX_WILDCARDS = 2_000;

const NO_MATCH = -1;

/**
 * The compiled rules of one `.gitignore` or excludes file.
 * Each rule has a code: twice its position in the file, plus one when it re-includes. So the highest code that
 * matches belongs to the last matching rule, which decides, and its lowest bit is the decision.
 */
export class RuleFile {
  /** Whether no rule can match. */
  readonly isEmpty: boolean;
  /** Passes every name that a rule may match. */
  readonly prefilter: NamePrefilter;
  readonly #plain: PlainRules;
  readonly #names: WildcardNames | null;
  /** Wildcard rules with a path, from the file's last line to the first. */
  readonly #paths: readonly WildcardPath[];
  readonly #ignoreCase: boolean;

  /** Errors: those of `compileRuleFile`. */
  constructor(patterns: Iterable<Pattern>, ignoreCase = false) {
    const plain: PlainRule[] = [];
    const names: WildcardRule[] = [];
    const paths: WildcardPath[] = [];
    let place = 0;
    for (const { glob, source, isNegated, isDirOnly, isNameOnly } of patterns) {
      if (typeof glob === 'string') continue;
      const code = place++ * 2 + (isNegated ? 1 : 0);
      const plainRule = toPlainRule(glob, { code, isDirOnly, isNameOnly });
      if (plainRule !== null) plain.push(plainRule);
      else if (isNameOnly) names.push({ code, isDirOnly, source, glob });
      else paths.push({ code, isDirOnly, source, glob, ...endsOf(glob.steps) });
      if (names.length + paths.length > MAX_WILDCARDS) {
        throw new Error(`it has more than ${MAX_WILDCARDS} patterns with wildcards`);
      }
    }
    this.#plain = new PlainRules(plain);
    this.#names = names.length === 0 ? null : new WildcardNames(names, ignoreCase);
    this.#paths = paths.toReversed();
    this.#ignoreCase = ignoreCase;
    this.isEmpty = place === 0;
    this.prefilter = ignoreCase
      ? NamePrefilter.of([{ kind: 'startsWith', text: '' }])
      : NamePrefilter.of([
          ...plain,
          ...names.map(({ glob }) => affixOf(glob, true)),
          ...paths.map(({ glob }) => affixOf(glob, false)),
        ]);
  }

  /**
   * What these rules alone say of one entry: `true` ignored, `false` re-included, `undefined` nothing. Whether a parent
   * directory is ignored is the caller's business.
   * Shape: `below` is the directory of the entry, from the directory of this file on: `''`, or ending in a slash.
   * Cost: about 0.1 us where the rules are plain and few, and nothing is allocated; about 1 us for a name that ends or
   * starts like a wildcard name.
   */
  match(name: string, isDir: boolean, below: string): boolean | undefined {
    const code = this.#ignoreCase
      ? this.#latest(foldCase(name), isDir, foldCase(below))
      : this.#latest(name, isDir, below);
    return code === NO_MATCH ? undefined : code % 2 === 0;
  }

  #latest(name: string, isDir: boolean, below: string): number {
    let code = this.#plain.latest(name, isDir, below, NO_MATCH);
    if (this.#names !== null) code = this.#names.latest(name, isDir, code);
    return this.#paths.length === 0 ? code : this.#latestPath(name, isDir, below, code);
  }

  #latestPath(name: string, isDir: boolean, below: string, best: number): number {
    const last = name.charCodeAt(name.length - 1);
    for (const rule of this.#paths) {
      if (rule.code <= best) return best;
      if (rule.isDirOnly && !isDir) continue;
      if (rule.lastByte !== 0 && rule.lastByte !== last) continue;
      if (!below.startsWith(rule.directory)) continue;
      if (wildmatch(rule.glob, toByteString(below + name))) return rule.code;
    }
    return best;
  }
}

/** The literal prefix or suffix shared by all names that a wildcard matches. */
function affixOf({ steps }: Glob, isName: boolean): Pick<PlainRule, 'kind' | 'text'> {
  const first = steps[0] ?? 0;
  const last = steps.at(-1) ?? 0;
  if (last < 0x80) return { kind: 'endsWith', text: String.fromCharCode(last) };
  if (isName && first < 0x80) return { kind: 'startsWith', text: String.fromCharCode(first) };
  return { kind: 'startsWith', text: '' };
}

function endsOf(steps: readonly number[]): Pick<WildcardPath, 'directory' | 'lastByte'> {
  const wildcard = steps.findIndex((step) => step > 0xff);
  const literal = literalText(steps.slice(0, wildcard)) ?? '';
  const last = steps.at(-1) ?? 0;
  return { directory: literal.slice(0, literal.lastIndexOf('/') + 1), lastByte: last < 0x80 ? last : 0 };
}

/**
 * The rules of a file, or `null` when it holds none. Patterns that git cannot read never match, as in git.
 * Pass `ignoreCase` where git's `core.ignorecase` is set.
 * Errors: an `Error` for a file built to exhaust memory or time; the caller should ignore its rules.
 */
export function compileRuleFile(text: string, ignoreCase = false): RuleFile | null {
  const file = new RuleFile(readPatterns(text, ignoreCase), ignoreCase);
  return file.isEmpty ? null : file;
}
