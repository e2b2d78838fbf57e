import { LongText } from '../../actors/runtime/long-text.js';

/** Units: characters before a line for each level above it, and as many for its own branch. */
export const INDENT = 4;

// Beside the indent, the shortest line has a name of one character and a line end.
const SHORTEST_LINE = 2;

const GROWTH = 2;

// Few trees are deeper.
const FIRST_LEVELS = 32;

// A shorter text is copied in less time than it takes to give its memory away.
const MIN_LONG = 1 << 16;

const SLASH = '/'.charCodeAt(0);
const LINE_END = '\n'.charCodeAt(0);

// Four characters as the bits of one number are written in one step.
const STEM = packed('│   ');
const GAP = packed('    ');
const BRANCH = packed('├── ');
const LAST_BRANCH = packed('└── ');
const PACKED_BYTES = Float64Array.BYTES_PER_ELEMENT;
const IS_LITTLE_ENDIAN = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

/** What a text may take, and what it probably will. */
export interface TextLimits {
  /** Units: characters (UTF-16), the heading's too. */
  readonly maxLength: number;
  readonly maxEntries: number;
  /** For how many characters to make room at once. */
  readonly room: number;
}

/** The lines of a tree, added one by one, without a string for each piece of them. */
export class TreeText {
  #units: Uint16Array<ArrayBuffer>;
  #view: DataView<ArrayBuffer>;
  #length = 0;
  readonly #maxLength: number;
  readonly #maxEntries: number;
  #entries = 0;
  // What the lines take at least that were announced and not added yet.
  #ahead = 0;
  // What stands before the lines of a level, for each level above it.
  #indent = new Float64Array(FIRST_LEVELS);
  #levels = 0;

  /** `heading` stands above the tree. */
  constructor(heading: string, { maxLength, maxEntries, room }: TextLimits) {
    this.#maxLength = maxLength;
    this.#maxEntries = maxEntries;
    this.#units = unitsFor(heading.length + room);
    this.#view = new DataView(this.#units.buffer);
    this.#write(heading);
  }

  /** Units: characters (UTF-16), the heading's too. */
  get length(): number {
    return this.#length;
  }

  /** How many lines were announced. */
  get entries(): number {
    return this.#entries;
  }

  /** Announces so many lines of this level; false when not all lines announced can fit. */
  announce(lines: number): boolean {
    this.#entries += lines;
    this.#ahead += lines * (INDENT * (this.#levels + 1) + SHORTEST_LINE);
    return this.#entries <= this.#maxEntries && this.#length + this.#ahead <= this.#maxLength;
  }

  /** Goes on one level below a line that was added. */
  enter(isLast: boolean): void {
    if (this.#levels === this.#indent.length) {
      const indent = new Float64Array(2 * this.#levels);
      indent.set(this.#indent);
      this.#indent = indent;
    }
    this.#indent[this.#levels++] = isLast ? GAP : STEM;
  }

  /** Goes on one level above. */
  leave(): void {
    this.#levels--;
  }

  /** Adds a line. Shape: its own line end included. */
  addLine(line: string, isLast: boolean): void {
    this.#startLine(line.length, isLast);
    this.#write(line);
  }

  /** Adds the line of a name. */
  addName(name: string, isDirectory: boolean, isLast: boolean): void {
    this.#startLine(name.length + 2, isLast);
    this.#write(name);
    if (isDirectory) this.#units[this.#length++] = SLASH;
    this.#units[this.#length++] = LINE_END;
  }

  /** Adds the line of a name whose bytes are ASCII; false, and nothing is added, when one is not. */
  addAscii(bytes: Uint8Array, start: number, end: number, isDirectory: boolean, isLast: boolean): boolean {
    let all = 0;
    const lineStart = this.#length;
    this.#startLine(end - start + 2, isLast);
    const units = this.#units;
    let length = this.#length;
    for (let at = start; at < end; at++) {
      const byte = bytes[at]!;
      all |= byte;
      units[length++] = byte;
    }
    if (all >= 0x80) {
      this.#ahead += this.#length - lineStart + SHORTEST_LINE;
      this.#length = lineStart;
      return false;
    }
    if (isDirectory) units[length++] = SLASH;
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

  /** Adds what stands before a line of at most so many characters, and makes room for those. */
  #startLine(chars: number, isLast: boolean): void {
    const levels = this.#levels;
    const start = this.#length;
    const end = start + INDENT * (levels + 1);
    if (end + chars > this.#units.length) this.#makeRoom(end + chars);
    const indent = this.#indent;
    const view = this.#view;
    let at = start * Uint16Array.BYTES_PER_ELEMENT;
    for (let level = 0; level < levels; level++, at += PACKED_BYTES) {
      view.setFloat64(at, indent[level]!, IS_LITTLE_ENDIAN);
    }
    view.setFloat64(at, isLast ? LAST_BRANCH : BRANCH, IS_LITTLE_ENDIAN);
    this.#ahead -= end - start + SHORTEST_LINE;
    this.#length = end;
  }

  #write(text: string): void {
    for (let at = 0; at < text.length; at++) this.#units[this.#length++] = text.charCodeAt(at);
  }

  #makeRoom(needed: number): void {
    const units = unitsFor(Math.max(needed, GROWTH * this.#units.length));
    units.set(this.#units.subarray(0, this.#length));
    this.#units = units;
    this.#view = new DataView(units.buffer);
  }
}

/** Room for at least so many characters, with anything in it. */
function unitsFor(length: number): Uint16Array<ArrayBuffer> {
  return new Uint16Array(Buffer.allocUnsafeSlow(Math.ceil(length) * Uint16Array.BYTES_PER_ELEMENT).buffer);
}

function packed(four: string): number {
  return new Float64Array(Uint16Array.from(four, (character) => character.charCodeAt(0)).buffer)[0]!;
}
