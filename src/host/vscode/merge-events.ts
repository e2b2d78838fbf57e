import type { AgentEvent } from '../../actors/protocol/agent.js';

/** Adds an event behind others. Tokens of one channel that follow each other become one event. */
export function addEvent(events: AgentEvent[], next: AgentEvent): void {
  const last = events.at(-1);
  if (next.type === 'token' && last?.type === 'token' && last.channel === next.channel)
    events[events.length - 1] = { ...last, content: last.content + next.content };
  else events.push(next);
}
