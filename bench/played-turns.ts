import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** One call of a tool that every agent has in its own way. */
export interface PlayedCall {
  readonly kind: 'read' | 'list';
  /** A file, or a directory, relative to the workspace. */
  readonly path: string;
  /** What its result has in it when it succeeded, and nothing else that the agent sends. Shape: letters and digits. */
  readonly proof: string;
}

/** What the model does in one run. */
export interface Play {
  /** Each a turn of its own before the answer. */
  readonly calls: readonly PlayedCall[];
  /** Words of the answer, one delta each. */
  readonly words: number;
  /** Units: milliseconds between two of them; 0 sends them as fast as they are taken. */
  readonly pauseMs: number;
}

/** What the server saw of a run. */
export interface Played {
  readonly requests: number;
  /** How many of the calls gave what they were to give. */
  readonly results: number;
  /** Units: milliseconds since 1970. */
  readonly firstRequestAtMs?: number;
}

export interface Turn {
  readonly play: Play;
  /** Counted from 1. */
  readonly turn: number;
  readonly body: unknown;
  readonly api: PlayedApi;
}

/** OpenAI's chat completions, OpenAI's responses, or Anthropic's messages. */
export type PlayedApi = 'completions' | 'responses' | 'messages';

// So many leave in one packet, each a chunk of its own: what is measured is who reads them.
const WORDS_A_WRITE = 100;

type MakeArguments = (path: string) => object;

// How each agent reads a file and lists a directory, as its tools are named.
const TOOLS: Readonly<Record<PlayedCall['kind'], Readonly<Record<string, MakeArguments>>>> = {
  read: {
    read_file: (path) => ({ uri: path }),
    read: (path) => ({ path }),
    exec_command: (path) => ({ cmd: `cat ${path}` }),
    shell_command: (path) => ({ command: `cat ${path}` }),
  },
  list: {
    ls_dir: (path) => ({ uri: path }),
    ls: (path) => ({ path }),
    exec_command: (path) => ({ cmd: `ls ${path}` }),
    shell_command: (path) => ({ command: `ls ${path}` }),
  },
};

/** Answers one request: the call that is due, by the first tool offered that does such a thing, or the words. */
export async function playTurn(response: ServerResponse, turn: Turn): Promise<void> {
  const { play, api } = turn;
  const say = SPEECHES[api];
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const due = play.calls[turn.turn - 1];
  if (due !== undefined) {
    const tools = TOOLS[due.kind];
    const name = offeredTools(turn.body).find((tool) => tool in tools) ?? '';
    const args = JSON.stringify(tools[name]?.(due.path));
    response.end(say.call({ id: `call_${turn.turn}`, name, arguments: args }));
    return;
  }
  const words: string[] = [];
  response.write(say.begin);
  const closed = once(response, 'close');
  for (let word = 0; word < play.words && !response.destroyed; word += 1) {
    const text = `word${word} `;
    words.push(text);
    if (word % WORDS_A_WRITE === 0) response.cork();
    const hasRoom = response.write(say.word(text));
    if (play.pauseMs > 0 || (word + 1) % WORDS_A_WRITE === 0) {
      response.uncork();
      if (!hasRoom) await Promise.race([once(response, 'drain'), closed]);
    }
    if (play.pauseMs > 0) await sleep(play.pauseMs);
  }
  // `end` loses what is corked in Node 22.
  while (response.writableCorked > 0) response.uncork();
  response.end(say.end(words.join('')));
}

function offeredTools(body: unknown): readonly string[] {
  const { tools = [] } = body as { tools?: readonly { name?: string; function?: { name: string } }[] };
  return tools.flatMap((tool) => tool.function?.name ?? tool.name ?? []);
}

interface Call {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

/** How an API says things. Shape: server-sent events. */
interface Speech {
  readonly begin: string;
  readonly word: (text: string) => string;
  readonly end: (whole: string) => string;
  readonly call: (call: Call) => string;
}

const USAGE = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };

const sayCompletion: Speech = {
  begin: '',
  word: (content) => completion({ content }),
  end: () => `${completion({}, 'stop')}data: [DONE]\n\n`,
  call: ({ id, ...call }) =>
    `${completion({ tool_calls: [{ index: 0, id, type: 'function', function: call }] })}${completion({}, 'tool_calls')}data: [DONE]\n\n`,
};

function completion(delta: object, reason: string | null = null): string {
  const choices = [{ index: 0, delta, finish_reason: reason }];
  const whole = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'played', choices };
  return `data: ${JSON.stringify(reason === null ? whole : { ...whole, usage: USAGE })}\n\n`;
}

const MESSAGE = { type: 'message', role: 'assistant', id: 'msg_1' };

const sayResponse: Speech = {
  begin:
    namedEvent('response.created', { response: { id: 'resp_1' } }) +
    namedEvent('response.output_item.added', { output_index: 0, item: { ...MESSAGE, content: [] } }),
  word: (delta) => namedEvent('response.output_text.delta', { item_id: 'msg_1', output_index: 0, delta }),
  end: (text) => endResponse({ ...MESSAGE, content: [{ type: 'output_text', text }] }),
  call: ({ id, ...call }) =>
    namedEvent('response.created', { response: { id: 'resp_1' } }) +
    endResponse({ type: 'function_call', id: `item_${id}`, call_id: id, ...call }),
};

const sayMessage: Speech = {
  begin:
    namedEvent('message_start', {
      message: { role: 'assistant', usage: { input_tokens: 1, output_tokens: 1 } },
    }) + namedEvent('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
  word: (text) => namedEvent('content_block_delta', { index: 0, delta: { type: 'text_delta', text } }),
  end: () => namedEvent('content_block_stop', { index: 0 }) + endMessage('end_turn'),
  call: ({ id, name, arguments: text }) =>
    namedEvent('message_start', {
      message: { role: 'assistant', usage: { input_tokens: 1, output_tokens: 1 } },
    }) +
    namedEvent('content_block_start', {
      index: 0,
      content_block: { type: 'tool_use', id, name, input: {} },
    }) +
    namedEvent('content_block_delta', { index: 0, delta: { type: 'input_json_delta', partial_json: text } }) +
    namedEvent('content_block_stop', { index: 0 }) +
    endMessage('tool_use'),
};

function endMessage(reason: string): string {
  return (
    namedEvent('message_delta', { delta: { stop_reason: reason }, usage: { output_tokens: 1 } }) +
    namedEvent('message_stop', {})
  );
}

function endResponse(item: object): string {
  const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };
  return (
    namedEvent('response.output_item.done', { output_index: 0, item }) +
    namedEvent('response.completed', { response: { id: 'resp_1', output: [item], usage } })
  );
}

function namedEvent(type: string, event: object): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...event })}\n\n`;
}

const SPEECHES: Readonly<Record<PlayedApi, Speech>> = {
  completions: sayCompletion,
  responses: sayResponse,
  messages: sayMessage,
};
