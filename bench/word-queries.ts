import type { Random } from './make-tree.js';
import { splitPath, splitWords } from './path-parts.js';
import type { QueryMaker } from './queries.js';

// Fewer letters name too many files for anybody to find one of them.
const FEWEST_LETTERS = 4;
// A word with a letter less or more is still that word from here on.
const FEWEST_MISSPELT_LETTERS = 5;
// Of a shorter name a fragment is all of it, or nothing.
const FEWEST_STEM_LETTERS = 8;
// `a` and `of` name nothing.
const FEWEST_WORD_LETTERS = 3;
const MOST_WORDS = 4;

/** Several words, and what is not the start of anything. */
export const WORD_KINDS = {
  /** The first three to five letters of two folders and of the name, in their order: `pac cor sess`. */
  segments(path, random) {
    const { folders, stem } = splitPath(path);
    if (folders.length < 2) return undefined;
    const outer = random.below(folders.length - 1);
    const inner = outer + 1 + random.below(folders.length - outer - 1);
    return [folders[outer] ?? '', folders[inner] ?? '', stem]
      .map((segment) => segment.slice(0, 3 + random.below(3)))
      .join(' ');
  },
  /** A folder somewhere above and the first half of the name, either of them first. */
  folder(path, random) {
    const { folders, stem } = splitPath(path);
    if (folders.length === 0 || stem.length < FEWEST_LETTERS) return undefined;
    const words = [random.pick(folders), stem.slice(0, Math.max(FEWEST_LETTERS, Math.ceil(stem.length / 2)))];
    return (random.chance(0.5) ? words : words.reverse()).join(' ');
  },
  /** The folder and the name without its extension, in each of them one letter doubled or missing. */
  misspelt(path, random) {
    const { folders, stem } = splitPath(path);
    const words = [folders.at(-1) ?? '', stem];
    if (words.some((word) => word.length < FEWEST_MISSPELT_LETTERS)) return undefined;
    return words.map((word) => misspell(word, random)).join(' ');
  },
  /** Two to four words of the last two folders and the name, in any order. */
  words(path, random) {
    const { folders, stem } = splitPath(path);
    const words = [...folders.slice(-2), stem]
      .flatMap(splitWords)
      .filter((word) => word.length >= FEWEST_WORD_LETTERS);
    const left = [...new Set(words.map((word) => word.toLowerCase()))];
    const count = 2 + random.below(MOST_WORDS - 1);
    if (left.length < count) return undefined;
    return Array.from({ length: count }, () => left.splice(random.below(left.length), 1)[0]).join(' ');
  },
  /** Four to seven letters from inside a name, neither its start nor its end. */
  middle(path, random) {
    const { stem } = splitPath(path);
    if (stem.length < FEWEST_STEM_LETTERS) return undefined;
    const length = Math.min(FEWEST_LETTERS + random.below(4), stem.length - 2);
    const from = 1 + random.below(stem.length - length - 1);
    return stem.slice(from, from + length);
  },
} satisfies Record<string, QueryMaker>;

/** A word with one of its letters doubled or missing, but never the first. */
function misspell(word: string, random: Random): string {
  const at = 1 + random.below(word.length - 1);
  return word.slice(0, at) + (random.chance(0.5) ? word.charAt(at).repeat(2) : '') + word.slice(at + 1);
}
