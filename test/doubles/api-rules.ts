import type { LLMMessage } from '../../src/actors/protocol/llm.js';

/** The rules of one API for the messages of a request: what a server would refuse, as sentences. */
export type ApiRules = (messages: readonly LLMMessage[]) => readonly string[];

/**
 * Chat Completions: an assistant message with `tool_calls` is followed by one tool message for each of them and by
 * nothing else before that. Source: platform.openai.com/docs/api-reference/chat.
 */
export const chatCompletionsRules: ApiRules = (messages) => {
  const problems = sharedProblems(messages, 'openai-chat');
  let awaited = new Set<string>();
  for (const message of messages) {
    if (message.role === 'tool') {
      if (!awaited.delete(message.toolCallId)) problems.push(`${message.toolCallId} answers no call.`);
      continue;
    }
    if (awaited.size > 0) problems.push(`${[...awaited].join(', ')} has no tool message.`);
    awaited = new Set(message.role === 'assistant' ? message.toolCalls?.map(({ id }) => id) : []);
  }
  if (awaited.size > 0) problems.push(`${[...awaited].join(', ')} has no tool message.`);
  return problems;
};

/**
 * Responses: a flat list of items. Each `function_call` has one `function_call_output`, which comes after it; a
 * `reasoning` item is followed by the item that it led to. Source: platform.openai.com/docs/api-reference/responses.
 */
export const responsesRules: ApiRules = (messages) => {
  const problems = sharedProblems(messages, 'openai');
  const items = messages.flatMap((message): { type: string; id?: string }[] => {
    if (message.role === 'tool') return [{ type: 'function_call_output', id: message.toolCallId }];
    if (message.role !== 'assistant') return [{ type: 'input' }];
    return [
      ...(message.opaque === undefined ? [] : [{ type: 'reasoning' }]),
      ...(message.content.trim() === '' ? [] : [{ type: 'output' }]),
      ...(message.toolCalls ?? []).map(({ id }) => ({ type: 'function_call', id })),
    ];
  });
  const open = new Set<string>();
  for (const [index, { type, id = '' }] of items.entries()) {
    const next = items[index + 1]?.type;
    if (type === 'reasoning' && next !== 'output' && next !== 'function_call')
      problems.push('A reasoning item stands alone.');
    if (type === 'function_call') open.add(id);
    if (type === 'function_call_output' && !open.delete(id))
      problems.push(`No call for the output of ${id}.`);
  }
  if (open.size > 0) problems.push(`No output for ${[...open].join(', ')}.`);
  return problems;
};

/**
 * Messages: user and assistant alternate and the user begins; text blocks are not blank; the message after one with
 * `tool_use` blocks begins with a `tool_result` for each of them. Source: docs.anthropic.com/en/api/messages.
 */
export const messagesRules: ApiRules = (messages) => {
  const problems = sharedProblems(messages, 'anthropic');
  const turns: { role: string; results: string[]; uses: string[]; hasText: boolean }[] = [];
  for (const message of messages) {
    const role = message.role === 'assistant' ? 'assistant' : 'user';
    let turn = turns.at(-1);
    if (turn === undefined || turn.role !== role) {
      turn = { role, results: [], uses: [], hasText: false };
      turns.push(turn);
    } else if (message.role !== 'tool' && (turn.hasText || role === 'assistant'))
      problems.push(`Two messages of the ${role} in a row.`);
    if (message.role === 'tool') {
      if (turn.hasText) problems.push('A result stands behind text.');
      turn.results.push(message.toolCallId);
    } else turn.hasText = true;
    if (message.role === 'assistant') turn.uses.push(...(message.toolCalls ?? []).map(({ id }) => id));
  }
  if (turns[0]?.role === 'assistant') problems.push('The assistant begins.');
  for (const [index, { role, uses }] of turns.entries()) {
    const results = turns[index + 1]?.results ?? [];
    if (role === 'assistant' && uses.join() !== results.join())
      problems.push(`The calls ${uses.join()} have the results ${results.join()}.`);
  }
  if (turns[0]?.results.length) problems.push('A result without a call.');
  return problems;
};

function sharedProblems(messages: readonly LLMMessage[], provider: string): string[] {
  const problems: string[] = [];
  const ids = messages.flatMap((message) =>
    message.role === 'assistant' ? (message.toolCalls ?? []).map(({ id }) => id) : [],
  );
  if (new Set(ids).size !== ids.length) problems.push('Two calls have the same id.');
  if (ids.some((id) => !/^[a-zA-Z0-9_-]{1,64}$/.test(id)))
    problems.push('The id of a call has other characters.');
  for (const message of messages) {
    const hasCalls = message.role === 'assistant' && message.toolCalls !== undefined;
    if (message.content.trim() === '' && !hasCalls)
      problems.push(`A message of the ${message.role} is empty.`);
    if (hasCalls && message.toolCalls.length === 0) problems.push('An empty list of calls.');
    if (message.role === 'assistant' && message.opaque !== undefined && message.opaque.provider !== provider)
      problems.push(`${provider} gets the state of ${message.opaque.provider}.`);
  }
  return problems;
}
