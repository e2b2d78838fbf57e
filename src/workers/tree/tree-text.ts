import { LongText } from '../../actors/runtime/long-text.js';
import { resized } from '../index/growth.js';

/** Units: characters before a line for each level above it, and as many for its own branch. */
export const INDENT = 4;

const FIRST_LENGTH = 4096;

// What is not written to takes no memory.
const GROWTH = 4;

// A shorter text is copied in less time than it takes to give its memory away.
const MIN_LONG = 1 << 16;

const LINE_END = '\n'.charCodeAt(0);

// Four characters as the bits of one number are written in one step.
const STEM = packed('│   ');
const GAP = packed('    ');
const BRANCH = packed('├── ');
const LAST_BRANCH = packed('└── ');
const PACKED_BYTES = Float64Array.BYTES_PER_ELEMENT;
const IS_LITTLE_ENDIAN = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

/** The lines of a tree, added one by one, without a string for each piece of them. */
export class TreeText {
  #units = new Uint16Array(FIRST_LENGTH);
  #length = 0;
  #lines = 0;
  #view = new DataView(this.#units.buffer);
  // What stands before the lines of a level, for each level above it.
  readonly #indent: number[] = [];

  /** `heading` stands above the tree. */
  constructor(heading: string) {
    this.#makeRoom(heading.length);
    this.#addText(heading);
  }

  /** Units: characters (UTF-16), the heading's too. */
  get length(): number {
    return this.#length;
  }

  /** How many lines were added to the heading. */
  get lines(): number {
    return this.#lines;
  }

  /** Goes on one level below a line that was added. */
  enter(isLast: boolean): void {
    this.#indent.push(isLast ? GAP : STEM);
  }

  /** Goes on one level above. */
  leave(): void {
    this.#indent.pop();
  }

  /** Adds a line. Shape: its own line end included. */
  addLine(line: string, isLast: boolean): void {
    this.#startLine(line.length, isLast);
    this.#addText(line);
  }

  /** Adds a line of bytes that are ASCII; false, and nothing is added, when one is not. */
  addAsciiLine(bytes: Uint8Array, start: number, end: number, isLast: boolean): boolean {
    const lineStart = this.#length;
    this.#startLine(end - start + 1, isLast);
    const units = this.#units;
    let length = this.#length;
    for (let at = start; at < end; at++) {
      const byte = bytes[at]!;
      if (byte >= 0x80) {
        this.#length = lineStart;
        this.#lines--;
        return false;
      }
      units[length++] = byte;
    }
    units[length++] = LINE_END;
    this.#length = length;
    return true;
  }

  toString(): string {
    return this.#long.toString();
  }

  /** All of it as a reply carries it. Nothing is to be added any more. */
  finish(): string | LongText {
    return this.#length < MIN_LONG ? this.toString() : this.#long;
  }

  get #long(): LongText {
    return new LongText(this.#units.subarray(0, this.#length));
  }

  /** Adds what stands before a line of so many characters, and makes room for those. */
  #startLine(chars: number, isLast: boolean): void {
    const indent = this.#indent;
    const levels = indent.length;
    const start = this.#length;
    const end = start + INDENT * (levels + 1);
    this.#makeRoom(end + chars);
    const view = this.#view;
    let at = start * Uint16Array.BYTES_PER_ELEMENT;
    for (let level = 0; level < levels; level++, at += PACKED_BYTES) {
      view.setFloat64(at, indent[level]!, IS_LITTLE_ENDIAN);
    }
    view.setFloat64(at, isLast ? LAST_BRANCH : BRANCH, IS_LITTLE_ENDIAN);
    this.#length = end;
    this.#lines++;
  }

  #addText(text: string): void {
    for (let at = 0; at < text.length; at++) this.#units[this.#length++] = text.charCodeAt(at);
  }

  #makeRoom(needed: number): void {
    if (needed <= this.#units.length) return;
    this.#units = resized(this.#units, Math.max(needed, GROWTH * this.#units.length));
    this.#view = new DataView(this.#units.buffer);
  }
}

function packed(four: string): number {
  return new Float64Array(Uint16Array.from(four, (character) => character.charCodeAt(0)).buffer)[0]!;
}
