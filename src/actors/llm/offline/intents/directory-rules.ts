import type { IntentRule } from './intent.js';
import { findPath } from './path-words.js';

const SHOWS = /^(?:show|print|display|give|list|draw|what(?:'s| is)|describe|explain|tree|see|view)\b/i;
const STRUCTURE =
  /\btree\b|\b(?:directory|folder|project|file|repo|repository|source|code) (?:structure|layout|hierarchy)\b|^\w+(?: me)? the (?:structure|layout)\b/i;

export const readTree: IntentRule = (text) =>
  SHOWS.test(text) && STRUCTURE.test(text) ? { kind: 'tree', path: findDirectory(text) } : undefined;

const INSIDE = String.raw`(?:$|\s+(?:there|here|in|of|under|inside|below|within|from)\b)`;
const LISTS: readonly RegExp[] = [
  /^(?:ls|dir)\b/i,
  /^list\s+(?:the\s+)?\S+$/i,
  new RegExp(
    String.raw`^(?:list|show)(?: me)?(?: all| every)?(?: of)?(?: the)? (?:files|folders|directories|contents?|entries)(?: and (?:files|folders|directories))?${INSIDE}`,
    'i',
  ),
  new RegExp(
    String.raw`^(?:what|which) (?:files|folders|directories) (?:are|do (?:i|we) have|does it have)${INSIDE}`,
    'i',
  ),
];

/** A request for what is directly in a directory. */
export const readList: IntentRule = (text) =>
  LISTS.some((pattern) => pattern.test(text)) ? { kind: 'list', path: findDirectory(text) } : undefined;

const BEHIND_PREPOSITION =
  /\b(?:in|of|under|inside|below|within|from)\s+(?:the\s+)?(?<path>[\w.@-]+)(?:\s+(?:folder|directory|dir))?$/i;
const BEHIND_VERB = /^(?:ls|dir|list)\s+(?:-\S+\s+)?(?:the\s+)?(?<path>[\w.@-]+)$/i;
const MEANS_ROOT =
  /^(?:it|here|root|project|repo|repository|workspace|files|folders|directories|everything|this|all)$/i;

/** `src` alone does not look like a path, but after "ls" or "in" it is one. */
function findDirectory(text: string): string {
  const path =
    findPath(text)?.path ?? (BEHIND_PREPOSITION.exec(text) ?? BEHIND_VERB.exec(text))?.groups?.['path'] ?? '';
  return MEANS_ROOT.test(path) ? '' : path;
}
