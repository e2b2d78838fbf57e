import type { Random } from './make-tree.js';
import { splitPath, splitWords } from './path-parts.js';

/** What a person typed, and the file they were after. */
export interface Query {
  readonly text: string;
  readonly target: string;
}

/** One way to write a query for a path. Returns nothing for a path that it does not suit. */
export type QueryMaker = (path: string, random: Random) => string | undefined;

// Fewer letters name too many files for anybody to find one of them.
const FEWEST_LETTERS = 4;
// So that something is left of a name when letters are left out or wrong.
const FEWEST_STEM_LETTERS = 7;
// One letter in four is skipped.
const SKIPPED_SHARE = 0.25;
// A tree that has no path of some kind must not keep the maker busy for ever.
const TRIES_A_QUERY = 200;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** One word with less in it than a whole path, as a person types it, each made from a path by a fixed rule. */
export const QUERY_KINDS = {
  /** The first two thirds of a name; every other time with all the folders before it. */
  prefix(path, random) {
    const { name, folders } = splitPath(path);
    const start = name.slice(0, Math.max(FEWEST_LETTERS, Math.ceil((name.length * 2) / 3)));
    if (start.length < FEWEST_LETTERS) return undefined;
    return folders.length > 0 && random.chance(0.5) ? `${folders.join('/')}/${start}` : start;
  },
  /** Two or three letters from the start of each word of the folder and of the name, as `buScBa` for `build/scan-batch.ts`. */
  abbreviation(path, random) {
    const { stem, folders } = splitPath(path);
    const words = splitWords(stem);
    const folder = folders.at(-1);
    if (folder !== undefined) words.unshift(...splitWords(folder).slice(0, 1));
    if (words.length < 3) return undefined;
    const starts = words.map((word) => word.slice(0, 2 + random.below(2)).toLowerCase());
    return random.chance(0.5)
      ? starts.join('')
      : starts
          .map((start, at) => (at === 0 ? start : start.charAt(0).toUpperCase() + start.slice(1)))
          .join('');
  },
  /** The start of the folder or of the one above it, a slash and the start of the name. */
  fragment(path, random) {
    const { name, folders } = splitPath(path);
    const folder = folders.at(random.chance(0.5) ? -1 : -2);
    if (folder === undefined || name.length <= FEWEST_LETTERS) return undefined;
    return `${folder.slice(0, 3 + random.below(3))}/${name.slice(0, FEWEST_LETTERS + random.below(5))}`;
  },
  /** A name without its extension, a letter in four left out but never the first. */
  skipped(path, random) {
    const { stem } = splitPath(path);
    if (stem.length < FEWEST_STEM_LETTERS) return undefined;
    const kept = Array.from(stem).filter((_letter, at) => at === 0 || !random.chance(SKIPPED_SHARE));
    return kept.join('') === stem || kept.length < FEWEST_LETTERS ? undefined : kept.join('');
  },
  /** A name without its extension, two letters swapped or one of them wrong, but never the first. */
  typo(path, random) {
    const { stem } = splitPath(path);
    if (stem.length < FEWEST_STEM_LETTERS) return undefined;
    const letters = Array.from(stem);
    const at = 1 + random.below(letters.length - 2);
    const [letter = '', next = ''] = letters.slice(at);
    if (random.chance(0.5)) letters.splice(at, 2, next, letter);
    else letters[at] = LETTERS.charAt(random.below(LETTERS.length));
    const typed = letters.join('');
    return typed === stem ? undefined : typed;
  },
} satisfies Record<string, QueryMaker>;

export type QueryKind = keyof typeof QUERY_KINDS;

/**
 * As many different queries of one maker, each from a path drawn at random; fewer when the paths do not give more.
 * The same random numbers make the same queries.
 */
export function makeQueries(
  make: QueryMaker,
  paths: readonly string[],
  count: number,
  random: Random,
): readonly Query[] {
  const queries = new Map<string, Query>();
  for (
    let tries = paths.length === 0 ? 0 : count * TRIES_A_QUERY;
    tries > 0 && queries.size < count;
    tries -= 1
  ) {
    const target = random.pick(paths);
    const text = make(target, random);
    // A space in a name parts terms for some finders and is a letter for others.
    const isClear = text !== undefined && !(/\s/.test(text) && /\s/.test(target));
    if (isClear && !queries.has(text)) queries.set(text, { text, target });
  }
  return [...queries.values()];
}
