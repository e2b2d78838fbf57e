import type { PlainRule } from './plain-rule.js';

/** The plain rules of one file, found by the whole name or by its first or last character. */
export class PlainRules {
  readonly #byName = new Map<string, PlainRule[]>();
  readonly #byFirst = new Map<number, PlainRule[]>();
  readonly #byLast = new Map<number, PlainRule[]>();
  /** `*`, which no character can tell. */
  readonly #everything: PlainRule[] = [];

  /** Takes rules from the first line of the file to the last. */
  constructor(rules: readonly PlainRule[]) {
    for (const rule of rules.toReversed()) this.#add(rule);
  }

  /** The code of the last rule that matches, or `best` when none comes after that. */
  latest(name: string, isDir: boolean, below: string, best: number): number {
    let code = latestOf(this.#byName.get(name), name, isDir, below, best);
    code = latestOf(this.#byLast.get(name.charCodeAt(name.length - 1)), name, isDir, below, code);
    code = latestOf(this.#byFirst.get(name.charCodeAt(0)), name, isDir, below, code);
    return latestOf(this.#everything, name, isDir, below, code);
  }

  #add(rule: PlainRule): void {
    const { kind, text } = rule;
    if (kind === 'equals') append(this.#byName, text, rule);
    else if (text === '') this.#everything.push(rule);
    else if (kind === 'endsWith') append(this.#byLast, text.charCodeAt(text.length - 1), rule);
    else append(this.#byFirst, text.charCodeAt(0), rule);
  }
}

function append<Key>(buckets: Map<Key, PlainRule[]>, key: Key, rule: PlainRule): void {
  const bucket = buckets.get(key);
  if (bucket === undefined) buckets.set(key, [rule]);
  else bucket.push(rule);
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
