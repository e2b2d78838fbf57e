import type { AttachmentRef } from '../../../../actors/protocol/attachment.js';
import type { ThreadEntry } from '../../../../actors/protocol/thread.js';
import type {
  FromView,
  UserMessage,
  ViewEvent,
  ViewChat,
  ViewState,
  ViewThread,
} from '../../../../actors/protocol/ui.js';
import { foldLive, settleLive } from '../../../../actors/threads/live-state.js';
import { TurnList } from '../../../../actors/threads/turn-list.js';
import type { Action } from './action.js';
import {
  attach,
  detach,
  type Draft,
  EMPTY_DRAFT,
  isEmptyDraft,
  keyOf,
  listAttached,
  replaceText,
} from './draft.js';
import { addLongText, insertLongTexts } from './long-texts.js';
import { answerSearch, choose, itemAt, mentionAtEnd, moveChoice, typed } from './mentioning.js';
import { editWithdrawn, putBack } from './queue.js';
import { recall } from './recall.js';
import { switchDraft } from './chat-drafts.js';
import { readKeptDraft, readKeptDrafts } from './saved-view.js';
import { expectMemory, reduceMemory, takeForks } from './reduce-memory.js';
import { canSendMessage, canStartTurn, type State } from './state.js';
import { CHAT_FAILURES } from '../../words/memory-words.js';

/** The state after a message or an action. Unchanged parts stay the same objects. */
export function reduce(state: State, action: Action): State {
  switch (action.type) {
    case 'state':
      return takeState(state, action.state);
    case 'keptDraft':
      return {
        ...state,
        draft: readKeptDraft(action.draft.text) ?? state.draft,
        drafts: readKeptDrafts(action.draft.text) ?? state.drafts,
      };
    case 'events':
      return action.events.reduce(takeEvent, { ...state, sending: undefined });
    case 'earlier':
      return takeEarlier(state, action.entries, action.hasEarlier);
    case 'longText':
      return { ...state, longTexts: addLongText(state.longTexts, action) };
    case 'sound':
      // The view plays it.
      return state;
    case 'find':
      return { ...state, findCount: state.findCount + 1 };
    case 'closeFind':
      return { ...state, findCount: 0, focusCount: state.focusCount + 1 };
    case 'unsent':
      return { ...state, unsent: action.unsent, sending: undefined };
    case 'returned':
      return {
        ...action.messages.reduceRight(putBack, state),
        refusal: CHAT_FAILURES.returned(action.reason),
      };
    case 'status':
      return { ...state, status: action.status };
    case 'ownCommands':
      return takeCommands({ ...state, ownCommands: action.commands });
    case 'changedFiles':
      return { ...state, changedFiles: action.files };
    case 'plan':
      return { ...state, plan: action.plan };
    case 'mentionHits':
      return answerSearch(state, action.id, { hits: action.hits, place: action.place });
    case 'mentionOffers':
      return answerSearch(state, action.id, { offers: action.offers });
    case 'insert':
      return insertPasted(state, action.text);
    case 'attach':
      return attachFromOutside({ ...state, pasting: undefined }, action.ref);
    case 'attachRead':
      return {
        ...state,
        draft: action.refs.reduce(attachNamed, state.draft),
        focusCount: state.focusCount + 1,
      };
    case 'refused':
      return { ...state, refusal: action.reason };
    case 'pastedCode':
      return { ...state, pasting: { start: action.start, end: action.end } };
    case 'recall':
      return recall(state, action.move);
    case 'editQueued':
      return { ...state, editing: new Set(state.editing).add(action.entry) };
    case 'dropped':
      return action.paths.reduce((after, path) => attachFromOutside(after, { kind: 'file', path }), {
        ...state,
        focusCount: state.focusCount + 1,
      });
    case 'focus':
      return { ...state, focusCount: state.focusCount + 1 };
    case 'typed':
      return typed(withoutRefusal(state, action.text), action.text, action.caret);
    case 'beginMention': {
      const { text } = action;
      const draft = { ...state.draft, text };
      const began = { ...state, draft, caret: { at: text.length }, closedAt: undefined };
      return typed(began, text, text.length);
    }
    case 'addText': {
      const { draft } = state;
      const text = draft.text === '' ? action.text : `${draft.text}\n${action.text}`;
      return {
        ...typed({ ...state, draft: { ...draft, text } }, text, text.length),
        caret: { at: text.length },
        focusCount: state.focusCount + 1,
      };
    }
    case 'left':
      return state.search === undefined ? state : { ...state, search: undefined };
    case 'moveChoice':
      return moveChoice(state, action.move);
    case 'chooseHit':
      return chooseItem(state, action.index);
    case 'closeSearch':
      return { ...state, search: undefined, closedAt: state.search?.start };
    case 'detach':
      return {
        ...state,
        draft: detach(state.draft, action.ref),
        focusCount: state.focusCount + 1,
      };
    case 'sendDraft': {
      const { draft } = state;
      if (isEmptyDraft(draft) || !canSendMessage(state)) return state;
      const sent = ask(state, { text: draft.text.trim(), attachments: listAttached(draft) });
      const rest = { search: undefined, closedAt: undefined, recalled: undefined, refusal: undefined };
      return { ...sent, ...rest, draft: EMPTY_DRAFT };
    }
    case 'ask':
      return canStartTurn(state) ? ask(state, action.message) : state;
    case 'tell':
      return applyOptimistically(state, action.message);
    default:
      return reduceMemory(state, action);
  }
}

function ask(state: State, message: UserMessage): State {
  return { ...state, sending: message, focusCount: state.focusCount + 1 };
}

function takeState(state: State, { chat, thread, status, changedFiles = [], plan }: ViewState): State {
  const after = { ...takeThread(takeChat(state, chat), thread), status, changedFiles, plan };
  const isFirst = state.status === undefined;
  return isFirst && isSent(after.draft, thread) ? { ...after, draft: EMPTY_DRAFT } : after;
}

/** Brings back what was written in a chat that is shown again. */
function takeChat(state: State, chat: ViewChat | undefined): State {
  if (chat === undefined) return state;
  const { draft, drafts } = switchDraft(state.drafts, state.draft, chat);
  if (draft === state.draft) return { ...state, drafts };
  const nothing = { search: undefined, closedAt: undefined, recalled: undefined, pasting: undefined };
  return { ...state, ...nothing, refusal: undefined, draft, drafts };
}

/** Whether a draft is the last message: an editor may keep it in place of the empty one if its window closes then. */
function isSent(draft: Draft, { entries }: ViewThread): boolean {
  const last = entries.findLast(({ kind }) => kind === 'user_message');
  if (last?.kind !== 'user_message') return false;
  return last.text === draft.text.trim() && last.attachments.length === listAttached(draft).length;
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
    memory: takeForks(state.memory, thread),
    epoch: state.epoch + 1,
  };
}

function takeEvent(state: State, event: ViewEvent): State {
  if (event.type === 'live') return { ...state, live: foldLive(state.live, event.event) };
  const { entry } = event;
  const before = entry.kind === 'message_withdrawn' ? editWithdrawn(state, entry.message) : state;
  const [whole = entry] = insertLongTexts([entry], before.longTexts);
  return { ...before, turns: before.turns.add(whole), live: settleLive(before.live, entry) };
}

function takeEarlier(state: State, entries: readonly ThreadEntry[], hasEarlier: boolean): State {
  const turns = state.turns.prepend(insertLongTexts(entries, state.longTexts));
  const firstTurn = state.firstTurn - (turns.length - state.turns.length);
  return { ...state, turns, firstTurn, hasEarlier };
}

/** Attaches what the person chose outside of the message box; a file is mentioned in the text. */
function attachFromOutside(state: State, ref: AttachmentRef): State {
  if (ref.kind === 'file') return mentionAtEnd(state, ref.path, ref.range);
  return { ...state, draft: attachNamed(state.draft, ref) };
}

/** Attaches an image or an output under a name that no other one has. */
function attachNamed(draft: Draft, ref: AttachmentRef): Draft {
  if (ref.kind !== 'image' && ref.kind !== 'output') return attach(draft, ref);
  const taken = new Set(draft.attachments.map(keyOf));
  const isSame = (other: AttachmentRef): boolean =>
    other.kind === ref.kind && (other.kind === 'image' ? 'data' in ref && other.data === ref.data : false);
  if (draft.attachments.some(isSame)) return draft;
  let named = ref;
  for (let number = 2; taken.has(keyOf(named)); number += 1)
    named = { ...ref, name: ref.name.replace(/(\.\w+)?$/, ` ${number}$1`) };
  return attach(draft, named);
}

/** Puts pasted text where it was pasted. */
function insertPasted(state: State, text: string): State {
  const { pasting, draft } = state;
  if (pasting === undefined) return state;
  const { draft: after, caret } = replaceText(draft, pasting.start, pasting.end, text);
  return { ...state, pasting: undefined, draft: after, caret: { at: caret } };
}

/** What was refused is said until something else is written. */
function withoutRefusal(state: State, text: string): State {
  return state.refusal === undefined || text === state.draft.text ? state : { ...state, refusal: undefined };
}

/** Draws an open list of commands again. */
function takeCommands(state: State): State {
  if (state.search?.commands === undefined) return state;
  const { text } = state.draft;
  const after = typed({ ...state, search: undefined }, text, text.length);
  const { active } = state.search;
  return after.search === undefined ? after : { ...after, search: { ...after.search, active } };
}

/** Takes a line of the list: a command is run, anything else goes into the draft. */
function chooseItem(state: State, index: number): State {
  const item = itemAt(state, index);
  const after = choose(state, index);
  const action = item?.kind === 'command' ? item.command.action : undefined;
  return action === undefined ? after : reduce(after, action);
}

// The buttons of these messages disappear.
const LEAVING: ReadonlySet<FromView['type']> = new Set([
  'newChat',
  'stop',
  'retry',
  'resume',
  'approvePlan',
  'carryOutPlan',
  'skipStep',
  'giveUpPlan',
]);

/** Applies the expected effect of a message before the extension confirms it. */
function applyOptimistically(before: State, message: FromView): State {
  const state = expectMemory(before, message);
  if (message.type === 'setMode' && state.status !== undefined)
    return { ...state, status: { ...state.status, mode: message.mode } };
  // The focused element may disappear.
  const focused = { ...state, focusCount: state.focusCount + 1 };
  if (LEAVING.has(message.type)) return focused;
  if (message.type === 'review' && message.action !== 'open') return focused;
  if (message.type !== 'approval') return state;
  return { ...focused, answered: new Set(state.answered).add(message.callId) };
}
