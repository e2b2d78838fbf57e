import { anthropicProvider } from '../../../../src/actors/llm/anthropic/anthropic.js';
import { openaiProvider } from '../../../../src/actors/llm/openai/openai.js';
import { openaiResponsesProvider } from '../../../../src/actors/llm/openai-responses/openai-responses.js';
import type { LLMProvider, ToolCall } from '../../../../src/actors/protocol/llm.js';
import { chunk } from '../model-server.js';

/** What a model says in one turn, in the pieces in which its server sends it. */
export interface Spoken {
  readonly reasoning?: readonly string[];
  readonly text?: readonly string[];
  readonly calls?: readonly (Omit<ToolCall, 'arguments'> & { readonly arguments: readonly string[] })[];
}

/** One of the APIs as its servers speak it. */
export interface Spoke {
  readonly provider: LLMProvider;
  /** The path of a request, behind that of the base URL. */
  readonly path: string;
  /** The events of a turn, in the order in which they are sent. */
  readonly events: (spoken: Spoken) => readonly object[];
  /** The event that reports a failure in the middle of a stream. */
  readonly failure: (type: string, message: string) => object;
  /** The header with the key. */
  readonly keyHeader: string;
}

const chat: Spoke = {
  provider: openaiProvider,
  path: '/chat/completions',
  keyHeader: 'authorization',
  events: ({ reasoning = [], text = [], calls = [] }) => [
    ...reasoning.map((piece) => chunk({ reasoning_content: piece })),
    ...text.map((content) => chunk({ content })),
    ...calls.flatMap(({ id, name, arguments: pieces }, index) => [
      chunk({ tool_calls: [{ index, id, function: { name, arguments: '' } }] }),
      ...pieces.map((piece) => chunk({ tool_calls: [{ index, function: { arguments: piece } }] })),
    ]),
    chunk({}, calls.length > 0 ? 'tool_calls' : 'stop'),
  ],
  failure: (type, message) => ({ error: { type, message } }),
};

const anthropic: Spoke = {
  provider: anthropicProvider,
  path: '/messages',
  keyHeader: 'x-api-key',
  events: ({ reasoning = [], text = [], calls = [] }) => {
    const blocks = [
      ...(reasoning.length === 0
        ? []
        : [
            [
              { type: 'thinking', thinking: '', signature: '' },
              ...reasoning.map((thinking) => ({ type: 'thinking_delta', thinking })),
              { type: 'signature_delta', signature: 'c2ln' },
            ],
          ]),
      ...(text.length === 0
        ? []
        : [[{ type: 'text', text: '' }, ...text.map((piece) => ({ type: 'text_delta', text: piece }))]]),
      ...calls.map(({ id, name, arguments: pieces }) => [
        { type: 'tool_use', id, name, input: {} },
        ...pieces.map((piece) => ({ type: 'input_json_delta', partial_json: piece })),
      ]),
    ];
    return [
      { type: 'message_start', message: { role: 'assistant', usage: { input_tokens: 7, output_tokens: 1 } } },
      ...blocks.flatMap(([begin, ...deltas], index) => [
        { type: 'content_block_start', index, content_block: begin },
        { type: 'ping' },
        ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
        { type: 'content_block_stop', index },
      ]),
      {
        type: 'message_delta',
        delta: { stop_reason: calls.length > 0 ? 'tool_use' : 'end_turn' },
        usage: { output_tokens: 5 },
      },
      { type: 'message_stop' },
    ];
  },
  failure: (type, message) => ({ type: 'error', error: { type, message } }),
};

const responses: Spoke = {
  provider: openaiResponsesProvider,
  path: '/responses',
  keyHeader: 'authorization',
  events: ({ reasoning = [], text = [], calls = [] }) => {
    const whole = reasoning.join('');
    const items = [
      ...(reasoning.length === 0
        ? []
        : [
            {
              item: {
                type: 'reasoning',
                id: 'rs_1',
                encrypted_content: 'x7f',
                summary: [{ type: 'summary_text', text: whole }],
              },
              deltas: reasoning.map((delta) => ({ type: 'response.reasoning_summary_text.delta', delta })),
            },
          ]),
      ...(text.length === 0
        ? []
        : [
            {
              item: {
                type: 'message',
                id: 'msg_1',
                role: 'assistant',
                status: 'completed',
                content: [{ type: 'output_text', text: text.join(''), annotations: [] }],
              },
              deltas: text.map((delta) => ({ type: 'response.output_text.delta', delta })),
            },
          ]),
      ...calls.map(({ id, name, arguments: pieces }, index) => ({
        item: { type: 'function_call', id: `fc_${index}`, call_id: id, name, arguments: pieces.join('') },
        deltas: pieces.map((delta) => ({ type: 'response.function_call_arguments.delta', delta })),
      })),
    ];
    return [
      { type: 'response.created', response: { object: 'response', status: 'in_progress', error: null } },
      ...items.flatMap(({ item, deltas }, output_index) => [
        {
          type: 'response.output_item.added',
          output_index,
          item: { ...item, arguments: '', content: [], summary: [] },
        },
        ...deltas.map((delta) => ({ ...delta, output_index })),
        { type: 'response.output_item.done', output_index, item },
      ]),
      {
        type: 'response.completed',
        response: {
          object: 'response',
          status: 'completed',
          error: null,
          output: items.map(({ item }) => item),
          usage: { input_tokens: 7, output_tokens: 5 },
        },
      },
    ];
  },
  failure: (type, message) => ({ type: 'error', code: type, message, param: null }),
};

/** The three APIs by their names. */
export const APIS: readonly (readonly [string, Spoke])[] = [
  ['openai', chat],
  ['anthropic', anthropic],
  ['openai-responses', responses],
];
