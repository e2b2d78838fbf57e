import type { AttachmentRef, LineRange } from '../../../../actors/protocol/attachment.js';
import { omitUndefined } from '../../../../actors/protocol/json/omit-undefined.js';
import type { Move } from './action.js';
import { addMention, formatMention, listAttached, replaceText, shortestName } from './draft.js';
import { findMentionAt } from './find-mention-at.js';
import { keyOfItem, listItems, type MentionItem } from './mention-items.js';
import { findCommands, type SlashCommand } from './slash-commands.js';
import type { MentionSearch, State } from './state.js';

// The number of lines that the list shows at once.
const PAGE = 8;

/** The state after the text or the caret has changed: a mention or a command may have begun or ended. */
export function typed(before: State, text: string, caret: number): State {
  const state = text === before.draft.text ? before : { ...before, draft: { ...before.draft, text } };
  const commands = findCommands(text, caret, state.ownCommands);
  if (commands.length > 0) return listCommands(state, text, commands);
  const mention = findMentionAt(text, caret);
  const { search, closedAt, lastSearchId } = state;
  if (mention === undefined)
    return search === undefined && closedAt === undefined
      ? state
      : { ...state, search: undefined, closedAt: undefined };
  if (mention.start === closedAt) return state;
  if (search?.start === mention.start && search.query === mention.query) return state;
  const id = lastSearchId + 1;
  // Until the answer arrives, the list of the query before stays: an empty one would flicker at each key.
  const isSame = search !== undefined && search.start === mention.start && search.commands === undefined;
  const { hits, items, active } = isSame ? search : { hits: undefined, items: [], active: 0 };
  const offers = isSame ? search.offers.filter(({ kind }) => kind === 'content') : [];
  return {
    ...state,
    closedAt: undefined,
    lastSearchId: id,
    search: { ...mention, id, hits, offers, items, active },
  };
}

/** Takes the answer to the newest query, or a part of it. */
export function answerSearch(
  state: State,
  id: number,
  answer: Partial<Pick<MentionSearch, 'hits' | 'offers' | 'place'>>,
): State {
  const { search } = state;
  if (search?.id !== id) return state;
  // What the editor has was told with the empty query; symbols come with each.
  const contents = search.query === '' ? [] : search.offers.filter(({ kind }) => kind === 'content');
  const offers = answer.offers === undefined ? search.offers : [...contents, ...answer.offers];
  const items = listItems(search.query, answer.hits ?? search.hits ?? [], offers);
  const chosen = search.hasMoved === true ? search.items[search.active] : undefined;
  const key = chosen === undefined ? undefined : keyOfItem(chosen);
  const kept = items.findIndex((item) => keyOfItem(item) === key);
  // Unless the person has moved, hits bring the choice back to the first line.
  const active = kept >= 0 ? kept : answer.hits === undefined ? search.active : 0;
  return {
    ...state,
    search: { ...search, ...answer, offers, items, active: Math.min(active, Math.max(0, items.length - 1)) },
  };
}

export function moveChoice(state: State, move: Move): State {
  const { search } = state;
  if (search === undefined || search.items.length === 0) return state;
  const last = search.items.length - 1;
  const active = {
    next: search.active === last ? 0 : search.active + 1,
    previous: search.active === 0 ? last : search.active - 1,
    first: 0,
    last,
    pageDown: Math.min(last, search.active + PAGE),
    pageUp: Math.max(0, search.active - PAGE),
  }[move];
  return { ...state, search: { ...search, active, hasMoved: true } };
}

/** The line of the list at `index`. */
export function itemAt({ search }: State, index: number): MentionItem | undefined {
  return search?.items[index];
}

/** Puts what was chosen in the place of the query: the mention of a file, a folder that is looked into, or nothing. */
export function choose(state: State, index: number): State {
  const item = itemAt(state, index);
  const { search } = state;
  if (search === undefined || item === undefined) return state;
  if (item.kind === 'command') {
    const { action, name } = item.command;
    const text = action === undefined ? `${name} ` : '';
    const { draft, caret } = replaceText(state.draft, 0, state.draft.text.length, text);
    return { ...state, draft, search: undefined, caret: { at: caret } };
  }
  if (item.kind === 'hit') {
    const { root, path, isDir } = item.hit;
    if (isDir) return lookInto(state, search, { kind: 'folder', path: `${root}/${path}` }, path);
    return mentionFile(state, search, `${root}/${path}`, search.place);
  }
  const { offer } = item;
  switch (offer.kind) {
    case 'file':
      return mentionFile(state, search, offer.path, undefined);
    case 'symbol': {
      const ref = { kind: 'file', path: offer.path, range: offer.range } as const;
      return mention(state, search, ref, formatMention(offer.name));
    }
    case 'symbols':
      return replaceQuery(state, search, '@#', true);
    default:
      // The extension attaches what the editor has.
      return replaceQuery(state, search, '', false);
  }
}

/** Mentions a file behind the text, as one that was dropped or chosen outside of the box. */
export function mentionAtEnd(state: State, path: string, range: LineRange | undefined): State {
  const { text } = state.draft;
  const gap = text === '' || /\s$/.test(text) ? '' : ' ';
  const label = labelOf(state, path, range, []);
  const { draft, caret } = replaceText(state.draft, text.length, text.length, `${gap}${label} `);
  const ref = { kind: 'file', path, ...omitUndefined({ range }) } as const;
  return { ...state, draft: addMention(draft, { label, ref }), caret: { at: caret } };
}

function listCommands(state: State, query: string, commands: readonly SlashCommand[]): State {
  if (state.closedAt === 0 || (state.search?.commands !== undefined && state.search.query === query))
    return state;
  const items = commands.map((command): MentionItem => ({ kind: 'command', command }));
  const search = {
    start: 0,
    query,
    id: state.lastSearchId,
    hits: [],
    offers: [],
    commands,
    items,
    active: 0,
  };
  return { ...state, search };
}

function mentionFile(
  state: State,
  search: MentionSearch,
  path: string,
  place: MentionSearch['place'],
): State {
  const range = readRange(search.query, place?.line);
  const isOneLine = range === undefined || range.startLine === range.endLine;
  const others = search.items.flatMap((item) => pathOf(item) ?? []);
  const label = labelOf(state, path, isOneLine ? place : range, others);
  return mention(state, search, { kind: 'file', path, ...omitUndefined({ range }) }, label);
}

/** Puts the label into the text, and a space behind it. */
function mention(state: State, search: MentionSearch, ref: AttachmentRef, label: string): State {
  const end = search.start + 1 + search.query.length;
  const gap = state.draft.text[end] === ' ' ? '' : ' ';
  const after = replaceQuery(state, search, label + gap, false);
  return { ...after, draft: addMention(after.draft, { label, ref }) };
}

/** Goes on with the contents of a folder, which is attached if the mention ends here. */
function lookInto(state: State, search: MentionSearch, ref: AttachmentRef, path: string): State {
  const label = formatMention(`${path}/`);
  const after = { ...state, draft: addMention(state.draft, { label, ref }) };
  return replaceQuery(after, search, label, true);
}

/** Replaces the mention that is being typed. `goesOn`: what replaces it is a query as well. */
function replaceQuery(state: State, search: MentionSearch, text: string, goesOn: boolean): State {
  const end = search.start + 1 + search.query.length;
  const { draft, caret } = replaceText(state.draft, search.start, end, text);
  const after = { ...state, draft, caret: { at: caret } };
  return goesOn ? typed(after, draft.text, caret) : { ...after, search: undefined };
}

/** A label that no other file of the message or of the list has. */
function labelOf(
  { draft }: State,
  path: string,
  place: Parameters<typeof formatMention>[1],
  listed: readonly string[],
): string {
  const attached = listAttached(draft).flatMap((ref) => (ref.kind === 'file' ? [ref.path] : []));
  return formatMention(shortestName(path, [...attached, ...listed]), place);
}

function pathOf(item: MentionItem): string | undefined {
  if (item.kind === 'hit') return item.hit.isDir ? undefined : `${item.hit.root}/${item.hit.path}`;
  return item.kind === 'offer' && item.offer.kind === 'file' ? item.offer.path : undefined;
}

/** The lines that a query ends with: `:10-20`, or one line, as the index has read it. */
function readRange(query: string, line: number | undefined): LineRange | undefined {
  const [, first, last] = /:(\d{1,9})-(\d{1,9})$/.exec(query) ?? [];
  const range = { startLine: Number(first), endLine: Number(last) };
  if (range.startLine >= 1 && range.endLine >= range.startLine) return range;
  return line === undefined ? undefined : { startLine: line, endLine: line };
}
