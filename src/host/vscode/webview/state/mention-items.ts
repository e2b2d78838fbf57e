import type { MentionOffer } from '../../../../actors/protocol/ui.js';
import type { SearchHit } from '../../../../actors/protocol/workspace.js';
import { formatRange } from './draft.js';
import type { SlashCommand } from './slash-commands.js';
import { MENTION_TEXTS } from '../../words/view-words.js';

/** A line of the list above the message box. */
export type MentionItem =
  | { readonly kind: 'hit'; readonly hit: SearchHit }
  | { readonly kind: 'offer'; readonly offer: MentionOffer }
  | { readonly kind: 'command'; readonly command: SlashCommand };

// With fewer letters nearly every query would begin one of the names.
const MIN_PREFIX_CHARS = 2;

/**
 * The lines for a query, in their order. Without a query: open and recent files, what the editor has, then folders and
 * files of the top. With one: files and folders as the index ranks them, then symbols; what the editor has comes first
 * when the query is its name, and last when it is the beginning of it.
 */
export function listItems(
  query: string,
  hits: readonly SearchHit[],
  offers: readonly MentionOffer[],
): readonly MentionItem[] {
  const found = hits.map((hit): MentionItem => ({ kind: 'hit', hit }));
  const toItem = (offer: MentionOffer): MentionItem => ({ kind: 'offer', offer });
  if (query === '') {
    const folders = found.filter((item) => item.kind === 'hit' && item.hit.isDir);
    return [...offers.map(toItem), ...folders, ...found.filter((item) => !folders.includes(item))];
  }
  const symbols = offers.filter(({ kind }) => kind === 'symbol').map(toItem);
  const contents = query.length < MIN_PREFIX_CHARS ? [] : offers.filter((offer) => hasPrefix(offer, query));
  const exact = contents.filter((offer) => nameOf(offer).length === query.length).map(toItem);
  const rest = contents.filter((offer) => nameOf(offer).length > query.length).map(toItem);
  return [...exact, ...found, ...symbols, ...rest];
}

/** Tells the lines of a list apart, and is the same for a line of the next list that means the same. */
export function keyOfItem(item: MentionItem): string {
  if (item.kind === 'hit') return `hit ${item.hit.root}\n${item.hit.path}`;
  if (item.kind === 'command') return item.command.name;
  const { offer } = item;
  switch (offer.kind) {
    case 'file':
      return `file ${offer.path}`;
    case 'content':
      return `content ${offer.content}`;
    case 'symbols':
      return 'symbols';
    default:
      return `symbol ${offer.path}${formatRange(offer.range)} ${offer.name}`;
  }
}

/** The heading above a line; the same for all lines of a group. */
export function groupOf(item: MentionItem, query: string): string {
  if (item.kind === 'command') return MENTION_TEXTS.commands;
  if (item.kind === 'hit')
    return query === ''
      ? item.hit.isDir
        ? MENTION_TEXTS.folders
        : MENTION_TEXTS.files
      : MENTION_TEXTS.filesAndFolders;
  switch (item.offer.kind) {
    case 'file':
      return item.offer.isOpen ? MENTION_TEXTS.openFiles : MENTION_TEXTS.recentFiles;
    case 'symbol':
      return MENTION_TEXTS.symbols;
    default:
      return MENTION_TEXTS.fromEditor;
  }
}

function hasPrefix(offer: MentionOffer, query: string): boolean {
  return offer.kind === 'content' && nameOf(offer).toLowerCase().startsWith(query.toLowerCase());
}

function nameOf(offer: MentionOffer): string {
  return offer.kind === 'content' ? MENTION_TEXTS.contents[offer.content] : '';
}
