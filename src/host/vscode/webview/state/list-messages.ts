import type { FromView } from '../../../../actors/protocol/ui.js';
import type { Action } from './action.js';
import type { State } from './state.js';

/** The messages to send to the extension after an action, in order. */
export function listMessages(before: State, action: Action, after: State): readonly FromView[] {
  const messages: FromView[] = [];
  if (action.type === 'tell') messages.push(action.message);
  if (after.sending !== undefined && after.sending !== before.sending)
    messages.push({
      type: 'send',
      message: after.sending,
      ...(action.type === 'sendDraft' && action.interrupts === true ? { whileRunning: 'interrupt' } : {}),
    });
  if (after.search !== undefined && after.search.id !== before.search?.id)
    messages.push({
      type: 'mentionQuery',
      id: after.search.id,
      // The index knows lines, and no ranges of them.
      query: after.search.query.replace(/(:\d+)-\d*$/, '$1'),
    });
  return messages;
}
