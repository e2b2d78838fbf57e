import { Alphabet, NEWLINE_CLASS, Trait } from './alphabet.js';
import { assertionHolds } from './assertion-holds.js';
import type { Instruction, Program } from './program.js';
import type { Assertion } from './syntax-tree.js';
import { codePointOf, decodeBefore, byteWidthOf } from './utf8.js';

// Table entries that are no state. An entry below them means a match, followed by the state `MATCH - entry`.
const UNKNOWN = -1;
const LINE = -2;
const MATCHING_LINE = -3;
const MATCH = -4;

// Less than any place and than the complement of any place.
const NOWHERE = -1 << 30;
const NEWLINE = 0x0a;
const CARRIAGE_RETURN = 0x0d;

// 4 MB. A pattern that needs more creates new states all the time, so dropping them costs it little.
const MAX_ENTRIES = 1 << 20;
const MIN_WIDTH = 16;
// The limit for creating states on one line: a second or so. Most patterns need some hundred steps in a search.
const MAX_LINE_STEPS = 50_000_000;
// A pattern that is slow on one line is slow on others: each further line gets half of the previous limit.
const PATIENCE = 0.5;
const MIN_LINE_STEPS = 500_000;

/** Whether a result of `find` is no match but `~place`: the pattern takes too long on the line of that place. */
export function isGivenUp(found: number): boolean {
  return found < 0;
}

interface State {
  /** The instructions where it may continue, in order. */
  readonly steps: Int32Array;
  /** The traits of the character to its right, as far as the program tests them. */
  readonly right: number;
}

/**
 * Finds the lines that a program matches in linear time, by a DFA whose states are built lazily:
 * https://swtch.com/~rsc/regexp/regexp1.html. It reads a line from right to left, so that the last match start that
 * it sees is the first of the line.
 */
export class Automaton {
  readonly #instructions: readonly Instruction[];
  readonly #start: number;
  readonly #alphabet: Alphabet;
  readonly #traits: number;
  readonly #maxEntries: number;
  #maxLineSteps: number;
  readonly #states: State[] = [];
  /** State numbers by a key of their content. */
  readonly #numbers = new Map<string, number>();
  /** Entries for each state: one for each class of the alphabet, plus reserve. */
  #width = MIN_WIDTH;
  /** The transitions by state and class. Shape: a state is identified by the index of its first entry. */
  #table = new Int32Array(0);
  #lineSteps = 0;
  /** By instruction: the round in which it was last reached. */
  readonly #reached: Float64Array;
  #round = 0;

  /** Shape: `program` matches backward. The limits are for tests. */
  constructor(
    { instructions, start, sets }: Program,
    { maxEntries = MAX_ENTRIES, maxLineSteps = MAX_LINE_STEPS } = {},
  ) {
    this.#instructions = instructions;
    this.#start = start;
    this.#alphabet = new Alphabet(sets);
    this.#maxEntries = maxEntries;
    this.#maxLineSteps = maxLineSteps;
    this.#traits = instructions.reduce(
      (traits, step) => (step.op === 'assertion' ? traits | traitsOf(step.assertion) : traits),
      0,
    );
    this.#reached = new Float64Array(instructions.length);
    this.#forget();
  }

  /**
   * Appends to `found` the start of the first match in each matching line of `bytes[start, end)`, the last line
   * first; and `~place` for a line that takes too long, with a place in it. Shape: whole lines.
   * @param onStart Called with the start of each match, the last first.
   */
  find(bytes: Uint8Array, start: number, end: number, found: number[], onStart?: (at: number) => void): void {
    if (start === end) return;
    const { ascii } = this.#alphabet;
    let table = this.#table;
    let state = 0;
    let at = endOfText(bytes, start, bytes[end - 1] === NEWLINE ? end - 1 : end);
    let first = NOWHERE;
    this.#lineSteps = 0;
    for (;;) {
      let charClass = NEWLINE_CLASS;
      let width = 1;
      // The fast path: an ASCII character with a known transition to a state without a match.
      while (at > start) {
        const byte = bytes[at - 1]!;
        if (byte >= 0x80) break;
        charClass = ascii[byte]!;
        const next = table[state + charClass]!;
        if (next < 0) break;
        state = next;
        at--;
      }
      if (at === start) charClass = NEWLINE_CLASS;
      else if (bytes[at - 1]! >= 0x80) {
        const decoded = decodeBefore(bytes, at, start);
        charClass = this.#alphabet.classOf(codePointOf(decoded));
        width = byteWidthOf(decoded);
        // A new class may not fit into the table.
        if (charClass >= this.#width) {
          state = this.#widen(state);
          table = this.#table;
        }
      }
      let next = table[state + charClass]!;
      if (next === UNKNOWN && this.#lineSteps <= this.#maxLineSteps) {
        state = this.#computeTransition(state, charClass);
        table = this.#table;
        next = table[state + charClass]!;
      }
      if (next >= 0) state = next;
      else if (next <= MATCH) {
        first = at;
        onStart?.(at);
        state = MATCH - next;
      } else {
        // Either the start of the line, or the line takes too long.
        if (next === MATCHING_LINE) {
          first = at;
          onStart?.(at);
        } else if (next === UNKNOWN && first === NOWHERE) first = ~at;
        if (first !== NOWHERE) found.push(first);
        const lineStart = next === UNKNOWN ? this.#giveUp(bytes, start, at) : at;
        if (lineStart === start) return;
        at = endOfText(bytes, start, lineStart - 1);
        state = 0;
        first = NOWHERE;
        this.#lineSteps = 0;
        continue;
      }
      at -= width;
    }
  }

  /** Gives the line that contains `at` up, and returns its start. */
  #giveUp(bytes: Uint8Array, start: number, at: number): number {
    this.#maxLineSteps = Math.max(
      Math.min(MIN_LINE_STEPS, this.#maxLineSteps),
      PATIENCE * this.#maxLineSteps,
    );
    return at === start ? start : Math.max(start, bytes.lastIndexOf(NEWLINE, at - 1) + 1);
  }

  /** Computes the transition of a state by a class. Returns the state, whose index may have changed. */
  #computeTransition(given: number, charClass: number): number {
    const state = this.#states[given / this.#width]!;
    const isFull = (this.#states.length + 1) * this.#width > this.#maxEntries;
    const place = isFull ? this.#clearExcept(state) : given;
    const left = this.#alphabet.traits[charClass]!;
    const { isMatch, steps } = this.#reach(state, charClass, left);
    if (charClass === NEWLINE_CLASS) this.#table[place + charClass] = isMatch ? MATCHING_LINE : LINE;
    else {
      const next = this.#place({ steps, right: left & this.#traits });
      this.#table[place + charClass] = isMatch ? MATCH - next : next;
    }
    return place;
  }

  /** The instructions reached from a state by a class with the traits `left`, and whether a match starts right of it. */
  #reach({ steps, right }: State, charClass: number, left: number): { isMatch: boolean; steps: Int32Array } {
    const reached = this.#reached;
    const round = ++this.#round;
    const waiting = [this.#start, ...steps];
    const targets = new Set<number>();
    let isMatch = false;
    for (let step = waiting.pop(); step !== undefined; step = waiting.pop()) {
      if (reached[step] === round) continue;
      reached[step] = round;
      this.#lineSteps++;
      const instruction = this.#instructions[step]!;
      switch (instruction.op) {
        case 'character':
          if (this.#alphabet.isIn(charClass, instruction.set)) targets.add(instruction.next);
          break;
        case 'split':
          waiting.push(instruction.second, instruction.first);
          break;
        case 'assertion':
          if (assertionHolds(instruction.assertion, left, right)) waiting.push(instruction.next);
          break;
        case 'match':
          isMatch = true;
          break;
        default:
          throw new Error(`an automaton cannot do "${instruction.op}"`);
      }
    }
    return { isMatch, steps: Int32Array.from(targets).sort() };
  }

  /** The index of a state in the table; adds the state if it is new. */
  #place(state: State): number {
    const key = `${String(state.right)}:${state.steps.join(' ')}`;
    const known = this.#numbers.get(key);
    if (known !== undefined) return known * this.#width;
    const number = this.#states.push(state) - 1;
    this.#numbers.set(key, number);
    const place = number * this.#width;
    if (place + this.#width > this.#table.length) {
      const larger = new Int32Array(Math.max(2 * this.#table.length, 8 * this.#width)).fill(UNKNOWN);
      larger.set(this.#table);
      this.#table = larger;
    }
    return place;
  }

  #widen(state: number): number {
    const kept = this.#states[state / this.#width]!;
    while (this.#width < this.#alphabet.size) this.#width *= 2;
    return this.#clearExcept(kept);
  }

  #clearExcept(state: State): number {
    this.#forget();
    return this.#place(state);
  }

  #forget(): void {
    this.#states.length = 0;
    this.#numbers.clear();
    this.#table = new Int32Array(0);
    while (this.#width < this.#alphabet.size) this.#width *= 2;
    // The first state is the one at the end of a line.
    this.#place({ steps: new Int32Array(0), right: Trait.edge & this.#traits });
  }
}

/** The end of a line's text, without a carriage return before the newline at `newline`. */
function endOfText(bytes: Uint8Array, start: number, newline: number): number {
  return newline > start && bytes[newline - 1] === CARRIAGE_RETURN ? newline - 1 : newline;
}

function traitsOf({ kind }: Assertion): number {
  switch (kind) {
    case 'line start':
    case 'line end':
      return Trait.edge | Trait.carriageReturn;
    case 'text start':
    case 'text end':
      return Trait.edge;
    default:
      return Trait.word | Trait.asciiWord | Trait.noCharacter;
  }
}
