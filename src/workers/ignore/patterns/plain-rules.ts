import type { PlainRule } from './plain-rule.js';

const BUCKETS = 0x80;
const NO_RULES: readonly PlainRule[] = [];

/** The plain rules of one file, in buckets by the first or last character of a name. */
export class PlainRules {
  /** By character, modulo `BUCKETS`. */
  readonly #byFirst: (readonly PlainRule[])[] = emptyBuckets();
  readonly #byLast: (readonly PlainRule[])[] = emptyBuckets();
  /** The rules for `*`, which have no character to choose a bucket by. */
  #everything = NO_RULES;

  /** Takes rules from the first line of the file to the last. */
  constructor(rules: readonly PlainRule[]) {
    for (const rule of rules.toReversed()) this.#add(rule);
  }

  /** The code of the last rule that matches, or `best` when none comes after that. */
  latest(name: string, isDir: boolean, below: string, best: number): number {
    const byLast = this.#byLast[name.charCodeAt(name.length - 1) % BUCKETS]!;
    const byFirst = this.#byFirst[name.charCodeAt(0) % BUCKETS]!;
    const code = latestOf(this.#everything, name, isDir, below, best);
    return latestOf(byFirst, name, isDir, below, latestOf(byLast, name, isDir, below, code));
  }

  #add(rule: PlainRule): void {
    const { kind, text } = rule;
    if (text === '') this.#everything = [...this.#everything, rule];
    else if (kind === 'endsWith') append(this.#byLast, text.charCodeAt(text.length - 1), rule);
    else append(this.#byFirst, text.charCodeAt(0), rule);
  }
}

function emptyBuckets(): (readonly PlainRule[])[] {
  return Array.from({ length: BUCKETS }, () => NO_RULES);
}

function append(buckets: (readonly PlainRule[])[], character: number, rule: PlainRule): void {
  const bucket = character % BUCKETS;
  buckets[bucket] = [...buckets[bucket]!, rule];
}

/** Buckets hold their rules from the last line to the first, so the first match decides. */
function latestOf(
  bucket: readonly PlainRule[],
  name: string,
  isDir: boolean,
  below: string,
  best: number,
): number {
  for (const rule of bucket) {
    if (rule.code <= best) return best;
    if (rule.isDirOnly && !isDir) continue;
    if (rule.below !== null && rule.below !== below) continue;
    if (fits(rule, name)) return rule.code;
  }
  return best;
}

function fits({ kind, text }: PlainRule, name: string): boolean {
  if (kind === 'equals') return name === text;
  return kind === 'endsWith' ? name.endsWith(text) : name.startsWith(text);
}
