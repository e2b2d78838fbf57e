import { expect, test } from 'vitest';
import type { LLMMessage } from '../../../../src/actors/protocol/llm.js';
import {
  adaptDialect,
  createDialect,
  learnReasoning,
} from '../../../../src/actors/llm/openai/openai-dialect.js';
import { buildChatRequest } from '../../../../src/actors/llm/openai/openai-request.js';
import { pngPart } from '../../../doubles/images.js';

const openAI = createDialect(true);
const other = createDialect(false);
const origin = (model: string) => ({ provider: 'here', model });
const user: LLMMessage = { role: 'user', content: 'Hi' };
const acting = {
  role: 'assistant',
  content: '',
  reasoning: 'hm',
  opaque: { provider: 'here', data: {} },
  toolCalls: [{ id: 'a', name: 'ls_dir', arguments: '{"uri":"src"}' }],
} satisfies LLMMessage;

test('buildChatRequest maps every kind of message', () => {
  const messages: LLMMessage[] = [
    { role: 'system', content: 'Be brief.' },
    user,
    acting,
    { role: 'tool', toolCallId: 'a', name: 'ls_dir', content: 'x.ts' },
    { role: 'assistant', content: 'One file.', reasoning: 'so' },
  ];
  expect(buildChatRequest(origin('gpt'), messages, {}, openAI)).toEqual({
    model: 'gpt',
    stream: true,
    stream_options: { include_usage: true },
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Hi' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'a', type: 'function', function: { name: 'ls_dir', arguments: '{"uri":"src"}' } }],
      },
      { role: 'tool', tool_call_id: 'a', content: 'x.ts' },
      { role: 'assistant', content: 'One file.' },
    ],
  });
});

test('buildChatRequest passes the options on and leaves out empty lists', () => {
  const parameters = { type: 'object', properties: {} };
  const options = { temperature: 0, maxTokens: 9, stopSequences: ['END'] };
  expect(
    buildChatRequest(
      origin('m'),
      [user],
      { ...options, tools: [{ name: 'ls_dir', description: 'Lists.', parameters }] },
      other,
    ),
  ).toMatchObject({
    temperature: 0,
    max_tokens: 9,
    stop: ['END'],
    tools: [{ type: 'function', function: { name: 'ls_dir', description: 'Lists.', parameters } }],
  });
  expect(
    Object.keys(buildChatRequest(origin('m'), [user], { tools: [], stopSequences: [] }, other)).sort(),
  ).toEqual(['messages', 'model', 'stream', 'stream_options']);
});

test('buildChatRequest uses the name that OpenAI has for the token limit', () => {
  expect(buildChatRequest(origin('m'), [user], { maxTokens: 9 }, openAI)).toMatchObject({
    max_completion_tokens: 9,
  });
});

test.each(['{"uri":', '[]', '"x"', ''])(
  'buildChatRequest sends an empty object for the broken arguments %j',
  (text) => {
    const broken: LLMMessage = {
      role: 'assistant',
      content: 'x',
      toolCalls: [{ id: 'a', name: 'b', arguments: text }],
    };
    expect(buildChatRequest(origin('m'), [broken], {}, openAI).messages).toEqual([
      {
        role: 'assistant',
        content: 'x',
        tool_calls: [{ id: 'a', type: 'function', function: { name: 'b', arguments: '{}' } }],
      },
    ]);
  },
);

test('buildChatRequest hands reasoning back with the calls it led to, in the field it came in', () => {
  const learned = learnReasoning(other, 'reasoning');
  expect(buildChatRequest(origin('m'), [acting], {}, learned).messages).toMatchObject([{ reasoning: 'hm' }]);
  expect(buildChatRequest(origin('m'), [acting], {}, other).messages).toMatchObject([
    { reasoning_content: 'hm' },
  ]);
});

test.each([
  ['another provider', { provider: 'elsewhere', data: {} }],
  [
    'another provider, with details',
    { provider: 'elsewhere', data: { model: 'm', details: [{ text: 'hm' }] } },
  ],
  ['nobody in particular', undefined],
])('buildChatRequest keeps the reasoning of %s to itself', (_, opaque) => {
  const { opaque: __, ...rest } = acting;
  const message: LLMMessage = opaque === undefined ? rest : { ...rest, opaque };
  expect(JSON.stringify(buildChatRequest(origin('m'), [message], {}, other))).not.toContain('hm');
  const learned = learnReasoning(other, 'reasoning_content');
  expect(buildChatRequest(origin('m'), [message], {}, learned).messages).toMatchObject([
    { reasoning_content: '' },
  ]);
});

test('buildChatRequest returns the details of reasoning unchanged to their own model, and only the text to another', () => {
  const details = [
    { type: 'reasoning.encrypted', data: 'x7f', id: 'rs_1', format: 'openai-responses-v1', index: 0 },
  ];
  const message = { ...acting, opaque: { provider: 'here', data: { model: 'm', details } } };
  const [own] = buildChatRequest(origin('m'), [message], {}, other).messages;
  expect(own).toMatchObject({ reasoning_details: details });
  expect(own).not.toHaveProperty('reasoning_content');
  const [foreign] = buildChatRequest(origin('n'), [message], {}, other).messages;
  expect(foreign).toMatchObject({ reasoning_content: 'hm' });
  expect(foreign).not.toHaveProperty('reasoning_details');
});

test('buildChatRequest hands empty reasoning back to a server that wants some with every call', () => {
  const { reasoning: _, ...silent } = acting;
  const learned = learnReasoning(other, 'reasoning_content');
  expect(buildChatRequest(origin('m'), [silent], {}, learned).messages).toMatchObject([
    { reasoning_content: '' },
  ]);
  expect(buildChatRequest(origin('m'), [silent], {}, other).messages[0]).not.toHaveProperty(
    'reasoning_content',
  );
});

test.each([
  ['Unrecognized request argument supplied: stream_options', { takesStreamOptions: false }],
  ["[{'loc': ['body', 'stream_options', 'include_usage']}]", { takesStreamOptions: false }],
  ["Use 'max_completion_tokens' instead.", { maxTokensField: 'max_completion_tokens' }],
  ['reasoning_content: Extra inputs are not permitted', { reasoningField: undefined }],
  ['The reasoning_content must be passed back to the API.', { wantsReasoning: true }],
])('adaptDialect learns from the refusal %j', (refusal, change) => {
  expect(adaptDialect(other, refusal)).toEqual({ ...other, ...change });
});

test('adaptDialect has nothing to change for other refusals', () => {
  expect(adaptDialect(other, 'The model does not exist.')).toBeUndefined();
});

test('adaptDialect ends, whatever a server goes on refusing', () => {
  const everything = 'stream_options max_completion_tokens reasoning_content is missing and not permitted';
  let dialect = other;
  for (let changes = 0; changes < 4; changes++) dialect = adaptDialect(dialect, everything) ?? dialect;
  expect(adaptDialect(dialect, everything)).toBeUndefined();
});

const image = pngPart(640, 480);
const url = { type: 'image_url', image_url: { url: `data:image/png;base64,${image.data}` } };
const shots: LLMMessage[] = [
  { role: 'user', content: 'Look at this.', images: [image] },
  {
    role: 'assistant',
    content: '',
    toolCalls: ['a', 'b'].map((id) => ({ id, name: 'shoot', arguments: '{}' })),
  },
  { role: 'tool', toolCallId: 'a', name: 'shoot', content: 'Here.', images: [image, image] },
  { role: 'tool', toolCallId: 'b', name: 'shoot', content: 'Nothing.' },
];
const returned = [{ type: 'text', text: 'What shoot returned as images:' }, url, url];

test('buildChatRequest sends the images of a person as parts, and those of tools behind all results', () => {
  const { messages } = buildChatRequest(origin('m'), shots, {}, openAI);
  expect(messages.filter(({ role }) => role !== 'assistant')).toEqual([
    { role: 'user', content: [{ type: 'text', text: 'Look at this.' }, url] },
    { role: 'tool', tool_call_id: 'a', content: 'Here.' },
    { role: 'tool', tool_call_id: 'b', content: 'Nothing.' },
    { role: 'user', content: returned },
  ]);
});

test('buildChatRequest sends the images of tools with the next message of the person, if one follows', () => {
  const next: LLMMessage = { role: 'user', content: 'And now?' };
  const answer: LLMMessage = { role: 'assistant', content: 'Done.' };
  const lastOf = (...more: LLMMessage[]) =>
    buildChatRequest(origin('m'), [...shots, ...more], {}, openAI).messages;
  expect(lastOf(next).at(-1)).toEqual({
    role: 'user',
    content: [...returned, { type: 'text', text: 'And now?' }],
  });
  expect(lastOf(answer, next).slice(-3)).toEqual([
    { role: 'user', content: returned },
    { role: 'assistant', content: 'Done.' },
    { role: 'user', content: 'And now?' },
  ]);
});

test('buildChatRequest describes images in words to a model that cannot see them', () => {
  const words = '(an image of 640x480, image/png, which this model cannot see)';
  const told = (change: { takesImages: false } | { takesToolImages: false }) =>
    buildChatRequest(origin('m'), shots, {}, { ...openAI, ...change }).messages.flatMap(({ role, content }) =>
      role === 'assistant' ? [] : [content],
    );
  expect(told({ takesImages: false })).toEqual([
    `Look at this.\n${words}`,
    `Here.\n${words}\n${words}`,
    'Nothing.',
  ]);
  expect(told({ takesToolImages: false })).toEqual([
    [{ type: 'text', text: 'Look at this.' }, url],
    `Here.\n${words}\n${words}`,
    'Nothing.',
  ]);
});

test.each([
  // OpenAI, DeepSeek, llama.cpp, OpenRouter, vLLM, Mistral.
  ['Invalid content type. image_url is only supported by certain models.', { takesImages: false }],
  ['messages[0]: unknown variant `image_url`, expected `text`', { takesImages: false }],
  ['image input is not supported - hint: you may need to provide the mmproj', { takesImages: false }],
  ['No endpoints found that support image input', { takesImages: false }],
  ['m is not a multimodal model', { takesImages: false }],
  ["Unexpected role 'user' after role 'tool'", { takesToolImages: false }],
  ['Tool call id was call_1 but must be a-z, A-Z, 0-9, with a length of 9.', { callIds: 'nine' }],
] as const)('adaptDialect learns from %j: %j', (refusal, change) => {
  const adapted = adaptDialect(openAI, refusal, { hasImages: true });
  expect(adapted).toEqual({ ...openAI, ...change });
  expect(adaptDialect(openAI, 'image', {})).toBeUndefined();
});

test('adaptDialect shortens ids for a server that refuses long ones, once', () => {
  const refusal = "Invalid 'messages[1].tool_calls[0].id': string too long.";
  const adapted = adaptDialect(other, refusal);
  expect(adapted).toEqual({ ...other, callIds: 'short' });
  expect(adapted && adaptDialect(adapted, refusal)).toBeUndefined();
});
