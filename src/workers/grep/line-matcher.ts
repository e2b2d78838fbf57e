import { Automaton, isGivenUp } from '../regex/automaton.js';
import { Backtracker } from '../regex/backtracker.js';
import { type Needle, needleOf } from '../regex/needle.js';
import { type GrepPattern, parsePattern } from '../regex/parse-pattern.js';
import { compileBackward, compileForward, type Program } from '../regex/program.js';
import { requiredLiterals } from '../regex/required-literals.js';
import { ByteFinder } from './byte-finder.js';
import { endOfLine, startOfLine } from './byte-lines.js';

/** Finds the lines that match a pattern. */
export interface LineMatcher {
  /** Whether UTF-8 text may hold a matching line; never `false` for one that does. */
  mayMatch(bytes: Buffer): boolean;
  /**
   * The start of the first match of each matching line in `bytes[start, end)`. For a line on which the pattern takes
   * too long it yields a marker that `isGivenUp` recognizes. Shape: whole lines of UTF-8.
   */
  matches(bytes: Buffer, start: number, end: number): Iterable<number>;
  /**
   * The starts of the first matches in the line whose first one starts at `first`, ascending; they may overlap. Of those
   * that are close to each other it may leave some out.
   */
  starts(bytes: Buffer, first: number): Iterable<number>;
}

const CARRIAGE_RETURN = 0x0d;
// Where candidate lines are closer than this, the automaton scans the text between them as fast as it would skip it.
const NEAR_BYTES = 256;
// Matches of a stretch are held in memory until they are read, and each of its lines may have one.
const MAX_STRETCH_BYTES = 1 << 16;
// A line of gigabytes may have a match at each byte. Nobody needs more of them than these, nor two so close.
const MAX_STARTS = 1_000;
const NEAR_STARTS_BYTES = 32;

/**
 * A matcher for one pattern. Lines are matched one by one: no match spans two of them. `finder` searches for
 * literals, fastest in its own buffer.
 * Errors: `PatternSyntaxError`.
 */
export function compileMatcher(pattern: GrepPattern, finder?: ByteFinder): LineMatcher {
  return new PatternMatcher(pattern, finder);
}

class PatternMatcher implements LineMatcher {
  readonly #program: Program;
  /** Created with the first text that may match. */
  #automaton: Automaton | undefined;
  /** Confirms the automaton's candidates when the pattern is not regular (backreferences, look-around); else `null`. */
  readonly #backtracker: Backtracker | null;
  readonly #needles: readonly Needle[] | null;
  #finder: ByteFinder | undefined;

  constructor(pattern: GrepPattern, finder: ByteFinder | undefined) {
    const { root, isRegular, groupNumbers } = parsePattern(pattern);
    this.#program = compileBackward(root, pattern.pattern);
    this.#backtracker = isRegular
      ? null
      : new Backtracker(compileForward(root, pattern.pattern, groupNumbers));
    const needles = requiredLiterals(root)?.map(needleOf);
    this.#needles = needles?.every((needle) => needle !== null) === true ? needles : null;
    this.#finder = finder;
  }

  mayMatch(bytes: Buffer): boolean {
    if (this.#needles === null) return true;
    this.#finder ??= new ByteFinder();
    return this.#finder.mayContain(bytes, this.#needles);
  }

  *matches(bytes: Buffer, start: number, end: number): Generator<number, void, undefined> {
    for (const found of this.#candidates(bytes, start, end)) {
      const checked = this.#backtracker === null || isGivenUp(found) ? found : this.#check(found, bytes, end);
      if (checked !== null) yield checked;
    }
  }

  *starts(bytes: Buffer, first: number): Generator<number, void, undefined> {
    const end = endOfLine(bytes, first);
    let all: number[] = [];
    const automaton = (this.#automaton ??= new Automaton(this.#program));
    automaton.find(bytes, startOfLine(bytes, first), end, [], (at) => {
      if (Math.trunc(at / NEAR_STARTS_BYTES) === Math.trunc((all.at(-1) ?? -1) / NEAR_STARTS_BYTES))
        all.pop();
      if (all.push(at) === 2 * MAX_STARTS) all = all.slice(MAX_STARTS);
    });
    yield first;
    let last = first;
    for (let place = all.pop(); place !== undefined; place = all.pop()) {
      if (place <= last) continue;
      const checked = this.#backtracker === null ? place : this.#check(place, bytes, end);
      // Where the pattern takes too long, those before have to do.
      if (checked === null || isGivenUp(checked)) return;
      last = checked;
      yield checked;
    }
  }

  /** The matches of the automaton; a superset when the pattern is not regular. */
  *#candidates(bytes: Buffer, start: number, end: number): Generator<number, void, undefined> {
    const automaton = (this.#automaton ??= new Automaton(this.#program));
    const next = this.#needles === null ? undefined : this.#finder?.placesIn(bytes, this.#needles);
    const found: number[] = [];
    let stretch = 0;
    for (let from = start; from < end;) {
      const at = next === undefined ? from : next(from);
      if (at < 0 || at >= end) return;
      const first = startOfLine(bytes, at);
      stretch = first - from > NEAR_BYTES ? 0 : Math.min(MAX_STRETCH_BYTES, 2 * stretch + NEAR_BYTES);
      from = Math.min(end, endOfLine(bytes, at + stretch) + 1);
      automaton.find(bytes, first, from, found);
      for (let place = found.pop(); place !== undefined; place = found.pop()) yield place;
    }
  }

  #check(found: number, bytes: Buffer, limit: number): number | null {
    const start = startOfLine(bytes, found);
    const end = Math.min(limit, endOfLine(bytes, found));
    const hasReturn = end > start && bytes[end - 1] === CARRIAGE_RETURN;
    const line = { bytes, start, end: hasReturn ? end - 1 : end };
    const first = this.#backtracker?.find(line, found) ?? null;
    return first === 'too long' ? ~found : first;
  }
}
