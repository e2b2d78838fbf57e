import type { AttachmentRef, LineRange } from '../../../../actors/protocol/attachment.js';
import type { ThreadEntry } from '../../../../actors/protocol/thread.js';
import type {
  FromView,
  UserMessage,
  ViewEvent,
  ViewState,
  ViewThread,
} from '../../../../actors/protocol/ui.js';
import { foldLive, settleLive } from '../../../../actors/threads/live-state.js';
import { TurnList } from '../../../../actors/threads/turn-list.js';
import type { Action, Move } from './action.js';
import { attach, detach, type Draft, EMPTY_DRAFT, formatMention, replaceText } from './draft.js';
import { findMentionAt } from './find-mention-at.js';
import { addLongText, insertLongTexts } from './long-texts.js';
import { canSendMessage, canStartTurn, type State } from './state.js';

// The number of hits that the list shows at once.
const PAGE = 8;

/** The state after a message or an action. Unchanged parts stay the same objects. */
export function reduce(state: State, action: Action): State {
  switch (action.type) {
    case 'state':
      return takeState(state, action.state);
    case 'events':
      return action.events.reduce(takeEvent, { ...state, sending: undefined });
    case 'earlier':
      return takeEarlier(state, action.entries, action.hasEarlier);
    case 'longText':
      return { ...state, longTexts: addLongText(state.longTexts, action) };
    case 'find':
      return { ...state, findCount: state.findCount + 1 };
    case 'closeFind':
      return { ...state, findCount: 0, focusCount: state.focusCount + 1 };
    case 'unsent':
      return { ...state, unsent: action.unsent, sending: undefined };
    case 'status':
      return { ...state, status: action.status };
    case 'mentionHits':
      return state.search?.id === action.id
        ? { ...state, search: { ...state.search, hits: action.hits, place: action.place, active: 0 } }
        : state;
    case 'attach':
      return attachFromOutside(state, action.ref);
    case 'dropped':
      return action.paths.reduce((after, path) => attachFromOutside(after, { kind: 'file', path }), {
        ...state,
        focusCount: state.focusCount + 1,
      });
    case 'focus':
      return { ...state, focusCount: state.focusCount + 1 };
    case 'typed':
      return typed(state, action.text, action.caret);
    case 'left':
      return state.search === undefined ? state : { ...state, search: undefined };
    case 'moveChoice':
      return moveChoice(state, action.move);
    case 'chooseHit':
      return chooseHit(state, action.index);
    case 'closeSearch':
      return { ...state, search: undefined, closedAt: state.search?.start };
    case 'detach':
      return {
        ...state,
        draft: detach(state.draft, action.ref),
        focusCount: state.focusCount + 1,
      };
    case 'sendDraft': {
      const { text, attachments } = state.draft;
      if (text.trim() === '' || !canSendMessage(state)) return state;
      const sent = ask(state, { text: text.trim(), attachments });
      return { ...sent, draft: EMPTY_DRAFT, search: undefined, closedAt: undefined };
    }
    case 'ask':
      return canStartTurn(state) ? ask(state, action.message) : state;
    default:
      return applyOptimistically(state, action.message);
  }
}

function ask(state: State, message: UserMessage): State {
  return { ...state, sending: message, focusCount: state.focusCount + 1 };
}

function takeState(state: State, { thread, status }: ViewState): State {
  const after = { ...takeThread(state, thread), status };
  const isFirst = state.status === undefined;
  return isFirst && isSent(after.draft, thread) ? { ...after, draft: EMPTY_DRAFT } : after;
}

/** Whether a draft is the last message: an editor may keep it in place of the empty one if its window closes then. */
function isSent({ text, attachments }: Draft, { entries }: ViewThread): boolean {
  const last = entries.findLast(({ kind }) => kind === 'user_message');
  if (last?.kind !== 'user_message') return false;
  return last.text === text.trim() && last.attachments.length === attachments.length;
}

function takeThread(state: State, thread: ViewThread): State {
  const { entries, hasEarlier = false, live, isRunning, unsent } = thread;
  const turns = TurnList.of(insertLongTexts(entries, state.longTexts));
  return {
    ...state,
    turns: isRunning ? turns : turns.interrupt(),
    firstTurn: 0,
    hasEarlier,
    longTexts: new Map(),
    live: { draft: live.draft, outputs: new Map(live.outputs) },
    unsent,
    answered: new Set(),
    sending: undefined,
    epoch: state.epoch + 1,
  };
}

function takeEvent(state: State, event: ViewEvent): State {
  if (event.type === 'live') return { ...state, live: foldLive(state.live, event.event) };
  const { entry } = event;
  const [whole = entry] = insertLongTexts([entry], state.longTexts);
  return { ...state, turns: state.turns.add(whole), live: settleLive(state.live, entry) };
}

function takeEarlier(state: State, entries: readonly ThreadEntry[], hasEarlier: boolean): State {
  const turns = state.turns.prepend(insertLongTexts(entries, state.longTexts));
  const firstTurn = state.firstTurn - (turns.length - state.turns.length);
  return { ...state, turns, firstTurn, hasEarlier };
}

/** Attaches what the person chose outside of the message box; a file is mentioned in the text. */
function attachFromOutside(state: State, ref: AttachmentRef): State {
  if (ref.kind !== 'file') return { ...state, draft: attach(state.draft, ref) };
  const { text } = state.draft;
  const gap = text === '' || /\s$/.test(text) ? '' : ' ';
  const mention = `${gap}${formatMention(ref.path, ref.range)} `;
  const { draft, caret } = replaceText(state.draft, text.length, text.length, mention);
  return { ...state, draft: attach(draft, ref), caret: { at: caret } };
}

/** Applies the expected effect of a message before the extension confirms it. */
function applyOptimistically(state: State, message: FromView): State {
  if (message.type === 'setMode' && state.status !== undefined)
    return { ...state, status: { ...state.status, mode: message.mode } };
  // The focused element may disappear.
  const focused = { ...state, focusCount: state.focusCount + 1 };
  if (message.type === 'newChat' || message.type === 'stop') return focused;
  if (message.type !== 'approval') return state;
  return { ...focused, answered: new Set(state.answered).add(message.callId) };
}

function typed(before: State, text: string, caret: number): State {
  const changed = text === before.draft.text ? before : { ...before, draft: { ...before.draft, text } };
  const mention = findMentionAt(text, caret);
  const state = mention === undefined ? attachFolder(changed) : changed;
  const { search, closedAt, lastSearchId } = state;
  if (mention === undefined)
    return search === undefined && closedAt === undefined
      ? state
      : { ...state, search: undefined, closedAt: undefined };
  if (mention.start === closedAt) return state;
  if (search?.start === mention.start && search.query === mention.query) return state;
  const id = lastSearchId + 1;
  // Until the answer arrives, the hits of the query before stay: an empty list would flicker at each key.
  const hits = search?.start === mention.start ? search.hits : undefined;
  return {
    ...state,
    closedAt: undefined,
    lastSearchId: id,
    search: {
      ...mention,
      id,
      hits,
      active: hits === undefined ? 0 : (search?.active ?? 0),
      ...(search?.start === mention.start ? { folder: search.folder } : {}),
    },
  };
}

/** Attaches the folder whose files are listed, if the person has ended its mention with a space. */
function attachFolder(state: State): State {
  const { search, draft } = state;
  if (search?.folder === undefined) return state;
  const { root, path } = search.folder;
  if (!draft.text.startsWith(`@${path}/ `, search.start)) return state;
  return { ...state, draft: attach(draft, { kind: 'folder', path: `${root}/${path}` }) };
}

function moveChoice(state: State, move: Move): State {
  const { search } = state;
  if (search?.hits === undefined || search.hits.length === 0) return state;
  const last = search.hits.length - 1;
  const active = {
    next: search.active === last ? 0 : search.active + 1,
    previous: search.active === 0 ? last : search.active - 1,
    first: 0,
    last,
    pageDown: Math.min(last, search.active + PAGE),
    pageUp: Math.max(0, search.active - PAGE),
  }[move];
  return { ...state, search: { ...search, active } };
}

/** Attaches a file to the message; lists the contents of a directory. */
function chooseHit(state: State, index: number): State {
  const { search } = state;
  const hit = search?.hits?.[index];
  if (search === undefined || hit === undefined) return state;
  const end = search.start + 1 + search.query.length;
  if (hit.isDir) {
    const { draft, caret } = replaceText(state.draft, search.start, end, `@${hit.path}/`);
    const folder = { root: hit.root, path: hit.path };
    return {
      ...typed({ ...state, draft, search: { ...search, folder } }, draft.text, caret),
      caret: { at: caret },
    };
  }
  const gap = state.draft.text[end] === ' ' ? '' : ' ';
  const { root, path } = hit;
  const range = readRange(search.query, search.place?.line);
  const isOneLine = range === undefined || range.startLine === range.endLine;
  const mention = formatMention(path, isOneLine ? search.place : range);
  const { draft, caret } = replaceText(state.draft, search.start, end, mention + gap);
  return {
    ...state,
    draft: attach(draft, {
      kind: 'file',
      path: `${root}/${path}`,
      ...(range === undefined ? {} : { range }),
    }),
    search: undefined,
    caret: { at: caret },
  };
}

/** The lines that a query ends with: `:10-20`, or one line, as the index has read it. */
function readRange(query: string, line: number | undefined): LineRange | undefined {
  const [, first, last] = /:(\d{1,9})-(\d{1,9})$/.exec(query) ?? [];
  const range = { startLine: Number(first), endLine: Number(last) };
  if (range.startLine >= 1 && range.endLine >= range.startLine) return range;
  return line === undefined ? undefined : { startLine: line, endLine: line };
}
