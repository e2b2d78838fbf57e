type Json = Readonly<Record<string, unknown>>;

/** What a request of any of the three APIs says. */
export interface ReadRequest {
  /** What calls have brought, by their ids. */
  readonly results: ReadonlyMap<string, string>;
  /** Whether it asks for a summary of the conversation. */
  readonly isForSummary: boolean;
}

/** Reads a request of chat completions, of Anthropic's messages, or of responses. */
export function readRequest(body: Json): ReadRequest {
  const results = new Map<string, string>();
  const add = (id: unknown, content: unknown): void => {
    results.set(String(id), typeof content === 'string' ? content : JSON.stringify(content));
  };
  for (const message of listOf(body['messages'])) {
    if (message['role'] === 'tool') add(message['tool_call_id'], message['content']);
    for (const block of listOf(message['content']))
      if (block['type'] === 'tool_result') add(block['tool_use_id'], block['content']);
  }
  for (const item of listOf(body['input']))
    if (item['type'] === 'function_call_output') add(item['call_id'], item['output']);
  const last = [...listOf(body['messages']), ...listOf(body['input'])].at(-1);
  return { results, isForSummary: JSON.stringify(last).includes('write a summary that takes the place') };
}

function listOf(value: unknown): readonly Json[] {
  return Array.isArray(value) ? (value as Json[]) : [];
}
