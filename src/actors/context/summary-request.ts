import type { LLMMessage } from '../protocol/llm.js';

// The model would go on with the task otherwise. Written for the model.
const REQUEST = `(This conversation is about to exceed your window. Do not go on with the task and call no tool now: write a summary that takes the place of everything above. Whoever goes on reads only that summary, so name what is needed:
- Task: what the person asked for, with each requirement and correction in their words.
- Decisions: what was decided, and why; what was tried and failed.
- Files: the paths that were read or changed, with what matters in each, and commands that were run with their results.
- State: what is done, what is open, and errors that remain.
- Next steps: what to do now, in order.
Write only the summary, short and exact, in the language of the conversation.`;

/**
 * The messages of the request for a summary: it extends the requests before it, so that the provider has most of it in
 * its cache. `instructions`: what the person wants to be kept.
 */
export function buildSummaryRequest(
  older: readonly LLMMessage[],
  instructions: string | undefined,
): readonly LLMMessage[] {
  const wish =
    instructions === undefined || instructions.trim() === ''
      ? ''
      : `\nThe person said what the summary has to keep: ${instructions.trim()}`;
  const request: LLMMessage = { role: 'user', content: `${REQUEST}${wish})` };
  const last = older.at(-1);
  if (last?.role !== 'user') return [...older, request];
  return [...older.slice(0, -1), { ...last, content: `${last.content}\n\n${request.content}` }];
}
