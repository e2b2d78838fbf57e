import { LLMRequestError, LLMResponseError, type TroupeError } from '../protocol/errors.js';
import { joinSentences } from '../protocol/sentences.js';
import type { ReplyDraft } from './accumulate.js';
import { findCallInText } from './find-call-in-text.js';

/**
 * Why the reply of a finished turn cannot be used, or `undefined` when it can. Of replies that were cut off it judges only
 * those without any content: the caller knows why the others were.
 */
export function findReplyProblem(
  draft: ReplyDraft,
  { model, tools }: { readonly model: string; readonly tools: readonly string[] },
): TroupeError | undefined {
  if (hasNoRoom(draft))
    return new LLMRequestError(
      joinSentences(
        `The conversation fills the window of the model ${model}, so that it had no room for an answer`,
        'Start a new conversation, ask for smaller parts of files, or use a model with a larger window',
      ),
      { problem: 'context overflow' },
    );
  if (draft.finish !== 'end' && draft.finish !== 'toolCalls') return undefined;
  const calls = [...draft.calls.values()];
  if (calls.some(({ name }) => name === ''))
    return new LLMResponseError(
      joinSentences(
        `The model ${model} called a tool without naming it`,
        'Use another model, or see whether its server reads the tool calls of this one right',
      ),
      { problem: 'nameless call' },
    );
  if (calls.length > 0) return undefined;
  if (draft.text.trim() === '')
    return new LLMResponseError(
      joinSentences(
        draft.reasoning.trim() === ''
          ? `The answer of the model ${model} was empty`
          : `The model ${model} thought, and then gave no answer`,
        'Put the request in other words, or use another model',
      ),
      { problem: 'empty' },
    );
  const written = findCallInText(draft.text, tools);
  if (written === undefined) return undefined;
  return new LLMResponseError(
    joinSentences(
      `The model ${model} wrote a call of ${written} into its answer, and its server did not read it as one`,
      'Start the server with tool calls (vLLM: --enable-auto-tool-choice and --tool-call-parser NAME; llama-server: --jinja), update it, or use another model',
    ),
    { problem: 'call as text' },
  );
}

/** Whether a server has cut a request to the window of its model, as some do in place of a refusal. */
function hasNoRoom({ finish, text, reasoning, calls, usage }: ReplyDraft): boolean {
  const isEmpty = text === '' && reasoning === '' && calls.size === 0;
  return finish === 'length' && isEmpty && usage.outputTokens === 0;
}
