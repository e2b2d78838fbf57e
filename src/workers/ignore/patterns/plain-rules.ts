import type { PlainRule } from './plain-rule.js';

/** The codes of the last rules for one text: of any, and of those that match directories only; -1 when there is none. */
interface LastCodes {
  any: number;
  dirsOnly: number;
}

// Most names start or end like no rule.
const BUCKETS = 0x80;
const NO_LENGTHS: readonly number[] = [];

/** Rules that relate a name to a text in one way, by that text. */
class Affixes {
  readonly #anywhere = new Map<string, LastCodes>();
  /** Those for one directory only, by that. */
  readonly #anchored = new Map<string, Map<string, LastCodes>>();
  /** How long the texts are. Shape: by their first or their last character, modulo `BUCKETS`. */
  readonly #lengths = Array.from({ length: BUCKETS }, () => NO_LENGTHS);
  readonly #isAtEnd: boolean;

  constructor(isAtEnd: boolean) {
    this.#isAtEnd = isAtEnd;
  }

  add({ text, below, isDirOnly, code }: PlainRule): void {
    const codesOf: Map<string, LastCodes> =
      below === null ? this.#anywhere : (this.#anchored.get(below) ?? new Map());
    if (below !== null) this.#anchored.set(below, codesOf);
    const codes = codesOf.get(text) ?? { any: -1, dirsOnly: -1 };
    if (isDirOnly) codes.dirsOnly = Math.max(codes.dirsOnly, code);
    else codes.any = Math.max(codes.any, code);
    codesOf.set(text, codes);
    // The empty text is in all of them.
    const edge = text === '' ? undefined : this.#edgeOf(text);
    for (let bucket = edge ?? 0; bucket <= (edge ?? BUCKETS - 1); bucket++) {
      const lengths = this.#lengths[bucket]!;
      if (!lengths.includes(text.length)) this.#lengths[bucket] = [...lengths, text.length];
    }
  }

  /** The code of the last rule whose text the name starts or ends with, or `best` when none comes after that. */
  latest(name: string, isDir: boolean, below: string, best: number): number {
    let code = best;
    for (const length of this.#lengths[this.#edgeOf(name)]!) {
      if (length > name.length) continue;
      const text = this.#isAtEnd ? name.slice(name.length - length) : name.slice(0, length);
      code = this.#equal(text, isDir, below, code);
    }
    return code;
  }

  /** The same of those whose text is the name. Cost: no look-up of a name that is as long as none of them. */
  whole(name: string, isDir: boolean, below: string, best: number): number {
    const lengths = this.#lengths[this.#edgeOf(name)]!;
    return lengths.includes(name.length) ? this.#equal(name, isDir, below, best) : best;
  }

  #equal(text: string, isDir: boolean, below: string, best: number): number {
    const code = latestOf(this.#anywhere.get(text), isDir, best);
    const inDirectory = this.#anchored.size === 0 ? undefined : this.#anchored.get(below);
    return inDirectory === undefined ? code : latestOf(inDirectory.get(text), isDir, code);
  }

  #edgeOf(text: string): number {
    return text.charCodeAt(this.#isAtEnd ? text.length - 1 : 0) % BUCKETS;
  }
}

/**
 * The plain rules of one file, however many: a file of ten megabytes has half a million.
 * Cost: a look-up for the name, and one for each length of the texts that start or end as it does.
 */
export class PlainRules {
  readonly #names = new Affixes(false);
  readonly #starts = new Affixes(false);
  readonly #ends = new Affixes(true);

  constructor(rules: readonly PlainRule[]) {
    const byKind = { equals: this.#names, startsWith: this.#starts, endsWith: this.#ends };
    for (const rule of rules) byKind[rule.kind].add(rule);
  }

  /** The code of the last rule that matches, or `best` when none comes after that. */
  latest(name: string, isDir: boolean, below: string, best: number): number {
    const code = this.#names.whole(name, isDir, below, best);
    return this.#ends.latest(name, isDir, below, this.#starts.latest(name, isDir, below, code));
  }
}

function latestOf(codes: LastCodes | undefined, isDir: boolean, best: number): number {
  if (codes === undefined) return best;
  return Math.max(best, codes.any, isDir ? codes.dirsOnly : -1);
}
