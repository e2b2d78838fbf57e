import { CharSet, WORD_ITEMS } from './char-set.js';
import { NO_CHARACTER } from './utf8.js';

// The classes that every alphabet has; no set contains their characters.
export const NEWLINE_CLASS = 0;
const CARRIAGE_RETURN_CLASS = 1;
const NO_CHARACTER_CLASS = 2;

/** The properties of a class that assertions test, as bits. */
export const Trait = { word: 1, asciiWord: 2, noCharacter: 4, carriageReturn: 8, edge: 16 } as const;

const WORD = CharSet.ofItems(WORD_ITEMS, 'none');
const ASCII_WORD = /^\w$/;
const ASCII_SIZE = 0x80;
const PAGE_BITS = 8;
const PAGE_SIZE = 1 << PAGE_BITS;
const NEWLINE = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** Partitions characters into equivalence classes, whose members are in the same sets and equal for every assertion. */
export class Alphabet {
  /** The class of each ASCII character. */
  readonly ascii = new Uint16Array(ASCII_SIZE);
  /** By class: its `Trait` bits. */
  readonly traits: number[] = [Trait.edge, Trait.carriageReturn, Trait.noCharacter];
  readonly #sets: readonly CharSet[];
  /** By class: the sets that contain it, one character each. */
  readonly #members: string[] = ['', '', ''];
  readonly #classes = new Map<string, number>();
  /** The class numbers, plus 1, of the characters beyond ASCII seen so far, in pages by code point. */
  readonly #pages: (Uint16Array | undefined)[] = [];

  constructor(sets: readonly CharSet[]) {
    this.#sets = sets;
    for (let code = 0; code < ASCII_SIZE; code++) this.ascii[code] = this.#classify(code);
  }

  /** The number of classes so far; more may come. */
  get size(): number {
    return this.traits.length;
  }

  /** The class of a character. Shape: a code point, or `NO_CHARACTER`. */
  classOf(codePoint: number): number {
    const page = (this.#pages[codePoint >>> PAGE_BITS] ??= new Uint16Array(PAGE_SIZE));
    const place = codePoint & (PAGE_SIZE - 1);
    return (page[place] ||= this.#classify(codePoint) + 1) - 1;
  }

  /** Whether a set contains the characters of a class. */
  isIn(charClass: number, set: number): boolean {
    return this.#members[charClass]![set] === '1';
  }

  #classify(codePoint: number): number {
    if (codePoint === NEWLINE) return NEWLINE_CLASS;
    if (codePoint === CARRIAGE_RETURN) return CARRIAGE_RETURN_CLASS;
    if (codePoint === NO_CHARACTER) return NO_CHARACTER_CLASS;
    let members = '';
    for (const set of this.#sets) members += set.has(codePoint) ? '1' : '0';
    const traits = traitsOf(codePoint);
    const key = members + String(traits);
    const known = this.#classes.get(key);
    if (known !== undefined) return known;
    this.#classes.set(key, this.size);
    this.#members.push(members);
    return this.traits.push(traits) - 1;
  }
}

function traitsOf(codePoint: number): number {
  if (codePoint < ASCII_SIZE) {
    return ASCII_WORD.test(String.fromCharCode(codePoint)) ? Trait.word | Trait.asciiWord : 0;
  }
  return WORD.has(codePoint) ? Trait.word : 0;
}
