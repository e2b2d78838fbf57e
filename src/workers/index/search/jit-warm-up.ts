import type { AbsPath, RelPath } from '../../../actors/protocol/workspace.js';
import { yieldToEventLoop } from '../../../actors/runtime/abort.js';
import type { IndexData } from '../store/index-data.js';
import { readPastedQuery } from './pasted-query.js';
import type { SearchQuery } from './read-query.js';
import { Recency } from './recency.js';
import type { Searcher } from './search.js';
import { WorkBudget } from '../fuzzy/work-budget.js';
import { runCooperatively } from '../../../actors/runtime/slices.js';

// So many names, typed letter by letter, make some hundred searches, after which the engine has compiled the code.
const NAMES = 40;
const MAX_LETTERS = 6;
// The cost limit of each search, some 4 ms: a longer search runs no other code.
const UNITS = 40_000;
const LIMIT = 50;

/**
 * Runs searches like those of a typing user, a few milliseconds at a time, so that the engine has compiled the search
 * code before the first request: otherwise the first letters take 20 to 40 ms on 160,000 files. Returns when the
 * signal aborts. Errors: the signal's reason, when it aborts during a search.
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

/** Typing sequences: every second letter of names from all over the index, letter by letter. */
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
