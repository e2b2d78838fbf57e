import type { AgentEvent } from '../../../actors/protocol/agent.js';

// What a person reads of a running command is its end. Units: UTF-16 units.
const MAX_OUTPUT_CHARS = 10_000;

/**
 * Adds an event behind others. Tokens of one channel that follow each other become one event, and so does what one call
 * prints, of which the end is kept.
 */
export function addEvent(events: AgentEvent[], next: AgentEvent): void {
  const last = events.at(-1);
  if (next.type === 'token' && last?.type === 'token' && last.channel === next.channel)
    events[events.length - 1] = { ...last, content: last.content + next.content };
  else if (next.type === 'tool_output' && last?.type === 'tool_output' && last.callId === next.callId)
    events[events.length - 1] = { ...next, text: (last.text + next.text).slice(-MAX_OUTPUT_CHARS) };
  else events.push(next);
}
