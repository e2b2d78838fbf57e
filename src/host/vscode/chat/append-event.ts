import type { AgentEvent } from '../../../actors/protocol/agent.js';

// Of a running command, a person reads the end of the output. Units: UTF-16 units.
const MAX_OUTPUT_CHARS = 10_000;

/**
 * Appends an event. Consecutive tokens of one channel are merged, and so is the output of one call, of which only the
 * end is kept.
 */
export function appendEvent(events: AgentEvent[], next: AgentEvent): void {
  const last = events.at(-1);
  if (next.type === 'token' && last?.type === 'token' && last.channel === next.channel)
    events[events.length - 1] = { ...last, content: last.content + next.content };
  else if (next.type === 'tool_output' && last?.type === 'tool_output' && last.callId === next.callId)
    events[events.length - 1] = { ...next, text: (last.text + next.text).slice(-MAX_OUTPUT_CHARS) };
  else events.push(next);
}
