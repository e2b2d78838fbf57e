import type { EntryBody } from '../../../actors/protocol/thread.js';

/** What an entry is about, on one line, which may be long. */
export function describeEntry(entry: EntryBody): string {
  return detailOf(entry).replaceAll(/\s+/g, ' ').trim();
}

function detailOf(entry: EntryBody): string {
  switch (entry.kind) {
    case 'user_message':
      return entry.text;
    case 'turn_began':
      return `${entry.mode}, ${entry.model}`;
    case 'turn_ended':
      return [entry.outcome, entry.error?.message].filter((part) => part !== undefined).join(': ');
    case 'retry':
      return `attempt ${entry.attempt}: ${entry.reason}`;
    case 'reply':
      return entry.toolCalls.length === 0
        ? entry.text
        : `calls ${entry.toolCalls.map(({ id, name }) => `${id} ${name}`).join(', ')}`;
    case 'call':
      return `${entry.callId} ${entry.tool}`;
    case 'approval_answered':
      return `${entry.callId} ${entry.decision}, by ${entry.by}`;
    case 'observation':
      return `${entry.callId} ${entry.result.outcome}: ${entry.result.output}`;
    case 'notice':
      return entry.message;
    default:
      return 'callId' in entry && entry.callId !== undefined ? entry.callId : '';
  }
}
