import type { AgentEvent } from '../../../actors/protocol/agent.js';
import { cutLongText } from './cut-long-text.js';

// More than anybody reads in a side bar, and small enough to send a long conversation to a new page at once. Units:
// UTF-16 units.
const MAX_OUTPUT_CHARS = 200_000;

/**
 * An event for the view, with long output truncated: a tool result may have half a million characters. What a person
 * is asked about stays whole; pictures are for the model alone.
 */
export function truncateEvent(event: AgentEvent): AgentEvent {
  if (event.type === 'error') {
    const { cause: _forPrograms, ...rest } = event;
    return rest;
  }
  if (event.type !== 'observation') return event;
  const { cause: _forPrograms, images: _forModels, ...result } = event.result;
  return { ...event, result: { ...result, output: cutLongText(result.output, MAX_OUTPUT_CHARS) } };
}
