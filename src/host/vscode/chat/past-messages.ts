import type { LLMMessage } from '../../../actors/protocol/llm.js';
import type { Turn } from '../../../actors/protocol/ui.js';

/**
 * What a model is told of a conversation that is shown again after a reload: what the person said and what the model
 * answered. What it looked up on the way is not kept, and can be looked up again.
 */
export function pastMessages(turns: readonly Turn[]): readonly LLMMessage[] {
  return turns.flatMap(({ message, events }): LLMMessage[] => {
    const end = events.findLast(({ type }) => type === 'answer' || type === 'error');
    const said = end?.type === 'answer' ? end.content : end?.type === 'error' ? end.partial : '';
    return [
      { role: 'user', content: message.text },
      { role: 'assistant', content: said === '' ? NOT_ANSWERED : said },
    ];
  });
}

// Model APIs refuse an empty message, and two of a person in a row confuse some.
const NOT_ANSWERED = '(The turn was interrupted before there was an answer.)';
