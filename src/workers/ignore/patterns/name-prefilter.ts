const SIZE = 0x80;
const LENGTHS = 32;
const ALL_LENGTHS = -1;

/**
 * A prefilter that rejects most names that no rule of some files matches, by first character, last character and
 * length. It may pass a name that no rule matches. Immutable.
 */
export class NamePrefilter {
  /** By first character, modulo `SIZE`: a bit set of lengths, modulo `LENGTHS`. */
  readonly #starts = new Int32Array(SIZE);
  /** By last character, modulo `SIZE`: 1 or 0. */
  readonly #ends = new Uint8Array(SIZE);

  /** A prefilter that passes the names that equal, start with or end with one of the texts; `''` fits every name. */
  static of(
    rules: Iterable<{ readonly kind: 'equals' | 'startsWith' | 'endsWith'; readonly text: string }>,
  ): NamePrefilter {
    const prefilter = new NamePrefilter();
    for (const { kind, text } of rules) {
      const first = text.charCodeAt(0) % SIZE;
      if (text === '') prefilter.#starts.fill(ALL_LENGTHS);
      else if (kind === 'endsWith') prefilter.#ends[text.charCodeAt(text.length - 1) % SIZE] = 1;
      else if (kind === 'startsWith') prefilter.#starts[first] = ALL_LENGTHS;
      else prefilter.#starts[first]! |= 1 << (text.length % LENGTHS);
    }
    return prefilter;
  }

  /** A prefilter that passes what either of the two does. */
  or(other: NamePrefilter): NamePrefilter {
    const prefilter = new NamePrefilter();
    for (let place = 0; place < SIZE; place++) {
      prefilter.#starts[place] = this.#starts[place]! | other.#starts[place]!;
      prefilter.#ends[place] = this.#ends[place]! | other.#ends[place]!;
    }
    return prefilter;
  }

  /** Whether a rule may match this name; `false` means that none does. Shape: `name` is not empty. */
  mayMatch(name: string): boolean {
    const { length } = name;
    const lengths = this.#starts[name.charCodeAt(0) % SIZE]!;
    return (
      ((lengths >>> (length % LENGTHS)) & 1) === 1 || this.#ends[name.charCodeAt(length - 1) % SIZE] === 1
    );
  }
}
