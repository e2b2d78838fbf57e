import type { AgentEvent } from '../../../actors/protocol/agent.js';
import { GO_ON_FROM_HERE } from '../../../machines/turn-end.js';

const SET_A_KEY = 'Set TROUPE_API_KEY or OPENAI_API_KEY, or name a file that has it with --api-key-file.';

/** How the next message of a conversation is sent. */
export type NextMessage =
  /** In the chat that shows the turn. */
  | { readonly in: 'chat' }
  /** It carries out a step of a plan, which is tried again. */
  | { readonly in: 'plan' }
  /** By another run with these options, which name the stored conversation. */
  | { readonly in: 'run'; readonly options: string }
  /** Not at all: the run has not stored its conversation. */
  | { readonly in: 'nothing' };

/**
 * The event; an error that the person can do something about says how that is done where the turn runs: how a key is set,
 * unless the message names the provider that has it, and how the next message is sent.
 */
export function addRemedy<Event extends AgentEvent>(event: Event, next: NextMessage): Event {
  if (event.type !== 'error') return event;
  const remedy = findRemedy(event, next);
  return remedy === undefined ? event : { ...event, message: `${event.message} ${remedy}` };
}

function findRemedy(
  { code, message }: Extract<AgentEvent, { type: 'error' }>,
  next: NextMessage,
): string | undefined {
  if (code === 'LLM_AUTH') return message.includes('of the provider "') ? undefined : SET_A_KEY;
  if (code !== 'MAX_ITERATIONS') return undefined;
  const goesOn = message.endsWith(GO_ON_FROM_HERE);
  switch (next.in) {
    case 'chat':
      return goesOn ? 'Send "continue", for instance.' : undefined;
    case 'plan':
      return 'Type /plan go to try the step again.';
    case 'run':
      return `To send one: troupe run ${next.options} ${goesOn ? '"continue"' : '"..."'}`;
    case 'nothing':
      return 'This conversation is not stored, so none can be sent: start another run.';
    default:
      return next satisfies never;
  }
}
