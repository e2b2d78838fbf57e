import { toVisibleName } from '../../../markdown/visible-text.js';
import { MENTION_TEXTS } from '../../words/view-words.js';

/** What the list says when it is empty. */
export function describeNothingFound(query: string): string {
  if (query === '') return MENTION_TEXTS.typeFile;
  if (query === '#') return MENTION_TEXTS.typeSymbol;
  if (query.startsWith('#')) return MENTION_TEXTS.noSymbol(toVisibleName(query.slice(1)));
  return MENTION_TEXTS.noFile(toVisibleName(query));
}
