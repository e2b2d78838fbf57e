import { entriesNamed } from '../segment/postings.js';
import { FuzzyTerm } from '../fuzzy/fuzzy-term.js';
import { mayHaveTypo, findSimilarNames, findSpellingIn } from '../fuzzy/fuzzy-typo.js';
import type { Layer } from '../store/layer.js';
import { ranksWithPrefix, wordsWithPrefix } from '../../names/rank-range.js';
import type { Cooperative } from '../../../actors/runtime/slices.js';
import type { WorkBudget } from '../fuzzy/work-budget.js';

/**
 * Corrects mistyped terms to the spelling of names in the index: a term that no word of a name starts with is
 * replaced by the most frequent similar word, or start of a word. `undefined` when there is nothing to correct.
 */
export function* correctTerms(
  layers: readonly Layer[],
  terms: readonly FuzzyTerm[],
  budget: WorkBudget,
): Cooperative<readonly FuzzyTerm[] | undefined> {
  const corrected: FuzzyTerm[] = [];
  for (const term of terms) {
    const spelling = mayHaveTypo(term) ? yield* findSpelling(layers, term, budget) : undefined;
    corrected.push(spelling === undefined ? term : new FuzzyTerm(spelling));
  }
  return corrected.some((term, at) => term !== terms[at]) ? corrected : undefined;
}

function* findSpelling(
  layers: readonly Layer[],
  term: FuzzyTerm,
  budget: WorkBudget,
): Cooperative<string | undefined> {
  if (layers.some((layer) => startsWord(layer, term))) return undefined;
  const counts = new Map<string, { asWord: number; inAll: number }>();
  for (const { segment } of layers) {
    yield budget.begin();
    for (const name of findSimilarNames(segment, term)) {
      if (budget.spend()) return undefined;
      if (budget.isDue) yield budget.begin();
      const spelling = findSpellingIn(segment.names, name, term);
      if (spelling === undefined) continue;
      const { from, to } = entriesNamed(segment, name);
      const { asWord, inAll } = counts.get(spelling.text) ?? { asWord: 0, inAll: 0 };
      const count = to - from;
      counts.set(spelling.text, { asWord: asWord + (spelling.isWord ? count : 0), inAll: inAll + count });
    }
  }
  const [best] = [...counts].sort(
    ([a, one], [b, other]) => other.asWord - one.asWord || other.inAll - one.inAll || (a < b ? -1 : 1),
  );
  return best?.[0];
}

/** Whether a name of a layer, or a word in one, starts with a term. */
function startsWord({ segment: { names, words } }: Layer, { points }: FuzzyTerm): boolean {
  const head = Uint8Array.from(points);
  const { from, to } = ranksWithPrefix(names, head);
  return from < to || wordsWithPrefix(names, words, head).length > 0;
}
