import type { FromView } from '../../../../actors/protocol/ui.js';
import type { Action } from './action.js';
import type { MemoryState } from './memory-state.js';
import type { MentionItem } from './mention-items.js';
import { itemAt } from './mentioning.js';
import type { State } from './state.js';

/** The messages to send to the extension after an action, in order. */
export function listMessages(before: State, action: Action, after: State): readonly FromView[] {
  const messages: FromView[] = [];
  if (action.type === 'tell') messages.push(action.message);
  if (action.type === 'editQueued') messages.push({ type: 'withdraw', entry: action.entry });
  if (action.type === 'pastedCode') messages.push({ type: 'pasteCode', text: action.text });
  if (action.type === 'chooseHit') messages.push(...messagesOf(itemAt(before, action.index)));
  if (after.sending !== undefined && after.sending !== before.sending)
    messages.push({
      type: 'send',
      message: after.sending,
      ...(action.type === 'sendDraft' && action.interrupts === true ? { whileRunning: 'interrupt' } : {}),
    });
  if (after.search?.commands !== undefined && before.search?.commands === undefined)
    messages.push({ type: 'listCommands' });
  const isSearch = after.search !== undefined && after.search.commands === undefined;
  if (isSearch && after.search.id !== before.search?.id)
    messages.push({
      type: 'mentionQuery',
      id: after.search.id,
      // The index knows lines, and no ranges of them.
      query: after.search.query.replace(/(:\d+)-\d*$/, '$1'),
    });
  messages.push(...listMemoryMessages(before.memory, after.memory));
  return messages;
}

function listMemoryMessages(before: MemoryState, after: MemoryState): readonly FromView[] {
  const messages: FromView[] = [];
  if (after.isListShown !== before.isListShown)
    messages.push({ type: 'listChats', isShown: after.isListShown });
  if (after.searchId !== before.searchId && after.query.trim() !== '')
    messages.push({ type: 'searchChats', id: after.searchId, query: after.query });
  const moment = after.asked?.moment ?? after.editing;
  const isAsked = after.asked !== before.asked || after.editing !== before.editing;
  if (moment !== undefined && isAsked) messages.push({ type: 'planJump', moment });
  return messages;
}

/** What the extension does when a line of the list is chosen. */
function messagesOf(item: MentionItem | undefined): readonly FromView[] {
  if (item?.kind === 'command' && item.command.action?.type === 'tell') return [item.command.action.message];
  if (item?.kind === 'offer' && item.offer.kind === 'content')
    return [{ type: 'attachContent', content: item.offer.content }];
  return [];
}
