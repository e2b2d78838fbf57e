import type { AbsPath, RelPath } from '../../../actors/protocol/workspace.js';
import { yieldToEventLoop } from '../../../actors/runtime/abort.js';
import type { IndexData } from '../store/index-data.js';
import { readPastedQuery } from './pasted-query.js';
import type { SearchQuery } from './read-query.js';
import { Recency } from './recency.js';
import type { Searcher } from './search.js';
import { WorkBudget } from '../fuzzy/work-budget.js';
import { runCooperatively } from '../../../actors/runtime/slices.js';

// After some hundred searches all that they run through is compiled.
const NAMES = 40;
const MAX_LETTERS = 6;
// Some 4 ms: what takes longer runs through nothing else.
const UNITS = 40_000;
const LIMIT = 50;

/**
 * Searches as a person types who means some files of an index, a few milliseconds at a time, so that the engine has
 * compiled what a search is made of before anybody waits for one: on 160,000 files the first letters take 20 to 40 ms
 * otherwise. Errors: the signal's reason, when it aborts in the middle of a search; between two it ends.
 */
export async function warmUp(data: IndexData, searcher: Searcher, signal: AbortSignal): Promise<void> {
  const recency = new Recency();
  for (const pattern of typedLetters(data)) {
    await yieldToEventLoop();
    if (signal.aborted) return;
    const budget = new WorkBudget(UNITS);
    const options = { limit: LIMIT, mode: 'fuzzy', recency, budget } as const;
    await runCooperatively(searcher.search(data, queryFor(pattern), options), signal);
  }
}

/** Letter by letter: every other letter of names from all over the index. */
function* typedLetters(data: IndexData): Generator<string> {
  for (let turn = 0; turn < NAMES; turn++) {
    const [largest] = data.layers.toSorted((a, b) => b.size - a.size);
    const files = largest === undefined ? 0 : largest.size - largest.directoryCount;
    if (largest === undefined || files === 0) return;
    const name = largest.nameOf(largest.directoryCount + Math.floor((turn * files) / NAMES));
    const letters = Array.from(name).filter((letter, at) => at % 2 === 0 && /[\p{L}\d]/u.test(letter));
    for (let length = 1; length <= Math.min(MAX_LETTERS, letters.length); length++)
      yield letters.slice(0, length).join('');
  }
}

function queryFor(pattern: string): SearchQuery {
  const typed = { kind: 'name', base: '' as RelPath, target: pattern as RelPath, pattern } as const;
  return { typed, pasted: readPastedQuery(pattern, '/' as AbsPath), unwrapped: null };
}
