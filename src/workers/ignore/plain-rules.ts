import type { PlainRule } from './plain-rule.js';

// ASCII has 128 characters. Others share their buckets: a bucket only has to be short, each rule in it is compared.
const BUCKETS = 128;

/** The plain rules of one file, found by the whole name or by its first or last character. */
export class PlainRules {
  readonly #names = new Map<string, PlainRule[]>();
  readonly #byFirst: (PlainRule[] | undefined)[] = Array.from({ length: BUCKETS });
  readonly #byLast: (PlainRule[] | undefined)[] = Array.from({ length: BUCKETS });
  /** `*`, which no character can tell. */
  readonly #everything: PlainRule[] = [];

  /** Takes rules from the first line of the file to the last. */
  constructor(rules: readonly PlainRule[]) {
    for (const rule of rules.toReversed()) this.#bucketOf(rule).push(rule);
  }

  /** The code of the last rule that matches, or `best` when none comes after that. */
  latest(name: string, isDir: boolean, below: string, best: number): number {
    const first = name.charCodeAt(0) % BUCKETS;
    const last = name.charCodeAt(name.length - 1) % BUCKETS;
    let code = latestOf(this.#names.get(name), name, isDir, below, best);
    code = latestOf(this.#byLast[last], name, isDir, below, code);
    code = latestOf(this.#byFirst[first], name, isDir, below, code);
    return latestOf(this.#everything, name, isDir, below, code);
  }

  #bucketOf({ kind, text }: PlainRule): PlainRule[] {
    if (kind === 'equals') {
      const bucket = this.#names.get(text) ?? [];
      this.#names.set(text, bucket);
      return bucket;
    }
    if (text === '') return this.#everything;
    return kind === 'endsWith'
      ? (this.#byLast[text.charCodeAt(text.length - 1) % BUCKETS] ??= [])
      : (this.#byFirst[text.charCodeAt(0) % BUCKETS] ??= []);
  }
}

/** Buckets hold their rules from the last line to the first, so that the first match is the one that counts. */
function latestOf(
  bucket: readonly PlainRule[] | undefined,
  name: string,
  isDir: boolean,
  below: string,
  best: number,
): number {
  if (bucket === undefined) return best;
  for (const rule of bucket) {
    if (rule.code <= best) return best;
    if (rule.isDirOnly && !isDir) continue;
    if (rule.below !== null && rule.below !== below) continue;
    if (fits(rule, name)) return rule.code;
  }
  return best;
}

function fits({ kind, text }: PlainRule, name: string): boolean {
  // The whole name was the way to its bucket.
  if (kind === 'equals') return true;
  return kind === 'endsWith' ? name.endsWith(text) : name.startsWith(text);
}
