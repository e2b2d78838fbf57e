import { readFoundPaths } from './evidence.js';
import { isRefused, quoteRefusal } from './refusal.js';
import { answer, look, type OfflineStep } from './offline-step.js';
import { findingsOf, type OfflineTurn } from './offline-turn.js';
import { bullets, code, count, putInQuotes } from './wording.js';

/** Finds files by their name. */
export function planFindFiles(turn: OfflineTurn, query: string): OfflineStep {
  const last = findingsOf(turn, 'search_pathnames_only').at(-1);
  if (last === undefined)
    return look(`I look for paths like ${putInQuotes(query)}.`, {
      tool: 'search_pathnames_only',
      args: { query },
    });
  if (isRefused(last)) return answer(quoteRefusal('I cannot search the names of files', last));
  const paths = readFoundPaths(last);
  if (paths.length === 0)
    return answer(`No path matches ${putInQuotes(query)}. What the ignore rules leave out is not searched.`);
  const hasMore = /^\(There are more/m.test(last.output) ? ' or more' : '';
  return answer(
    `${count(paths.length, 'path')}${hasMore} for ${putInQuotes(query)}:\n\n${bullets(paths.map(code))}`,
  );
}
