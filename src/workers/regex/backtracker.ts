import { Alphabet, Trait } from './alphabet.js';
import { CharSet } from './char-set.js';
import { assertionHolds } from './assertion-holds.js';
import type { Instruction, Program } from './program.js';
import { codePointOf, decodeAt, decodeBefore, NO_CHARACTER, byteWidthOf } from './utf8.js';

// A tenth of a second or so. Most patterns need a few steps for each character.
const MAX_STEPS = 10_000_000;
const STEPS_PER_BYTE = 20;
// A pattern that is slow on one line is slow on others: each further line gets half of the previous limit.
const PATIENCE = 0.5;
const MIN_STEPS = 100_000;
// 64 MB: one element for each character of a line of 4 MB.
const MAX_WAITING = 1 << 23;
// 16 MB. On a longer line a pattern may try the same state again and again, until it is given up.
const MAX_MEMORY = 1 << 22;
const MAX_ROUND = 2 ** 32 - 1;

/** A line without its line break. */
interface Line {
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly end: number;
}

/**
 * Matches what an automaton cannot: look-around and backreferences. It tries one alternative after the other and
 * never the same state twice, unless there are backreferences: then only the limit of steps bounds it. A
 * backreference to a group that has matched nothing fails, as in PCRE.
 */
export class Backtracker {
  readonly #instructions: readonly Instruction[];
  readonly #start: number;
  readonly #alphabet: Alphabet;
  #maxSteps: number;
  /** With backreferences a state depends on the groups too, so states cannot be memoized. */
  readonly #hasBackreferences: boolean;
  readonly #slots: Int32Array;
  readonly #otherCases = new Map<number, CharSet>();
  /** The stack of alternatives, in pairs: an instruction and a place, or `~slot` and the slot's previous value. */
  readonly #waiting: number[] = [];
  /** By instruction and place: the round in which the pair was tried. */
  #tried = new Uint32Array(0);
  #round = 0;
  #remaining = 0;

  /** Shape: `program` matches forward. The limit is for tests. */
  constructor({ instructions, start, sets, slots }: Program, { maxSteps = MAX_STEPS } = {}) {
    this.#instructions = instructions;
    this.#start = start;
    this.#alphabet = new Alphabet(sets);
    this.#maxSteps = maxSteps;
    this.#hasBackreferences = instructions.some(({ op }) => op === 'backreference');
    this.#slots = new Int32Array(slots);
  }

  /**
   * The start of the first match at or after `from`; `null` for none, 'too long' when the limit of steps is reached.
   */
  find(line: Line, from: number): number | 'too long' | null {
    const { bytes, start, end } = line;
    const size = this.#instructions.length * (end - start + 1);
    const remembers = !this.#hasBackreferences && size <= MAX_MEMORY;
    if (remembers && size > this.#tried.length) this.#tried = new Uint32Array(size);
    this.#remaining = this.#maxSteps + STEPS_PER_BYTE * (end - start);
    const round = remembers ? this.#nextRound() : 0;
    for (let at = from; at <= end; at += at < end ? byteWidthOf(decodeAt(bytes, at, end)) : 1) {
      this.#slots.fill(-1);
      if (this.#isMatch(this.#start, at, line, round)) return at;
      if (this.#remaining < 0) {
        this.#maxSteps = Math.max(Math.min(MIN_STEPS, this.#maxSteps), PATIENCE * this.#maxSteps);
        return 'too long';
      }
    }
    return null;
  }

  #nextRound(): number {
    if (this.#round === MAX_ROUND) {
      this.#tried.fill(0);
      this.#round = 0;
    }
    return ++this.#round;
  }

  /** Whether there is a path from an instruction at a place to a match. Round 0 disables memoization. */
  #isMatch(start: number, place: number, line: Line, round: number): boolean {
    const waiting = this.#waiting;
    const bottom = waiting.length;
    let step = start;
    let at = place;
    for (;;) {
      if (--this.#remaining < 0 || waiting.length > MAX_WAITING) {
        this.#remaining = -1;
        waiting.length = bottom;
        return false;
      }
      const instruction = this.#instructions[step]!;
      let isMatching = true;
      switch (instruction.op) {
        case 'match':
          waiting.length = bottom;
          return true;
        case 'split':
          isMatching = round === 0 || this.#isNew(step, at, line, round);
          if (isMatching) waiting.push(instruction.second, at);
          step = instruction.first;
          break;
        case 'character': {
          const width = this.#widthOfMember(instruction, at, line);
          isMatching = width > 0;
          at += instruction.isBackward ? -width : width;
          step = instruction.next;
          break;
        }
        case 'assertion':
          isMatching = assertionHolds(
            instruction.assertion,
            this.#traitsBefore(at, line),
            this.#traitsAt(at, line),
          );
          step = instruction.next;
          break;
        case 'save':
          waiting.push(~instruction.slot, this.#slots[instruction.slot]!);
          this.#slots[instruction.slot] = at;
          step = instruction.next;
          break;
        case 'progress':
          step = this.#slots[instruction.slot] === at ? instruction.otherwise : instruction.next;
          break;
        case 'look-around':
          isMatching = this.#lookAroundHolds(instruction, at, line, round);
          step = instruction.next;
          break;
        case 'backreference': {
          const length = this.#lengthOfRepetition(instruction, at, line);
          isMatching = length !== null;
          at += (length ?? 0) * (instruction.isBackward ? -1 : 1);
          step = instruction.next;
          break;
        }
      }
      if (isMatching) continue;
      // Backtracks to the last untried alternative.
      do {
        if (waiting.length === bottom) return false;
        at = waiting.pop()!;
        step = waiting.pop()!;
        if (step < 0) this.#slots[~step] = at;
      } while (step < 0);
    }
  }

  #isNew(step: number, at: number, { start, end }: Line, round: number): boolean {
    const cell = step * (end - start + 1) + at - start;
    if (this.#tried[cell] === round) return false;
    this.#tried[cell] = round;
    return true;
  }

  #lookAroundHolds(
    { start, isNegative }: Instruction & { op: 'look-around' },
    at: number,
    line: Line,
    round: number,
  ): boolean {
    // Saves the groups, so that backtracking past the look-around restores them.
    for (const [slot, value] of this.#slots.entries()) this.#waiting.push(~slot, value);
    const isMatch = this.#isMatch(start, at, line, round === 0 ? 0 : this.#nextRound());
    return isMatch !== isNegative && this.#remaining >= 0;
  }

  /** The width of the next character in bytes; 0 when it is not in the set. */
  #widthOfMember(
    { set, isBackward }: Instruction & { op: 'character' },
    at: number,
    { bytes, start, end }: Line,
  ): number {
    if (isBackward ? at === start : at === end) return 0;
    const decoded = isBackward ? decodeBefore(bytes, at, start) : decodeAt(bytes, at, end);
    return this.#alphabet.isIn(this.#alphabet.classOf(codePointOf(decoded)), set) ? byteWidthOf(decoded) : 0;
  }

  #traitsBefore(at: number, { bytes, start }: Line): number {
    return at === start ? Trait.edge : this.#traitsOf(decodeBefore(bytes, at, start));
  }

  #traitsAt(at: number, { bytes, end }: Line): number {
    return at === end ? Trait.edge : this.#traitsOf(decodeAt(bytes, at, end));
  }

  #traitsOf(decoded: number): number {
    return this.#alphabet.traits[this.#alphabet.classOf(codePointOf(decoded))]!;
  }

  /** The length in bytes of a repetition of a group's match; `null` when the text differs. */
  #lengthOfRepetition(
    { group, ignoreCase, isBackward }: Instruction & { op: 'backreference' },
    at: number,
    { bytes, start, end }: Line,
  ): number | null {
    const from = this.#slots[2 * group - 2]!;
    const to = this.#slots[2 * group - 1]!;
    if (from < 0 || to < from) return null;
    let place = at;
    for (let next = isBackward ? to : from; next !== (isBackward ? from : to);) {
      if (--this.#remaining < 0 || place === (isBackward ? start : end)) return null;
      const wanted = isBackward ? decodeBefore(bytes, next, from) : decodeAt(bytes, next, to);
      const found = isBackward ? decodeBefore(bytes, place, start) : decodeAt(bytes, place, end);
      if (!this.#isSame(codePointOf(wanted), codePointOf(found), ignoreCase)) return null;
      next += isBackward ? -byteWidthOf(wanted) : byteWidthOf(wanted);
      place += isBackward ? -byteWidthOf(found) : byteWidthOf(found);
    }
    return Math.abs(place - at);
  }

  #isSame(a: number, b: number, ignoreCase: boolean): boolean {
    if (a === b || !ignoreCase || b === NO_CHARACTER) return a === b;
    let set = this.#otherCases.get(a);
    if (set === undefined) {
      set = CharSet.ofCharacter(a, 'all');
      this.#otherCases.set(a, set);
    }
    return set.has(b);
  }
}
