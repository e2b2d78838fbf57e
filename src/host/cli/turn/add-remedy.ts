import type { AgentEvent } from '../../../actors/protocol/agent.js';

const SET_A_KEY = 'Set TROUPE_API_KEY or OPENAI_API_KEY, or name a file that has it with --api-key-file.';

/** The event; that a key was refused says how one is set on the command line, unless it names the provider that has it. */
export function addRemedy<Event extends AgentEvent>(event: Event): Event {
  if (event.type !== 'error' || event.code !== 'LLM_AUTH') return event;
  return event.message.includes('of the provider "')
    ? event
    : { ...event, message: `${event.message} ${SET_A_KEY}` };
}
