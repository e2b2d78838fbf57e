import { Alphabet, NEWLINE_CLASS, Trait } from './alphabet.js';
import { holds } from './holds.js';
import type { Instruction, Program } from './program.js';
import type { Assertion } from './syntax-tree.js';
import { codePointOf, decodeBefore, widthOf } from './utf8.js';

// Entries of the table that are no state; those below mean a match and the state `MATCH - entry`.
const UNKNOWN = -1;
const LINE = -2;
const MATCHING_LINE = -3;
const MATCH = -4;

// Below all places and what stands for them.
const NOWHERE = -1 << 30;
const NEWLINE = 0x0a;
const CARRIAGE_RETURN = 0x0d;

// 4 MB. A pattern that needs more makes new states all the time, and forgetting them costs it little.
const MAX_ENTRIES = 1 << 20;
const MIN_WIDTH = 16;
const MAX_ROUND = 2 ** 31 - 1;
// What making states may cost on one line: a second or so. Most patterns need some hundred steps for a whole search.
const MAX_LINE_STEPS = 50_000_000;
// Whatever takes too long on one line does so on others: each of them gets half of the steps of the one before.
const PATIENCE = 0.5;
const MIN_LINE_STEPS = 500_000;

/** Stands in the place of a match: the pattern takes too long on the line that `~found` is in. */
export function isGivenUp(found: number): boolean {
  return found < 0;
}

interface State {
  /** The instructions that it may go on at, in order. */
  readonly steps: Int32Array;
  /** The traits of the character to its right, as far as the program asks for them. */
  readonly right: number;
}

/**
 * Finds the lines that a program matches, in time that grows with the text and no faster, by an automaton whose states
 * are made when they are met: https://swtch.com/~rsc/regexp/regexp1.html. It reads a line from right to left, so that
 * the last place where it sees a match start is the first of the line.
 */
export class Automaton {
  readonly #instructions: readonly Instruction[];
  readonly #start: number;
  readonly #alphabet: Alphabet;
  readonly #traits: number;
  readonly #maxEntries: number;
  #maxLineSteps: number;
  readonly #states: State[] = [];
  /** The number of each state, by what it is. */
  readonly #numbers = new Map<string, number>();
  /** Entries for each state: one for each class of the alphabet, and some for those to come. */
  #width = MIN_WIDTH;
  /** What each class makes of each state. Shape: states are told by where their entries start. */
  #table = new Int32Array(0);
  #lineSteps = 0;
  /** In which round each instruction was last reached. */
  readonly #reached: Int32Array;
  #round = 0;

  /** Shape: `program` goes backward. The limits are for tests. */
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
    this.#reached = new Int32Array(instructions.length);
    this.#forget();
  }

  /**
   * Adds to `found`, for each line of `bytes[start, end)` that matches, where its first match starts, the last line
   * first; and `~place` of a place in a line that takes too long. Shape: whole lines.
   */
  find(bytes: Uint8Array, start: number, end: number, found: number[]): void {
    if (start === end) return;
    const { ascii } = this.#alphabet;
    let table = this.#table;
    let state = 0;
    let at = takeLastLines(bytes, start, bytes[end - 1] === NEWLINE ? end - 1 : end);
    let first = NOWHERE;
    this.#lineSteps = 0;
    for (;;) {
      let charClass = NEWLINE_CLASS;
      let width = 1;
      // Nearly all characters are like these.
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
        width = widthOf(decoded);
        // A new class needs a wider table.
        if (charClass >= this.#width) {
          state = this.#widen(state);
          table = this.#table;
        }
      }
      let next = table[state + charClass]!;
      if (next === UNKNOWN && this.#lineSteps <= this.#maxLineSteps) {
        state = this.#makeEntry(state, charClass);
        table = this.#table;
        next = table[state + charClass]!;
      }
      if (next >= 0) state = next;
      else if (next <= MATCH) {
        first = at;
        state = MATCH - next;
      } else {
        // The line starts here, or it takes too long to get there.
        if (next === MATCHING_LINE) first = at;
        else if (next === UNKNOWN && first === NOWHERE) first = ~at;
        if (first !== NOWHERE) found.push(first);
        const lineStart = next === UNKNOWN ? this.#giveUp(bytes, start, at) : at;
        if (lineStart === start) return;
        at = takeLastLines(bytes, start, lineStart - 1);
        state = 0;
        first = NOWHERE;
        this.#lineSteps = 0;
        continue;
      }
      at -= width;
    }
  }

  /** Returns where the line starts that `at` is in. */
  #giveUp(bytes: Uint8Array, start: number, at: number): number {
    this.#maxLineSteps = Math.max(
      Math.min(MIN_LINE_STEPS, this.#maxLineSteps),
      PATIENCE * this.#maxLineSteps,
    );
    return at === start ? start : Math.max(start, bytes.lastIndexOf(NEWLINE, at - 1) + 1);
  }

  /** Finds out what a class makes of a state. Returns the state, which may have been moved. */
  #makeEntry(given: number, charClass: number): number {
    const state = this.#states[given / this.#width]!;
    const isFull = (this.#states.length + 1) * this.#width > this.#maxEntries;
    const place = isFull ? this.#forgetBut(state) : given;
    const left = this.#alphabet.traits[charClass]!;
    const { isMatch, steps } = this.#reach(state, charClass, left);
    if (charClass === NEWLINE_CLASS) this.#table[place + charClass] = isMatch ? MATCHING_LINE : LINE;
    else {
      const next = this.#place({ steps, right: left & this.#traits });
      this.#table[place + charClass] = isMatch ? MATCH - next : next;
    }
    return place;
  }

  /** Whether a match starts to the left of which a character stands, and where a class of it leads to. */
  #reach({ steps, right }: State, charClass: number, left: number): { isMatch: boolean; steps: Int32Array } {
    const reached = this.#reached;
    const round = this.#nextRound();
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
          if (holds(instruction.assertion, left, right)) waiting.push(instruction.next);
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

  #nextRound(): number {
    if (this.#round === MAX_ROUND) {
      this.#reached.fill(0);
      this.#round = 0;
    }
    return ++this.#round;
  }

  /** The place of a state in the table. */
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
    return this.#forgetBut(kept);
  }

  #forgetBut(state: State): number {
    this.#forget();
    return this.#place(state);
  }

  #forget(): void {
    this.#states.length = 0;
    this.#numbers.clear();
    this.#table = new Int32Array(0);
    while (this.#width < this.#alphabet.size) this.#width *= 2;
    // The first state is that of the end of a line.
    this.#place({ steps: new Int32Array(0), right: Trait.edge & this.#traits });
  }
}

/** Where a line ends, without a carriage return before its newline at `newline`. */
function takeLastLines(bytes: Uint8Array, start: number, newline: number): number {
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
