import type { LLMMessage } from '../../../actors/protocol/llm.js';
import type { Turn } from '../../../actors/protocol/ui.js';

/**
 * The conversation for a model after the window was reloaded: the person's messages and the model's answers. Tool
 * results are not saved; the model can look things up again.
 */
export function toPastMessages(turns: readonly Turn[]): readonly LLMMessage[] {
  return turns.flatMap(({ message, events }): LLMMessage[] => {
    const end = events.findLast(({ type }) => type === 'answer' || type === 'error');
    const said = end?.type === 'answer' ? end.content : end?.type === 'error' ? end.partial : '';
    return [
      { role: 'user', content: message.text },
      { role: 'assistant', content: said === '' ? NOT_ANSWERED : said },
    ];
  });
}

// Model APIs refuse an empty message, and two user messages in a row confuse some models.
const NOT_ANSWERED = '(The turn was interrupted before there was an answer.)';
