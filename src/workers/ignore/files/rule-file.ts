import { foldCase, toByteString } from '../patterns/byte-string.js';
import { type Glob, Step } from '../patterns/glob.js';
import { NamePrefilter } from '../patterns/name-prefilter.js';
import { readPatterns, type Pattern } from '../patterns/pattern.js';
import { literalText, toPlainRule, type PlainRule } from '../patterns/plain-rule.js';
import { PlainRules } from '../patterns/plain-rules.js';
import { wildmatch } from '../patterns/wildmatch.js';

/** A rule with wildcards: a name such as `*.py[cod]`, or a path such as `docs/v*.?/build` or `a/**`. */
interface WildcardRule {
  readonly code: number;
  readonly isDirOnly: boolean;
  readonly isNameOnly: boolean;
  readonly glob: Glob;
  /** The literal directories before a path's first wildcard, `''` or ending in a slash. */
  readonly directory: string;
  /** The bytes that a name may start with, and those that a name or path may end with; `null` when any will do. */
  readonly first: Uint8Array | null;
  readonly last: Uint8Array | null;
}

// Wildcards are tried one by one, this many in a fifth of a millisecond. Nobody writes that many; who does wants us to hang.
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
  /** Lets every name through that a rule may match. */
  readonly prefilter: NamePrefilter;
  readonly #plain: PlainRules;
  /** From the last line to the first. */
  readonly #wildcards: readonly WildcardRule[];
  readonly #ignoreCase: boolean;

  /** Errors: those of `compileRuleFile`. */
  constructor(patterns: Iterable<Pattern>, ignoreCase = false) {
    const plain: PlainRule[] = [];
    const wildcards: WildcardRule[] = [];
    let place = 0;
    for (const { glob, isNegated, isDirOnly, isNameOnly } of patterns) {
      if (typeof glob === 'string') continue;
      const code = place++ * 2 + (isNegated ? 1 : 0);
      const plainRule = toPlainRule(glob, { code, isDirOnly, isNameOnly });
      if (plainRule !== null) plain.push(plainRule);
      else wildcards.push({ code, isDirOnly, isNameOnly, glob, ...endsOf(glob, isNameOnly) });
      if (wildcards.length > MAX_WILDCARDS) {
        throw new Error(`it has more than ${MAX_WILDCARDS} patterns with wildcards`);
      }
    }
    this.#plain = new PlainRules(plain);
    this.#wildcards = wildcards.toReversed();
    this.#ignoreCase = ignoreCase;
    this.isEmpty = place === 0;
    this.prefilter = ignoreCase
      ? NamePrefilter.ofAll()
      : NamePrefilter.of([...plain, ...wildcards.map(affixOf)]);
  }

  /**
   * What these rules alone say of one entry: `true` ignored, `false` re-included, `undefined` nothing. Whether a parent
   * directory is ignored is the caller's business.
   * Shape: `below` is the directory of the entry, from the directory of this file on: `''`, or ending in a slash.
   * Cost: about 0.1 us where the rules are plain and few, and nothing is allocated; as much again for each wildcard
   * whose first and last byte fit.
   */
  match(name: string, isDir: boolean, below: string): boolean | undefined {
    const code = this.#ignoreCase
      ? this.#latest(foldCase(name), isDir, foldCase(below))
      : this.#latest(name, isDir, below);
    return code === NO_MATCH ? undefined : code % 2 === 0;
  }

  #latest(name: string, isDir: boolean, below: string): number {
    const best = this.#plain.latest(name, isDir, below, NO_MATCH);
    const first = name.charCodeAt(0);
    const last = name.charCodeAt(name.length - 1);
    for (const rule of this.#wildcards) {
      if (rule.code <= best) return best;
      if (rule.isDirOnly && !isDir) continue;
      if (last < 0x80 && rule.last?.[last] === 0) continue;
      if (first < 0x80 && rule.first?.[first] === 0) continue;
      if (!below.startsWith(rule.directory)) continue;
      if (wildmatch(rule.glob, toByteString(rule.isNameOnly ? name : below + name))) return rule.code;
    }
    return best;
  }
}

/** The literal prefix or suffix shared by all names that a wildcard matches. */
function affixOf({ glob: { steps }, isNameOnly }: WildcardRule): Pick<PlainRule, 'kind' | 'text'> {
  const first = steps[0] ?? 0;
  const last = steps.at(-1) ?? 0;
  if (last < 0x80) return { kind: 'endsWith', text: String.fromCharCode(last) };
  if (isNameOnly && first < 0x80) return { kind: 'startsWith', text: String.fromCharCode(first) };
  return { kind: 'startsWith', text: '' };
}

function endsOf(glob: Glob, isNameOnly: boolean): Pick<WildcardRule, 'directory' | 'first' | 'last'> {
  const wildcard = glob.steps.findIndex((step) => step > 0xff);
  const literal = isNameOnly ? '' : (literalText(glob.steps.slice(0, wildcard)) ?? '');
  return {
    directory: literal.slice(0, literal.lastIndexOf('/') + 1),
    first: isNameOnly ? bytesAt(glob, 0) : null,
    last: bytesAt(glob, -1),
  };
}

/** The bytes that a step matches; `null` when it may match any, or none. */
function bytesAt({ steps, sets }: Glob, place: number): Uint8Array | null {
  const step = steps.at(place)!;
  if (step > 0xff) return sets[step - Step.firstSet] ?? null;
  const only = new Uint8Array(0x100);
  only[step] = 1;
  return only;
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
