import type { FromView, UserMessage } from '../../../../actors/protocol/ui.js';
import type { Action, Move } from './action.js';
import { addMention, EMPTY_DRAFT, formatMention, removeMention, replaceText } from './draft.js';
import { endTurn, applyEvent, buildTurnView, clearQuestion } from './apply-event.js';
import { findMentionAt } from './find-mention-at.js';
import { canSendMessage, type State } from './state.js';
import type { TurnView } from './step.js';

// The number of hits that the list shows at once.
const PAGE = 8;

/** The state after a message or an action. Unchanged parts stay the same objects. */
export function reduce(state: State, action: Action): State {
  switch (action.type) {
    case 'state': {
      const turns = action.state.turns.map(buildTurnView);
      return { ...state, turns, status: action.state.status, sending: undefined, epoch: state.epoch + 1 };
    }
    case 'turnStarted': {
      const turn: TurnView = { message: action.message, state: 'running', steps: [], usage: undefined };
      return { ...state, turns: [...state.turns, turn], sending: undefined };
    }
    case 'events':
      return changeLastTurn(state, (turn) => action.events.reduce(applyEvent, turn));
    case 'turnEnded':
      return changeLastTurn({ ...state, sending: undefined }, (turn) => endTurn(turn, 'ended'));
    case 'status':
      return action.status.problem === undefined
        ? { ...state, status: action.status }
        : takeBack({ ...state, status: action.status });
    case 'mentionHits':
      return state.search?.id === action.id
        ? { ...state, search: { ...state.search, hits: action.hits, place: action.place, active: 0 } }
        : state;
    case 'addMention': {
      const { text } = state.draft;
      const gap = text === '' || /\s$/.test(text) ? '' : ' ';
      const { draft, caret } = replaceText(
        state.draft,
        text.length,
        text.length,
        `${gap}${formatMention(action.mention.path)} `,
      );
      return { ...state, draft: addMention(draft, action.mention), caret: { at: caret } };
    }
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
    case 'removeMention':
      return {
        ...state,
        draft: removeMention(state.draft, action.mention),
        focusCount: state.focusCount + 1,
      };
    case 'sendDraft': {
      const { text, mentions } = state.draft;
      if (text.trim() === '' || !canSendMessage(state)) return state;
      const sent = ask(state, { text: text.trim(), mentions });
      return { ...sent, draft: EMPTY_DRAFT, search: undefined, closedAt: undefined };
    }
    case 'ask':
      return canSendMessage(state) ? ask(state, action.message) : state;
    default:
      return applyOptimistically(state, action.message);
  }
}

function ask(state: State, message: UserMessage): State {
  return { ...state, sending: message, focusCount: state.focusCount + 1 };
}

/** Restores a refused message as the draft, unless another one was begun. */
function takeBack(state: State): State {
  const { sending, draft } = state;
  if (sending === undefined) return state;
  return { ...state, sending: undefined, draft: draft.text === '' ? sending : draft };
}

/** Applies the expected effect of a message before the extension confirms it. */
function applyOptimistically(state: State, message: FromView): State {
  if (message.type === 'setMode' && state.status !== undefined)
    return { ...state, status: { ...state.status, mode: message.mode } };
  // The focused element may disappear.
  const focused = { ...state, focusCount: state.focusCount + 1 };
  if (message.type === 'newChat' || message.type === 'stop') return focused;
  if (message.type !== 'approval') return state;
  return changeLastTurn(focused, (turn) => ({
    ...turn,
    steps: turn.steps.map((step) =>
      step.kind === 'tool' && step.callId === message.callId && step.state === 'waiting'
        ? clearQuestion(step, 'running')
        : step,
    ),
  }));
}

function changeLastTurn(state: State, change: (turn: TurnView) => TurnView): State {
  const last = state.turns.at(-1);
  return last === undefined ? state : { ...state, turns: [...state.turns.slice(0, -1), change(last)] };
}

function typed(before: State, text: string, caret: number): State {
  const state = text === before.draft.text ? before : { ...before, draft: { ...before.draft, text } };
  const mention = findMentionAt(text, caret);
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
    search: { ...mention, id, hits, active: hits === undefined ? 0 : (search?.active ?? 0) },
  };
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
    return { ...typed({ ...state, draft }, draft.text, caret), caret: { at: caret } };
  }
  const gap = state.draft.text[end] === ' ' ? '' : ' ';
  const { root, path } = hit;
  const { place } = search;
  const { draft, caret } = replaceText(state.draft, search.start, end, formatMention(path, place) + gap);
  return {
    ...state,
    draft: addMention(draft, { root, path, ...(place === undefined ? {} : { line: place.line }) }),
    search: undefined,
    caret: { at: caret },
  };
}
