import type { PlainRule } from './plain-rule.js';

/** The highest codes of the rules for one text: those for all entries, and those for directories only; -1 for none. */
interface LastCodes {
  any: number;
  dirsOnly: number;
}

/** The rules of one kind (equals, startsWith or endsWith), by their text. */
class Affixes {
  readonly #codes = new Map<string, LastCodes>();
  readonly #lengths = new Set<number>();
  #hasAnchored = false;

  get lengths(): Iterable<number> {
    return this.#lengths;
  }

  add({ text, below, isDirOnly, code }: PlainRule): void {
    const key = keyOf(text, below);
    const codes = this.#codes.get(key) ?? { any: -1, dirsOnly: -1 };
    if (isDirOnly) codes.dirsOnly = Math.max(codes.dirsOnly, code);
    else codes.any = Math.max(codes.any, code);
    this.#codes.set(key, codes);
    this.#lengths.add(text.length);
    this.#hasAnchored ||= below !== null;
  }

  latest(text: string, isDir: boolean, below: string, best: number): number {
    const code = latestOf(this.#codes.get(text), isDir, best);
    return this.#hasAnchored ? latestOf(this.#codes.get(keyOf(text, below)), isDir, code) : code;
  }
}

/**
 * The plain rules of one file with very many: ten megabytes hold half a million.
 * Cost: two look-ups for each length that a text has, and for the whole name.
 */
export class ManyPlainRules {
  readonly #names = new Affixes();
  readonly #starts = new Affixes();
  readonly #ends = new Affixes();

  constructor(rules: readonly PlainRule[]) {
    const byKind = { equals: this.#names, startsWith: this.#starts, endsWith: this.#ends };
    for (const rule of rules) byKind[rule.kind].add(rule);
  }

  /** The code of the last rule that matches, or `best` when none comes after that. */
  latest(name: string, isDir: boolean, below: string, best: number): number {
    let code = this.#names.latest(name, isDir, below, best);
    for (const length of this.#starts.lengths) {
      if (length <= name.length) code = this.#starts.latest(name.slice(0, length), isDir, below, code);
    }
    for (const length of this.#ends.lengths) {
      if (length <= name.length) {
        code = this.#ends.latest(name.slice(name.length - length), isDir, below, code);
      }
    }
    return code;
  }
}

/** Shape: neither a name nor a directory contains a NUL. */
function keyOf(text: string, below: string | null): string {
  return below === null ? text : `${below}\0${text}`;
}

function latestOf(codes: LastCodes | undefined, isDir: boolean, best: number): number {
  if (codes === undefined) return best;
  return Math.max(best, codes.any, isDir ? codes.dirsOnly : -1);
}
