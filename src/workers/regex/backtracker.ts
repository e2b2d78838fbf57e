import { Alphabet, Trait } from './alphabet.js';
import { CharSet } from './char-set.js';
import { holds } from './holds.js';
import type { Instruction, Program } from './program.js';
import { codePointOf, decodeAt, decodeBefore, NO_CHARACTER, widthOf } from './utf8.js';

// A tenth of a second or so. Hardly any pattern needs more than a few steps for each character.
const MAX_STEPS = 10_000_000;
const STEPS_PER_BYTE = 20;
// Whatever takes too long on one line does so on others: each of them gets half of the steps of the one before.
const PATIENCE = 0.5;
const MIN_STEPS = 100_000;
// 64 MB: one for each character of a line of 4 MB.
const MAX_WAITING = 1 << 23;
// 16 MB. Without it a pattern may try the same again and again, until it is given up.
const MAX_MEMORY = 1 << 22;
const MAX_ROUND = 2 ** 32 - 1;

/** A line, without its end. */
interface Line {
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly end: number;
}

/**
 * Finds what an automaton cannot: look-around and backreferences. It tries one way after the other and never the same
 * twice, unless there are backreferences: then only the number of its steps has an end. A backreference to a group that
 * has matched nothing fails, as in PCRE.
 */
export class Backtracker {
  readonly #instructions: readonly Instruction[];
  readonly #start: number;
  readonly #alphabet: Alphabet;
  #maxSteps: number;
  /** What a group has matched makes a difference to what is tried later. */
  readonly #hasBackreferences: boolean;
  readonly #slots: Int32Array;
  readonly #otherCases = new Map<number, CharSet>();
  /** What is left to try, in pairs: an instruction and a place, or `~slot` and what was in it before. */
  readonly #waiting: number[] = [];
  /** In which round an instruction was tried at a place. */
  #tried = new Uint32Array(0);
  #round = 0;
  #remaining = 0;

  /** Shape: `program` goes forward. The limit is for tests. */
  constructor({ instructions, start, sets, slots }: Program, { maxSteps = MAX_STEPS } = {}) {
    this.#instructions = instructions;
    this.#start = start;
    this.#alphabet = new Alphabet(sets);
    this.#maxSteps = maxSteps;
    this.#hasBackreferences = instructions.some(({ op }) => op === 'backreference');
    this.#slots = new Int32Array(slots);
  }

  /** Where the first match at or after `from` starts; `null` when there is none, 'too long' when that takes for ever. */
  find(line: Line, from: number): number | 'too long' | null {
    const { bytes, start, end } = line;
    const size = this.#instructions.length * (end - start + 1);
    const remembers = !this.#hasBackreferences && size <= MAX_MEMORY;
    if (remembers && size > this.#tried.length) this.#tried = new Uint32Array(size);
    this.#remaining = this.#maxSteps + STEPS_PER_BYTE * (end - start);
    const round = remembers ? this.#nextRound() : 0;
    for (let at = from; at <= end; at += at < end ? widthOf(decodeAt(bytes, at, end)) : 1) {
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

  /** Whether there is a way from an instruction at a place to a match. In round 0 nothing is remembered. */
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
      let isOnItsWay = true;
      switch (instruction.op) {
        case 'match':
          waiting.length = bottom;
          return true;
        case 'split':
          isOnItsWay = round === 0 || this.#isNew(step, at, line, round);
          if (isOnItsWay) waiting.push(instruction.second, at);
          step = instruction.first;
          break;
        case 'character': {
          const width = this.#widthOfMember(instruction, at, line);
          isOnItsWay = width > 0;
          at += instruction.isBackward ? -width : width;
          step = instruction.next;
          break;
        }
        case 'assertion':
          isOnItsWay = holds(instruction.assertion, this.#traitsBefore(at, line), this.#traitsAt(at, line));
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
          isOnItsWay = this.#looksRight(instruction, at, line, round);
          step = instruction.next;
          break;
        case 'backreference': {
          const length = this.#lengthOfRepetition(instruction, at, line);
          isOnItsWay = length !== null;
          at += (length ?? 0) * (instruction.isBackward ? -1 : 1);
          step = instruction.next;
          break;
        }
      }
      if (isOnItsWay) continue;
      // Back to the last place that left another way.
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

  #looksRight(
    { start, isNegative }: Instruction & { op: 'look-around' },
    at: number,
    line: Line,
    round: number,
  ): boolean {
    // What the groups in it have matched is forgotten when it is left by the way it was entered.
    for (const [slot, value] of this.#slots.entries()) this.#waiting.push(~slot, value);
    const isMatch = this.#isMatch(start, at, line, round === 0 ? 0 : this.#nextRound());
    return isMatch !== isNegative && this.#remaining >= 0;
  }

  /** How wide the character is that stands next; 0 when it is not in the set. */
  #widthOfMember(
    { set, isBackward }: Instruction & { op: 'character' },
    at: number,
    { bytes, start, end }: Line,
  ): number {
    if (isBackward ? at === start : at === end) return 0;
    const decoded = isBackward ? decodeBefore(bytes, at, start) : decodeAt(bytes, at, end);
    return this.#alphabet.isIn(this.#alphabet.classOf(codePointOf(decoded)), set) ? widthOf(decoded) : 0;
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

  /** How many bytes repeat what a group has matched; `null` when what stands next does not. */
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
      next += isBackward ? -widthOf(wanted) : widthOf(wanted);
      place += isBackward ? -widthOf(found) : widthOf(found);
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
