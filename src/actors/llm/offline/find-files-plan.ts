import { readFoundPaths } from './evidence.js';
import { isRefused, quoteRefusal } from './refusal.js';
import { answer, look, searchPaths, type Step } from './step.js';
import { findingsOf, type Turn } from './turn.js';
import { bullets, code, count, quote } from './wording.js';

/** Finds files by their name; where there is none, by the part of the name before its extension. */
export function planFindFiles(turn: Turn, query: string): Step {
  const searches = findingsOf(turn, 'search_pathnames_only');
  const [last] = searches.slice(-1);
  if (last === undefined) return look(`I look for paths like ${quote(query)}.`, searchPaths(query));
  if (isRefused(last)) return answer(quoteRefusal('I cannot search the names of files', last));
  const paths = readFoundPaths(last);
  const broader = broaden(query);
  if (paths.length === 0 && searches.length === 1 && broader !== undefined)
    return look(`Nothing is called ${quote(query)}; I look for ${quote(broader)}.`, searchPaths(broader));
  const searched = searches.length > 1 && broader !== undefined ? broader : query;
  const isOther = searched === query ? '' : `No path matches ${quote(query)}. `;
  if (paths.length === 0)
    return answer(
      `${isOther}No path matches ${quote(searched)}. What the ignore rules leave out is not searched.`,
    );
  const hasMore = /^\(There are more/m.test(last.output) ? ' or more' : '';
  return answer(
    `${isOther}${count(paths.length, 'path')}${hasMore} for ${quote(searched)}:\n\n${bullets(paths.map(code))}`,
  );
}

function broaden(query: string): string | undefined {
  const stem = query
    .slice(query.lastIndexOf('/') + 1)
    .replace(/(?<=.)\.[^.]*$/, '')
    .replaceAll(/[*?{}[\]]/g, '');
  return stem.length < 2 || stem === query ? undefined : stem;
}
